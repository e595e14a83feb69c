#pragma once

#include "engine/system/leaf_system.h"

namespace loopwright {

/// ẏ = (u - y) / τ, elementwise, from y = 0.
///
///     u0 → FirstOrderLowPassFilter → y0
template <typename T>
class FirstOrderLowPassFilter final : public LeafSystem<T> {
 public:
  /// One time constant, s, for `size` elements. std::logic_error unless it is > 0.
  explicit FirstOrderLowPassFilter(double time_constant_sec, int size = 1);
  /// One for each element.
  explicit FirstOrderLowPassFilter(const Eigen::VectorXd& time_constants_sec);
  /// For the conversion to another scalar; time constants are numbers in any.
  template <typename U>
  explicit FirstOrderLowPassFilter(const FirstOrderLowPassFilter<U>& other);

  /// std::logic_error where there are several that differ.
  double get_time_constant() const;
  /// In seconds, one for each element.
  const Eigen::VectorXd& get_time_constants_vector() const { return time_constants_sec_; }
  /// Sets y in a context; it has the size of the port.
  void set_initial_output_value(Context<T>* context, const Eigen::Ref<const VectorX<T>>& y) const;

 private:
  /// (u - y) / τ of each element.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;

  const Eigen::VectorXd time_constants_sec_;
};

LOOPWRIGHT_DECLARE_CLASS(FirstOrderLowPassFilter)

}  // namespace loopwright
