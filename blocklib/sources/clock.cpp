#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The simulated time in seconds, y = t.
//
//     Clock → y
template <typename T>
class Clock final : public LeafSystem<T> {
 public:
  // The output is the time itself, copied by a kernel.
  Clock() : LeafSystem<T>(KeepArguments<Clock, T>()) {
    this->DeclareVectorOutputPort(
        "y", MakeKernel<T>(1, {{Operand::kTime}},
                           [](const BoundKernel<T>& op) { op.out[0] = op.in[0][0]; }));
  }

  explicit Clock(const BlockArguments&) : Clock() {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(Clock)

// The time of the simulation in seconds: of a run that starts at 5 s the first value is 5.
BlockDescriptor ClockBlock() {
  BlockDescriptor block;
  block.type = "Clock";
  block.category = "sources";
  block.title = "Clock";
  block.summary = "The simulated time.";
  block.search_words = "time, simulation time, t";
  block.names_elsewhere = "TIME_f, TIME, CLOCK_c, Digital Clock";
  block.icon = R"(
  <circle cx="12" cy="12" r="8.7"/>
  <path d="M12 7 V12 L15.6 14.2"/>
)";
  block.outputs = {"y"};
  block.behaviour = "y = t";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.face = [](const FaceParameters&) {
    return Face::Picture(
        {{"M9.5 0 C9.5 5.25 5.25 9.5 0 9.5 C-5.25 9.5 -9.5 5.25 -9.5 0 "
          "C-9.5 -5.25 -5.25 -9.5 0 -9.5 C5.25 -9.5 9.5 -5.25 9.5 0 Z M0 -6 V0 L4.5 2.5"}},
        {36, 22});
  };
  block.UseSystem<Clock>();
  return block;
}

}  // namespace loopwright
