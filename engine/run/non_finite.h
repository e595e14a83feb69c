#pragma once

#include <string>

namespace loopwright {

template <typename T>
class Context;
template <typename T>
class OutputPort;

/// The first value of a recording that is no finite number: infinite, or not a number at all.
struct NonFiniteValue {
  double time = 0;     ///< simulated, of the first row that has one, seconds
  double value = 0;    ///< the value in that row
  std::string column;  ///< the column that it is in, as in results
  std::string block;   ///< path of the block that made it
  std::string port;    ///< the output of that block
};

/// The output port that brings what is not finite into `recorded`. An operation makes such a value
/// of finite ones, and whoever reads it passes it on. So the way leads upstream, from each block to
/// the first of its inputs that is not finite, up to a block whose inputs all are, or back to one
/// that was met before: then all values of a loop have become so, and the last block before the
/// loop closes is named. It is `recorded` itself where its value in `root` is finite.
const OutputPort<double>& FindOriginOfNonFinite(const OutputPort<double>& recorded,
                                                const Context<double>& root);

}  // namespace loopwright
