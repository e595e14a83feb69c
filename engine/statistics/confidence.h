#pragma once

#include <cstdint>
#include <span>

#include "engine/statistics/moments.h"

// Confidence intervals of what a sample tells. The quantiles of the distributions that they need
// are those of Boost.Math.

namespace loopwright {

/// Lower and upper end of an interval; NaN where a sample is too small for one.
struct Interval {
  double lower;
  double upper;
};

/// Half the width of the interval that holds the mean of the distribution with the given confidence
/// (0.95), from a sample of independent numbers: t s/√n, exact for Gaussian numbers, and for others
/// as n grows. NaN for fewer than two numbers.
double MeanHalfWidth(const Moments& sample, double confidence);

/// The interval that holds the variance of Gaussian numbers with the given confidence, by quantiles
/// of the χ² distribution.
Interval VarianceInterval(const Moments& sample, double confidence);

/// The interval that holds quantile p of any continuous distribution with at least the given
/// confidence, between two numbers of the sample: their ranks are quantiles of the binomial
/// distribution (David, Nagaraja: Order Statistics, 7.1). NaN where the sample has no such numbers.
Interval QuantileInterval(std::span<const double> sorted, double p, double confidence);

/// What an estimate of a power spectral density is to be multiplied by for the interval that holds
/// the density with the given confidence, where it has so many degrees of freedom (> 0, which need
/// not be whole; 2 for each independent periodogram): d/χ²(1 − α/2) and d/χ²(α/2), exact for
/// Gaussian noise whose density is even over the window's width, and for others nearly so
/// (Percival, Walden: Spectral Analysis for Physical Applications (1993), 6.10).
Interval DensityFactors(double degrees_of_freedom, double confidence);

/// The interval that holds a probability with the given confidence, of `hits` in `count` runs
/// (Wilson: Probable inference, 1927).
Interval ProportionInterval(uint64_t hits, uint64_t count, double confidence);

}  // namespace loopwright
