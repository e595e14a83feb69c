#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The time-varying discrete Kalman filter of x_{n+1} = A x_n + B u_n + w_n, y_n = C x_n + v_n, w
/// and v white with the covariances Q and R (Anderson, Moore: Optimal Filtering, 1979, 3.1). At
/// each update, with the measurement y⁻ and the input u⁻,
///
///     K = P C' (C P C' + R)⁻¹,  x_f = x + K (y - C x),
///     P_f = (I - K C) P (I - K C)' + K R K'              measurement update, in Joseph's form
///     x⁺ = A x_f + B u,  P⁺ = A P_f A' + Q               time update
///
/// and the estimate shown until the next update is x_f; before the first it is the initial one.
///
///     u (m)           → KalmanFilter → estimate (n)
///     measurement (p) →
///
/// Discrete state: groups 0 estimate, 1 prediction x, 2 its covariance P row by row. Numeric
/// parameters, matrices row by row: 0 A, 1 B, 2 C, 3 Q, 4 R, 5 initial estimate, 6 initial
/// covariance.
template <typename T>
class KalmanFilter final : public LeafSystem<T> {
 public:
  struct Settings {
    MatrixX<T> A;                 ///< n x n
    MatrixX<T> B;                 ///< n x m
    MatrixX<T> C;                 ///< p x n
    MatrixX<T> Q;                 ///< n x n, positive semidefinite
    MatrixX<T> R;                 ///< p x p, positive definite
    VectorX<T> initial_estimate;  ///< n, or one for all
    MatrixX<T> initial_covariance;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename KalmanFilter<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {A.unaryExpr(as),
              B.unaryExpr(as),
              C.unaryExpr(as),
              Q.unaryExpr(as),
              R.unaryExpr(as),
              initial_estimate.unaryExpr(as),
              initial_covariance.unaryExpr(as)};
    }
  };
  /// Updates run at offset_sec + k*period_sec. The matrices must fit each other; the block type's
  /// check sees to that.
  KalmanFilter(const Settings& settings, double period_sec, double offset_sec);
  /// From the parameters that are called like the settings, `period` and `offset`.
  explicit KalmanFilter(const BlockArguments& arguments);

 private:
  enum Parameter { kA, kB, kC, kQ, kR, kInitialEstimate, kInitialCovariance };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  EventStatus Update(const Context<T>& context, DiscreteValues<T>* next) const;

  int num_states_;
  int num_inputs_;
  int num_measurements_;
};

LOOPWRIGHT_DECLARE_CLASS(KalmanFilter)

}  // namespace loopwright
