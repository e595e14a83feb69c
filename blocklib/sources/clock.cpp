#include "blocklib/sources/clock.h"

namespace loopwright {

template <typename T>
Clock<T>::Clock() : LeafSystem<T>(SystemTypeTag<Clock>{}) {
  this->DeclareVectorOutputPort("y", 1, &Clock::CalcOutput, {this->time_ticket()});
}

template <typename T>
void Clock<T>::CalcOutput(const Context<T>& context, T* y) const {
  y[0] = context.get_time();
}

template <typename T>
Clock<T>::Clock(const BlockArguments&) : Clock() {}

template <typename T>
template <typename U>
Clock<T>::Clock(const Clock<U>&) : Clock() {}

LOOPWRIGHT_INSTANTIATE_CLASS(Clock)

BlockDescriptor ClockBlock() {
  BlockDescriptor block;
  block.type = "Clock";
  block.category = "sources";
  block.title = "Clock";
  block.summary = "The simulated time.";
  block.outputs = {"y"};
  block.behaviour = "y = t";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.UseSystem<Clock>();
  return block;
}

}  // namespace loopwright
