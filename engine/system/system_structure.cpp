// What a system says of its own structure, and where it finds itself in a larger one.

#include <stdexcept>

#include "engine/system/leaf_system.h"
#include "engine/system/plan_maker.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// --- its part of a context ---

// A context that another tree of equal structure made is taken over first, as ValidateContext()
// does.
template <typename T>
const Context<T>& System<T>::GetMyContextFromRoot(const Context<T>& root_context) const {
  if (!root_context.is_root_context()) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "': GetMyContextFromRoot() needs the context of the outermost diagram, "
                           "not that of '" +
                           root_context.GetSystemPathname() + "'");
  }
  const auto place = [&] { return root_context.data().plan->node_of(*this); };
  int node = place();
  if (node < 0 && internal::AdoptTree(*this, root_context)) node = place();
  if (node < 0) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' is no part of the context of '" + root_context.GetSystemPathname() +
                           "'");
  }
  return node == 0 ? root_context : root_context.data().views[node];
}
// Who has a root context to change may change its parts.
template <typename T>
Context<T>& System<T>::GetMyMutableContextFromRoot(Context<T>* root_context) const {
  LOOPWRIGHT_THROW_UNLESS(root_context != nullptr);
  return const_cast<Context<T>&>(GetMyContextFromRoot(*root_context));
}

// --- ports ---

// Null stands for "no port", which is a choice and not an error.
template <typename T>
const InputPort<T>* System<T>::get_input_port_selection(
    std::variant<InputPortSelection, InputPortIndex> selection) const {
  if (const auto* index = std::get_if<InputPortIndex>(&selection)) return &get_input_port(*index);
  const bool is_first =
      std::get<InputPortSelection>(selection) == InputPortSelection::kUseFirstInputIfItExists;
  return is_first && num_input_ports() > 0 ? &get_input_port(0) : nullptr;
}
template <typename T>
const OutputPort<T>* System<T>::get_output_port_selection(
    std::variant<OutputPortSelection, OutputPortIndex> selection) const {
  if (const auto* index = std::get_if<OutputPortIndex>(&selection)) return &get_output_port(*index);
  const bool is_first =
      std::get<OutputPortSelection>(selection) == OutputPortSelection::kUseFirstOutputIfItExists;
  return is_first && num_output_ports() > 0 ? &get_output_port(0) : nullptr;
}

// --- state and parameters ---

namespace {
/// The sum of `count(leaf)` over all leaves of `system`.
template <typename T, typename Count>
int SumOverLeaves(const System<T>& system, const Count& count) {
  if (const auto* leaf = dynamic_cast<const LeafSystem<T>*>(&system)) {
    return static_cast<int>(count(*leaf));
  }
  int sum = 0;
  for (int i = 0; i < system.num_subsystems(); ++i) {
    sum += SumOverLeaves(system.subsystem(i), count);
  }
  return sum;
}
}  // namespace

// Counted where it is asked for: only leaves have state and parameters.
template <typename T>
int System<T>::num_discrete_state_groups() const {
  return SumOverLeaves(*this, [](const auto& leaf) { return leaf.discrete_models().size(); });
}
template <typename T>
int System<T>::num_abstract_states() const {
  return SumOverLeaves(*this, [](const auto& leaf) { return leaf.abstract_state_models().size(); });
}
template <typename T>
int System<T>::num_numeric_parameter_groups() const {
  return SumOverLeaves(*this,
                       [](const auto& leaf) { return leaf.numeric_parameter_models().size(); });
}
template <typename T>
int System<T>::num_abstract_parameters() const {
  return SumOverLeaves(*this,
                       [](const auto& leaf) { return leaf.abstract_parameter_models().size(); });
}

// All conditions of the form x[n+1] = f(n, x[n], u[n]), one after another.
template <typename T>
bool System<T>::IsDifferenceEquationSystem(double* time_period) const {
  if (num_continuous_states() > 0 || num_abstract_states() > 0) return false;
  if (num_discrete_state_groups() != 1) return false;
  const auto timing = this->GetUniquePeriodicDiscreteUpdateAttribute();
  if (!timing || timing->offset_sec() != 0) return false;
  if (time_period != nullptr) *time_period = timing->period_sec();
  return true;
}
// Numbers only, and none that change by events. Continuous state itself is not asked for, so a
// system without any state is one, too.
template <typename T>
bool System<T>::IsDifferentialEquationSystem() const {
  if (num_discrete_state_groups() > 0 || num_abstract_states() > 0) return false;
  for (int i = 0; i < num_input_ports(); ++i) {
    if (get_input_port(i).get_data_type() == kAbstractValued) return false;
  }
  return true;
}

// --- time derivatives as an implicit equation ---

// What was declared counts, also of a diagram; otherwise the sum over the parts.
template <typename T>
int System<T>::implicit_time_derivatives_residual_size() const {
  if (extras() != nullptr && extras()->implicit_residual_size >= 0) {
    return extras()->implicit_residual_size;
  }
  if (num_subsystems() == 0) return num_continuous_states();
  int size = 0;
  for (int i = 0; i < num_subsystems(); ++i) {
    size += subsystem(i).implicit_time_derivatives_residual_size();
  }
  return size;
}
template <typename T>
void System<T>::DeclareImplicitTimeDerivativesResidualSize(int size) {
  LOOPWRIGHT_THROW_UNLESS(size >= 0);
  mutable_extras().implicit_residual_size = size;
}

// Sizes are compared before the author's function sees them.
template <typename T>
void System<T>::CalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                                    const ContinuousState<T>& proposed_derivatives,
                                                    EigenPtr<VectorX<T>> residual) const {
  ValidateContext(context);
  const auto check = [this](const char* what, Eigen::Index size, int expected) {
    if (size == expected) return;
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "': CalcImplicitTimeDerivativesResidual(): " + what + " " +
                           std::to_string(size) + " elements instead of " +
                           std::to_string(expected));
  };
  LOOPWRIGHT_THROW_UNLESS(residual != nullptr);
  check("the proposed derivatives have", proposed_derivatives.size(), num_continuous_states());
  check("the residual has", residual->size(), implicit_time_derivatives_residual_size());
  DoCalcImplicitTimeDerivativesResidual(context, proposed_derivatives, residual);
}
// A plain vector is given the division into q, v and z first.
template <typename T>
void System<T>::CalcImplicitTimeDerivativesResidual(
    const Context<T>& context, const Eigen::Ref<const VectorX<T>>& proposed_derivatives,
    EigenPtr<VectorX<T>> residual) const {
  const auto proposed = AllocateTimeDerivatives();
  proposed->SetFromVector(proposed_derivatives);
  CalcImplicitTimeDerivativesResidual(context, *proposed, residual);
}
// The default: ẋ_proposed - f(t, x, u), which is zero where the proposal is right.
template <typename T>
void System<T>::DoCalcImplicitTimeDerivativesResidual(
    const Context<T>& context, const ContinuousState<T>& proposed_derivatives,
    EigenPtr<VectorX<T>> residual) const {
  const VectorX<T> derivatives = EvalTimeDerivatives(context).CopyToVector();
  if (residual->size() != derivatives.size()) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' declares a residual of its own size: it must override "
                           "DoCalcImplicitTimeDerivativesResidual()");
  }
  for (int i = 0; i < derivatives.size(); ++i) {
    (*residual)[i] = proposed_derivatives[i] - derivatives[i];
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)

}  // namespace loopwright
