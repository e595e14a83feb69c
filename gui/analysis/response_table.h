#pragma once

#include <QByteArray>

namespace loopwright {

struct ResponsePicture;
enum class ResponseView;

/// The values of a view as CSV: of a frequency response frequency (rad/s), gain (as a factor),
/// phase (degrees), real and imaginary part; of the pole map poles, zeros and the poles of
/// a loop with other factors in it; of a step time and value.
QByteArray responseTable(const ResponsePicture& picture, ResponseView view);

}  // namespace loopwright
