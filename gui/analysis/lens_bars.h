#pragma once

#include <cstddef>

class QCPAxisRect;

namespace loopwright {

struct ResponsePicture;

/// Draws what a continuous sine of frequency number `index` of the picture becomes behind samplers
/// and holds: a bar for what comes out at its own frequency ω, with gain and phase and how much of
/// that phase is the hold's, and bars for what comes out whole sampling frequencies away. Without a
/// lens it is said what it is of. Returns how many bars there are.
int addLensBars(QCPAxisRect* axes, const ResponsePicture& picture, std::size_t index, bool isStale);

}  // namespace loopwright
