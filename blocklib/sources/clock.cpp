#include "blocklib/sources/clock.h"

namespace loopwright {

template <typename T>
Clock<T>::Clock() {
  this->DeclareVectorOutputPort("y", 1, &Clock::CalcOutput, {this->time_ticket()});
}

template <typename T>
void Clock<T>::CalcOutput(const Context<T>& context, T* y) const {
  y[0] = context.get_time();
}

LOOPWRIGHT_INSTANTIATE_CLASS(Clock)

//DESCRIPTOR
}  // namespace loopwright
