#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace loopwright {

/// How many samples lie in each of a row of bins of equal width.
struct BinCounts {
  double lower = 0;  ///< where the first bin begins
  double upper = 0;  ///< where the last bin ends
  std::vector<int64_t> counts;
};

/// Counts samples in `bins` bins (>= 1, else std::logic_error) from the least to the greatest
/// finite sample. A bin includes its lower end, the last one its upper end as well. Where all
/// samples are equal the bins reach from 0.5 below to 0.5 above; where there are none, from 0 to 1.
/// Samples that are not finite are left out.
BinCounts CountInBins(std::span<const double> samples, int bins);

}  // namespace loopwright
