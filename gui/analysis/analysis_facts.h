#pragma once

#include <QString>

#include "engine/linear/linear_model.h"

namespace loopwright {

struct ResponsePicture;

/// What a picture says in numbers, as a table of rich text with a name and a value in each line:
/// "Phase margin", "48.2° at 2.1 rad/s". Of a loop its margins come first; then how it answers a
/// step.
QString analysisFacts(const ResponsePicture& picture);

/// With i, as everywhere in the analyses: 1.5 − 2i.
QString complexText(const Complex& number);

}  // namespace loopwright
