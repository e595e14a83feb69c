#pragma once

#include <string_view>

namespace loopwright {

/// The words by which a measure of a study asks for something of a run: in `greatest(plant.y) - 1`
/// what stands first in the brackets names a signal. Of `failed`, and of `count` without a second
/// argument, it names a block.
inline constexpr std::string_view kMeasureWords[] = {
    "value",    "final", "least",    "greatest",  "mean",  "rms",
    "crossing", "count", "settling", "overshoot", "failed"};

/// Whether a word of a formula can go on with this character; a block's name in it can have others,
/// in quotes too.
constexpr bool IsMeasureWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

}  // namespace loopwright
