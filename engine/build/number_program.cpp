#include "engine/build/number_program.h"

#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "engine/context/context_data.h"
#include "engine/system/system.h"

namespace loopwright {

template <typename T>
std::vector<T> NumbersOf(const Context<T>& context) {
  const auto& data = context.data();
  const Plan<T>& plan = *data.plan;
  std::vector<T> numbers(data.continuous(), data.continuous() + plan.num_continuous());
  for (const std::vector<Slot>* slots : {&plan.groups, &plan.parameters}) {
    for (const Slot& slot : *slots) {
      const auto begin = data.arena.begin() + slot.offset;
      numbers.insert(numbers.end(), begin, begin + slot.size);
    }
  }
  return numbers;
}
template std::vector<double> NumbersOf(const Context<double>&);
template std::vector<Expression> NumbersOf(const Context<Expression>&);

// The q, v and z of all leaves lie one after the other; groups and parameters lie in slots.
std::vector<int> PlacesOfNumbers(const Plan<double>& own, const PlanNode& node,
                                 const Plan<double>& plan) {
  std::vector<int> places;
  const auto append = [&](int first, int count) {
    for (int i = 0; i < count; ++i) places.push_back(first + i);
  };
  append(node.q, node.nq);
  append(plan.num_q + node.v, node.nv);
  append(plan.num_q + plan.num_v + node.z, node.nz);
  const auto append_slots = [&](const std::vector<Slot>& slots, const std::vector<Slot>& all,
                                int first) {
    for (const Slot& slot : slots) append(all[first++].offset, slot.size);
  };
  append_slots(own.groups, plan.groups, node.first_group);
  append_slots(own.parameters, plan.parameters, node.first_parameter);
  return places;
}

Eigen::VectorXd ElementsOf(const BlockArguments& arguments, int parameter) {
  const ParameterDescriptor& described = arguments.descriptor().parameters[parameter];
  if (described.kind != ParameterKind::kNumber) return arguments.vector(described.name);
  return Eigen::VectorXd::Constant(1, arguments.number(described.name));
}

ArgumentValue WithElement(const BlockArguments& arguments, int parameter,
                          std::optional<Eigen::Index> element, double by) {
  const ParameterDescriptor& described = arguments.descriptor().parameters[parameter];
  if (described.kind == ParameterKind::kNumber) return by;
  const FormulaValue& value = arguments.value(described.name);
  if (value.is_number()) return FormulaValue(by);
  Eigen::MatrixXd elements = value.elements();
  if (element) {
    elements(*element) = by;
  } else {
    elements.setConstant(by);
  }
  return value.is_vector() ? FormulaValue::Vector(elements.col(0))
                           : FormulaValue::Matrix(std::move(elements));
}

// Constants among the numbers are left as they are in the diagram.
std::optional<NumberProgram> NumberProgram::Make(const BlockArguments& arguments,
                                                 const std::vector<int>& varied) {
  const BlockDescriptor& type = arguments.descriptor();
  if (type.make_symbolic == nullptr) return std::nullopt;
  BlockArguments symbolic = arguments;
  std::vector<Expression> symbols;
  std::vector<const ParameterDescriptor*> descriptors;
  for (const int parameter : varied) {
    descriptors.push_back(&type.parameters[parameter]);
    const std::string& name = descriptors.back()->name;
    std::vector<Expression> own;
    for (int i = 0; i < arguments.size(name); ++i) {
      own.push_back(Expression::Variable(name + "[" + std::to_string(i) + "]"));
    }
    symbols.insert(symbols.end(), own.begin(), own.end());
    if (symbols.size() > kMaxElements) return std::nullopt;
    symbolic.Set(parameter, WithElement(arguments, parameter, std::nullopt,
                                        std::numeric_limits<double>::quiet_NaN()));
    symbolic.SetOver(parameter, std::move(own));
  }
  try {
    const std::unique_ptr<System<Expression>> system = type.make_symbolic(symbolic);
    std::vector<int> numbers;
    std::vector<Expression> values;
    const std::vector<Expression> all = NumbersOf(*system->CreateDefaultContext());
    for (int i = 0; i < std::ssize(all); ++i) {
      if (all[i].is_constant()) continue;
      numbers.push_back(i);
      values.push_back(all[i]);
    }
    return NumberProgram(std::move(descriptors), std::move(numbers), Tape(values, symbols));
  } catch (const std::exception&) {  // A branch on a symbol, or NaN where a number must be.
    return std::nullopt;
  }
}

// The elements first, and behind them the values.
std::span<const double> NumberProgram::Evaluate(const BlockArguments& arguments,
                                                std::vector<double>* buffer) const {
  buffer->clear();
  for (const ParameterDescriptor* parameter : varied_) {
    if (parameter->kind == ParameterKind::kNumber) {
      buffer->push_back(arguments.number(parameter->name));
      continue;
    }
    const Eigen::MatrixXd& matrix = arguments.matrix(parameter->name);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) buffer->push_back(matrix(i, j));
    }
  }
  const std::size_t num_elements = buffer->size();
  buffer->resize(num_elements + numbers_.size());
  tape_.Evaluate(buffer->data(), buffer->data() + num_elements);
  return std::span<const double>(*buffer).subspan(num_elements);
}

}  // namespace loopwright
