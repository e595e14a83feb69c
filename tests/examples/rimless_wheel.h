#pragma once

// The rimless wheel (T. McGeer: Passive dynamic walking, 1990; R. Tedrake: Underactuated Robotics,
// ch. 4): spokes without a rim roll down a ramp. Between two impacts the wheel is an inverted
// pendulum on the spoke that stands; where the next spoke meets the ground, angular momentum about
// the new foot is kept and the rest of the speed is lost.

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/system/leaf_system.h"

namespace examples::rimless_wheel {

using namespace loopwright;  // NOLINT(google-build-using-namespace): as the program was written.

/// The angle of the spoke that stands, from the vertical and positive downhill, rad, and its rate.
template <typename T>
class RimlessWheelContinuousState final : public BasicVector<T> {
 public:
  RimlessWheelContinuousState() : BasicVector<T>(2) { this->SetZero(); }
  const T& theta() const { return this->GetAtIndex(0); }
  void set_theta(const T& theta) { this->SetAtIndex(0, theta); }
  const T& thetadot() const { return this->GetAtIndex(1); }
  void set_thetadot(const T& thetadot) { this->SetAtIndex(1, thetadot); }

 private:
  [[nodiscard]] RimlessWheelContinuousState<T>* DoClone() const final {
    return new RimlessWheelContinuousState;
  }
};

/// Mass at the hub, kg, length of a spoke, m, gravity, m/s², number of spokes, slope, rad.
template <typename T>
class RimlessWheelParams final : public BasicVector<T> {
 public:
  RimlessWheelParams() : BasicVector<T>(5) {
    this->SetFromVector((VectorX<T>(5) << 1.0, 1.0, 9.81, 8.0, 0.08).finished());
  }
  const T& mass() const { return this->GetAtIndex(0); }
  const T& length() const { return this->GetAtIndex(1); }
  const T& gravity() const { return this->GetAtIndex(2); }
  const T& number_of_spokes() const { return this->GetAtIndex(3); }
  const T& slope() const { return this->GetAtIndex(4); }
  void set_slope(const T& slope) { this->SetAtIndex(4, slope); }

 private:
  [[nodiscard]] RimlessWheelParams<T>* DoClone() const final { return new RimlessWheelParams; }
};

///     RimlessWheel → minimal_state (theta, thetadot), hub (x, z of the hub, m)
///
/// Discrete state: how far the foot is down the ramp, m. Abstract state: whether the wheel stands
/// on two feet, where it stays.
template <typename T>
class RimlessWheel final : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(RimlessWheel);

  RimlessWheel() {
    this->DeclareContinuousState(RimlessWheelContinuousState<T>(), 1, 1, 0);
    this->DeclareDiscreteState(1);
    this->DeclareAbstractState(Value<bool>(false));
    this->DeclareNumericParameter(RimlessWheelParams<T>());
    this->DeclareVectorOutputPort("minimal_state", RimlessWheelContinuousState<T>(),
                                  &RimlessWheel::MinimalStateOut, {this->all_state_ticket()});
    this->DeclareVectorOutputPort("hub", 2, &RimlessWheel::HubOut,
                                  {this->all_state_ticket(), this->all_parameters_ticket()});
    step_forward_ = this->MakeWitnessFunction(
        "step forward", WitnessFunctionDirection::kPositiveThenNonPositive,
        &RimlessWheel::StepForwardGuard, &RimlessWheel::StepForwardReset);
    step_backward_ = this->MakeWitnessFunction(
        "step backward", WitnessFunctionDirection::kPositiveThenNonPositive,
        &RimlessWheel::StepBackwardGuard, &RimlessWheel::StepBackwardReset);
  }

  /// Half the angle between two spokes.
  static T calc_alpha(const RimlessWheelParams<T>& params) {
    return std::numbers::pi / params.number_of_spokes();
  }
  static const RimlessWheelContinuousState<T>& get_continuous_state(const Context<T>& context) {
    return dynamic_cast<const RimlessWheelContinuousState<T>&>(
        context.get_continuous_state_vector());
  }
  static RimlessWheelContinuousState<T>& get_mutable_continuous_state(Context<T>* context) {
    return dynamic_cast<RimlessWheelContinuousState<T>&>(
        context->get_mutable_continuous_state_vector());
  }
  static const T& get_toe_position(const Context<T>& context) {
    return context.get_discrete_state(0).GetAtIndex(0);
  }
  static bool get_double_support(const Context<T>& context) {
    return context.template get_abstract_state<bool>(0);
  }
  const RimlessWheelParams<T>& get_parameters(const Context<T>& context) const {
    return this->template GetNumericParameter<RimlessWheelParams>(context, 0);
  }
  RimlessWheelParams<T>& get_mutable_parameters(Context<T>* context) const {
    return this->template GetMutableNumericParameter<RimlessWheelParams>(context, 0);
  }

 private:
  void MinimalStateOut(const Context<T>& context, RimlessWheelContinuousState<T>* output) const {
    output->set_value(get_continuous_state(context).CopyToVector());
  }
  void HubOut(const Context<T>& context, BasicVector<T>* hub) const {
    using std::cos;
    using std::sin;
    const auto& params = get_parameters(context);
    const T& theta = get_continuous_state(context).theta();
    const T& toe = get_toe_position(context);
    hub->SetAtIndex(0, toe * cos(params.slope()) + params.length() * sin(theta));
    hub->SetAtIndex(1, -toe * sin(params.slope()) + params.length() * cos(theta));
  }

  T StepForwardGuard(const Context<T>& context) const {
    if (get_double_support(context)) return T(1.0);
    const auto& params = get_parameters(context);
    return params.slope() + calc_alpha(params) - get_continuous_state(context).theta();
  }
  T StepBackwardGuard(const Context<T>& context) const {
    if (get_double_support(context)) return T(1.0);
    const auto& params = get_parameters(context);
    return get_continuous_state(context).theta() - params.slope() + calc_alpha(params);
  }
  void StepForwardReset(const Context<T>& context, const UnrestrictedUpdateEvent<T>&,
                        State<T>* state) const {
    Step(context, 1.0, state);
  }
  void StepBackwardReset(const Context<T>& context, const UnrestrictedUpdateEvent<T>&,
                         State<T>* state) const {
    Step(context, -1.0, state);
  }
  /// Onto the next spoke, downhill (1) or uphill (-1).
  void Step(const Context<T>& context, double direction, State<T>* state) const {
    using std::abs;
    using std::cos;
    using std::sin;
    constexpr double kStandsStill = 1e-2;  // rad/s
    const auto& params = get_parameters(context);
    const T alpha = calc_alpha(params);
    const auto& before = get_continuous_state(context);
    auto& after = dynamic_cast<RimlessWheelContinuousState<T>&>(
        state->get_mutable_continuous_state().get_mutable_vector());
    const T thetadot = before.thetadot() * cos(2.0 * alpha);
    const bool stands = abs(thetadot) < kStandsStill;
    after.set_theta(before.theta() - direction * 2.0 * alpha);
    after.set_thetadot(stands ? T(0.0) : thetadot);
    state->get_mutable_discrete_state(0).SetAtIndex(
        0, get_toe_position(context) + direction * 2.0 * params.length() * sin(alpha));
    state->template get_mutable_abstract_state<bool>(0) = stands;
  }

  void DoGetWitnessFunctions(const Context<T>&,
                             std::vector<const WitnessFunction<T>*>* witnesses) const final {
    witnesses->push_back(step_forward_.get());
    witnesses->push_back(step_backward_.get());
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const final {
    using std::sin;
    const auto& params = get_parameters(context);
    const auto& state = get_continuous_state(context);
    const bool stands = get_double_support(context);
    derivatives->get_mutable_generalized_position().SetAtIndex(0,
                                                               stands ? T(0.0) : state.thetadot());
    derivatives->get_mutable_generalized_velocity().SetAtIndex(
        0, stands ? T(0.0) : T(sin(state.theta()) * params.gravity() / params.length()));
  }
  T DoCalcPotentialEnergy(const Context<T>& context) const final {
    using std::cos;
    using std::sin;
    const auto& params = get_parameters(context);
    return params.mass() * params.gravity() *
           (params.length() * cos(get_continuous_state(context).theta()) -
            get_toe_position(context) * sin(params.slope()));
  }
  T DoCalcKineticEnergy(const Context<T>& context) const final {
    const auto& params = get_parameters(context);
    const T speed = params.length() * get_continuous_state(context).thetadot();
    return 0.5 * params.mass() * speed * speed;
  }

  std::unique_ptr<WitnessFunction<T>> step_forward_, step_backward_;
};

}  // namespace examples::rimless_wheel
