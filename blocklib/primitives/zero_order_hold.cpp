#include "blocklib/primitives/zero_order_hold.h"

#include <utility>

namespace loopwright {

template <typename T>
ZeroOrderHold<T>::ZeroOrderHold(double period_sec, int vector_size, double offset_sec)
    : ZeroOrderHold(period_sec, offset_sec, vector_size, nullptr) {}
template <typename T>
ZeroOrderHold<T>::ZeroOrderHold(double period_sec, const AbstractValue& model, double offset_sec)
    : ZeroOrderHold(period_sec, offset_sec, 0, model.Clone()) {}
template <typename T>
template <typename U>
ZeroOrderHold<T>::ZeroOrderHold(const ZeroOrderHold<U>& other)
    : ZeroOrderHold(other.period(), other.offset(), other.get_input_port(0).size(),
                    other.model_ ? other.model_->Clone() : nullptr) {}

// A vector is discrete state; a value of another type is abstract state, which needs an
// unrestricted update.
template <typename T>
ZeroOrderHold<T>::ZeroOrderHold(double period_sec, double offset_sec, int vector_size,
                                std::unique_ptr<AbstractValue> model)
    : LeafSystem<T>(SystemTypeTag<ZeroOrderHold>{}),
      period_sec_(period_sec),
      offset_sec_(offset_sec),
      model_(std::move(model)) {
  if (model_ == nullptr) {
    this->DeclareVectorInputPort(kUseDefaultName, vector_size);
    const DiscreteStateIndex state = this->DeclareDiscreteState(vector_size);
    this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &ZeroOrderHold::LatchVector);
    this->DeclareStateOutputPort(kUseDefaultName, state);
    return;
  }
  this->DeclareAbstractInputPort(kUseDefaultName, *model_);
  const AbstractStateIndex state = this->DeclareAbstractState(*model_);
  this->DeclarePeriodicUnrestrictedUpdateEvent(period_sec, offset_sec, &ZeroOrderHold::LatchValue);
  this->DeclareStateOutputPort(kUseDefaultName, state);
}

// The input becomes the state, as a vector or as a value of its type.
template <typename T>
EventStatus ZeroOrderHold<T>::LatchVector(const Context<T>& context,
                                          DiscreteValues<T>* next) const {
  next->set_value(this->get_input_port(0).Eval(context));
  return EventStatus::Succeeded();
}
// The value is copied into the state's own object, whatever its type is.
template <typename T>
EventStatus ZeroOrderHold<T>::LatchValue(const Context<T>& context, State<T>* next) const {
  next->get_mutable_abstract_value(0).SetFrom(
      this->get_input_port(0).template Eval<AbstractValue>(context));
  return EventStatus::Succeeded();
}

// Samples by hand, without an event; vectors only.
template <typename T>
void ZeroOrderHold<T>::LatchInputPortToState(Context<T>* context) const {
  LOOPWRIGHT_THROW_UNLESS(context != nullptr && model_ == nullptr);
  SetVectorState(context, VectorX<T>(this->get_input_port(0).Eval(*context)));
}
template <typename T>
void ZeroOrderHold<T>::SetVectorState(Context<T>* context,
                                      const Eigen::Ref<const VectorX<T>>& value) const {
  LOOPWRIGHT_THROW_UNLESS(model_ == nullptr);
  this->ValidateContext(context);
  context->SetDiscreteState(value);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ZeroOrderHold)

}  // namespace loopwright
