#include "gui/noise/spectrum_curves.h"

#include <algorithm>
#include <span>

#include "blocklib/sinks/spectrum.h"
#include "engine/statistics/confidence.h"

namespace loopwright {

// At half the sampling rate an estimate has half the degrees of freedom.
SpectrumCurves spectrumCurves(const std::vector<double>& samples, int segment, double period_sec,
                              const DensityOf& theory) {
  constexpr double kLeastTheory = 1e-3;  // of the least density of the estimate
  const PowerSpectrum spectrum = EstimateSpectrum(samples, segment, period_sec);
  SpectrumCurves curves;
  const double degrees = std::max(1.0, spectrum.degrees_of_freedom);  // 0 where nothing is there
  const Interval both = DensityFactors(degrees, kSpectrumConfidence);
  const Interval alone = DensityFactors(degrees / 2, kSpectrumConfidence);
  for (size_t i = 1; i < spectrum.frequencies_hz.size(); ++i) {
    const double frequency = spectrum.frequencies_hz[i], density = spectrum.densities[i];
    if (!(density > 0)) continue;
    const Interval& factors = isFoldingFrequency(frequency, period_sec) ? alone : both;
    curves.line.emplace_back(frequency, density);
    curves.lower.emplace_back(frequency, factors.lower * density);
    curves.upper.emplace_back(frequency, factors.upper * density);
  }
  if (curves.line.empty()) return curves;
  const double least = kLeastTheory * std::ranges::min(curves.line, {}, &QPointF::y).y();
  const std::span<const double> frequencies(spectrum.frequencies_hz.begin() + 1,
                                            spectrum.frequencies_hz.end());
  const std::vector<double> densities = oneSidedDensities(theory, frequencies, period_sec);
  for (size_t i = 0; i < densities.size(); ++i) {
    if (densities[i] > least) curves.theory.emplace_back(frequencies[i], densities[i]);
  }
  return curves;
}

}  // namespace loopwright
