#pragma once

// What converting constructors make a block over another scalar from: the defaults that the other
// block declared. Values in contexts are copied by Context::SetTimeStateAndParametersFrom().

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

/// The default of numeric parameter `index`, and its first element.
template <typename U>
Eigen::VectorXd DefaultVector(const LeafSystem<U>& system, int index) {
  return ToNumbers(system.numeric_parameter_models().at(index));
}
template <typename U>
double DefaultNumber(const LeafSystem<U>& system, int index) {
  return DefaultVector(system, index)[0];
}
/// The same as a matrix that lies row by row.
template <typename U>
Eigen::MatrixXd DefaultMatrix(const LeafSystem<U>& system, int index, int rows, int columns) {
  const Eigen::VectorXd elements = DefaultVector(system, index);
  Eigen::MatrixXd matrix(rows, columns);
  for (int i = 0; i < elements.size(); ++i) matrix(i / columns, i % columns) = elements[i];
  return matrix;
}

/// The widths of the inputs and outputs.
template <typename U>
std::vector<int> InputWidths(const System<U>& system) {
  std::vector<int> widths;
  for (int i = 0; i < system.num_input_ports(); ++i) {
    widths.push_back(system.get_input_port(i).size());
  }
  return widths;
}
template <typename U>
std::vector<int> OutputWidths(const System<U>& system) {
  std::vector<int> widths;
  for (int i = 0; i < system.num_output_ports(); ++i) {
    widths.push_back(system.get_output_port(i).size());
  }
  return widths;
}

/// Period and offset of the first periodic event, in seconds.
struct PeriodicTiming {
  double period_sec = 0;
  double offset_sec = 0;
};
template <typename U>
PeriodicTiming TimingOf(const LeafSystem<U>& system) {
  for (const Event<U>* event : system.events()) {
    if (event->trigger() == TriggerType::kPeriodic) {
      return {event->period_sec(), event->offset_sec()};
    }
  }
  return {};
}

}  // namespace loopwright
