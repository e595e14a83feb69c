#pragma once

// A quadrotor held at its place by linear quadratic regulation, from random states (R. Tedrake:
// Underactuated Robotics, ch. 3; D. Mellinger, N. Michael, V. Kumar: Trajectory generation and
// control for precise aggressive maneuvers with quadrotors, 2012).

#include <cmath>
#include <memory>
#include <random>

#include "blocklib/primitives/affine_system.h"
#include "engine/scalar/autodiff_helpers.h"
#include "engine/system/leaf_system.h"
#include "tests/examples/linear_quadratic_regulator.h"

namespace examples::quadrotor {

using namespace loopwright;  // NOLINT(google-build-using-namespace): as the program was written.

///     propeller_force (4, N) → QuadrotorPlant → state
///
/// State: position x, y, z in the world, m, roll, pitch and yaw, rad, and their rates.
template <typename T>
class QuadrotorPlant final : public LeafSystem<T> {
 public:
  QuadrotorPlant() : LeafSystem<T>(SystemTypeTag<QuadrotorPlant>{}) {
    this->DeclareVectorInputPort("propeller_force", 4);
    auto state_index = this->DeclareContinuousState(12);
    this->DeclareStateOutputPort("state", state_index);
  }
  template <typename U>
  explicit QuadrotorPlant(const QuadrotorPlant<U>&) : QuadrotorPlant() {}

  double m() const { return 0.775; }    // kg
  double g() const { return 9.81; }     // m/s²
  double L() const { return 0.15; }     // m, of an arm
  double kM() const { return 0.0245; }  // m: moment about the vertical per force

 private:
  void SetRandomState(const Context<T>& context, State<T>* state,
                      RandomGenerator* generator) const override {
    LeafSystem<T>::SetRandomState(context, state, generator);
    std::uniform_real_distribution<double> uniform(-0.5, 0.5);
    auto& x = state->get_mutable_continuous_state();
    for (int i = 0; i < x.size(); ++i) x[i] = T(uniform(*generator));
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    using std::cos;
    using std::sin;
    using Vector3 = Eigen::Matrix<T, 3, 1>;
    const VectorX<T> x = context.get_continuous_state_vector().CopyToVector();
    const auto u = this->EvalEigenVectorInput(context, 0);
    const Eigen::Vector3d inertia(0.0015, 0.0025, 0.0035);  // kg m²
    const T cr = cos(x[3]), sr = sin(x[3]), cp = cos(x[4]), sp = sin(x[4]);
    const T cy = cos(x[5]), sy = sin(x[5]);
    const T &r_dot = x[9], &p_dot = x[10], &y_dot = x[11];

    // The thrust is along the body's z axis.
    const T thrust = (u[0] + u[1] + u[2] + u[3]) / m();
    const Vector3 acceleration((cy * sp * cr + sy * sr) * thrust, (sy * sp * cr - cy * sr) * thrust,
                               cp * cr * thrust - g());

    // Euler's equation in the body's frame: ω = E(rpy) rpy_dot.
    const Vector3 w(r_dot - y_dot * sp, p_dot * cr + y_dot * sr * cp,
                    -p_dot * sr + y_dot * cr * cp);
    const Vector3 moment(L() * (u[1] - u[3]), L() * (u[2] - u[0]),
                         kM() * (u[0] - u[1] + u[2] - u[3]));
    Vector3 alpha;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      alpha[i] = (moment[i] - (inertia[k] - inertia[j]) * w[j] * w[k]) / inertia[i];
    }
    // rpy_ddot = E⁻¹ (ω̇ - Ė rpy_dot).
    const Vector3 rest(-y_dot * cp * p_dot,
                       -p_dot * sr * r_dot + y_dot * (cr * r_dot * cp - sr * sp * p_dot),
                       -p_dot * cr * r_dot - y_dot * (sr * r_dot * cp + cr * sp * p_dot));
    const Vector3 b = alpha - rest;
    const T y_ddot = (b[1] * sr + b[2] * cr) / cp;

    VectorX<T> xdot(12);
    xdot << x.tail(6), acceleration, b[0] + y_ddot * sp, b[1] * cr - b[2] * sr, y_ddot;
    derivatives->SetFromVector(xdot);
  }
};

/// y = u₀ - K (x - x₀), the regulator about hovering at 1 m.
inline std::unique_ptr<AffineSystem<double>> StabilizingLQRController(
    const QuadrotorPlant<double>& plant, const Eigen::VectorXd& nominal_position) {
  Eigen::VectorXd x0 = Eigen::VectorXd::Zero(12);
  x0.head(3) = nominal_position;
  const Eigen::VectorXd u0 = Eigen::Vector4d::Constant(plant.m() * plant.g() / 4);

  // More variables than AutoDiff has room for: a pass for each part of them.
  const auto plant_ad = System<double>::ToAutoDiffXd(plant);
  auto context = plant_ad->CreateDefaultContext();
  Eigen::VectorXd xu(16);
  xu << x0, u0;
  Eigen::MatrixXd gradient(12, 16);
  for (int first = 0; first < 16; first += 8) {
    VectorX<AutoDiffXd> xu_ad = xu.cast<AutoDiffXd>();
    xu_ad.segment(first, 8) = math::InitializeAutoDiff(xu.segment(first, 8));
    context->SetContinuousState(xu_ad.head(12));
    plant_ad->get_input_port().FixValue(context.get(), VectorX<AutoDiffXd>(xu_ad.tail(4)));
    gradient.middleCols(first, 8) =
        math::ExtractGradient(plant_ad->EvalTimeDerivatives(*context).CopyToVector(), 8);
  }
  Eigen::MatrixXd Q = Eigen::MatrixXd::Identity(12, 12);
  Q.topLeftCorner(6, 6) *= 10;
  const auto lqr = LinearQuadraticRegulator(gradient.leftCols(12), gradient.rightCols(4), Q,
                                            Eigen::MatrixXd::Identity(4, 4));
  return std::make_unique<AffineSystem<double>>(Eigen::MatrixXd(), Eigen::MatrixXd(),
                                                Eigen::VectorXd(), Eigen::MatrixXd(), -lqr.K,
                                                u0 + lqr.K * x0);
}

}  // namespace examples::quadrotor
