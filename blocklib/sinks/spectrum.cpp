#include "blocklib/sinks/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>

#include "blocklib/common/parameters.h"
#include "blocklib/sinks/signal_sink.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/common/checks.h"

namespace loopwright {
namespace {

// The periodic form, whose period is `size`: that of a window for spectra.
std::vector<double> HannWindow(int size) {
  std::vector<double> window;
  for (int i = 0; i < size; ++i) {
    window.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * i / size));
  }
  return window;
}

// See PowerSpectrum::degrees_of_freedom: periodograms of white noise under overlapping windows.
double DegreesOfFreedom(const std::vector<double>& window, size_t stride, int segments) {
  const double power = std::inner_product(window.begin(), window.end(), window.begin(), 0.0);
  double sum = 1;
  for (int j = 1; j < segments && static_cast<size_t>(j) * stride < window.size(); ++j) {
    const auto later = static_cast<std::ptrdiff_t>(static_cast<size_t>(j) * stride);
    const double common =
        std::inner_product(window.begin() + later, window.end(), window.begin(), 0.0) / power;
    sum += 2 * (1 - static_cast<double>(j) / segments) * common * common;
  }
  return 2 * segments / sum;
}

}  // namespace

// The periodograms are summed first and scaled once at the end: by the window's power, the number
// of segments and the sampling rate, so that the integral is the variance.
PowerSpectrum EstimateSpectrum(std::span<const double> samples, int segment, double period_sec) {
  LOOPWRIGHT_THROW_UNLESS(segment >= 1 && period_sec > 0);
  PowerSpectrum result;
  const int size = static_cast<int>(std::min<size_t>(samples.size(), static_cast<size_t>(segment)));
  if (size < 2) return result;
  const std::vector<double> window = HannWindow(size);
  const double power = std::inner_product(window.begin(), window.end(), window.begin(), 0.0);
  const size_t bins = static_cast<size_t>(size) / 2 + 1;
  result.densities.resize(bins);
  Eigen::FFT<double> fft;
  std::vector<double> part(size);
  std::vector<std::complex<double>> transform;
  int segments = 0;
  // Segments overlap by half.
  const size_t stride = std::max<size_t>(1, part.size() - part.size() / 2);
  for (size_t begin = 0; begin + part.size() <= samples.size(); begin += stride) {
    const std::span<const double> here = samples.subspan(begin, part.size());
    // The mean is taken away first, as the window would spread it over the lowest frequencies.
    const double mean = std::accumulate(here.begin(), here.end(), 0.0) / size;
    for (size_t i = 0; i < part.size(); ++i) part[i] = window[i] * (here[i] - mean);
    fft.fwd(transform, part);
    for (size_t k = 0; k < bins; ++k) result.densities[k] += std::norm(transform[k]);
    ++segments;
  }
  result.degrees_of_freedom = DegreesOfFreedom(window, stride, segments);
  for (size_t k = 0; k < bins; ++k) {
    // Negative frequencies count to their positive ones; 0 and half the rate have no other.
    const bool is_alone = k == 0 || 2 * k == part.size();
    result.densities[k] *= (is_alone ? 1 : 2) * period_sec / (power * segments);
    result.frequencies_hz.push_back(static_cast<double>(k) / (size * period_sec));
  }
  return result;
}

// The block type `Spectrum`: it takes samples of its input, whose spectrum a plot shows. As
// Histogram, a plot of recorded samples: here averaged spectra of overlapping segments.
BlockDescriptor SpectrumBlock() {
  BlockDescriptor block;
  block.type = "Spectrum";
  block.category = "sinks";
  block.title = "Spectrum";
  block.summary = "Power spectral density of a signal (Welch).";
  block.search_words = "FFT, power spectrum, frequency, PSD, Fourier, Welch, spectral density";
  block.names_elsewhere = "Spectrum Analyzer, Power Spectral Density, FFT";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4.5 16 L7.5 15 L9.5 5 L11.5 15.5 L14.5 16.5 L16 11.5 L17.5 17 L21 18"/>
)";
  block.inputs = {"u"};
  block.parameters = {
      MakeParameter("segment", ParameterKind::kInteger, 256, "", ">= 8", ""),
      PeriodParameter(),
  };
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    return Face::Screen("M-18 7 L-11 5 L-8 -9 L-5 5 L2 7 L5 0 L8 7 L18 9");
  };
  block.plot = BlockPlot::kSpectrum;
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
