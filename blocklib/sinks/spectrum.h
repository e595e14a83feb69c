#pragma once

#include <span>
#include <vector>

namespace loopwright {

/// A one-sided power spectral density: its integral over the frequencies is the variance.
struct PowerSpectrum {
  std::vector<double> frequencies_hz;  ///< 0, 1/(n h), …, up to 1/(2h)
  std::vector<double> densities;       ///< unit of the samples squared, per hertz
  /// Of each density, as DensityFactors() takes them; at 0 and 1/(2h) half as many. Of K segments
  /// 2K / (1 + 2 Σ (1 − j/K) r_j), where r_j is the squared correlation of the window with itself
  /// j segments later, 1/36 for the next one (Welch, as below, equation 12).
  double degrees_of_freedom = 0;
};

/// The density of samples that are `period_sec` apart (> 0, else std::logic_error) by Welch's
/// method: the mean of the periodograms of segments of `segment` samples (>= 1, else
/// std::logic_error) that overlap by half, each less its mean and under a periodic Hann window
/// (P. D. Welch, IEEE Transactions on Audio and Electroacoustics 15 (1967) 70-73). Fewer samples
/// than a segment are one segment; fewer than two give an empty spectrum. Samples that do not fill
/// a segment at the end are left out.
PowerSpectrum EstimateSpectrum(std::span<const double> samples, int segment, double period_sec);

}  // namespace loopwright
