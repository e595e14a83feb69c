#include "engine/statistics/first_order_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/random/draw.h"
#include "engine/statistics/moments.h"

namespace loopwright {
namespace {

using Pair = std::pair<double, double>;

constexpr std::size_t kFewestPairs = 8;  // two classes of four, of which a line takes two

// The pairs that are finite, by x; those of one x as they came.
std::vector<Pair> SortedPairs(std::span<const double> x, std::span<const double> y) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i]) && std::isfinite(y[i])) pairs.emplace_back(x[i], y[i]);
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.first < b.first; });
  return pairs;
}

// Appends the squares of what is left of a class around its line (least squares), made larger so
// that their mean is the variance around it.
void AppendRests(std::span<const Pair> members, std::vector<double>* rests) {
  const auto count = static_cast<double>(members.size());
  double mean_x = 0, mean_y = 0;
  for (const auto& [x, y] : members) {
    mean_x += x / count;
    mean_y += y / count;
  }
  double xx = 0, xy = 0;
  for (const auto& [x, y] : members) {
    xx += (x - mean_x) * (x - mean_x);
    xy += (x - mean_x) * (y - mean_y);
  }
  const double slope = xx > 0 ? xy / xx : 0;
  const double factor = count / (count - (xx > 0 ? 2 : 1));
  for (const auto& [x, y] : members) {
    const double rest = y - mean_y - slope * (x - mean_x);
    rests->push_back(factor * rest * rest);
  }
}

}  // namespace

// Pairs are sorted by x and cut into classes: within a class x is nearly the same, so that what y
// varies by there is what x does not explain.
FirstOrderIndex EstimateFirstOrderIndex(std::span<const double> x, std::span<const double> y,
                                        double confidence) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Pair> pairs = SortedPairs(x, y);
  FirstOrderIndex result{pairs.size(), kUnknown, {kUnknown, kUnknown}};
  if (pairs.size() < kFewestPairs || pairs.front().first == pairs.back().first) return result;
  Moments of_y;
  for (const Pair& pair : pairs) of_y.Add(pair.second);
  const double variance = of_y.variance();
  if (!(variance > 0)) return result;
  const std::size_t n = pairs.size();
  const auto num_classes = static_cast<std::size_t>(std::sqrt(static_cast<double>(n) / 2));
  std::vector<double> rests;
  for (std::size_t k = 0; k < num_classes; ++k) {
    const std::size_t begin = k * n / num_classes, end = (k + 1) * n / num_classes;
    AppendRests(std::span(pairs).subspan(begin, end - begin), &rests);
  }
  Moments of_rests, influence;
  for (const double rest : rests) of_rests.Add(rest);
  const double index = 1 - of_rests.mean / variance;
  for (std::size_t i = 0; i < n; ++i) {
    const double away = pairs[i].second - of_y.mean;
    influence.Add((1 - index) * away * away - rests[i]);
  }
  const double half = internal::NormalQuantile((1 + confidence) / 2) *
                      std::sqrt(influence.variance() / static_cast<double>(n)) / variance;
  const auto within = [](double part) { return std::clamp(part, 0.0, 1.0); };
  result.value = within(index);
  result.interval = {within(index - half), within(index + half)};
  return result;
}

}  // namespace loopwright
