#include "engine/linear/phase.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {
namespace {

// The model as poles, zeros, a gain and one dead time; nothing where a dead time stands inside it.
std::optional<ZeroPoleGain> AsSeries(const LinearModel& model) {
  try {
    return ToZeroPoleGain(model, 0, 0);
  } catch (const UsageError&) {
    return {};
  }
}

}  // namespace

std::vector<double> UnwrappedPhase(const ComplexList& response) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  std::vector<double> phase;
  for (const Complex value : response) {
    const double degrees = std::arg(value) * kDegrees;
    const double turns = phase.empty() ? 0 : std::round((phase.back() - degrees) / 360);
    phase.push_back(degrees + 360 * turns);
  }
  return phase;
}

std::vector<double> PhaseOf(const LinearModel& model, const std::vector<double>& frequencies,
                            const ComplexList& response) {
  const std::optional<ZeroPoleGain> series = AsSeries(model);
  if (!series) return UnwrappedPhase(response);
  std::vector<double> phase;
  for (const double w : frequencies) phase.push_back(series->PhaseDegrees(w));
  return phase;
}

}  // namespace loopwright
