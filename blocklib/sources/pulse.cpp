#include <cmath>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/instant.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Beyond 2^53 not every number of a pulse is a double.
constexpr double kMostPeriods = 0x1p53;
}  // namespace

// A pulse train: bias + amplitude for `duty` of each period from delay + k*period on, k >= 0, and
// bias elsewhere.
//
//     Pulse → y
//
// Each edge is a discrete update of the level (semantics 12). Duty 0 is never high, duty 1 is high
// from the delay on; neither has events where edges would meet. A run that starts inside a pulse
// starts high.
//
// Numeric parameters: 0 amplitude, 1 bias.
template <typename T>
class Pulse final : public BlockLeaf<T> {
 public:
  // Throws std::logic_error unless period_sec > 0 and 0 <= duty <= 1. Rise and fall are two series
  // of events with the same period. A pulse that is always high rises once, one that is never high
  // has no event.
  Pulse(const T& amplitude, double period_sec, double duty, double delay_sec, const T& bias)
      : BlockLeaf<T>(KeepArguments<Pulse, T>(amplitude, period_sec, duty, delay_sec, bias)),
        period_sec_(period_sec),
        high_sec_(duty * period_sec),
        delay_sec_(delay_sec) {
    LOOPWRIGHT_THROW_UNLESS(period_sec > 0);
    LOOPWRIGHT_THROW_UNLESS(duty >= 0 && duty <= 1);
    this->DeclareNumericParameter(BasicVector<T>{amplitude});
    this->DeclareNumericParameter(BasicVector<T>{bias});
    this->DeclareDiscreteState(1);
    this->StartAs(kBias);
    this->DeclareInitializationDiscreteUpdateEvent(&Pulse::Initialize);
    // Edges closer than the resolution of event times are none.
    const double resolution_sec = 1e-12 * period_sec;
    if (high_sec_ <= resolution_sec) {
      high_sec_ = 0;
    } else if (high_sec_ >= period_sec - resolution_sec) {
      high_sec_ = period_sec;
      this->template DeclareTimedDiscreteUpdateEvent<&Pulse::Rise>(delay_sec);
    } else {
      this->template DeclarePeriodicDiscreteUpdateEvent<&Pulse::Rise>(period_sec, delay_sec);
      this->template DeclarePeriodicDiscreteUpdateEvent<&Pulse::Fall>(period_sec,
                                                                      delay_sec + high_sec_);
    }
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

  // From the parameters `amplitude`, `period`, `duty`, `delay` and `bias`.
  explicit Pulse(const BlockArguments& arguments)
      : Pulse(arguments.number<T>("amplitude"), arguments.number("period"),
              arguments.number("duty"), arguments.number("delay"), arguments.number<T>("bias")) {}

 private:
  enum Parameter { kAmplitude, kBias };

  // A run may start in the middle of a pulse train.
  void Initialize(const Context<T>& context, T* level) const {
    IsHighBefore(ValueOf(context.get_time())) ? Rise(context, level) : Fall(context, level);
  }

  // The level becomes bias + amplitude.
  void Rise(const Context<T>& context, T* level) const {
    level[0] =
        this->parameter_data(context, kBias)[0] + this->parameter_data(context, kAmplitude)[0];
  }

  // The level goes back to the bias.
  void Fall(const Context<T>& context, T* level) const {
    level[0] = this->parameter_data(context, kBias)[0];
  }

  // Whether the level is high just before the edges at `time_sec`. Finds the last pulse that began
  // before the time and asks whether it has not ended before it. An edge at the time itself has not
  // happened yet.
  bool IsHighBefore(double time_sec) const {
    if (high_sec_ == 0 || !IsBefore(delay_sec_, time_sec, period_sec_)) return false;
    if (high_sec_ == period_sec_) return true;
    // The last pulse that began before `time_sec`; rounding may have put it one too far.
    double k = std::floor((time_sec - delay_sec_) / period_sec_) + 1;
    while (k > 0 && !IsBefore(std::fma(k, period_sec_, delay_sec_), time_sec, period_sec_)) --k;
    return !IsBefore(std::fma(k, period_sec_, delay_sec_ + high_sec_), time_sec, period_sec_);
  }

  double period_sec_;
  double high_sec_;  // How long it is high in each period.
  double delay_sec_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Pulse)

// Edges are updates and lie at computed instants, so that a thousand pulses do not drift.
BlockDescriptor PulseBlock() {
  BlockDescriptor block;
  block.type = "Pulse";
  block.category = "sources";
  block.title = "Pulse";
  block.summary = "A pulse train.";
  block.search_words =
      "square wave, rectangular wave, impulse, PWM, pulse generator, duty cycle, on off";
  block.names_elsewhere = "GENSQR_f, PULSE_SC, Pulse Generator";
  block.icon = R"(
  <path d="M2.5 18 H5.5 V6 H10.5 V18 H15 V6 H20 V18 H21.5"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("amplitude", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("period", ParameterKind::kNumber, 1, "s", "> 0", ""),
      MakeParameter("duty", ParameterKind::kNumber, 0.5, "", "in [0, 1]",
                    "fraction of the period that is high"),
      MakeParameter("delay", ParameterKind::kNumber, 0, "s", "", "start of the first pulse"),
      MakeParameter("bias", ParameterKind::kNumber, 0, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "bias + amplitude from fma(k, period, delay) for duty*period, k >= 0, else bias; each edge "
      "is a discrete update of the level (semantics 12); duty 0: never high, duty 1: high from "
      "delay on, no events where edges meet; a start time inside a pulse starts high";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    if (arguments.number("delay") < -kMostPeriods * arguments.number("period")) {
      problems->Add("delay", "is " + FormatNumber(arguments.number("delay")) +
                                 "; it must not lie more than 2^53 periods before 0");
    }
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 8 H-11 V-8 H-3 V8 H5 V-8 H13 V8 H16");
  };
  block.UseSystem<Pulse>();
  return block;
}

}  // namespace loopwright
