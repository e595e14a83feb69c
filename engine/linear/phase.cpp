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

constexpr double kDegreesPerRadian = 180 / std::numbers::pi;

/// Follows an angle from one frequency to another.
class PhaseWalk {
 public:
  PhaseWalk(const std::function<AngleWithSlope(double)>& at, int most_looks)
      : at_(at), looks_left_(most_looks) {}

  // The change of the angle, rad. Where the slope goes evenly from the one to the other, half their
  // difference over the way is the most that a line between them can miss.
  double Change(double from, AngleWithSlope start, double to, AngleWithSlope end) {
    constexpr double kTurn = 2 * std::numbers::pi;
    const double way = to - from, raw = end.angle - start.angle;
    const double foreseen = way * (start.slope + end.slope) / 2;
    if (!std::isfinite(foreseen)) return raw - kTurn * std::round(raw / kTurn);
    const double change = raw + kTurn * std::round((foreseen - raw) / kTurn);
    const double doubt = std::abs(way * (end.slope - start.slope)) / 2;
    const bool is_clear = std::abs(change - foreseen) < kTurn / 8 && doubt < kTurn / 4;
    const double middle =
        from * to > 0 ? std::copysign(std::sqrt(from * to), from) : (from + to) / 2;
    const bool is_narrow = middle == from || middle == to;
    if (is_clear || is_narrow) return change;
    if (looks_left_ <= 0) {
      is_certain_ = false;
      return change;
    }
    --looks_left_;
    const AngleWithSlope between = at_(middle);
    return Change(from, start, middle, between) + Change(middle, between, to, end);
  }

  bool is_certain() const { return is_certain_; }

 private:
  const std::function<AngleWithSlope(double)>& at_;
  int looks_left_;
  bool is_certain_ = true;
};

}  // namespace

FollowedPhase FollowPhase(const std::vector<double>& frequencies,
                          const std::vector<AngleWithSlope>& angles,
                          const std::function<AngleWithSlope(double)>& at) {
  // What is noise, as a response that only rounding makes, has a slope that leads nowhere.
  constexpr int kLooks = 1, kMoreLooks = 200;
  PhaseWalk walk(at, kLooks * static_cast<int>(frequencies.size()) + kMoreLooks);
  FollowedPhase phase;
  double angle = 0;
  for (size_t i = 0; i < angles.size(); ++i) {
    angle = i == 0
                ? angles[0].angle
                : angle + walk.Change(frequencies[i - 1], angles[i - 1], frequencies[i], angles[i]);
    phase.degrees.push_back(angle * kDegreesPerRadian);
  }
  phase.is_certain = walk.is_certain();
  return phase;
}

std::vector<double> UnwrappedPhase(const ComplexList& response) {
  std::vector<double> phase;
  for (const Complex value : response) {
    const double degrees = std::arg(value) * kDegreesPerRadian;
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
