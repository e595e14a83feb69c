#include "engine/leaves/vector_system.h"

#include <set>
#include <stdexcept>
#include <utility>

#include "engine/leaves/vector_block.h"

namespace loopwright {

// Without feedthrough the output depends on everything but the input. A forced update is always
// declared, so that a program can run the update of a system without a period.
template <typename T>
VectorSystem<T>::VectorSystem(SystemScalarConverter converter, int input_size, int output_size,
                              std::optional<bool> direct_feedthrough)
    : LeafSystem<T>(std::move(converter)), direct_feedthrough_(direct_feedthrough) {
  if (input_size > 0) this->DeclareVectorInputPort(kUseDefaultName, input_size);
  if (output_size > 0) {
    std::set<DependencyTicket> prerequisites{this->all_sources_ticket()};
    if (direct_feedthrough == false) {
      prerequisites = {this->time_ticket(), this->accuracy_ticket(), this->all_state_ticket(),
                       this->all_parameters_ticket()};
    }
    this->DeclareVectorOutputPort(kUseDefaultName, output_size, &VectorSystem::CalcOutput,
                                  prerequisites);
  }
  this->DeclareForcedDiscreteUpdateEvent(&VectorSystem::CalcDiscreteUpdate);
}

template <typename T>
void VectorSystem<T>::DeclarePeriodicDiscreteUpdate(double period_sec, double offset_sec) {
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec,
                                           &VectorSystem::CalcDiscreteUpdate);
}

template <typename T>
VectorX<T> VectorSystem<T>::EvalVectorInput(const Context<T>& context) const {
  VectorX<T> input(InputSize());
  CopyInput(context, &input);
  return input;
}
// For authors who need the state outside of the three functions.
template <typename T>
VectorX<T> VectorSystem<T>::GetVectorState(const Context<T>& context) const {
  VectorX<T> state(StateSize(context));
  CopyState(context, &state);
  return state;
}

// 0 where there is no port.
template <typename T>
int VectorSystem<T>::InputSize() const {
  return this->num_input_ports() > 0 ? this->get_input_port(0).size() : 0;
}
// Looked at in the context and not in the constructor, where the author has not declared state yet.
template <typename T>
int VectorSystem<T>::StateSize(const Context<T>& context) const {
  const int groups = context.num_discrete_state_groups();
  const int continuous = context.num_continuous_states();
  if (groups > 1 || (groups > 0 && continuous > 0) || context.num_abstract_states() > 0) {
    throw std::logic_error("VectorSystem '" + this->GetSystemPathname() +
                           "': it must have continuous state, one group of discrete state, or no "
                           "state: derive from LeafSystem for more");
  }
  return groups > 0 ? context.get_discrete_state(0).size() : continuous;
}
// Copies into vectors that exist already: nothing is allocated while a simulation runs.
template <typename T>
void VectorSystem<T>::CopyInput(const Context<T>& context, VectorX<T>* input) const {
  if (input->size() > 0) *input = this->get_input_port(0).Eval(context);
}
template <typename T>
void VectorSystem<T>::CopyState(const Context<T>& context, VectorX<T>* state) const {
  if (context.num_discrete_state_groups() > 0) {
    context.get_discrete_state(0).CopyToPreSizedVector(state);
  } else if (state->size() > 0) {
    context.get_continuous_state_vector().CopyToPreSizedVector(state);
  }
}
// Where nothing was said it is looked up once, in what is known of the system's feedthrough. The
// symbolic form of a system is what that is found from: it reads its input.
template <typename T>
bool VectorSystem<T>::OutputNeedsInput() const {
  if (direct_feedthrough_) return *direct_feedthrough_;
  if (this->num_input_ports() == 0) return false;
  if constexpr (kIsSymbolic<T>) return true;
  signed char needs = needs_input_.load(std::memory_order_relaxed);
  if (needs < 0) {
    needs = this->HasAnyDirectFeedthrough() ? 1 : 0;
    needs_input_.store(needs, std::memory_order_relaxed);
  }
  return needs > 0;
}

// All three functions work alike: copy input and state, lend a vector for the result, and let the
// author's function fill it.
template <typename T>
template <class Values>
void VectorSystem<T>::Compute(const Context<T>& context, int input_size, Calc calc,
                              Values* values) const {
  internal::LentVector<T> input(input_size), state(StateSize(context)), result(values->size());
  CopyInput(context, &input.vector());
  CopyState(context, &state.vector());
  auto block = result.block();
  (this->*calc)(context, input.const_block(), state.const_block(), &block);
  values->SetFromVector(result.vector());
}

template <typename T>
void VectorSystem<T>::CalcOutput(const Context<T>& context, BasicVector<T>* output) const {
  Compute(context, OutputNeedsInput() ? InputSize() : 0, &VectorSystem::DoCalcVectorOutput, output);
}

template <typename T>
void VectorSystem<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                            ContinuousState<T>* derivatives) const {
  Compute(context, InputSize(), &VectorSystem::DoCalcVectorTimeDerivatives, derivatives);
}

// A system without discrete state has nothing to update and says so.
template <typename T>
EventStatus VectorSystem<T>::CalcDiscreteUpdate(const Context<T>& context,
                                                DiscreteValues<T>* discrete) const {
  if (discrete->num_groups() == 0) return EventStatus::DidNothing();
  Compute(context, InputSize(), &VectorSystem::DoCalcVectorDiscreteVariableUpdates,
          &discrete->get_mutable_vector());
  return EventStatus::Succeeded();
}

// The defaults are reached only where there is something to compute and no override, which is the
// author's mistake.
template <typename T>
void VectorSystem<T>::DoCalcVectorOutput(const Context<T>&, const InputBlock&, const InputBlock&,
                                         OutputBlock* output) const {
  if (output->size() > 0) ThrowNotOverridden("DoCalcVectorOutput");
}
template <typename T>
void VectorSystem<T>::DoCalcVectorTimeDerivatives(const Context<T>&, const InputBlock&,
                                                  const InputBlock&,
                                                  OutputBlock* derivatives) const {
  if (derivatives->size() > 0) ThrowNotOverridden("DoCalcVectorTimeDerivatives");
}
template <typename T>
void VectorSystem<T>::DoCalcVectorDiscreteVariableUpdates(const Context<T>&, const InputBlock&,
                                                          const InputBlock&,
                                                          OutputBlock* updates) const {
  if (updates->size() > 0) ThrowNotOverridden("DoCalcVectorDiscreteVariableUpdates");
}
// The error names the system by its path, and the function.
template <typename T>
void VectorSystem<T>::ThrowNotOverridden(const char* function) const {
  throw std::logic_error("VectorSystem '" + this->GetSystemPathname() + "' must override " +
                         function + "()");
}

LOOPWRIGHT_INSTANTIATE_CLASS(VectorSystem)

}  // namespace loopwright
