#include "engine/branches/beside_series.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

bool BesideSeries::Take(double time, double step, const std::vector<AutoDiff>& series) {
  // Steps to either side. A step asks at two times or more, and a series takes about as long as
  // three such evaluations, so that one for this step and the half of the next pays.
  constexpr double kMostSteps = 64, kLeastSteps = 1;
  time_ = time;
  reach_ = -1;
  for (size_t f = 0; f < coefficients_.size(); ++f) {
    for (size_t k = 0; k <= kOrder; ++k) {
      coefficients_[f][k] = series[f].coefficient(static_cast<int>(k));
      rate_coefficients_[f][k] = static_cast<double>(k) * coefficients_[f][k];
      if (!std::isfinite(coefficients_[f][k])) return false;
    }
  }
  double reach = kMostSteps * step;
  while (reach >= kLeastSteps * step && !IsGoodFor(reach)) reach /= 2;
  if (!(reach >= kLeastSteps * step)) return false;
  reach_ = reach;
  return true;
}

// The terms of s' over the reach: k c_k reach^(k−1). The largest of the first three says how large
// s' is, the larger one of the last two what the series may leave out. Two are looked at, because
// every second one of an odd or even function is 0.
bool BesideSeries::IsGoodFor(double reach) const {
  constexpr double kSmall = 1e-12;
  constexpr size_t kFirstOrders = 3, kLastOrders = 2;
  return std::all_of(rate_coefficients_.begin(), rate_coefficients_.end(), [reach](const auto& c) {
    double first = 0, last = 0, power = 1;
    for (size_t k = 1; k <= kOrder; ++k, power *= reach) {
      const double term = std::abs(c[k]) * power;
      if (k <= kFirstOrders) first = std::max(first, term);
      if (k > kOrder - kLastOrders) last = std::max(last, term);
    }
    return last <= kSmall * first;
  });
}

}  // namespace loopwright
