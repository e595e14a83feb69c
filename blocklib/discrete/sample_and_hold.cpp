#include "blocklib/discrete/sample_and_hold.h"

#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Update and output are both plain copies: the input into the state, the state as the output.
template <typename T>
SampleAndHold<T>::SampleAndHold(double period_sec, double offset_sec,
                                const VectorX<T>& initial_value, int width)
    : BlockLeaf<T>(KeepArguments<SampleAndHold, T>(period_sec, offset_sec, initial_value, width)) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
  this->DeclareDiscreteState(width);
  this->StartAs(0);  // What the output shows until the first update.
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, CopyOfInput<T>(width));
  this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
}

template <typename T>
SampleAndHold<T>::SampleAndHold(const BlockArguments& arguments)
    : SampleAndHold(arguments.number("period"), arguments.number("offset"),
                    arguments.vector<T>("initial_value"), arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(SampleAndHold)

namespace {

// What both types are: the same system under two names, for two ways of thinking of it.
BlockDescriptor OneSampleHeld() {
  BlockDescriptor block;
  block.category = "discrete";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      InitialValueParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"held value"});
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.UseSystem<SampleAndHold>();
  return block;
}

}  // namespace

// As a delay its input is a sampled signal, whose value of one sample before it shows; it is what
// the editor offers to break a loop.
BlockDescriptor UnitDelayBlock() {
  BlockDescriptor block = OneSampleHeld();
  block.type = "UnitDelay";
  block.title = "Unit delay";
  block.summary = "Delays by one sample.";
  block.search_words = "1/z, z^-1, memory, sample delay, previous value, register, one step delay";
  block.names_elsewhere = "DOLLAR_f, DOLLAR_m, DOLLAR, Memory, REGISTER";
  block.icon = R"(
  <path d="M4.03 9.5 H9.8 L4.03 20 H9.8"/>
  <path d="M11.5 6.8 H15.1"/>
  <path d="M17.48 5.1 L19.11 3.6 V10.4"/>
)";
  block.behaviour = "y = x; x+ = u-";
  block.face = [](const FaceParameters&) { return Face::Power("z", "−1"); };
  block.loop_breaker = LoopBreaker::kDelay;
  return block;
}

// As a hold its input is continuous, and what it shows is the last sample.
BlockDescriptor ZeroOrderHoldBlock() {
  BlockDescriptor block = OneSampleHeld();
  block.type = "ZeroOrderHold";
  block.title = "Zero-order hold";
  block.summary = "Samples and holds.";
  block.search_words =
      "ZOH, sample and hold, hold, sampler, sample, DA converter, DAC, discretize, rate transition";
  block.names_elsewhere = "Zero-Order Hold, SAMPHOLD_m, SAMPHOLD, Rate Transition";
  block.icon = R"(
  <path d="M3 19 C8 9 11 3 15 4.5 C18 5.6 19 10 21 12" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3 18 H7.5 V10.5 H12 V4.8 H16.5 V7.5 H21"/>
)";
  block.behaviour = "y = x; x+ = u- at each update: between updates the sampled value is held";
  block.is_held = true;
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-17 8 H-9 V1 H-1 V-8 H7 V-3 H17");
  };
  return block;
}

}  // namespace loopwright
