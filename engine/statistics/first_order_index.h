#pragma once

#include <cstdint>
#include <span>

#include "engine/statistics/confidence.h"

namespace loopwright {

/// Which part of the variance of one number another accounts for, whatever it has to do with it.
struct FirstOrderIndex {
  uint64_t count = 0;  ///< pairs of which both numbers are finite
  double value = 0;    ///< from 0 to 1; NaN for fewer than 8 pairs, or one of both always the same
  Interval interval;   ///< that holds the index of the distribution, within 0 to 1; NaN likewise
};

/// Sobol's index of first order of y by x, Var(E(y|x)) / Var(y), from pairs (x, y) of independent
/// runs, which are as many of each, with the given confidence (0.95). Pairs that are not finite are
/// left out.
///
/// No further runs are needed: sorted by x, the pairs are parted into √(n/2) classes of nearly as
/// many (Plischke, Borgonovo, Smith: Global sensitivity measures from given data. European Journal
/// of Operational Research 226 (2013) 536-550), in each of which E(y|x) is taken as a straight
/// line, where they take a constant: the classes may be wider so. What is left around the lines,
/// over its degrees of freedom, is E(Var(y|x)) without bias where they are right. The interval is
/// that of the efficient influence function of the index S, for m = E(y|x) and μ = E(y)
///
///     ((1 − S)(y − μ)² − (y − m)²) / Var(y)
///
/// (Da Veiga, Gamboa: Efficient estimation of sensitivity indices. Journal of Nonparametric
/// Statistics 25 (2013) 573-595).
FirstOrderIndex EstimateFirstOrderIndex(std::span<const double> x, std::span<const double> y,
                                        double confidence);

}  // namespace loopwright
