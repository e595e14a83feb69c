#pragma once

#include <vector>

namespace loopwright {

/// What many paths have on average, and what lies between the 5 and 95 % quantiles of what each of
/// them has alone: a single path is expected in this band.
struct PathBand {
  std::vector<double> at;  ///< lags in seconds, or frequencies in Hz
  std::vector<double> mean, lower, upper;
};

/// How paths go on: the autocorrelation of what each of them is away from their mean at each time,
/// for lags up to half of the time. `paths` have a value every `step_sec` seconds, all the same
/// number, and finite. That of one path is its mean product over time, without a factor that would
/// make it less at long lags, so that the mean over paths has no bias; all are divided by the
/// variance over all paths. Empty for fewer than two paths or values, and where they do not differ.
///
/// Priestley: Spectral Analysis and Time Series (1981), 5.3.
PathBand AutocorrelationOf(const std::vector<std::vector<double>>& paths, double step_sec);

/// The one-sided power spectral density of the same, in unit²/Hz, from 0 up to half of the sampling
/// frequency: the periodogram of each path behind Hann's window, whose sum over frequencies times
/// their distance is the variance. (As above, 6.1.)
PathBand SpectrumOf(const std::vector<std::vector<double>>& paths, double step_sec);

}  // namespace loopwright
