#include "engine/studies/stop_rule.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "engine/statistics/confidence.h"

namespace loopwright {
namespace {

constexpr uint64_t kFirstStopCount = 100;

double HalfWidth(const Interval& interval) { return (interval.upper - interval.lower) / 2; }

// Half the width of the interval that the rule is about. For proportions and quantiles, runs in
// which the measure does not exist are left out.
double MeasuredHalfWidth(const StopRule& rule, std::span<const double> values, double confidence,
                         bool in_pairs) {
  if (rule.of == StopRule::Of::kMean) {
    return MeanHalfWidth(MomentsOf(values, in_pairs), confidence);
  }
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  if (rule.of == StopRule::Of::kProportion) {
    const auto hits = std::count_if(finite.begin(), finite.end(), [](double v) { return v != 0; });
    return HalfWidth(ProportionInterval(static_cast<uint64_t>(hits), finite.size(), confidence));
  }
  std::sort(finite.begin(), finite.end());
  return HalfWidth(QuantileInterval(finite, rule.quantile, confidence));
}

}  // namespace

bool IsStopCount(uint64_t num_runs) {
  uint64_t count = kFirstStopCount;
  while (count < num_runs) count += count / 4;
  return count == num_runs;
}

// Where there is no interval yet its width is not a number, and the comparison says no.
bool IsEnough(const StopRule& rule, std::span<const double> values, double confidence,
              bool in_pairs) {
  return MeasuredHalfWidth(rule, values, confidence, in_pairs) <= rule.half_width;
}

}  // namespace loopwright
