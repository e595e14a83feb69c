#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace loopwright {

/// Count, mean, spread and range of a sample of finite numbers, in one pass and constant memory.
/// Two samples are put together without their numbers.
///
/// Chan, Golub, LeVeque: Algorithms for computing the sample variance. The American Statistician 37
/// (1983) 242-247.
struct Moments {
  uint64_t count = 0;
  double mean = 0;
  double squares = 0;  ///< sum of squared distances from the mean
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void Add(double value);
  /// Takes in the sample of later runs. The result depends on the order to the last bit, so whoever
  /// wants the same bytes merges in the same tree.
  void Merge(const Moments& later);

  /// With n - 1 in the denominator; NaN for fewer than two numbers.
  double variance() const;
  double standard_deviation() const;
};

/// Of the numbers that are finite. With `in_pairs` each two neighbours are an antithetic pair of
/// runs: the sample is that of the means of whole pairs, which are independent of each other as
/// the runs are not.
Moments MomentsOf(std::span<const double> values, bool in_pairs);

}  // namespace loopwright
