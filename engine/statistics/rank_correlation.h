#pragma once

#include <cstdint>
#include <span>

#include "engine/statistics/confidence.h"

namespace loopwright {

/// How far one number rises with another: 1 where it always does, −1 where it always falls, near 0
/// where it does neither.
struct RankCorrelation {
  uint64_t count = 0;  ///< pairs of which both numbers are finite
  double value = 0;    ///< from −1 to 1; NaN where one of both is always the same
  Interval
      interval;  ///< that holds the correlation of the distribution; NaN for fewer than 4 pairs
};

/// Spearman's rank correlation of pairs (x, y), which are as many of each, with the given
/// confidence (0.95). Equal numbers have the mean of their ranks; pairs that are not finite are
/// left out.
///
/// The interval is Fisher's, of the inverse hyperbolic tangent, with the variance
/// (1 + ρ²/2)/(n − 3) of Bonett and Wright: Sample size requirements for estimating Pearson,
/// Kendall and Spearman correlations. Psychometrika 65 (2000) 23-28.
RankCorrelation CorrelateRanks(std::span<const double> x, std::span<const double> y,
                               double confidence);

}  // namespace loopwright
