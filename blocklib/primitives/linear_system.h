#pragma once

#include <utility>

#include "blocklib/primitives/affine_system.h"

namespace loopwright {

/// An AffineSystem without its constants: ẋ = A x + B u, y = C x + D u, or in steps of a time
/// period, in seconds.
///
///     u0 (m) → LinearSystem → y0 (p)
template <typename T>
class LinearSystem : public AffineSystem<T> {
 public:
  /// Shapes and errors as for AffineSystem.
  LinearSystem(const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::MatrixXd>& B,
               const Eigen::Ref<const Eigen::MatrixXd>& C,
               const Eigen::Ref<const Eigen::MatrixXd>& D, double time_period = 0)
      : LinearSystem(SystemTypeTag<LinearSystem>{}, A, B, C, D, time_period) {}
  template <typename U>
  explicit LinearSystem(const LinearSystem<U>& other)
      : LinearSystem(other.A(), other.B(), other.C(), other.D(), other.time_period()) {}

 protected:
  /// For a subclass that stays what it is over another scalar: `SystemTypeTag<MySystem>{}`.
  LinearSystem(SystemScalarConverter converter, const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::MatrixXd>& B,
               const Eigen::Ref<const Eigen::MatrixXd>& C,
               const Eigen::Ref<const Eigen::MatrixXd>& D, double time_period)
      : AffineSystem<T>(std::move(converter), A, B, Eigen::VectorXd(), C, D, Eigen::VectorXd(),
                        time_period) {}
};

}  // namespace loopwright
