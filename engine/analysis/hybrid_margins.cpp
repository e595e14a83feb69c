#include "engine/analysis/hybrid_margins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/linear/eigenvalues.h"

namespace loopwright {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
/// The largest factor that is looked at.
constexpr double kLargestFactor = 1e6;
constexpr double kLongestDelayPeriods = 200;

int CountUnstable(const ComplexList& poles, bool is_sampled) {
  return static_cast<int>(std::count_if(poles.begin(), poles.end(), [&](Complex pole) {
    return is_sampled ? std::abs(pole) > 1 : pole.real() > 0;
  }));
}

ComplexList MultipliersWith(const ComplexHybridModel& model, Complex factor) {
  return EigenvaluesOf(MapPeriod(ConnectPorts(model, 0, 0, factor)).A);
}

// The pole nearest to the boundary.
Complex NearestToBoundary(const ComplexList& poles, bool is_sampled) {
  return *std::min_element(poles.begin(), poles.end(), [&](Complex a, Complex b) {
    const auto distance = [&](Complex pole) {
      return std::abs(is_sampled ? std::abs(pole) - 1 : pole.real());
    };
    return distance(a) < distance(b);
  });
}

// The first change of stability along `values`, the first of which is as the loop is.
double FirstChange(const std::function<ComplexList(double)>& poles_at,
                   const std::vector<double>& values, double otherwise) {
  const int start = CountUnstable(poles_at(values[0]), true);
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    if (CountUnstable(poles_at(values[i + 1]), true) == start) continue;
    double same = values[i], other = values[i + 1];
    for (int step = 0; step < 100; ++step) {
      const double middle = same + (other - same) / 2;
      if (middle == same || middle == other) break;
      (CountUnstable(poles_at(middle), true) == start ? same : other) = middle;
    }
    return other;
  }
  return otherwise;
}

}  // namespace

bool IsSampledLoop(const HybridModel& model) {
  for (const auto& update : model.updates) {
    const bool is_same = update.period_sec == model.updates[0].period_sec &&
                         update.offset_sec == model.updates[0].offset_sec;
    if (!is_same) return false;
  }
  const int delays = model.num_delays();
  const bool is_held = model.C.row(0).head(model.num_continuous).isZero(0);
  const bool is_read_by_updates = model.B.col(0).isZero(0) && model.D.col(0).tail(delays).isZero(0);
  return model.is_sampled() && (is_held || is_read_by_updates) && HasFiniteDelays(model);
}

HybridMargins HybridMarginsOf(const HybridModel& model) {
  const ComplexHybridModel loop = model.Cast<Complex>();
  HybridMargins margins;
  margins.stable = CountUnstable(MultipliersWith(loop, 1.0), true) == 0;
  std::vector<double> up, down, turns;
  for (double factor = 1; factor < kLargestFactor; factor *= 1.05) up.push_back(factor);
  for (double factor = 1; factor > 1 / kLargestFactor; factor /= 1.05) down.push_back(factor);
  for (int degrees = 0; degrees <= 180; ++degrees) turns.push_back(degrees);
  const auto scaled = [&](double factor) { return MultipliersWith(loop, factor); };
  margins.gain_margin = FirstChange(scaled, up, margins.gain_margin);
  margins.gain_reduction = FirstChange(scaled, down, 0);
  margins.phase_margin = FirstChange(
      [&](double degrees) { return MultipliersWith(loop, std::polar(1.0, -degrees * kDegree)); },
      turns, margins.phase_margin);
  return margins;
}

std::optional<double> InsertedDelayMargin(const HybridModel& model) {
  if (!HasFiniteDelays(DelayPorts(model, 0, 0, model.period_sec))) return {};
  const auto poles_at = [&](double delay) {
    return EigenvaluesOf(MapPeriod(DelayPorts(model, 0, 0, delay)).A);
  };
  std::vector<double> delays;
  const double step = model.period_sec / 8;
  for (int i = 0; i <= 8 * kLongestDelayPeriods; ++i) delays.push_back(i * step);
  return FirstChange(poles_at, delays, std::numeric_limits<double>::infinity());
}

std::vector<StabilityChange> FindStabilityChanges(
    const std::function<ComplexList(double)>& poles_at, const std::vector<double>& values,
    bool is_sampled) {
  std::vector<StabilityChange> changes;
  std::vector<int> counts;
  for (const double value : values) counts.push_back(CountUnstable(poles_at(value), is_sampled));
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    if (counts[i] == counts[i + 1]) continue;
    double same = values[i], other = values[i + 1];
    for (int step = 0; step < 100; ++step) {
      const double middle = same + (other - same) / 2;
      if (middle == same || middle == other) break;
      const bool is_same = CountUnstable(poles_at(middle), is_sampled) == counts[i];
      (is_same ? same : other) = middle;
    }
    changes.push_back({other, NearestToBoundary(poles_at(other), is_sampled)});
  }
  return changes;
}

}  // namespace loopwright
