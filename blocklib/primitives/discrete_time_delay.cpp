#include "blocklib/primitives/discrete_time_delay.h"

#include <algorithm>

namespace loopwright {

// There is room for one sample more than the delay, since the last one taken is delayed by none.
template <typename T>
DiscreteTimeDelay<T>::DiscreteTimeDelay(double update_sec, int delay_time_steps, int vector_size)
    : LeafSystem<T>(SystemTypeTag<DiscreteTimeDelay>{}),
      update_sec_(update_sec),
      delay_time_steps_(delay_time_steps),
      vector_size_(vector_size) {
  // The state holds the samples one behind the other, the oldest first.
  LOOPWRIGHT_THROW_UNLESS(update_sec > 0 && delay_time_steps >= 0 && vector_size > 0);
  this->DeclareVectorInputPort(kUseDefaultName, vector_size);
  this->DeclareDiscreteState((delay_time_steps + 1) * vector_size);
  this->DeclarePeriodicDiscreteUpdateEvent(update_sec, 0, &DiscreteTimeDelay::TakeSample);
  this->template DeclareVectorOutputPort<&DiscreteTimeDelay::CopyDelayed>(
      kUseDefaultName, vector_size, {this->xd_ticket()});
}
template <typename T>
template <typename U>
DiscreteTimeDelay<T>::DiscreteTimeDelay(const DiscreteTimeDelay<U>& other)
    : DiscreteTimeDelay(other.update_sec_, other.delay_time_steps_, other.vector_size_) {}

// The oldest sample stands first.
template <typename T>
void DiscreteTimeDelay<T>::CopyDelayed(const Context<T>& context, T* y) const {
  std::copy_n(this->discrete_data(context), vector_size_, y);
}
// All samples move one place towards the oldest, which falls out, and the input is the newest.
template <typename T>
void DiscreteTimeDelay<T>::TakeSample(const Context<T>& context, DiscreteValues<T>* next) const {
  const T* u = this->input_data(context, 0);
  T* samples = next->data(0);
  std::copy_n(u, vector_size_,
              std::copy_n(this->discrete_data(context) + vector_size_,
                          delay_time_steps_ * vector_size_, samples));
}

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteTimeDelay)

}  // namespace loopwright
