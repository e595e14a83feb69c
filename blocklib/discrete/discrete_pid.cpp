#include <algorithm>
#include <limits>

#include "blocklib/common/conditions.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// A sampled PID controller for each element of an error signal. At each update, with e = u⁻ and h
// the period,
//
//     s⁺ = s + e                                      (the sum of e up to and with this one)
//     y⁺ = kp e + ki h s⁺ + kd (e - e_previous)/h     clamped to [lower, upper]
//
// and s⁺ = s where the output is clamped and the sum pushes it further outwards (anti-windup).
// Before the first update the sum and e_previous are 0. The output is held between updates.
//
//     u → DiscretePid → y
//
// Discrete state: groups 0 output, 1 sum of e, 2 previous e. Numeric parameters: 0 kp, 1 ki (1/s),
// 2 kd (s), 3 lower, 4 upper, 5 period (s).
template <typename T>
class DiscretePid final : public LeafSystem<T> {
 public:
  struct Settings {
    T kp = 1;
    T ki = 0;
    T kd = 0;
    T lower = -std::numeric_limits<T>::infinity();
    T upper = std::numeric_limits<T>::infinity();

    // The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename DiscretePid<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(kp), as(ki), as(kd), as(lower), as(upper)};
    }
  };

  // Updates run at offset_sec + k*period_sec; the limits must be in order. The period is a
  // parameter as well, since the formulas divide by it.
  DiscretePid(const Settings& settings, const Known<T>& period_sec, double offset_sec, int width)
      : LeafSystem<T>(KeepArguments<DiscretePid, T>(settings, period_sec, offset_sec, width)),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(settings.lower <= settings.upper));
    this->DeclareVectorInputPort("u", width);
    for (const T& parameter : {settings.kp, settings.ki, settings.kd, settings.lower,
                               settings.upper, period_sec.value}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->DeclareDiscreteState(width);  // kOutput
    this->DeclareDiscreteState(width);  // kSum
    this->DeclareDiscreteState(width);  // kPrevious
    this->template DeclarePeriodicDiscreteUpdateEvent<&DiscretePid::Update>(period_sec.number,
                                                                            offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(kOutput));
  }

  // From the parameters that are called like the settings, `period` and `offset`.
  explicit DiscretePid(const BlockArguments& arguments)
      : DiscretePid(Settings{arguments.number<T>("kp"), arguments.number<T>("ki"),
                             arguments.number<T>("kd"), arguments.number<T>("lower"),
                             arguments.number<T>("upper")},
                    arguments.known<T>("period"), arguments.number("offset"),
                    arguments.input_width(0)) {}

 private:
  enum Parameter { kKp, kKi, kKd, kLower, kUpper, kPeriod };
  enum Group { kOutput, kSum, kPrevious };

  // One sample: writes output, sum and previous error of all elements into `next`. Computes the
  // three groups for each element. Whether the sum is kept is decided by the output with the new
  // sum: an error that pushes back is taken in even at a limit.
  void Update(const Context<T>& context, T* next) const {
    using std::max;
    using std::min;
    const T* u = this->input_data(context, 0);
    const T* sum = this->discrete_data(context, kSum);
    const T* previous = this->discrete_data(context, kPrevious);
    const T& kp = this->parameter_data(context, kKp)[0];
    const T& ki = this->parameter_data(context, kKi)[0];
    const T& kd = this->parameter_data(context, kKd)[0];
    const T& lower = this->parameter_data(context, kLower)[0];
    const T& upper = this->parameter_data(context, kUpper)[0];
    const T& period_sec = this->parameter_data(context, kPeriod)[0];
    for (int i = 0; i < width_; ++i) {
      const T& e = u[i];
      const T new_sum = sum[i] + e;
      const T output = kp * e + ki * period_sec * new_sum + kd * (e - previous[i]) / period_sec;
      const T push = ki * e;
      const auto is_frozen = (output > upper && push > 0) || (output < lower && push < 0);
      next[kOutput * width_ + i] = min(max(output, lower), upper);
      next[kSum * width_ + i] = select(is_frozen, sum[i], new_sum);
      next[kPrevious * width_ + i] = e;
    }
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(DiscretePid)

// A controller as it is programmed: it computes at each sample and holds its output until the next.
// The face names it, since its formula would not fit.
BlockDescriptor DiscretePidBlock() {
  BlockDescriptor block;
  block.type = "DiscretePid";
  block.category = "discrete";
  block.title = "Discrete PID";
  block.summary = "Sampled PID controller.";
  block.search_words = "digital PID, sampled PID, discrete controller, digital controller";
  block.names_elsewhere = "Discrete PID Controller";
  block.icon = R"(
  <path d="M3 11.6 V3.6 H5 C8.04 3.6 8.04 7.92 5 7.92 H3 M10.4 3.6 V11.6 M14 3.6 V11.6 H15.2 C19.6 11.6 19.6 3.6 15.2 3.6 Z"/>
  <path d="M2.5 20.5 H8.5 V17.8 H15 V15.2 H21.5"/>
)";
  block.shape = {.width = 90};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("kp", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("ki", ParameterKind::kNumber, 0, "1/s", "", ""),
      MakeParameter("kd", ParameterKind::kNumber, 0, "s", "", ""),
      PeriodParameter(),
      OffsetParameter(),
      MakeParameter("lower", ParameterKind::kNumber, "-inf", "", "", ""),
      MakeParameter("upper", ParameterKind::kNumber, "inf", "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "sum of the errors", "last error"});
  block.behaviour =
      "at each update, with e = u- (e_previous is 0 before the first): output+ = kp*e + "
      "ki*period*(sum of e up to and with this one) + kd*(e - e_previous)/period, clamped, with "
      "the sum frozen while clamped outward; y = output, held";
  block.is_held = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    if (arguments.number("lower") > arguments.number("upper")) {
      problems->Add("lower", "is above `upper`: it must be at most that");
    }
  };
  block.face = [](const FaceParameters&) { return Face::Title("PID"); };
  block.UseSystem<DiscretePid>();
  return block;
}

}  // namespace loopwright
