#pragma once

#include <Eigen/Core>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// ẋ = A x + B u + f₀, y = C x + D u + y₀, or with a time period h > 0 the difference equation
/// x[n+1] = A x[n] + B u[n] + f₀ with updates at 0, h, 2 h, … s. Ports of size 0 are left out.
///
///     u0 (m) → AffineSystem → y0 (p)
///
/// The state starts at zero. The output depends directly on the input where D has an element that
/// is not zero.
template <typename T>
class AffineSystem : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(AffineSystem);

  /// A n×n, B n×m, f0 n, C p×n, D p×m, y0 p; a matrix that has nothing to do may be empty (0×0) and
  /// is then zero. std::logic_error names a matrix whose shape does not fit, and a negative period.
  AffineSystem(const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::MatrixXd>& B,
               const Eigen::Ref<const Eigen::VectorXd>& f0,
               const Eigen::Ref<const Eigen::MatrixXd>& C,
               const Eigen::Ref<const Eigen::MatrixXd>& D,
               const Eigen::Ref<const Eigen::VectorXd>& y0, double time_period = 0);
  template <typename U>
  explicit AffineSystem(const AffineSystem<U>& other)
      : AffineSystem(other.A(), other.B(), other.f0(), other.C(), other.D(), other.y0(),
                     other.time_period()) {}

  /// The matrices as they are used, zeros filled in.
  const Eigen::MatrixXd& A() const { return A_; }
  const Eigen::MatrixXd& B() const { return B_; }
  const Eigen::VectorXd& f0() const { return f0_; }
  const Eigen::MatrixXd& C() const { return C_; }
  const Eigen::MatrixXd& D() const { return D_; }
  const Eigen::VectorXd& y0() const { return y0_; }
  /// Seconds; 0 for a differential equation.
  double time_period() const { return time_period_; }
  /// The sizes n, m and p.
  int num_states() const { return static_cast<int>(A_.rows()); }
  int num_inputs() const { return static_cast<int>(B_.cols()); }
  int num_outputs() const { return static_cast<int>(C_.rows()); }

 protected:
  /// For a subclass that stays what it is over another scalar: `SystemTypeTag<MySystem>{}`.
  AffineSystem(SystemScalarConverter converter, const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::MatrixXd>& B,
               const Eigen::Ref<const Eigen::VectorXd>& f0,
               const Eigen::Ref<const Eigen::MatrixXd>& C,
               const Eigen::Ref<const Eigen::MatrixXd>& D,
               const Eigen::Ref<const Eigen::VectorXd>& y0, double time_period);

 private:
  /// std::logic_error where a matrix does not fit the others.
  void CheckShapes() const;
  /// x, n elements.
  const T* state_data(const Context<T>& context) const;
  /// result = constant + X x + U u.
  void CalcAffine(const Context<T>& context, const Eigen::VectorXd& constant,
                  const Eigen::MatrixXd& of_state, const Eigen::MatrixXd& of_input,
                  T* result) const;
  /// A x + B u + f0.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  /// The same expression as the next state, with a time period.
  void CalcNext(const Context<T>& context, DiscreteValues<T>* next) const;
  /// C x + D u + y0.
  void CalcOutput(const Context<T>& context, T* y) const;

  const double time_period_;
  Eigen::MatrixXd A_, B_, C_, D_;
  Eigen::VectorXd f0_, y0_;
};

LOOPWRIGHT_DECLARE_CLASS(AffineSystem)

}  // namespace loopwright
