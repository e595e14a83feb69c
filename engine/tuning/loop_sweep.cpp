#include "engine/tuning/loop_sweep.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/analysis/loop_cut.h"
#include "engine/common/exceptions.h"
#include "engine/linear/frequency_response.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kHalfTurn = 180;  // degrees
constexpr double kSameLoop = 1e-9;

// L at the frequencies, of the loop that is cut.
ComplexList ResponseOf(const HybridModel& cut, const std::vector<double>& frequencies) {
  const FrequencyResponse negative(LoopModelOf(cut));
  ComplexList response;
  for (const double w : frequencies) response.push_back(-negative.At(w)(0, 0));
  return response;
}

// Whether `response` is `factor` times `reference` at all frequencies; infinite ones say nothing.
bool IsMultiple(const ComplexList& response, const ComplexList& reference, double factor) {
  for (std::size_t i = 0; i < response.size(); ++i) {
    const Complex expected = factor * reference[i];
    if (!std::isfinite(std::abs(expected))) continue;
    if (!(std::abs(response[i] - expected) <= kSameLoop * std::abs(expected))) return false;
  }
  return true;
}

// Makes the sweep of one loop.
class Sweeper {
 public:
  Sweeper(const Document& document, const BlockRegistry& registry, const std::string& at,
          PointOptions point, const ResponsePicture& picture)
      : document_(document),
        registry_(registry),
        at_(at),
        point_(std::move(point)),
        picture_(picture) {}

  std::optional<LoopSweep> Sweep(const std::string& parameter, double value) {
    sweep_.parameter = parameter;
    sweep_.frequencies = picture_.frequencies;
    const HybridModel cut = CutWith(value);
    const double other = value == 0 ? 0.5 : kTried * value;
    const ComplexList there = ResponseOf(CutWith(other), sweep_.frequencies);
    if (IsMultiple(there, picture_.response, 1)) return {};
    if (value != 0 && IsMultiple(there, picture_.response, kTried)) {
      for (const double factor : Factors(kFactors)) AddMultiple(cut, value, factor);
    } else if (value != 0) {
      for (const double factor : Factors(kValues)) AddValue(value, value * factor);
    } else {
      for (int i = -kValues / 2; i <= kValues / 2; ++i) AddValue(value, 2.0 * i / (kValues - 1));
    }
    if (value < 0) Reverse();
    return std::move(sweep_);
  }

 private:
  static constexpr int kFactors = 201, kValues = 41;  // odd: the present value is in the middle
  static constexpr double kReach = 100;
  static constexpr double kTried = 1.25;  // times the present value, to see what it does
  static constexpr int kMostStates = 60;  // of loops whose poles are asked for at all values

  static std::vector<double> Factors(int count) {
    std::vector<double> factors = LogarithmicFrequencies(1 / kReach, kReach, count);
    factors[count / 2] = 1;
    return factors;
  }

  HybridModel CutWith(double value) const {
    PointOptions point = point_;
    point.overrides.emplace_back(sweep_.parameter, FormatNumber(value));
    return CutLoop(document_, registry_, point, at_);
  }

  void Add(double present, double value, ComplexList response, ComplexList poles) {
    if (value == present) sweep_.present = sweep_.values.size();
    sweep_.values.push_back(value);
    sweep_.responses.push_back(std::move(response));
    sweep_.poles.push_back(std::move(poles));
  }

  static ComplexList PolesOf(const HybridModel& cut, double factor) {
    return cut.num_states() > kMostStates ? ComplexList() : PolesOfClosedLoop(cut, factor);
  }

  // Without a closed loop there is nothing to show at this value.
  void AddMultiple(const HybridModel& cut, double value, double factor) {
    try {
      ComplexList response = picture_.response;
      for (Complex& one : response) one *= factor;
      ComplexList poles = PolesOf(cut, factor);
      Add(value, value * factor, std::move(response), std::move(poles));
    } catch (const NoResultError&) {
      return;
    }
  }

  // A value that the block does not take is left out as well.
  void AddValue(double present, double value) {
    try {
      const HybridModel cut = CutWith(value);
      ComplexList poles = PolesOf(cut, 1);
      Add(present, value, ResponseOf(cut, sweep_.frequencies), std::move(poles));
    } catch (const NoResultError&) {
      return;
    } catch (const UsageError&) {
      return;
    } catch (const InvalidDiagramError&) {
      return;
    }
  }

  void Reverse() {
    std::reverse(sweep_.values.begin(), sweep_.values.end());
    std::reverse(sweep_.responses.begin(), sweep_.responses.end());
    std::reverse(sweep_.poles.begin(), sweep_.poles.end());
    sweep_.present = sweep_.values.size() - 1 - sweep_.present;
  }

  const Document& document_;
  const BlockRegistry& registry_;
  const std::string& at_;
  const PointOptions point_;
  const ResponsePicture& picture_;
  LoopSweep sweep_;
};

// Between two values of the sweep: of one sign on a logarithmic axis.
double Between(double a, double b, double part) {
  return a * b > 0 ? a * std::pow(b / a, part) : a + part * (b - a);
}

// The value at which a quantity of the response is 0, the fewest values away from the present one,
// from which it is followed both ways. No number stands for a quantity that is not there; one that
// changes by more than `jump` from value to value has gone over to another crossing, or once
// around, and a hand would not come there.
std::optional<double> FindZero(const LoopSweep& sweep, double jump,
                               const std::function<double(const ComplexList&)>& quantity_of) {
  std::vector<double> quantity;
  for (const ComplexList& response : sweep.responses) quantity.push_back(quantity_of(response));
  std::optional<double> found;
  double least = std::numeric_limits<double>::infinity();
  for (const int step : {1, -1}) {
    std::size_t i = sweep.present;
    for (double passed = 0; step > 0 ? i + 1 < quantity.size() : i > 0; ++passed) {
      const std::size_t k = step > 0 ? i + 1 : i - 1;
      const double a = quantity[i], b = quantity[k];
      if (!std::isfinite(a) || !std::isfinite(b) || std::abs(a - b) > jump) break;
      if (a * b <= 0 && a != b) {
        const double part = a / (a - b);
        if (passed + part < least) found = Between(sweep.values[i], sweep.values[k], part);
        least = std::min(least, passed + part);
        break;
      }
      i = k;
    }
  }
  return found;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The phase margin of least magnitude among all crossings of |L| = 1.
double PhaseMarginOf(const ComplexList& response) {
  double least = kNone;
  for (std::size_t i = 0; i + 1 < response.size(); ++i) {
    const double a = std::log(std::abs(response[i])), b = std::log(std::abs(response[i + 1]));
    if (!(a * b <= 0) || a == b) continue;
    const double turn = std::arg(response[i + 1] / response[i]);
    const double phase = std::arg(response[i]) + a / (a - b) * turn;
    const double margin =
        std::remainder(phase * kHalfTurn / std::numbers::pi + kHalfTurn, 2 * kHalfTurn);
    if (!(std::abs(margin) >= std::abs(least))) least = margin;
  }
  return least;
}

// The logarithm of the gain margin that is nearest to 1.
double GainMarginOf(const ComplexList& response) {
  double least = kNone;
  for (std::size_t i = 0; i + 1 < response.size(); ++i) {
    const Complex a = response[i], b = response[i + 1];
    if (!(a.imag() * b.imag() <= 0) || a.imag() == b.imag()) continue;
    const double part = a.imag() / (a.imag() - b.imag());
    const double real = a.real() + part * (b.real() - a.real());
    if (!(real < 0)) continue;
    const double margin = -std::log(-real);
    if (!(std::abs(margin) >= std::abs(least))) least = margin;
  }
  return least;
}

// In the upper half plane: a pole and its conjugate are one.
Complex Upper(const Complex& pole) { return {pole.real(), std::abs(pole.imag())}; }

Complex NearestOf(const ComplexList& poles, const Complex& to) {
  return *std::min_element(poles.begin(), poles.end(), [&](const Complex& a, const Complex& b) {
    return std::norm(Upper(a) - to) < std::norm(Upper(b) - to);
  });
}

}  // namespace

std::optional<LoopSweep> SweepLoop(const Document& document, const BlockRegistry& registry,
                                   const std::string& at, const PointOptions& point,
                                   const std::string& parameter, double value,
                                   const ResponsePicture& picture) {
  return Sweeper(document, registry, at, point, picture).Sweep(parameter, value);
}

// Gain over frequency is nearly straight on logarithmic scales, so that it is interpolated there.
// The value of the parameter at which it is 1 at this frequency is looked for among those of the
// sweep.
std::optional<double> ValueForCrossover(const LoopSweep& sweep, double frequency) {
  const std::vector<double>& all = sweep.frequencies;
  const auto above = std::upper_bound(all.begin(), all.end(), frequency);
  if (above == all.begin() || above == all.end()) return {};
  const std::size_t i = above - all.begin();
  const double part = std::log(frequency / all[i - 1]) / std::log(all[i] / all[i - 1]);
  const auto gain = [&](const ComplexList& response) {
    const double before = std::log(std::abs(response[i - 1]));
    return before + part * (std::log(std::abs(response[i])) - before);
  };
  return FindZero(sweep, std::numeric_limits<double>::infinity(), gain);
}

std::optional<double> ValueForPhaseMargin(const LoopSweep& sweep, double degrees) {
  constexpr double kJump = 90;
  return FindZero(sweep, kJump,
                  [&](const ComplexList& response) { return PhaseMarginOf(response) - degrees; });
}

std::optional<double> ValueForGainMargin(const LoopSweep& sweep, double factor) {
  constexpr double kJump = 1;
  if (!(factor > 0)) return {};
  return FindZero(sweep, kJump, [&](const ComplexList& response) {
    return GainMarginOf(response) - std::log(factor);
  });
}

// The pole is followed to the nearest one of the next value, first upwards and then downwards. On
// the straight line between two of its places the one nearest to `to` is looked for.
std::optional<double> ValueForPole(const LoopSweep& sweep, const Complex& from, const Complex& to) {
  const Complex aim = Upper(to);
  std::optional<double> found;
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const Complex& a, const Complex& b, std::size_t i, std::size_t k) {
    const Complex way = b - a;
    const double length = std::norm(way);
    const double share = length > 0 ? ((aim - a) * std::conj(way)).real() / length : 0;
    const double part = std::clamp(share, 0.0, 1.0);
    const double away = std::abs(a + part * way - aim);
    if (!(away < least)) return;
    least = away;
    found = Between(sweep.values[i], sweep.values[k], part);
  };
  for (const int step : {1, -1}) {
    std::size_t i = sweep.present;
    if (i >= sweep.poles.size() || sweep.poles[i].empty()) return {};
    Complex place = Upper(NearestOf(sweep.poles[i], Upper(from)));
    while (step > 0 ? i + 1 < sweep.poles.size() : i > 0) {
      const std::size_t k = step > 0 ? i + 1 : i - 1;
      if (sweep.poles[k].empty()) break;
      const Complex next = Upper(NearestOf(sweep.poles[k], place));
      look(place, next, i, k);
      place = next;
      i = k;
    }
  }
  return found;
}

}  // namespace loopwright
