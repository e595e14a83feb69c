#include "gui/noise/spectrum_theories.h"

#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "engine/document/document.h"
#include "engine/text/number_format.h"
#include "gui/noise/block_noise.h"

namespace loopwright {

namespace {

// What two requests have to have in common to have one answer.
std::string keyOf(const SpectrumRequest& request) {
  std::string key = request.run.signal_paths.front() + (request.is_after_updates ? "+" : "-");
  for (const double time :
       {request.period_sec, request.offset_sec, request.start_sec, request.stop_sec}) {
    key += ' ' + FormatNumber(time);
  }
  for (const auto& [name, value] : request.run.overrides) key += '\n' + name + '=' + value;
  return key;
}

// Of a signal that is the output of a noise.
DensityOf densityOfNoise(const Document& document, const BlockRegistry& registry,
                         const SpectrumRequest& request) {
  const auto noise = findSignalNoise(document, registry, request.run.signal_paths.front());
  if (!noise) return nullptr;
  return [law = *noise, period = request.period_sec](std::span<const double> frequencies) {
    return SampledDensities(law, frequencies, period);
  };
}

// Where there is no theory none is drawn; why is of no interest to who looks at a spectrum.
DensityOf densityBehindNoises(const Document& document, const BlockRegistry& registry,
                              const SpectrumRequest& request) {
  std::optional<SampledSpectrum> spectrum;
  try {
    spectrum = CalcSignalSpectrum(document, registry, request);
  } catch (const std::exception&) {
    return nullptr;
  }
  if (!spectrum) return nullptr;
  const auto shared = std::make_shared<const SampledSpectrum>(*std::move(spectrum));
  return [shared](std::span<const double> frequencies) {
    std::vector<double> densities;
    for (const double f : frequencies) densities.push_back(shared->DensityAt(f));
    return densities;
  };
}

}  // namespace

DensityOf findSpectrumTheory(const Document& document, const BlockRegistry& registry,
                             const SpectrumRequest& request) {
  // A noise has the parameters of the document, where the run has no others.
  const DensityOf ofNoise =
      request.run.overrides.empty() ? densityOfNoise(document, registry, request) : DensityOf();
  return ofNoise ? ofNoise : densityBehindNoises(document, registry, request);
}

bool isFoldingFrequency(double frequency_hz, double period_sec) {
  return 2 * frequency_hz * period_sec > 1 - 1e-9;
}

// A density over positive and negative frequencies is folded onto the positive ones, and doubles,
// but at 0 and at half the sampling frequency, which are there once.
std::vector<double> oneSidedDensities(const DensityOf& theory,
                                      std::span<const double> frequencies_hz, double period_sec) {
  if (!theory) return {};
  std::vector<double> densities = theory(frequencies_hz);
  for (std::size_t i = 0; i < densities.size(); ++i) {
    if (!isFoldingFrequency(frequencies_hz[i], period_sec)) densities[i] *= 2;
  }
  return densities;
}

SpectrumTheories::SpectrumTheories(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

SpectrumTheories::~SpectrumTheories() { ++number_; }

void SpectrumTheories::setDocument(const Document& document) {
  ++number_;
  theories_.clear();
  document_ = std::make_shared<const Document>(document);
}

DensityOf SpectrumTheories::find(const SpectrumRequest& request, bool isAsWritten) {
  DensityOf noise = isAsWritten ? densityOfNoise(*document_, registry_, request) : DensityOf();
  if (noise) return noise;
  const std::string key = keyOf(request);
  const auto [known, isNew] = theories_.try_emplace(key);
  if (isNew) answer(request, key);
  return known->second;
}

void SpectrumTheories::answer(SpectrumRequest request, const std::string& key) {
  const int number = number_;
  request.breaks_off = [this, number] { return number != number_; };
  background_.start([this, document = document_, asked = std::move(request), key,
                     number]() -> Background::Consequence {
    return [this, theory = densityBehindNoises(*document, registry_, asked), key, number] {
      if (!theory || number != number_) return;
      theories_[key] = theory;
      Q_EMIT found();
    };
  });
}

}  // namespace loopwright
