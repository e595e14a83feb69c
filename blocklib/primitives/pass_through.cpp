#include "blocklib/primitives/pass_through.h"

#include <utility>

namespace loopwright {

template <typename T>
PassThrough<T>::PassThrough(int vector_size) : PassThrough(vector_size, nullptr) {}
template <typename T>
PassThrough<T>::PassThrough(const AbstractValue& model) : PassThrough(0, model.Clone()) {}
template <typename T>
template <typename U>
PassThrough<T>::PassThrough(const PassThrough<U>& other)
    : PassThrough(other.get_input_port(0).size(), other.model_ ? other.model_->Clone() : nullptr) {}

// A model decides between the two forms: with one the ports carry values of its type, without one
// they carry vectors.
template <typename T>
PassThrough<T>::PassThrough(int vector_size, std::unique_ptr<AbstractValue> model)
    : LeafSystem<T>(SystemTypeTag<PassThrough>{}), model_(std::move(model)) {
  if (model_ == nullptr) {
    this->DeclareVectorInputPort(kUseDefaultName, vector_size);
    this->DeclareVectorOutputPort(kUseDefaultName, vector_size,
                                  [this](const Context<T>& context, BasicVector<T>* y) {
                                    y->SetFromVector(this->get_input_port(0).Eval(context));
                                  },
                                  {this->all_input_ports_ticket()});
    return;
  }
  this->DeclareAbstractInputPort(kUseDefaultName, *model_);
  this->DeclareAbstractOutputPort(
      kUseDefaultName, [this] { return model_->Clone(); },
      [this](const Context<T>& context, AbstractValue* y) {
        y->SetFrom(this->get_input_port(0).template Eval<AbstractValue>(context));
      },
      {this->all_input_ports_ticket()});
}

LOOPWRIGHT_INSTANTIATE_CLASS(PassThrough)

}  // namespace loopwright
