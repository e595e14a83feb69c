#pragma once

// What a single block gives, for tests of the blocks' values.

#include <cmath>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"

namespace loopwright {

inline bool IsNear(double a, double b, double tolerance = 1e-9) {
  return std::abs(a - b) < tolerance;
}

/// The output at t = 0 of a block `b` of which input `ports[i]` is the constant `inputs[i]`.
inline std::vector<double> Output(const std::string& type, const std::string& parameters,
                                  const std::vector<std::string>& ports,
                                  const std::vector<std::string>& inputs,
                                  const std::string& output = "y") {
  std::string blocks = "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
  std::string wires;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string source = "c" + std::to_string(i);
    blocks +=
        ", '" + source + "': {'type': 'Constant', 'parameters': {'value': " + inputs[i] + "}}";
    wires += source + ".y>b." + ports[i] + " ";
  }
  return RunDiagram(DiagramText(blocks, wires), {"b." + output}, 0).rows.at(0).values;
}

/// The same for a block with the one input u.
inline std::vector<double> OfOne(const std::string& type, const std::string& parameters,
                                 const std::string& u) {
  return Output(type, parameters, {"u"}, {u});
}

}  // namespace loopwright
