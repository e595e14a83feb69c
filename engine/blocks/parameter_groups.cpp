#include "engine/blocks/parameter_groups.h"

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <variant>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

using Groups = std::vector<Eigen::VectorXd>;

// The numbers of an argument in the order of files, row by row; nothing of what is no number.
std::optional<Eigen::VectorXd> NumbersOf(const ArgumentValue& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    return Eigen::VectorXd::Constant(1, *number);
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return Eigen::VectorXd::Constant(1, static_cast<double>(*number));
  }
  if (const auto* numbers = std::get_if<FormulaValue>(&value)) {
    return Eigen::VectorXd(numbers->elements().transpose().reshaped());
  }
  return std::nullopt;
}

// Another number near by, above (1) or below it (-1), that no default has. What is infinite becomes
// finite.
double OtherNumber(double number, int direction) {
  if (!std::isfinite(number)) return number > 0 ? 1e6 + direction : -1e6 + direction;
  return number + direction * (0.0625 + 0.0078125 * std::abs(number));
}

// The argument with other numbers and the same shape; of complex numbers where there are none, one.
// Nothing of a text or a truth value.
std::optional<ArgumentValue> OtherValue(const ArgumentValue& value, int direction) {
  if (const auto* complex = std::get_if<Eigen::VectorXcd>(&value)) {
    if (complex->size() == 0) return Eigen::VectorXcd(Eigen::VectorXcd::Constant(1, -0.4375));
    return Eigen::VectorXcd(complex->array() + 0.0625 * direction);
  }
  if (!NumbersOf(value)) return std::nullopt;
  if (const auto* real = std::get_if<double>(&value)) return OtherNumber(*real, direction);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number + direction;
  const FormulaValue& numbers = std::get<FormulaValue>(value);
  const Eigen::MatrixXd others = numbers.elements().unaryExpr(
      [direction](double number) { return OtherNumber(number, direction); });
  if (numbers.is_number()) return FormulaValue(others(0, 0));
  return numbers.is_vector() ? FormulaValue::Vector(others.col(0)) : FormulaValue::Matrix(others);
}

// How many ports the names of a descriptor stand for: `u1..un` for as many as `inputs` says.
std::size_t CountPorts(const std::vector<std::string>& names, const BlockArguments& arguments) {
  std::size_t count = 0;
  for (const std::string& name : names) {
    const bool is_range = name.find("..") != std::string::npos && arguments.has("inputs");
    count += is_range ? static_cast<std::size_t>(arguments.integer("inputs")) : 1;
  }
  return count;
}

// A system with ports of one element; nothing where it cannot be made so.
std::optional<Groups> MakeGroups(const BlockDescriptor& type, BlockArguments arguments) {
  try {
    PortNames ports;
    if (type.ports != nullptr) ports = type.ports(arguments);
    const bool has_names = type.ports != nullptr;
    const std::size_t inputs = has_names ? ports.inputs.size() : CountPorts(type.inputs, arguments);
    const std::size_t outputs =
        has_names ? ports.outputs.size() : CountPorts(type.outputs, arguments);
    arguments.set_widths(std::vector<int>(inputs, 1), std::vector<int>(outputs, 1));
    const std::unique_ptr<System<double>> system = type.make(arguments);
    const auto* const leaf = dynamic_cast<const LeafSystem<double>*>(system.get());
    if (leaf == nullptr) return std::nullopt;
    return leaf->numeric_parameter_models();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// Whether a group is the numbers of an argument, of which one may stand for all.
bool IsGroupOf(const Eigen::VectorXd& group, const Eigen::VectorXd& numbers) {
  if (group.size() == numbers.size()) return group == numbers;
  return numbers.size() == 1 && group.size() > 0 && (group.array() == numbers[0]).all();
}

}  // namespace

std::vector<const ParameterDescriptor*> FindParameterGroups(const BlockDescriptor& type) {
  if (type.make == nullptr) return {};
  const BlockArguments defaults(type, type.type, nullptr);
  const std::optional<Groups> before = MakeGroups(type, defaults);
  if (!before || before->empty()) return {};
  std::vector<const ParameterDescriptor*> found(before->size(), nullptr);
  std::vector<int> changes(before->size(), 0);
  for (std::size_t p = 0; p < type.parameters.size(); ++p) {
    const ArgumentValue& value = type.default_arguments.at(p);
    const std::optional<Eigen::VectorXd> numbers = NumbersOf(value);
    // One of the two directions may leave what the parameter can be.
    for (const int direction : {1, -1}) {
      const std::optional<ArgumentValue> other = OtherValue(value, direction);
      if (!other) break;
      BlockArguments arguments = defaults;
      arguments.Set(static_cast<int>(p), *other);
      const std::optional<Eigen::VectorXd> other_numbers = NumbersOf(*other);
      const std::optional<Groups> after = MakeGroups(type, arguments);
      if (!after || after->size() != before->size()) continue;
      for (std::size_t g = 0; g < before->size(); ++g) {
        if (IsGroupOf((*after)[g], (*before)[g])) continue;
        ++changes[g];
        const bool is_held = numbers && other_numbers && IsGroupOf((*before)[g], *numbers) &&
                             IsGroupOf((*after)[g], *other_numbers);
        if (is_held) found[g] = &type.parameters[p];
      }
      break;
    }
  }
  for (std::size_t g = 0; g < found.size(); ++g) {
    if (changes[g] > 1) found[g] = nullptr;
    for (std::size_t earlier = 0; earlier < g; ++earlier) {
      if (found[earlier] == found[g]) found[g] = nullptr;
    }
  }
  return found;
}

}  // namespace loopwright
