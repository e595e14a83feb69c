#pragma once

#include <QByteArray>

namespace loopwright {

struct ResponsePicture;
enum class ResponseView;

/// The values of a view as CSV. Of a frequency response: frequency (rad/s), gain
/// (as a factor), phase (degrees), real and imaginary part; where there is a lens also gain and
/// phase of what a continuous sine becomes at its own frequency, and of the hold alone, and the
/// gains of what comes out n sampling frequencies from there (`alias_-2`, ...). Below, where these
/// columns are empty, stand the frequencies of the bands that are folded down, with the gains
/// there. Of the pole map poles, zeros and the poles of a loop with other factors in it; of a step
/// time and value.
QByteArray responseTable(const ResponsePicture& picture, ResponseView view);

}  // namespace loopwright
