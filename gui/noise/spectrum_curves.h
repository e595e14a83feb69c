#pragma once

#include <QPointF>
#include <vector>

#include "gui/noise/spectrum_theories.h"

namespace loopwright {

/// What a plot of a spectrum shows of one signal, by frequency in Hz.
struct SpectrumCurves {
  std::vector<QPointF> line;  ///< the estimate
  std::vector<QPointF>
      lower;  ///< the ends of the interval around each of its points that holds the
  std::vector<QPointF> upper;  ///< density with a confidence of kSpectrumConfidence
  std::vector<QPointF> theory;
};

inline constexpr double kSpectrumConfidence = 0.95;

/// The estimate by EstimateSpectrum() of samples that are `period_sec` apart, and the theory beside
/// it, one-sided as it is; without the frequency 0 and values of 0, which logarithmic axes do not
/// have. Theory that lies far below the estimate, as of a noise that is held and has no power at
/// all there, is left out: the axis would go down without end.
SpectrumCurves spectrumCurves(const std::vector<double>& samples, int segment, double period_sec,
                              const DensityOf& theory);

}  // namespace loopwright
