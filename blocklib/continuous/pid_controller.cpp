#include "blocklib/continuous/pid_controller.h"
#include "blocklib/common/conditions.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// How fast the integral follows the limit while it slides, in parts of the derivative filter.
constexpr double kSlidingRate = 10;
// Where sliding ends outwards, in parts of the width of the band in which it slides.
constexpr double kOutwardPart = 0.01;

}  // namespace

template <typename T>
struct PidController<T>::Decision {
  T v;             ///< the output without limits
  T beyond_upper;  ///< v - upper
  T beyond_lower;  ///< lower - v
  T push;          ///< what the integral adds to v in a second, ki u
  T slide;         ///< the rate 10 N

  T Beyond(int64_t side) const { return side > 0 ? beyond_upper : beyond_lower; }
  T Outward(int64_t side) const { return side > 0 ? push : T(-push); }

  // The branch of an element that is on `held` so far.
  int64_t Next(int64_t held) const {
    const int64_t side = held < 0 ? -1 : 1;
    const T beyond = Beyond(side), outward = Outward(side);
    const int64_t kind = held * side;
    const bool was_at_limit = kind == kFrozen || kind == kReleased || kind == kSliding;
    if (was_at_limit && IsTrue(slide * beyond + outward > 0) && IsTrue(outward > 0)) {
      // Near the limit or beyond it, and pushed outwards.
      const bool is_far_out = IsTrue(slide * beyond > kOutwardPart * outward);
      if (kind == kFrozen) return IsTrue(beyond >= 0) ? held : side * kReleased;
      if (is_far_out) return side * kFrozen;
      if (kind == kReleased) return IsTrue(beyond <= 0) ? held : side * kSliding;
      return held;
    }
    if (IsTrue(beyond_upper > 0)) return IsTrue(push > 0) ? kFrozen : kInward;
    if (IsTrue(beyond_lower > 0)) return IsTrue(push < 0) ? -kFrozen : -kInward;
    return kFree;
  }

  // Positive while `held` is the right branch.
  T Margin(int64_t held) const {
    using std::min;
    const int64_t side = held < 0 ? -1 : 1;
    const T beyond = Beyond(side), outward = Outward(side);
    switch (held * side) {
      case kFrozen:
        return min(beyond, outward);
      case kInward:
        return min(beyond, T(-outward));
      case kSliding:
        return min(T(outward + slide * beyond), T(kOutwardPart * outward - slide * beyond));
      case kReleased:
        return min(T(-beyond), T(outward + slide * beyond));
      default:
        return min(T(-beyond_upper), T(-beyond_lower));
    }
  }
};

// Every element has two states and one mode. The output reads the input directly, by kp and kd.
template <typename T>
PidController<T>::PidController(const Settings& settings, int width)
    : LeafSystem<T>(KeepArguments<PidController, T>(settings, width)),
      starts_at_rest_(settings.starts_at_rest),
      width_(width) {
  LOOPWRIGHT_THROW_UNLESS(MayHold(settings.derivative_filter > 0) &&
                          MayHold(settings.lower <= settings.upper));
  this->DeclareVectorInputPort("u", width);
  for (const T& parameter : {settings.kp, settings.ki, settings.kd, settings.derivative_filter,
                             settings.lower, settings.upper, settings.initial_integral}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
  this->DeclareModes(width);
  this->template DeclareTimeDerivatives<&PidController::CalcDerivatives>();
  this->DeclareContinuousState(2 * width);
  this->template DeclareVectorOutputPort<&PidController::CalcOutput>(
      "y", width,
      {this->xc_ticket(), this->all_input_ports_ticket(), this->all_parameters_ticket(),
       this->modes_ticket()});
  if (starts_at_rest_) this->DeclareOrderedInitialization(&PidController::Rest);
}

// All integrals at the initial one, all filters at zero.
template <typename T>
void PidController<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  T* x = state->get_mutable_continuous_state().data();
  std::fill_n(x, width_, this->parameter_data(context, kInitialIntegral)[0]);
  std::fill_n(x + width_, width_, T(0));
}

// Starts the filters of the derivative at the input: the first error is no jump then.
template <typename T>
EventStatus PidController<T>::Rest(const Context<T>& context, ContinuousState<T>* x,
                                   DiscreteValues<T>*) const {
  std::copy_n(this->input_data(context, 0), width_, x->data() + width_);
  return EventStatus::Succeeded();
}

// Computes what branch, output and derivative of element i go by, from input, state and parameters.
template <typename T>
auto PidController<T>::Decide(const Context<T>& context, int i) const -> Decision {
  const T& u = this->input_data(context, 0)[i];
  const T* x = this->continuous_data(context);
  const auto parameter = [&](int index) -> const T& {
    return this->parameter_data(context, index)[0];
  };
  Decision decision;
  decision.v =
      parameter(kKp) * u + x[i] + parameter(kKd) * parameter(kFilter) * (u - x[width_ + i]);
  decision.beyond_upper = decision.v - parameter(kUpper);
  decision.beyond_lower = parameter(kLower) - decision.v;
  decision.push = parameter(kKi) * u;
  decision.slide = kSlidingRate * parameter(kFilter);
  return decision;
}

// With held branches an element at a limit gives the limit itself, and a free one gives v, even
// where v is a rounding error beyond the limit.
template <typename T>
void PidController<T>::CalcOutput(const Context<T>& context, T* y) const {
  using std::max;
  using std::min;
  const T& lower = this->parameter_data(context, kLower)[0];
  const T& upper = this->parameter_data(context, kUpper)[0];
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    const T v = Decide(context, i).v;
    if (held == nullptr) {
      y[i] = min(max(v, lower), upper);
    } else if (held[i] == kFree || held[i] == kReleased || held[i] == -kReleased) {
      y[i] = v;
    } else {
      y[i] = held[i] > 0 ? upper : lower;
    }
  }
}

// The filter always follows the input. The integral goes by the branch: it stands still when
// frozen, leads v back to the limit when sliding, and otherwise integrates ki u.
template <typename T>
void PidController<T>::CalcDerivatives(const Context<T>& context,
                                       const ContinuousPointers<T>& derivatives) const {
  const T* u = this->input_data(context, 0);
  const T* filtered = this->continuous_data(context) + width_;
  const T& filter = this->parameter_data(context, kFilter)[0];
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    derivatives.z[width_ + i] = filter * (u[i] - filtered[i]);
    const Decision decision = Decide(context, i);
    if (held == nullptr) {
      const auto is_frozen = (decision.beyond_upper > 0 && decision.push > 0) ||
                             (decision.beyond_lower > 0 && decision.push < 0);
      derivatives.z[i] = select(is_frozen, T(0), decision.push);
    } else if (held[i] == kFrozen || held[i] == -kFrozen) {
      derivatives.z[i] = T(0);
    } else if (held[i] == kSliding || held[i] == -kSliding) {
      const T distance = held[i] > 0 ? T(-decision.beyond_upper) : decision.beyond_lower;
      derivatives.z[i] = decision.slide * distance;
    } else {
      derivatives.z[i] = decision.push;
    }
  }
}

// The next branch follows from the present one: what was just released is judged otherwise than
// what was free all the time.
template <typename T>
void PidController<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    modes[i] = Decide(context, i).Next(held == nullptr ? kFree : held[i]);
  }
}

template <typename T>
void PidController<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                         T* margins) const {
  for (int i = 0; i < width_; ++i) margins[i] = Decide(context, i).Margin(modes[i]);
}

template <typename T>
PidController<T>::PidController(const BlockArguments& arguments)
    : PidController(
          Settings{arguments.number<T>("kp"), arguments.number<T>("ki"), arguments.number<T>("kd"),
                   arguments.number<T>("derivative_filter"), arguments.number<T>("lower"),
                   arguments.number<T>("upper"), arguments.number<T>("initial_integral"),
                   arguments.boolean("starts_at_rest")},
          arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(PidController)

// The integral stops while the output is at a limit and the error would push it further (clamping);
// otherwise it would have to come all the way back later.
BlockDescriptor PidControllerBlock() {
  BlockDescriptor block;
  block.type = "PidController";
  block.category = "continuous";
  block.title = "PID controller";
  block.summary = "PID with filtered derivative.";
  block.search_words =
      "PID, PI, PD, controller, regulator, feedback controller, proportional integral derivative";
  block.names_elsewhere = "PID Controller, PID Controller (2DOF)";
  block.icon = R"(
  <path d="M3.07 16.9 V7.5 H5.42 C8.99 7.5 8.99 12.58 5.42 12.58 H3.07 M11.14 7.5 V16.9 M14.67 7.5 V16.9 H16.08 C21.25 16.9 21.25 7.5 16.08 7.5 Z"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("kp", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("ki", ParameterKind::kNumber, 0, "1/s", "", ""),
      MakeParameter("kd", ParameterKind::kNumber, 0, "s", "", ""),
      MakeParameter("derivative_filter", ParameterKind::kNumber, 100, "rad/s", "> 0",
                    "N in kd*s/(1 + s/N)"),
      MakeParameter("lower", ParameterKind::kNumber, "-inf", "", "", "output limit"),
      MakeParameter("upper", ParameterKind::kNumber, "inf", "", "", ""),
      MakeParameter("initial_integral", ParameterKind::kNumber, 0, "", "",
                    "of the integral part, in units of the output"),
      MakeParameter("starts_at_rest", ParameterKind::kBoolean, false, "", "",
                    "the derivative's filter starts at the input's first value instead of 0: no "
                    "kick"),
  };
  block.state = "continuous";
  block.states = ContinuousStates({"integral part", "filtered error"});
  block.behaviour = "y = kp*u + ki*int(u) + kd*N/(1+N/s)*u; clamping anti-windup at the limits";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"kp", "ki", "kd", "initial_integral"}, problems);
    if (arguments.number("lower") > arguments.number("upper")) {
      problems->Add("lower", "is above `upper`: it must be at most that");
    }
  };
  block.face = [](const FaceParameters&) { return Face::Title("PID"); };
  block.UseSystem<PidController>();
  return block;
}

}  // namespace loopwright
