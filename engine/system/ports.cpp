#include "engine/system/ports.h"

#include <stdexcept>

#include "engine/system/cache_entry.h"
#include "engine/system/plan_maker.h"
#include "engine/system/system.h"
#include "engine/system/system_extras.h"

namespace loopwright {

namespace internal {
// The common case is one comparison. A context of an equal structure is taken over; anything else
// is an error, whose text tells apart a context that is too old, one of another system, and one
// whose system is gone.
template <typename T>
void ValidateContext(const System<T>& system, const Context<T>& context, const char* caller) {
  if (context.system() == &system || AdoptSystem(system, context)) return;
  const auto& plan = *context.data().plan;
  const System<T>* made_by = plan.root_alive.expired() ? nullptr : plan.systems[context.node()];
  if (made_by == &system) {
    throw std::logic_error(std::string(caller) + "(): the context was made before system '" +
                           system.GetSystemPathname() +
                           "', or a part of its diagram, declared more state, parameters, ports or "
                           "cache entries: make a new one");
  }
  const std::string owner = made_by == nullptr ? "a system that is gone"
                                               : "system '" + made_by->GetSystemPathname() + "'";
  throw std::logic_error(std::string(caller) + "(): the context belongs to " + owner +
                         ", not to '" + system.GetSystemPathname() + "'");
}

template void ValidateContext(const System<double>&, const Context<double>&, const char*);
template void ValidateContext(const System<AutoDiff>&, const Context<AutoDiff>&, const char*);
template void ValidateContext(const System<Expression>&, const Context<Expression>&, const char*);
}  // namespace internal

// For a port that was read as another class of vector than it has.
void internal::ThrowNotOfClass(const std::string& port, const std::type_info& wanted,
                               const std::type_info& is) {
  throw std::logic_error("The value of port " + port + " is a " + DemangledName(is) + ", not a " +
                         DemangledName(wanted));
}

namespace {
// For a vector port that was used as an abstract one, or the other way round.
template <typename Port>
[[noreturn]] void ThrowWrongType(const Port& port, PortDataType wanted) {
  throw std::logic_error("Port " + port.GetFullDescription() + " is " +
                         (wanted == kVectorValued ? "abstract" : "vector") + "-valued, but " +
                         (wanted == kVectorValued ? "a vector" : "an abstract value") +
                         " was asked for");
}
// The number of the port in the plan, after a check that the context is this system's.
template <typename T>
int PlanInput(const InputPort<T>& port, const Context<T>& context) {
  internal::ValidateContext(port.get_system(), context, "InputPort");
  return context.plan_node().first_input + port.get_index();
}
}  // namespace

template <typename T>
std::string InputPort<T>::GetFullDescription() const {
  return system_->GetSystemPathname() + "." + get_name();
}

template <typename T>
void InputPort<T>::ThrowNoValue() const {
  throw std::logic_error("Input port " + GetFullDescription() +
                         " has no value: connect it or fix it");
}

template <typename T>
bool InputPort<T>::HasValue(const Context<T>& context) const {
  const int input = PlanInput(*this, context);
  return context.data().inputs.has_value(input);
}

// The value lies in the arena with the entry that makes it, or in the fixed vector; the slot knows
// both, and evaluating the flag of a fixed one does nothing.
template <typename T>
const T* InputPort<T>::EvalData(const Context<T>& context) const {
  auto& data = context.data();
  const int input = PlanInput(*this, context);
  if (type_ != kVectorValued) ThrowWrongType(*this, kVectorValued);
  if (!data.inputs.has_value(input)) ThrowNoValue();
  const internal::InputSlot<T>& slot = data.inputs[input];
  context.EvaluateEntry(slot.entry);
  return slot.data;
}

template <typename T>
const BasicVector<T>& InputPort<T>::EvalBasicVector(const Context<T>& context) const {
  EvalData(context);
  return *context.data().value_views.input(PlanInput(*this, context));
}

// Connected: the object of the source's entry. Fixed: the object that was given.
template <typename T>
const AbstractValue& InputPort<T>::EvalAbstract(const Context<T>& context) const {
  auto& data = context.data();
  const int input = PlanInput(*this, context);
  if (type_ != kAbstractValued) ThrowWrongType(*this, kAbstractValued);
  const int entry = data.inputs.entry(input);
  if (entry >= 0) {
    data.Evaluate(entry);
    return *data.abstract_entries[entry];
  }
  const auto* fixed = data.inputs.fixed_value(input);
  if (fixed == nullptr) ThrowNoValue();
  return *fixed->abstract;
}

// The check that Context::FixInputPort() cannot make: it does not know the port's size.
template <typename T>
FixedInputPortValue& InputPort<T>::FixValue(Context<T>* context, const VectorX<T>& value) const {
  PlanInput(*this, *context);
  if (type_ != kVectorValued) ThrowWrongType(*this, kVectorValued);
  if (value.size() != size_) {
    throw std::logic_error("Input port " + GetFullDescription() + " has size " +
                           std::to_string(size_) + " and cannot be fixed to a vector of size " +
                           std::to_string(value.size()));
  }
  return context->FixInputPort(index_, value);
}
template <typename T>
FixedInputPortValue& InputPort<T>::FixValue(Context<T>* context, const T& value) const {
  return FixValue(context, VectorX<T>(VectorX<T>::Constant(1, value)));
}
template <typename T>
FixedInputPortValue& InputPort<T>::FixValue(Context<T>* context, const AbstractValue& value) const {
  PlanInput(*this, *context);
  if (type_ != kAbstractValued) ThrowWrongType(*this, kAbstractValued);
  if (model_ != nullptr && model_->type_info() != value.type_info()) {
    throw std::logic_error(
        "Input port " + GetFullDescription() + " is of type " + DemangledName(model_->type_info()) +
        " and cannot be fixed to a value of type " + DemangledName(value.type_info()));
  }
  return context->FixInputPort(index_, value);
}

template <typename T>
std::string OutputPort<T>::GetFullDescription() const {
  return system_->GetSystemPathname() + "." + get_name();
}

// Brings the port's entry up to date and answers its number in the plan.
template <typename T>
int OutputPort<T>::Evaluated(const Context<T>& context, PortDataType wanted) const {
  internal::ValidateContext(*system_, context, "OutputPort");
  if (type_ != wanted) ThrowWrongType(*this, wanted);
  auto& data = context.data();
  const int entry = context.outputs()[index_].entry;
  data.Evaluate(entry);
  return entry;
}
template <typename T>
const T* OutputPort<T>::EvalDataSlowly(const Context<T>& context) const {
  return context.data().entry_data(Evaluated(context, kVectorValued));
}
template <typename T>
const BasicVector<T>& OutputPort<T>::EvalBasicVector(const Context<T>& context) const {
  return context.data().value_views.entry(Evaluated(context, kVectorValued));
}
template <typename T>
const AbstractValue& OutputPort<T>::EvalAbstract(const Context<T>& context) const {
  return *context.data().abstract_entries[Evaluated(context, kAbstractValued)];
}
// Runs the calculator of the leaf's port, also for a diagram's, with the leaf's own part of the
// context.
template <typename T>
void OutputPort<T>::Compute(const Context<T>& context, const EntryTarget<T>& target) const {
  const auto& data = context.data();
  const auto& [entry, node, offset, size] = data.plan->entries[context.outputs()[index_].entry];
  entry->calculator()(entry->get_system(), data.views[node], target);
}
template <typename T>
void OutputPort<T>::Calc(const Context<T>& context, BasicVector<T>* value) const {
  internal::ValidateContext(*system_, context, "OutputPort::Calc");
  if (type_ != kVectorValued) ThrowWrongType(*this, kVectorValued);
  LOOPWRIGHT_THROW_UNLESS(value->size() == size_);
  Compute(context, EntryTarget<T>{value->data(), value->size(), nullptr});
}

template <typename T>
void OutputPort<T>::Calc(const Context<T>& context, AbstractValue* value) const {
  internal::ValidateContext(*system_, context, "OutputPort::Calc");
  if (type_ != kAbstractValued) ThrowWrongType(*this, kAbstractValued);
  LOOPWRIGHT_THROW_UNLESS(value != nullptr);
  Compute(context, EntryTarget<T>{nullptr, -1, value});
}

// --- storage ---

namespace {
/// The model of class `models[number]`, or where that is none a plain vector of zeros.
template <typename T>
std::unique_ptr<BasicVector<T>> MakeVector(
    const std::map<int, std::unique_ptr<BasicVector<T>>>* models, int number, int size) {
  if (models != nullptr) {
    const auto found = models->find(number);
    if (found != models->end()) return found->second->Clone();
  }
  return std::make_unique<BasicVector<T>>(VectorX<T>(VectorX<T>::Zero(size)));
}
}  // namespace

template <typename T>
std::unique_ptr<BasicVector<T>> InputPort<T>::AllocateVector() const {
  if (type_ != kVectorValued) ThrowWrongType(*this, kVectorValued);
  const auto* extras = system_->extras();
  return MakeVector<T>(extras != nullptr ? &extras->input_models : nullptr, index_, size_);
}
template <typename T>
std::unique_ptr<AbstractValue> InputPort<T>::Allocate() const {
  if (type_ != kAbstractValued) ThrowWrongType(*this, kAbstractValued);
  LOOPWRIGHT_THROW_UNLESS(model_ != nullptr);
  return model_->Clone();
}

namespace {
// A diagram's port leads to the leaf's through its sources.
template <typename T>
const OutputPort<T>& LeafPort(const OutputPort<T>& port) {
  const OutputPort<T>* leaf = &port;
  while (leaf->source() != nullptr) leaf = leaf->source();
  return *leaf;
}
}  // namespace

template <typename T>
std::unique_ptr<BasicVector<T>> OutputPort<T>::AllocateVector() const {
  if (type_ != kVectorValued) ThrowWrongType(*this, kVectorValued);
  const OutputPort<T>& leaf = LeafPort(*this);
  const auto* extras = leaf.get_system().extras();
  return MakeVector<T>(extras != nullptr ? &extras->entry_models : nullptr,
                       leaf.cache_entry()->cache_index(), size_);
}
template <typename T>
std::unique_ptr<AbstractValue> OutputPort<T>::Allocate() const {
  if (type_ != kAbstractValued) ThrowWrongType(*this, kAbstractValued);
  return LeafPort(*this).cache_entry()->Allocate();
}
template <typename T>
const AbstractValue* OutputPort<T>::model_value() const {
  return LeafPort(*this).cache_entry()->model_value();
}

LOOPWRIGHT_INSTANTIATE_CLASS(InputPort)
LOOPWRIGHT_INSTANTIATE_CLASS(OutputPort)

}  // namespace loopwright
