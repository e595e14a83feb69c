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
/// A multiplier is on the unit circle up to this: an integrator that the loop does not move, as one
/// that a derivative follows, has the multiplier 1, which rounding puts to either side.
constexpr double kRounding = 1e-11;

int CountUnstable(const ComplexList& poles, bool is_sampled) {
  return static_cast<int>(std::count_if(poles.begin(), poles.end(), [&](Complex pole) {
    return is_sampled ? std::abs(pole) > 1 + kRounding : pole.real() > 0;
  }));
}

// An infinite one where they are so large that eigenvalues cannot be computed.
ComplexList MultipliersWith(const ComplexHybridModel& model, Complex factor) {
  constexpr double kLargestElement = 1e100;
  const Eigen::MatrixXcd map = MapPeriod(ConnectPorts(model, 0, 0, factor)).A;
  if (map.size() > 0 && !(map.cwiseAbs().maxCoeff() < kLargestElement)) {
    return {std::numeric_limits<double>::infinity()};
  }
  return EigenvaluesOf(map);
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

// Whether one multiplier is so large that by rounding nothing is known of those around 1.
bool HidesOthers(const ComplexList& multipliers) {
  constexpr double kLargest = 1e9;
  return std::any_of(multipliers.begin(), multipliers.end(),
                     [](Complex multiplier) { return !(std::abs(multiplier) < kLargest); });
}

// Whether one is on the unit circle, as it is where it has crossed.
bool HasOneOnCircle(const ComplexList& multipliers) {
  constexpr double kNear = 1e-8;
  return std::any_of(multipliers.begin(), multipliers.end(),
                     [](Complex multiplier) { return std::abs(std::abs(multiplier) - 1) < kNear; });
}

// The first change of stability along `values`, the first of which is as the loop is. It is looked
// for among those at which rounding hides no multiplier, up to where it begins to. A change without
// a multiplier on the circle is one of rounding too.
double FirstChange(const std::function<ComplexList(double)>& poles_at,
                   const std::vector<double>& values, double otherwise) {
  std::optional<int> count;
  double from = values[0];
  for (const double value : values) {
    const ComplexList poles = poles_at(value);
    if (HidesOthers(poles)) {
      if (count) return otherwise;
      continue;
    }
    const int former = count.value_or(CountUnstable(poles, true));
    double same = from, other = value;
    count = CountUnstable(poles, true);
    from = value;
    if (former == *count) continue;
    for (int step = 0; step < 100; ++step) {
      const double middle = same + (other - same) / 2;
      if (middle == same || middle == other) break;
      (CountUnstable(poles_at(middle), true) == former ? same : other) = middle;
    }
    if (HasOneOnCircle(poles_at(other))) return other;
  }
  return otherwise;
}

}  // namespace

std::optional<LinearModel> SampledLoopOf(const HybridModel& model) {
  if (!model.is_sampled() || !HasFiniteDelays(model)) return {};
  HybridModel shifted = model;
  bool is_read_by_updates = false;
  for (const HybridUpdate<double>& update : shifted.updates) {
    const bool is_same = update.period_sec == model.updates[0].period_sec &&
                         update.offset_sec == model.updates[0].offset_sec;
    if (!is_same) return {};
    is_read_by_updates |= !update.F.col(0).isZero(0);
  }
  if (!model.updates.empty()) CountTimeFrom(model.updates[0].offset_sec, &shifted);
  const bool is_read_between =
      !model.B.col(0).isZero(0) || !model.D.col(0).tail(model.num_delays()).isZero(0);
  const bool is_held = model.C.row(0).head(model.num_continuous).isZero(0);
  if (is_read_between && (is_read_by_updates || !is_held)) return {};
  return ToLinearModel(shifted, 0, is_read_by_updates);
}

HybridMargins HybridMarginsOf(const HybridModel& model) {
  const ComplexHybridModel loop = ConnectedPart(model).Cast<Complex>();
  HybridMargins margins;
  const ComplexList multipliers = MultipliersWith(loop, 1.0);
  margins.stable = std::all_of(multipliers.begin(), multipliers.end(), [](Complex multiplier) {
    return std::abs(multiplier) < 1 - kRounding;
  });
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
  const HybridModel loop = ConnectedPart(model);
  if (!HasFiniteDelays(DelayPorts(loop, 0, 0, model.period_sec))) return {};
  const auto poles_at = [&](double delay) {
    return EigenvaluesOf(MapPeriod(DelayPorts(loop, 0, 0, delay)).A);
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
  for (const double value : values) {
    const ComplexList poles = poles_at(value);
    const bool is_unknown = is_sampled && HidesOthers(poles) && !counts.empty();
    counts.push_back(is_unknown ? counts.back() : CountUnstable(poles, is_sampled));
  }
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
