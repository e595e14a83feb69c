#pragma once

#include <QList>
#include <QPair>
#include <QString>

namespace loopwright {

struct ResponsePicture;

/// What a picture says in numbers, as lines of a name and a value: "Phase margin", "48.2° at 2.1
/// rad/s". Of a loop its margins come first; then how it answers a step.
QList<QPair<QString, QString>> analysisFacts(const ResponsePicture& picture);

}  // namespace loopwright
