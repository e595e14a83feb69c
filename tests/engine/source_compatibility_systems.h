#pragma once

// Systems written as the documents and the public examples of Drake write them, with the edits that
// resources/docs/drake.md allows: includes, namespaces, and the prefix of macros.

#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"

namespace author {

using loopwright::BasicVector;
using loopwright::Context;
using loopwright::ContinuousState;
using loopwright::DiscreteUpdateEvent;
using loopwright::DiscreteValues;
using loopwright::EventStatus;
using loopwright::InputPort;
using loopwright::kUseDefaultName;
using loopwright::kVectorValued;
using loopwright::LeafSystem;
using loopwright::OutputPort;
using loopwright::PublishEvent;
using loopwright::State;
using loopwright::System;
using loopwright::TriggerType;
using loopwright::UnrestrictedUpdateEvent;
using loopwright::VectorBase;
using loopwright::VectorX;
using loopwright::WitnessFunction;
using loopwright::WitnessFunctionDirection;

/// The discrete-systems document's example: S_n = 10·n.
class ExampleDiscreteSystem : public LeafSystem<double> {
 public:
  ExampleDiscreteSystem() {
    DeclareDiscreteState(1);  // Just one state variable, x[0], default=0.

    // Update to x_{n+1} using a "discrete update" event (occurs at the beginning of step n+1).
    DeclarePeriodicDiscreteUpdateEvent(kPeriod, kOffset, &ExampleDiscreteSystem::Update);

    // Present y_n (=S_n) at the output port.
    DeclareVectorOutputPort("Sn", 1, &ExampleDiscreteSystem::Output);
  }

  static constexpr double kPeriod = 1 / 50.;  // Update at 50Hz (h=1/50).
  static constexpr double kOffset = 0.;       // Trigger events at n=0.

 private:
  EventStatus Update(const Context<double>& context, DiscreteValues<double>* xd) const {
    const double x_n = context.get_discrete_state()[0];
    (*xd)[0] = x_n + 1.;
    return EventStatus::Succeeded();
  }

  void Output(const Context<double>& context, BasicVector<double>* result) const {
    const double x_n = context.get_discrete_state()[0];
    const double S_n = 10 * x_n;
    (*result)[0] = S_n;
  }
};

template <typename T>
class Adder final : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(Adder);

  Adder(int num_inputs, int size) {
    for (int i = 0; i < num_inputs; i++) {
      this->DeclareVectorInputPort(kUseDefaultName, size);
    }
    this->DeclareVectorOutputPort("sum", size, &Adder<T>::CalcSum,
                                  {this->all_input_ports_ticket()});
  }

  const OutputPort<T>& get_output_port() const { return System<T>::get_output_port(0); }

 private:
  void CalcSum(const Context<T>& context, BasicVector<T>* sum) const {
    auto sum_vector = sum->get_mutable_value();
    for (int i = 0; i < this->num_input_ports(); i++) {
      const InputPort<T>& input_port = this->get_input_port(i);
      if (i == 0) {
        sum_vector = input_port.Eval(context);
      } else {
        sum_vector += input_port.Eval(context);
      }
    }
  }
};

/// ẋ = A x + B u + f₀, y = C x + D u + y₀, or the same in steps of a time period.
template <typename T>
class AffineSystem : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(AffineSystem);

  AffineSystem(const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::MatrixXd>& B,
               const Eigen::Ref<const Eigen::VectorXd>& f0,
               const Eigen::Ref<const Eigen::MatrixXd>& C,
               const Eigen::Ref<const Eigen::MatrixXd>& D,
               const Eigen::Ref<const Eigen::VectorXd>& y0, double time_period)
      : A_(A), B_(B), f0_(f0), C_(C), D_(D), y0_(y0), time_period_(time_period) {
    if (time_period == 0.0) {
      this->DeclareContinuousState(static_cast<int>(f0.size()));
    } else {
      this->DeclareDiscreteState(static_cast<int>(f0.size()));
      this->DeclarePeriodicDiscreteUpdateEvent(time_period, 0.0,
                                               &AffineSystem<T>::CalcDiscreteUpdate);
    }
    if (B.cols() > 0) this->DeclareInputPort("u0", kVectorValued, static_cast<int>(B.cols()));
    if (C.rows() > 0) {
      const bool has_meaningful_D = D.size() > 0 && !D.isZero();
      std::set<loopwright::DependencyTicket> prereqs{this->all_state_ticket()};
      if (has_meaningful_D) prereqs.insert(this->input_port_ticket(0));
      this->DeclareVectorOutputPort("y0", static_cast<int>(C.rows()), &AffineSystem<T>::CalcOutputY,
                                    prereqs);
    }
  }

  EventStatus CalcDiscreteUpdate(const Context<T>& context, DiscreteValues<T>* updates) const {
    const auto& x = context.get_discrete_state(0).get_value();
    VectorX<T> xnext = A_ * x + f0_;
    if (this->num_input_ports()) xnext += B_ * this->get_input_port().Eval(context);
    updates->set_value(xnext);
    return EventStatus::Succeeded();
  }

 protected:
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    const auto x =
        dynamic_cast<const BasicVector<T>&>(context.get_continuous_state_vector()).value();
    VectorX<T> xdot = A_ * x + f0_;
    if (this->num_input_ports()) xdot += B_ * this->get_input_port().Eval(context);
    derivatives->SetFromVector(xdot);
  }

 private:
  void CalcOutputY(const Context<T>& context, BasicVector<T>* output_vector) const {
    const auto x =
        time_period_ == 0.0
            ? dynamic_cast<const BasicVector<T>&>(context.get_continuous_state_vector()).value()
            : context.get_discrete_state_vector().value();
    auto y = output_vector->get_mutable_value();
    y = C_ * x + y0_;
    if (D_.size() > 0 && !D_.isZero()) y += D_ * this->get_input_port().Eval(context);
  }

  const Eigen::MatrixXd A_, B_;
  const Eigen::VectorXd f0_;
  const Eigen::MatrixXd C_, D_;
  const Eigen::VectorXd y0_;
  const double time_period_;
};

/// y(t) is u some steps ago: a ring of samples in discrete state, its position in the last group.
template <typename T>
class DiscreteTimeDelay final : public LeafSystem<T> {
 public:
  DiscreteTimeDelay(double update_sec, int delay_time_steps, int vector_size)
      : delay_buffer_size_(delay_time_steps + 1) {
    this->DeclareInputPort("u", kVectorValued, vector_size);
    this->DeclareVectorOutputPort("delayed_u", vector_size, &DiscreteTimeDelay::CopyDelayedVector,
                                  {this->xd_ticket()});
    for (int i = 0; i < delay_buffer_size_; i++) this->DeclareDiscreteState(vector_size);
    this->DeclarePeriodicDiscreteUpdateEvent(update_sec, 0.0,
                                             &DiscreteTimeDelay::SaveInputVectorToBuffer);
  }

 private:
  void CopyDelayedVector(const Context<T>& context, BasicVector<T>* output) const {
    output->SetFromVector(context.get_discrete_state(0).value());
  }
  EventStatus SaveInputVectorToBuffer(const Context<T>& context,
                                      DiscreteValues<T>* discrete_state) const {
    const auto& input = this->get_input_port().Eval(context);
    for (int i = 0; i + 1 < delay_buffer_size_; i++) {
      discrete_state->get_mutable_vector(i).SetFromVector(
          context.get_discrete_state(i + 1).value());
    }
    discrete_state->get_mutable_vector(delay_buffer_size_ - 1).SetFromVector(input);
    return EventStatus::Succeeded();
  }

  const int delay_buffer_size_;
};

/// A hold for vectors or, with abstract state, for any value.
template <typename T>
class ZeroOrderHold final : public LeafSystem<T> {
 public:
  ZeroOrderHold(double period_sec, int vector_size, double offset_sec = 0.0) {
    auto state_index = this->DeclareDiscreteState(vector_size);
    this->DeclareVectorInputPort("u", vector_size);
    this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec,
                                             &ZeroOrderHold<T>::LatchInputVectorToState);
    this->DeclareStateOutputPort("y", state_index);
  }
  ZeroOrderHold(double period_sec, const loopwright::AbstractValue& abstract_model_value) {
    auto state_index = this->DeclareAbstractState(abstract_model_value);
    this->DeclareAbstractInputPort("u", abstract_model_value);
    this->DeclarePeriodicUnrestrictedUpdateEvent(period_sec, 0.0,
                                                 &ZeroOrderHold<T>::LatchInputAbstractValueToState);
    this->DeclareStateOutputPort("y", state_index);
  }

 private:
  EventStatus LatchInputVectorToState(const Context<T>& context,
                                      DiscreteValues<T>* discrete_state) const {
    discrete_state->set_value(0, this->get_input_port().Eval(context));
    return EventStatus::Succeeded();
  }
  EventStatus LatchInputAbstractValueToState(const Context<T>& context, State<T>* state) const {
    const auto& input = this->get_input_port().template Eval<loopwright::AbstractValue>(context);
    state->get_mutable_abstract_state().get_mutable_value(0).SetFrom(input);
    return EventStatus::Succeeded();
  }
};

/// Keeps what it is shown, at each of the given kinds of event.
template <typename T>
class VectorLogSink final : public LeafSystem<T> {
 public:
  explicit VectorLogSink(int input_size, double publish_period = 0.0) {
    this->DeclareForcedPublishEvent(&VectorLogSink<T>::WriteToLog);
    this->DeclareInputPort("data", kVectorValued, input_size);
    if (publish_period > 0.0) {
      this->DeclarePeriodicPublishEvent(publish_period, 0.0, &VectorLogSink<T>::WriteToLog);
    } else {
      this->DeclarePerStepEvent(PublishEvent<T>(
          [](const System<T>& system, const Context<T>& context, const PublishEvent<T>&) {
            const auto& self = dynamic_cast<const VectorLogSink<T>&>(system);
            return self.WriteToLog(context);
          }));
    }
  }
  mutable std::vector<T> sample_times;
  mutable std::vector<VectorX<T>> data;

 private:
  EventStatus WriteToLog(const Context<T>& context) const {
    sample_times.push_back(context.get_time());
    data.push_back(this->get_input_port().Eval(context));
    return EventStatus::Succeeded();
  }
};

template <typename T>
class PendulumState final : public BasicVector<T> {
 public:
  PendulumState() : BasicVector<T>(2) {
    this->set_theta(0.0);
    this->set_thetadot(0.0);
  }
  const T& theta() const { return this->GetAtIndex(0); }
  void set_theta(const T& theta) { this->SetAtIndex(0, theta); }
  const T& thetadot() const { return this->GetAtIndex(1); }
  void set_thetadot(const T& thetadot) { this->SetAtIndex(1, thetadot); }

 private:
  [[nodiscard]] PendulumState<T>* DoClone() const final { return new PendulumState; }
};

template <typename T>
class PendulumInput final : public BasicVector<T> {
 public:
  PendulumInput() : BasicVector<T>(1) { this->SetAtIndex(0, 0.0); }
  const T& tau() const { return this->GetAtIndex(0); }
  void set_tau(const T& tau) { this->SetAtIndex(0, tau); }

 private:
  [[nodiscard]] PendulumInput<T>* DoClone() const final { return new PendulumInput; }
};

template <typename T>
class PendulumParams final : public BasicVector<T> {
 public:
  PendulumParams() : BasicVector<T>(4) {
    this->SetAtIndex(0, 1.0);
    this->SetAtIndex(1, 0.5);
    this->SetAtIndex(2, 0.1);
    this->SetAtIndex(3, 9.81);
  }
  const T& mass() const { return this->GetAtIndex(0); }
  const T& length() const { return this->GetAtIndex(1); }
  const T& damping() const { return this->GetAtIndex(2); }
  const T& gravity() const { return this->GetAtIndex(3); }
  void set_damping(const T& damping) { this->SetAtIndex(2, damping); }
  void GetElementBounds(Eigen::VectorXd* lower, Eigen::VectorXd* upper) const final {
    const double kInf = std::numeric_limits<double>::infinity();
    *lower = Eigen::Matrix<double, 4, 1>::Constant(-kInf);
    *upper = Eigen::Matrix<double, 4, 1>::Constant(kInf);
    (*lower)(0) = 0.0;
    (*lower)(1) = 0.0;
    (*lower)(2) = 0.0;
    (*lower)(3) = 0.0;
  }

 private:
  [[nodiscard]] PendulumParams<T>* DoClone() const final { return new PendulumParams; }
};

template <typename T>
class PendulumPlant final : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(PendulumPlant);

  PendulumPlant() {
    this->DeclareNumericParameter(PendulumParams<T>());
    this->DeclareVectorInputPort("tau", PendulumInput<T>());
    auto state_index = this->DeclareContinuousState(PendulumState<T>(), 1 /* num_q */,
                                                    1 /* num_v */, 0 /* num_z */);
    this->DeclareStateOutputPort("state", state_index);
    this->DeclareVectorOutputPort("typed_state", PendulumState<T>(), &PendulumPlant::CopyStateOut,
                                  {this->all_state_ticket()});
  }

  const OutputPort<T>& get_state_output_port() const { return this->get_output_port(0); }

  static const PendulumState<T>& get_state(const ContinuousState<T>& cstate) {
    return dynamic_cast<const PendulumState<T>&>(cstate.get_vector());
  }
  static const PendulumState<T>& get_state(const Context<T>& context) {
    return get_state(context.get_continuous_state());
  }
  static PendulumState<T>& get_mutable_state(ContinuousState<T>* cstate) {
    return dynamic_cast<PendulumState<T>&>(cstate->get_mutable_vector());
  }
  static PendulumState<T>& get_mutable_state(Context<T>* context) {
    return get_mutable_state(&context->get_mutable_continuous_state());
  }
  T get_tau(const Context<T>& context) const {
    const PendulumInput<T>* u_vec = this->template EvalVectorInput<PendulumInput>(context, 0);
    return u_vec ? u_vec->tau() : T(0.0);
  }
  const PendulumParams<T>& get_parameters(const Context<T>& context) const {
    return this->template GetNumericParameter<PendulumParams>(context, 0);
  }
  PendulumParams<T>& get_mutable_parameters(Context<T>* context) const {
    return this->template GetMutableNumericParameter<PendulumParams>(context, 0);
  }

 private:
  void CopyStateOut(const Context<T>& context, PendulumState<T>* output) const {
    output->set_theta(get_state(context).theta());
    output->set_thetadot(get_state(context).thetadot());
  }
  T DoCalcPotentialEnergy(const Context<T>& context) const override {
    using std::cos;
    const PendulumState<T>& state = get_state(context);
    const PendulumParams<T>& params = get_parameters(context);
    return -params.mass() * params.gravity() * params.length() * cos(state.theta());
  }
  T DoCalcKineticEnergy(const Context<T>& context) const override {
    const PendulumState<T>& state = get_state(context);
    const PendulumParams<T>& params = get_parameters(context);
    const T speed = params.length() * state.thetadot();
    return 0.5 * params.mass() * speed * speed;
  }
  T DoCalcConservativePower(const Context<T>& context) const override {
    using std::sin;
    const PendulumState<T>& state = get_state(context);
    const PendulumParams<T>& params = get_parameters(context);
    return -params.mass() * params.gravity() * params.length() * sin(state.theta()) *
           state.thetadot();
  }
  T DoCalcNonConservativePower(const Context<T>& context) const override {
    const PendulumState<T>& state = get_state(context);
    return state.thetadot() *
           (get_tau(context) - get_parameters(context).damping() * state.thetadot());
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    using std::sin;
    const PendulumState<T>& state = get_state(context);
    const PendulumParams<T>& params = get_parameters(context);
    PendulumState<T>& derivative_vector = get_mutable_state(derivatives);
    derivative_vector.set_theta(state.thetadot());
    // Pendulum formula from Section 2.2 of Underactuated Robotics.
    derivative_vector.set_thetadot(
        (get_tau(context) -
         params.mass() * params.gravity() * params.length() * sin(state.theta()) -
         params.damping() * state.thetadot()) /
        (params.mass() * params.length() * params.length()));
  }
};

/// A ball that a witness function makes bounce: the update itself is in the hook for unrestricted
/// updates.
template <typename T>
class BouncingBall final : public LeafSystem<T> {
 public:
  BouncingBall() {
    this->DeclareContinuousState(1, 1, 0);
    this->DeclareVectorOutputPort(kUseDefaultName, 2, &BouncingBall::CopyStateOut);
    signed_distance_witness_ = this->MakeWitnessFunction(
        "Signed distance", WitnessFunctionDirection::kPositiveThenNonPositive,
        &BouncingBall::CalcSignedDistance, UnrestrictedUpdateEvent<T>());
  }

  double get_gravitational_acceleration() const { return -9.81; }
  double get_restitution_coef() const { return 0.5; }

 private:
  void DoGetWitnessFunctions(const Context<T>&,
                             std::vector<const WitnessFunction<T>*>* witnesses) const override {
    witnesses->push_back(signed_distance_witness_.get());
  }
  T CalcSignedDistance(const Context<T>& context) const {
    const VectorBase<T>& xc = context.get_continuous_state_vector();
    return xc.GetAtIndex(0);
  }
  void CopyStateOut(const Context<T>& context, BasicVector<T>* output) const {
    output->get_mutable_value() = context.get_continuous_state().CopyToVector();
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    VectorX<T> derivs(2);
    derivs(0) = context.get_continuous_state()[1];
    derivs(1) = T(get_gravitational_acceleration());
    derivatives->SetFromVector(derivs);
  }
  void DoCalcUnrestrictedUpdate(const Context<T>& context,
                                const std::vector<const UnrestrictedUpdateEvent<T>*>&,
                                State<T>* next_state) const override {
    next_state->SetFrom(context.get_state());
    VectorBase<T>& next_cstate = next_state->get_mutable_continuous_state().get_mutable_vector();
    next_cstate.SetAtIndex(1, next_cstate.GetAtIndex(1) * get_restitution_coef() * -1.);
  }

  std::unique_ptr<WitnessFunction<T>> signed_distance_witness_;
};

/// Random numbers whose generator is abstract state and whose present sample is discrete state.
class RandomNumbers final : public LeafSystem<double> {
 public:
  RandomNumbers(int num_outputs, double sampling_interval_sec) {
    DeclareDiscreteState(num_outputs);
    DeclareAbstractState(loopwright::Value<loopwright::RandomGenerator>());
    DeclarePeriodicUnrestrictedUpdateEvent(sampling_interval_sec, 0.0,
                                           &RandomNumbers::UpdateSamples);
    DeclareVectorOutputPort(kUseDefaultName, num_outputs, &RandomNumbers::CopySamples,
                            {xd_ticket()});
  }

 private:
  EventStatus UpdateSamples(const Context<double>&, State<double>* state) const {
    auto& generator = state->get_mutable_abstract_state<loopwright::RandomGenerator>(0);
    auto& samples = state->get_mutable_discrete_state(0);
    std::uniform_real_distribution<double> distribution;
    for (int i = 0; i < samples.size(); i++) samples[i] = distribution(generator);
    return EventStatus::Succeeded();
  }
  void CopySamples(const Context<double>& context, BasicVector<double>* output) const {
    output->SetFrom(context.get_discrete_state(0));
  }
  void SetDefaultState(const Context<double>& context, State<double>* state) const override {
    LeafSystem<double>::SetDefaultState(context, state);
    state->get_mutable_abstract_state<loopwright::RandomGenerator>(0) =
        loopwright::RandomGenerator(5489);
    UpdateSamples(context, state);
  }
  void SetRandomState(const Context<double>& context, State<double>* state,
                      loopwright::RandomGenerator* generator) const override {
    state->get_mutable_abstract_state<loopwright::RandomGenerator>(0) =
        loopwright::RandomGenerator((*generator)());
    UpdateSamples(context, state);
  }
};

}  // namespace author
