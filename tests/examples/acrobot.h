#pragma once

// The acrobot, a double pendulum with a motor at the elbow only (M. W. Spong: Swing up control of
// the acrobot, ICRA 1994; R. Tedrake: Underactuated Robotics, ch. 3): a controller pumps energy
// into it by partial feedback linearization of the elbow, and balances it upright by linear
// quadratic regulation as soon as it comes near.

#include <cmath>
#include <numbers>

#include "engine/scalar/autodiff_helpers.h"
#include "engine/system/leaf_system.h"
#include "tests/examples/linear_quadratic_regulator.h"

namespace examples::acrobot {

using namespace loopwright;  // NOLINT(google-build-using-namespace): as the program was written.
template <typename T>
using Vector2 = Eigen::Matrix<T, 2, 1>;
template <typename T>
using Matrix2 = Eigen::Matrix<T, 2, 2>;

/// Angles of the shoulder, from hanging down, and of the elbow, rad, and their rates.
template <typename T>
class AcrobotState final : public BasicVector<T> {
 public:
  AcrobotState() : BasicVector<T>(4) { this->SetZero(); }
  const T& theta1() const { return this->GetAtIndex(0); }
  void set_theta1(const T& theta1) { this->SetAtIndex(0, theta1); }
  const T& theta2() const { return this->GetAtIndex(1); }
  void set_theta2(const T& theta2) { this->SetAtIndex(1, theta2); }
  const T& theta1dot() const { return this->GetAtIndex(2); }
  void set_theta1dot(const T& theta1dot) { this->SetAtIndex(2, theta1dot); }
  const T& theta2dot() const { return this->GetAtIndex(3); }
  void set_theta2dot(const T& theta2dot) { this->SetAtIndex(3, theta2dot); }

 private:
  [[nodiscard]] AcrobotState<T>* DoClone() const final { return new AcrobotState; }
};

/// Masses, kg, lengths and places of the centres of mass, m, inertia about these, kg m², damping,
/// N m s, gravity, m/s².
template <typename T>
class AcrobotParams final : public BasicVector<T> {
 public:
  AcrobotParams() : BasicVector<T>(11) {
    this->SetFromVector(
        (VectorX<T>(11) << 1.0, 1.0, 1.0, 2.0, 0.5, 1.0, 0.083, 0.33, 0.1, 0.1, 9.81).finished());
  }
  const T& m1() const { return this->GetAtIndex(0); }
  const T& m2() const { return this->GetAtIndex(1); }
  const T& l1() const { return this->GetAtIndex(2); }
  const T& lc1() const { return this->GetAtIndex(4); }
  const T& lc2() const { return this->GetAtIndex(5); }
  const T& Ic1() const { return this->GetAtIndex(6); }
  const T& Ic2() const { return this->GetAtIndex(7); }
  const T& b1() const { return this->GetAtIndex(8); }
  void set_b1(const T& b1) { this->SetAtIndex(8, b1); }
  const T& b2() const { return this->GetAtIndex(9); }
  void set_b2(const T& b2) { this->SetAtIndex(9, b2); }
  const T& gravity() const { return this->GetAtIndex(10); }

 private:
  [[nodiscard]] AcrobotParams<T>* DoClone() const final { return new AcrobotParams; }
};

///     elbow_torque (N m) → AcrobotPlant → acrobot_state
///
/// M(q) v̇ + bias(q, v) = (0, torque).
template <typename T>
class AcrobotPlant : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(AcrobotPlant);

  AcrobotPlant() : LeafSystem<T>(SystemTypeTag<AcrobotPlant>{}) {
    this->DeclareNumericParameter(AcrobotParams<T>());
    this->DeclareVectorInputPort("elbow_torque", 1);
    auto state_index = this->DeclareContinuousState(AcrobotState<T>(), 2, 2, 0);
    this->DeclareStateOutputPort("acrobot_state", state_index);
  }
  template <typename U>
  explicit AcrobotPlant(const AcrobotPlant<U>&) : AcrobotPlant() {}

  Matrix2<T> MassMatrix(const Context<T>& context) const {
    using std::cos;
    const AcrobotState<T>& state = get_state(context);
    const AcrobotParams<T>& p = get_parameters(context);
    const T I1 = p.Ic1() + p.m1() * p.lc1() * p.lc1();
    const T I2 = p.Ic2() + p.m2() * p.lc2() * p.lc2();
    const T coupling = p.m2() * p.l1() * p.lc2() * cos(state.theta2());
    const T m12 = I2 + coupling;
    Matrix2<T> M;
    M << I1 + I2 + p.m2() * p.l1() * p.l1() + 2.0 * coupling, m12, m12, I2;
    return M;
  }
  /// Coriolis, gravity and damping.
  Vector2<T> DynamicsBiasTerm(const Context<T>& context) const {
    using std::sin;
    const AcrobotState<T>& state = get_state(context);
    const AcrobotParams<T>& p = get_parameters(context);
    const T& v1 = state.theta1dot();
    const T& v2 = state.theta2dot();
    const T s1 = sin(state.theta1());
    const T s12 = sin(state.theta1() + state.theta2());
    const T coupling = p.m2() * p.l1() * p.lc2() * sin(state.theta2());
    Vector2<T> bias;
    bias << -2.0 * coupling * v2 * v1 - coupling * v2 * v2, coupling * v1 * v1;
    bias(0) += p.gravity() * (p.m1() * p.lc1() * s1 + p.m2() * (p.l1() * s1 + p.lc2() * s12));
    bias(1) += p.gravity() * p.m2() * p.lc2() * s12;
    bias(0) += p.b1() * v1;
    bias(1) += p.b2() * v2;
    return bias;
  }

  static const AcrobotState<T>& get_state(const Context<T>& context) {
    return dynamic_cast<const AcrobotState<T>&>(context.get_continuous_state_vector());
  }
  static AcrobotState<T>& get_mutable_state(Context<T>* context) {
    return dynamic_cast<AcrobotState<T>&>(context->get_mutable_continuous_state_vector());
  }
  const AcrobotParams<T>& get_parameters(const Context<T>& context) const {
    return this->template GetNumericParameter<AcrobotParams>(context, 0);
  }
  AcrobotParams<T>& get_mutable_parameters(Context<T>* context) const {
    return this->template GetMutableNumericParameter<AcrobotParams>(context, 0);
  }

 private:
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    const AcrobotState<T>& state = get_state(context);
    const T& tau = this->EvalVectorInput(context, 0)->GetAtIndex(0);
    const Matrix2<T> M = MassMatrix(context);
    const Vector2<T> bias = DynamicsBiasTerm(context);
    const T determinant = M(0, 0) * M(1, 1) - M(0, 1) * M(1, 0);
    const T f1 = -bias(0);
    const T f2 = tau - bias(1);
    VectorX<T> xdot(4);
    xdot << state.theta1dot(), state.theta2dot(), (M(1, 1) * f1 - M(0, 1) * f2) / determinant,
        (M(0, 0) * f2 - M(1, 0) * f1) / determinant;
    derivatives->SetFromVector(xdot);
  }
  void DoCalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                             const ContinuousState<T>& proposed_derivatives,
                                             EigenPtr<VectorX<T>> residual) const override {
    const AcrobotState<T>& state = get_state(context);
    const Matrix2<T> M = MassMatrix(context);
    const Vector2<T> bias = DynamicsBiasTerm(context);
    const auto& proposed = dynamic_cast<const AcrobotState<T>&>(proposed_derivatives.get_vector());
    const T& tau = this->EvalVectorInput(context, 0)->GetAtIndex(0);
    const T& a1 = proposed.theta1dot();
    const T& a2 = proposed.theta2dot();
    *residual << proposed.theta1() - state.theta1dot(), proposed.theta2() - state.theta2dot(),
        M(0, 0) * a1 + M(0, 1) * a2 + bias(0), M(1, 0) * a1 + M(1, 1) * a2 + bias(1) - tau;
  }
  T DoCalcKineticEnergy(const Context<T>& context) const override {
    const AcrobotState<T>& state = get_state(context);
    const Matrix2<T> M = MassMatrix(context);
    const T& v1 = state.theta1dot();
    const T& v2 = state.theta2dot();
    return 0.5 * (M(0, 0) * v1 * v1 + 2.0 * M(0, 1) * v1 * v2 + M(1, 1) * v2 * v2);
  }
  T DoCalcPotentialEnergy(const Context<T>& context) const override {
    using std::cos;
    const AcrobotState<T>& state = get_state(context);
    const AcrobotParams<T>& p = get_parameters(context);
    const T c1 = cos(state.theta1());
    const T c12 = cos(state.theta1() + state.theta2());
    return -p.gravity() * (p.m1() * p.lc1() * c1 + p.m2() * (p.l1() * c1 + p.lc2() * c12));
  }
};

/// A = ∂ẋ/∂x and B = ∂ẋ/∂u of the acrobot standing upright.
struct UprightLinearization {
  Eigen::Matrix4d A;
  Eigen::Vector4d B;
};
inline UprightLinearization LinearizeUpright(const AcrobotPlant<double>& plant) {
  const auto plant_ad = System<double>::ToAutoDiffXd(plant);
  auto context = plant_ad->CreateDefaultContext();
  Eigen::Matrix<double, 5, 1> xu;
  xu << std::numbers::pi, 0, 0, 0, 0;
  const auto xu_ad = math::InitializeAutoDiff(xu);
  context->SetContinuousState(xu_ad.head<4>());
  plant_ad->get_input_port().FixValue(context.get(), xu_ad[4]);
  const Eigen::MatrixXd gradient =
      math::ExtractGradient(plant_ad->EvalTimeDerivatives(*context).CopyToVector(), 5);
  return {gradient.leftCols<4>(), gradient.col(4)};
}

///     acrobot_state → AcrobotSpongController → elbow_torque (N m)
template <typename T>
class AcrobotSpongController : public LeafSystem<T> {
 public:
  AcrobotSpongController() : acrobot_context_(acrobot_.CreateDefaultContext()) {
    this->DeclareVectorInputPort("acrobot_state", AcrobotState<T>());
    this->DeclareVectorOutputPort("elbow_torque", 1, &AcrobotSpongController::CalcControlTorque);
    const auto linear = LinearizeUpright(AcrobotPlant<double>());
    const Eigen::Matrix4d Q = Eigen::Vector4d(10, 10, 1, 1).asDiagonal();
    const auto lqr =
        LinearQuadraticRegulator(linear.A, linear.B, Q, Eigen::Matrix<double, 1, 1>(1.0));
    K_ = lqr.K;
    S_ = lqr.S;
  }
  const Eigen::Matrix4d& cost_to_go() const { return S_; }

 private:
  void CalcControlTorque(const Context<T>& context, BasicVector<T>* output) const {
    const auto& state = *this->template EvalVectorInput<AcrobotState>(context, 0);
    Eigen::Vector4d error = state.value();
    error[0] = Wrap(error[0] - std::numbers::pi);
    error[1] = Wrap(error[1]);
    output->SetAtIndex(
        0, error.dot(S_ * error) < kBalancingThreshold ? -K_.dot(error) : SwingUpTorque(state));
  }
  /// The torque by which the elbow accelerates as the energy that is missing, and the wish to be
  /// straight, ask for.
  T SwingUpTorque(const AcrobotState<T>& state) const {
    constexpr double k_e = 5, k_p = 50, k_d = 5;
    const AcrobotParams<T>& p = acrobot_.get_parameters(*acrobot_context_);
    acrobot_context_->SetContinuousState(state.value());
    const Matrix2<T> M = acrobot_.MassMatrix(*acrobot_context_);
    const Vector2<T> bias = acrobot_.DynamicsBiasTerm(*acrobot_context_);
    const T energy = acrobot_.EvalPotentialEnergy(*acrobot_context_) +
                     acrobot_.EvalKineticEnergy(*acrobot_context_);
    const T upright = p.gravity() * (p.m1() * p.lc1() + p.m2() * (p.l1() + p.lc2()));
    const Matrix2<T> M_inverse = M.inverse();
    const T wanted = k_e * (upright - energy) * state.theta2dot() - k_p * Wrap(state.theta2()) -
                     k_d * state.theta2dot();
    return (M_inverse(0, 1) * bias(0) + wanted) / M_inverse(1, 1) + bias(1);
  }
  /// Into [-π, π).
  static T Wrap(const T& angle) {
    constexpr double kPi = std::numbers::pi;
    return angle - 2 * kPi * std::floor((angle + kPi) / (2 * kPi));
  }

  static constexpr double kBalancingThreshold = 1e3;
  const AcrobotPlant<T> acrobot_;
  const std::unique_ptr<Context<T>> acrobot_context_;
  Eigen::RowVector4d K_;
  Eigen::Matrix4d S_;
};

}  // namespace examples::acrobot
