#include "engine/statistics/moments.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

// Takes in one value (Welford: Note on a Method for Calculating Corrected Sums of Squares and
// Products). The squares are of distances from the mean, so nothing is lost where the mean is large
// and the values hardly differ.
void Moments::Add(double value) {
  ++count;
  const double distance = value - mean;
  mean += distance / static_cast<double>(count);
  squares += distance * (value - mean);
  least = std::min(least, value);
  greatest = std::max(greatest, value);
}

// Joins two samples (Chan, Golub and LeVeque, see the header). Which values were added in which
// part decides the rounding, so callers keep to a fixed order.
void Moments::Merge(const Moments& later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const auto here = static_cast<double>(count), there = static_cast<double>(later.count);
  const double distance = later.mean - mean, all = here + there;
  mean += distance * (there / all);
  squares += later.squares + distance * distance * (here * there / all);
  count += later.count;
  least = std::min(least, later.least);
  greatest = std::max(greatest, later.greatest);
}

double Moments::variance() const {
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  return squares / static_cast<double>(count - 1);
}

double Moments::standard_deviation() const { return std::sqrt(variance()); }

// Antithetic runs are not independent: of each pair the mean is one number.
Moments MomentsOf(std::span<const double> values, bool in_pairs) {
  Moments moments;
  const std::size_t step = in_pairs ? 2 : 1;
  for (std::size_t i = 0; i + step <= values.size(); i += step) {
    const double value = in_pairs ? (values[i] + values[i + 1]) / 2 : values[i];
    if (std::isfinite(value)) moments.Add(value);
  }
  return moments;
}

}  // namespace loopwright
