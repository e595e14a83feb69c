#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "blocklib/common/declared.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/text/number_format.h"
#include "engine/traits/time_scale.h"

namespace loopwright {
namespace {

// In Hz; so that 2*pi*f*t is a number for times up to 1e7 s.
constexpr double kHighestFrequency = 1e300;
}  // namespace

// A sine whose frequency goes linearly from f0 at t = 0 to f1 at the duration D, and stays there:
// y = amplitude*sin(φ), φ = 2π(f0 t + (f1 - f0) t²/(2D)) up to t = D, then φ(D) + 2π f1 (t - D).
//
//     Chirp → y
//
// A step of the integration ends where the sweep does.
//
// Numeric parameters: 0 amplitude, 1 f0 (Hz), 2 f1 (Hz), 3 duration (s).
template <typename T>
class Chirp final : public LeafSystem<T>, public HasTimeScale {
 public:
  // Throws std::logic_error unless duration_sec > 0. The end of the sweep is a corner of the
  // signal; without an end there is none.
  Chirp(const T& amplitude, const T& start_hz, const T& stop_hz, const Known<T>& duration_sec)
      : LeafSystem<T>(KeepArguments<Chirp, T>(amplitude, start_hz, stop_hz, duration_sec)) {
    LOOPWRIGHT_THROW_UNLESS(duration_sec.number > 0);
    for (const T& parameter : {amplitude, start_hz, stop_hz, duration_sec.value}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    if (std::isfinite(duration_sec.number)) {
      this->DeclareCorners(std::make_shared<EventTimes>(std::vector<double>{duration_sec.number}));
    }
    this->DeclareVectorOutputPort(
        "y", MakeKernel<T>(1, {{Operand::kAllParameters}, {Operand::kTime}}, &Chirp::CalcSweep));
  }

  // From the parameters `amplitude`, `start_frequency`, `stop_frequency` and `duration`.
  explicit Chirp(const BlockArguments& arguments)
      : Chirp(arguments.number<T>("amplitude"), arguments.number<T>("start_frequency"),
              arguments.number<T>("stop_frequency"), arguments.known<T>("duration")) {}

  // The shorter of the two periods, so that who looks at the signal at a few instants misses none.
  double CalcTimeScale() const final {
    return 1 / std::max(std::abs(DefaultNumber(*this, kStartFrequency)),
                        std::abs(DefaultNumber(*this, kStopFrequency)));
  }

 private:
  enum Parameter { kAmplitude, kStartFrequency, kStopFrequency, kDuration };

  // Each parameter has one element; they lie one after another.
  static void CalcSweep(const BoundKernel<T>& op) {
    using std::sin;
    const T* parameters = op.in[0];
    const T &f0 = parameters[kStartFrequency], &f1 = parameters[kStopFrequency];
    const T &duration = parameters[kDuration], &t = op.in[1][0];
    const T sweeping = f0 * t + (f1 - f0) * t * t / (2.0 * duration);
    const T after = 0.5 * (f0 + f1) * duration + f1 * (t - duration);
    const T cycles = select(t < duration, sweeping, after);
    op.out[0] = parameters[kAmplitude] * sin(2 * std::numbers::pi * cycles);
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(Chirp)

// For finding a frequency response in one run: the sine goes through all frequencies between two.
// After the sweep the last frequency goes on, with the phase that it has reached.
BlockDescriptor ChirpBlock() {
  BlockDescriptor block;
  block.type = "Chirp";
  block.category = "sources";
  block.title = "Chirp";
  block.summary = "A sine with a frequency that sweeps linearly.";
  block.search_words = "sweep, frequency sweep, swept sine";
  block.names_elsewhere = "Chirp Signal";
  block.icon = R"(
  <path d="M2 12 C4.6 1.5 7.4 1.5 10 12 C11.8 20.5 13.4 20.5 15 12 C16.2 5 17.3 5 18.3 12 C19.1 18.5 20.2 18.5 21.5 8"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("amplitude", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("start_frequency", ParameterKind::kNumber, 0.1, "Hz", "> 0", ""),
      MakeParameter("stop_frequency", ParameterKind::kNumber, 10, "Hz", "> 0", ""),
      MakeParameter("duration", ParameterKind::kNumber, 10, "s", "> 0", ""),
  };
  block.behaviour =
      "y = amplitude*sin(2*pi*(f0*t + (f1-f0)*t^2/(2*duration))); after `duration` the final "
      "frequency goes on";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"amplitude"}, problems);
    for (const char* frequency : {"start_frequency", "stop_frequency"}) {
      if (arguments.number(frequency) <= kHighestFrequency) continue;
      problems->Add(frequency, "is " + FormatNumber(arguments.number(frequency)) +
                                   "; it must be at most " + FormatNumber(kHighestFrequency) +
                                   ", or the phase goes beyond the range of numbers");
    }
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-16 0 C-13 -12 -10 -12 -7 0 C-5 11 -3 11 -1 0 C0.5 -10 2 -10 3.5 0 C4.6 "
        "9 5.8 9 7 0 C7.9 -9 8.9 -9 9.8 0 C10.6 8 11.4 8 12.2 0 C13 -8 13.8 -8 "
        "14.5 0 L15.5 7");
  };
  block.UseSystem<Chirp>();
  return block;
}

}  // namespace loopwright
