#pragma once

#include <functional>
#include <string>
#include <variant>

namespace loopwright {

/// The characteristic of a block that switches between two values with hysteresis: it takes
/// `on_value` where its input rises through `on_threshold`, and `off_value` where it falls through
/// `off_threshold`.
struct SwitchingCharacteristic {
  double on_threshold = 0;
  double off_threshold = 0;
  double on_value = 0;
  double off_value = 0;
};

/// The characteristic of a block whose output is a function of its input with a corner at either
/// end of a band: inside the band it rises with one slope, outside with another one. A limit has
/// the slopes 1 and 0, a dead zone 0 and 1.
struct BandCharacteristic {
  double lower = 0;
  double upper = 0;
  double inner_slope = 0;
  double outer_slope = 0;
};

/// The characteristic of a block that rounds its input to multiples of `interval`.
struct RoundingCharacteristic {
  double interval = 0;
};

/// The characteristic of a play: the output follows only where the input has come to the end of a
/// gap of this width that the output carries along.
struct PlayCharacteristic {
  double width = 0;
};

/// How the output of a block whose dynamics are no more than a memory follows its input: what its
/// describing function is made from. A type whose blocks have one says so in its descriptor.
using Characteristic = std::variant<SwitchingCharacteristic, BandCharacteristic,
                                    RoundingCharacteristic, PlayCharacteristic>;

/// The value of one of a block's numbers, by the name of the parameter.
using ParameterReader = std::function<double(const std::string& name)>;

}  // namespace loopwright
