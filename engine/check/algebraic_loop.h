#pragma once

#include <string>
#include <vector>

namespace loopwright {

/// A circle of values each of which depends directly on the one before it.
struct AlgebraicLoop {
  /// A wire of a level (a path, "" is the top), by the input it goes to: `BLOCK.PORT`.
  struct Wire {
    std::string level;
    std::string to;
    friend bool operator==(const Wire&, const Wire&) = default;
  };

  std::string path;                  ///< what its diagnostic is about: the block of the first value
  std::vector<std::string> outputs;  ///< the values in order, `SUB/BLOCK.PORT`
  /// All wires on the way from the first value around to itself, in order. Between two values there
  /// are several where the way leads through ports of subsystems or through tags.
  std::vector<Wire> wires;
  friend bool operator==(const AlgebraicLoop&, const AlgebraicLoop&) = default;
};

}  // namespace loopwright
