#include "engine/system/symbolic_feedthrough.h"

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "engine/expression/expression.h"
#include "engine/system/leaf_system.h"

namespace loopwright::internal {

namespace {
// Variables named after what they stand for, "input 0 2" for the third element of the first input.
VectorX<Expression> Variables(const std::string& of, int size) {
  VectorX<Expression> variables(size);
  for (int i = 0; i < size; ++i) {
    variables[i] = Expression::Variable(of + " " + std::to_string(i));
  }
  return variables;
}

/// A context in which every number is a variable of its own.
class SymbolicContext {
 public:
  explicit SymbolicContext(const System<Expression>& system)
      : context_(system.CreateDefaultContext()) {
    context_->SetTime(Expression::Variable("time of the context"));
    context_->SetContinuousState(Variables("continuous state", context_->num_continuous_states()));
    for (int g = 0; g < context_->num_discrete_state_groups(); ++g) {
      const int size = context_->get_discrete_state(g).size();
      context_->SetDiscreteState(g, Variables("discrete state " + std::to_string(g), size));
    }
    for (int p = 0; p < context_->num_numeric_parameter_groups(); ++p) {
      auto& parameter = context_->get_mutable_numeric_parameter(p);
      parameter.SetFromVector(Variables("parameter " + std::to_string(p), parameter.size()));
    }
    for (int i = 0; i < system.num_input_ports(); ++i) {
      const auto& port = system.get_input_port(i);
      variables_.push_back(Variables("input " + std::to_string(i), port.size()));
      for (const Expression& variable : variables_.back()) input_of_[variable.id()] = i;
      port.FixValue(context_.get(), variables_.back());
    }
  }

  // The inputs whose variables occur anywhere in the port's expressions.
  std::set<int> InputsOf(const OutputPort<Expression>& port) const {
    const VectorX<Expression> value(port.Eval(*context_));
    std::set<int> inputs;
    for (const Expression& part : OrderOperandsFirst({value.data(), size_t(value.size())})) {
      const auto found = input_of_.find(part.id());
      if (found != input_of_.end()) inputs.insert(found->second);
    }
    return inputs;
  }

 private:
  std::unique_ptr<Context<Expression>> context_;
  std::vector<VectorX<Expression>> variables_;  ///< of the inputs; they keep the ids what they are
  std::unordered_map<const void*, int> input_of_;  ///< by Expression::id() of these
};

/// Null where the leaf has no symbolic form.
template <typename T>
std::shared_ptr<const System<Expression>> SymbolicForm(const LeafSystem<T>& leaf) {
  if constexpr (std::is_same_v<T, Expression>) {
    return {std::shared_ptr<void>(), &leaf};  // owns nothing
  } else {
    return leaf.ToSymbolicMaybe();
  }
}
}  // namespace

// Only vector outputs with default prerequisites are looked at. A leaf with any value that is no
// number is left out as a whole, since what it computes from that is not seen in an expression.
template <typename T>
std::map<int, std::set<int>> FindSymbolicInputs(const LeafSystem<T>& leaf) {
  std::vector<const OutputPort<T>*> outputs;
  for (int o = 0; o < leaf.num_output_ports(); ++o) {
    const OutputPort<T>& port = leaf.get_output_port(o);
    if (port.get_data_type() == kVectorValued && port.cache_entry()->has_default_prerequisites()) {
      outputs.push_back(&port);
    }
  }
  bool is_abstract =
      !leaf.abstract_state_models().empty() || !leaf.abstract_parameter_models().empty();
  for (int i = 0; i < leaf.num_input_ports(); ++i) {
    is_abstract |= leaf.get_input_port(i).get_data_type() == kAbstractValued;
  }
  std::map<int, std::set<int>> inputs;
  if (outputs.empty() || is_abstract || leaf.num_input_ports() == 0) return inputs;
  // An author's functions may throw anything where the numbers are symbols: then they say nothing.
  try {
    const auto form = SymbolicForm(leaf);
    if (form == nullptr) return inputs;
    const SymbolicContext context(*form);
    for (const OutputPort<T>* port : outputs) {
      try {
        inputs[port->cache_entry()->cache_index()] =
            context.InputsOf(form->get_output_port(port->get_index()));
      } catch (const std::exception&) {
        continue;
      }
    }
  } catch (const std::exception&) {
    return inputs;
  }
  return inputs;
}

template std::map<int, std::set<int>> FindSymbolicInputs(const LeafSystem<double>&);
template std::map<int, std::set<int>> FindSymbolicInputs(const LeafSystem<AutoDiff>&);
template std::map<int, std::set<int>> FindSymbolicInputs(const LeafSystem<Expression>&);

}  // namespace loopwright::internal
