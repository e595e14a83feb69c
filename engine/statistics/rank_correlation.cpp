#include "engine/statistics/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/random/draw.h"

namespace loopwright {
namespace {

// The place of each number in ascending order, from 1 on. Numbers that are equal share the mean of
// their places, so that their order in the sample does not matter.
std::vector<double> Ranks(const std::vector<double>& numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  std::vector<double> ranks(numbers.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && numbers[order[end]] == numbers[order[begin]]) ++end;
    const double mean = static_cast<double>(begin + 1 + end) / 2;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = mean;
  }
  return ranks;
}

// Pearson's correlation: the covariance over both standard deviations.
double Correlate(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mean = (n + 1) / 2;  // of ranks, ties or not
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

}  // namespace

RankCorrelation CorrelateRanks(std::span<const double> x, std::span<const double> y,
                               double confidence) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> finite_x, finite_y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    finite_x.push_back(x[i]);
    finite_y.push_back(y[i]);
  }
  RankCorrelation result{
      finite_x.size(), Correlate(Ranks(finite_x), Ranks(finite_y)), {kUnknown, kUnknown}};
  if (result.count < 4 || !std::isfinite(result.value)) return result;
  const auto n = static_cast<double>(result.count);
  const double middle = std::atanh(std::clamp(result.value, -1.0, 1.0));
  const double half = internal::NormalQuantile((1 + confidence) / 2) *
                      std::sqrt((1 + result.value * result.value / 2) / (n - 3));
  result.interval = {std::tanh(middle - half), std::tanh(middle + half)};
  return result;
}

}  // namespace loopwright
