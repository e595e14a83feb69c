#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/context/blend.h"
#include "engine/integration/autodiff_copy.h"

namespace loopwright {

/// How the weights of a sliding motion push the state, where that is the same at all times and
/// states: then
///
///     x'(t, x, w) = x'(t, x, 0) + P w,    P = ∂x'/∂w,
///
/// and the derivatives with any weights follow from those with all surfaces on side 0. Of a mass m
/// with dry friction F, which is between -F and F, P is (0, -2 F / m). That P is constant is found
/// by differentiating at the present time and state and at random others, with other weights each
/// time; who relies on it compares with x' itself now and then, since a table, for one, may be a
/// straight line there and bend further on.
template <typename T>
class ConstantPush {
 public:
  /// `copy`, of the same context, must outlive this; it is used by Find() only.
  ConstantPush(const internal::ContextData<T>* data, int num_surfaces, AutoDiffCopy<T>* copy);

  /// Looks again. False where P is not constant, or the system has no form in AutoDiff.
  bool Find();
  /// P after Find(), one row per element of the continuous state and one column per surface.
  const Eigen::MatrixXd& matrix() const { return matrix_; }

 private:
  bool CalcAt(bool is_first, uint64_t* random, Eigen::MatrixXd* matrix);

  const internal::ContextData<T>& data_;
  AutoDiffCopy<T>& copy_;
  const int num_surfaces_;
  Eigen::MatrixXd matrix_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(ConstantPush)

}  // namespace loopwright
