#pragma once

// What a system declared, as numbers: its parameters' defaults and the widths of its inputs.

#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// The elements of `values` as numbers; std::logic_error where an expression is not constant.
template <typename U>
Eigen::VectorXd ToNumbers(const VectorX<U>& values) {
  Eigen::VectorXd numbers(values.size());
  for (Eigen::Index i = 0; i < values.size(); ++i) numbers[i] = ConvertScalar<double>(values[i]);
  return numbers;
}

/// The default of numeric parameter `index`, and its first element. It is what the system was
/// declared with; a context may have another value.
template <typename U>
Eigen::VectorXd DefaultVector(const LeafSystem<U>& system, int index) {
  return ToNumbers(system.numeric_parameter_models().at(index));
}
/// The first element of that default, for parameters that are one number.
template <typename U>
double DefaultNumber(const LeafSystem<U>& system, int index) {
  return DefaultVector(system, index)[0];
}

/// The widths of the inputs in the order of the ports, of a system that is there already.
template <typename U>
std::vector<int> InputWidths(const System<U>& system) {
  std::vector<int> widths;
  for (int i = 0; i < system.num_input_ports(); ++i) {
    widths.push_back(system.get_input_port(i).size());
  }
  return widths;
}

}  // namespace loopwright
