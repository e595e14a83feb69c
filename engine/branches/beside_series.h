#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "engine/scalar/autodiff.h"

namespace loopwright {

/// Functions s(t) of time alone, with their derivatives s'(t), from a power series of each: what
/// margins of constant gradient have beside sums of the state, as - sin t in the margin x - sin t.
///
/// A series is made once and then gives both numbers in a few products, for as many steps as it is
/// good for, where asking the diagram for s' takes an evaluation by automatic differentiation at
/// each new time. It is good where the terms of its last two orders in s', the sixth and seventh,
/// are less than 1e-12 of the first ones: what it leaves out is then smaller than these by another
/// factor of the kind by which the terms have shrunk from the first to the sixth, so that it is
/// about rounding. For sin t at 0 that is up to t = 0.03.
class BesideSeries {
 public:
  explicit BesideSeries(size_t count) : coefficients_(count), rate_coefficients_(count) {}

  /// Takes over series in t - `time`, one per function. Whether that is worth while: they are
  /// numbers, and good for a step of the length `step` or more to either side of `time`.
  bool Take(double time, double step, const std::vector<AutoDiff>& series);
  void Forget() { reach_ = -1; }
  bool Covers(double time) const { return time - time_ <= reach_ && time_ - time <= reach_; }
  /// s(time) and s'(time) where Covers(time).
  struct Values {
    double value, rate;
  };
  Values Calc(size_t function, double time) const {
    const double t = time - time_;
    const Coefficients& of_value = coefficients_[function];
    const Coefficients& of_rate = rate_coefficients_[function];
    Values sum{0, 0};
    for (size_t k = kOrder; k > 0; --k) {
      sum.rate = sum.rate * t + of_rate[k];
      sum.value = (sum.value + of_value[k]) * t;
    }
    sum.value += of_value[0];
    return sum;
  }

 private:
  static constexpr size_t kOrder = AutoDiff::kDerivatives;
  bool IsGoodFor(double reach) const;

  /// Element k: c_k of s, and k c_k, which s' has with t^(k-1).
  using Coefficients = std::array<double, kOrder + 1>;
  std::vector<Coefficients> coefficients_, rate_coefficients_;
  double time_ = std::numeric_limits<double>::quiet_NaN();
  double reach_ = -1;
};

}  // namespace loopwright
