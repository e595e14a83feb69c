#include "engine/linear/phase.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/common/exceptions.h"

namespace loopwright {
namespace {

constexpr double kDegreesPerRadian = 180 / std::numbers::pi;

constexpr double kTurn = 2 * std::numbers::pi;

double NearestTurn(double angle) { return angle - kTurn * std::round(angle / kTurn); }

/// What the Taylor series of a response says of its logarithm some way off.
struct Foreseen {
  Complex change;      ///< of log G
  double largest = 0;  ///< of the sizes of its terms,
  double last = 0;     ///< and that of its last one
};

// The integral of the series of d log G/dω over the way, term by term. The size of the last term
// beside the largest says whether it converges.
Foreseen Foresee(const LocalResponse& from, double way) {
  Foreseen foreseen;
  double power = way;
  for (size_t k = 0; k < from.rates.size(); ++k) {
    const Complex term = from.rates[k] * (power / static_cast<double>(k + 1));
    foreseen.change += term;
    foreseen.last = std::abs(term);
    foreseen.largest = std::max(foreseen.largest, foreseen.last);
    power *= way;
  }
  return foreseen;
}

/// Follows the angle of a response from one frequency to another.
class PhaseWalk {
 public:
  PhaseWalk(const std::function<LocalResponse(double)>& at, int most_looks)
      : at_(at), looks_left_(most_looks) {}

  // The change of the angle, rad.
  double Change(double from, const LocalResponse& start, double to, const LocalResponse& end) {
    const double raw = std::arg(end.value) - std::arg(start.value);
    const Foreseen first = Foresee(start, (to - from) / 2), second = Foresee(end, (from - to) / 2);
    const Complex foreseen = first.change - second.change;
    if (!std::isfinite(std::abs(foreseen))) return NearestTurn(raw);
    const double change = raw + kTurn * std::round((foreseen.imag() - raw) / kTurn);
    const double gain = std::log(std::abs(end.value)) - std::log(std::abs(start.value));
    const double miss = std::abs(foreseen - Complex(gain, change));
    if (Converges(first) && Converges(second) && IsMet(miss, first, second)) return change;
    const double middle =
        from * to > 0 ? std::copysign(std::sqrt(from * to), from) : (from + to) / 2;
    if (middle == from || middle == to) return NearestTurn(raw);
    if (looks_left_ <= 0) {
      is_certain_ = false;
      return NearestTurn(raw);
    }
    --looks_left_;
    const LocalResponse between = at_(middle);
    return Change(from, start, middle, between) + Change(middle, between, to, end);
  }

  bool is_certain() const { return is_certain_; }

 private:
  /// Of log G, that is of the gain as a factor and of radians: what may be rounding.
  static constexpr double kRounding = 1e-6;

  static bool Converges(const Foreseen& foreseen) {
    constexpr double kShare = 0.125;
    return foreseen.last <= std::max(kRounding, kShare * foreseen.largest);
  }

  static bool IsMet(double miss, const Foreseen& first, const Foreseen& second) {
    constexpr double kShare = 1e-3;
    const double largest = std::max(first.largest, second.largest);
    return miss <= std::max(kRounding, kShare * std::min(1.0, largest));
  }

  const std::function<LocalResponse(double)>& at_;
  int looks_left_;
  bool is_certain_ = true;
};

}  // namespace

// G' = G d log G/dω, coefficient by coefficient.
LocalResponse LocalResponseOf(const ComplexList& taylor) {
  LocalResponse response{taylor.front(), {}};
  for (size_t k = 0; k + 1 < taylor.size(); ++k) {
    Complex rate = static_cast<double>(k + 1) * taylor[k + 1];
    for (size_t i = 0; i < k; ++i) rate -= response.rates[i] * taylor[k - i];
    response.rates.push_back(rate / taylor.front());
  }
  return response;
}

FollowedPhase FollowPhase(const std::vector<double>& frequencies,
                          const std::vector<LocalResponse>& responses,
                          const std::function<LocalResponse(double)>& at) {
  // What is noise, as a response that only rounding makes, has series that lead nowhere.
  constexpr int kLooks = 2, kMoreLooks = 1000;
  PhaseWalk walk(at, kLooks * static_cast<int>(frequencies.size()) + kMoreLooks);
  FollowedPhase phase;
  double angle = 0;
  for (size_t i = 0; i < responses.size(); ++i) {
    angle = i == 0 ? std::arg(responses[0].value)
                   : angle + walk.Change(frequencies[i - 1], responses[i - 1], frequencies[i],
                                         responses[i]);
    phase.degrees.push_back(angle * kDegreesPerRadian);
  }
  phase.is_certain = walk.is_certain();
  return phase;
}

// For example 170°, −175° becomes 170°, 185°: the nearer of the two ways is taken.
std::vector<double> UnwrappedPhase(const ComplexList& response) {
  std::vector<double> phase;
  for (const Complex value : response) {
    const double degrees = std::arg(value) * kDegreesPerRadian;
    const double turns = phase.empty() ? 0 : std::round((phase.back() - degrees) / 360);
    phase.push_back(degrees + 360 * turns);
  }
  return phase;
}

std::optional<ZeroPoleGain> AsSeries(const LinearModel& model) {
  try {
    return ToZeroPoleGain(model, 0, 0);
  } catch (const UsageError&) {
    return {};
  }
}

std::vector<double> PhaseOf(const LinearModel& model, const std::vector<double>& frequencies,
                            const ComplexList& response) {
  return PhaseOf(AsSeries(model), frequencies, response);
}

std::vector<double> PhaseOf(const std::optional<ZeroPoleGain>& series,
                            const std::vector<double>& frequencies, const ComplexList& response) {
  if (!series) return UnwrappedPhase(response);
  std::vector<double> phase;
  for (const double w : frequencies) phase.push_back(series->PhaseDegrees(w));
  return phase;
}

}  // namespace loopwright
