#pragma once

namespace loopwright {

/// From this part of its actual size on a canvas shows names, ports and values; in a smaller
/// picture nobody could read them.
inline constexpr double kDetailsFrom = 0.45;

}  // namespace loopwright
