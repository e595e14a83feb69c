#include "engine/analysis/hybrid_margins.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/common/one_instant.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/minimum.h"

namespace loopwright {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
/// The largest factor that is looked at.
constexpr double kLargestFactor = 1e6;
constexpr int kLongestDelayPeriods = 200;
/// A multiplier is on the unit circle up to this: an integrator that the loop does not move, as one
/// that a derivative follows, has the multiplier 1, which rounding puts to either side.
constexpr double kRounding = 1e-11;
/// A change is where the order of instants changes if it is as near as this part of the period.
constexpr double kJumpReach = 1e-9;

// Whether the wire's signal changes at updates alone.
bool IsHeldWire(const HybridModel& loop) {
  return loop.C.row(0).head(loop.num_continuous).isZero(0);
}

// Whether derivatives or dead times read the wire.
bool IsWireReadBetween(const HybridModel& loop) {
  return !loop.B.col(0).isZero(0) || !loop.D.col(0).tail(loop.num_delays()).isZero(0);
}

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

// The value near to this one at which a multiplier crosses the circle. Where it meets one there
// that the loop does not move, rounding puts the two apart by the root of what it makes of their
// mean: so the value is where the mean crosses.
double WhereMeanCrosses(const std::function<ComplexList(double)>& poles_at, double value) {
  constexpr double kTogether = 1e-4, kReach = 1e-3;
  ComplexList poles = poles_at(value);
  const Complex crossing = NearestToBoundary(poles, true);
  const auto is_nearer = [&](Complex a, Complex b) {
    return std::abs(a - crossing) < std::abs(b - crossing);
  };
  const auto count = std::count_if(poles.begin(), poles.end(), [&](Complex pole) {
    return std::abs(pole - crossing) < kTogether;
  });
  if (count < 2) return value;
  const auto mean_outside = [&](double at) {
    ComplexList there = poles_at(at);
    std::sort(there.begin(), there.end(), is_nearer);
    const Complex sum = std::accumulate(there.begin(), there.begin() + count, Complex(0));
    return std::abs(sum) / static_cast<double>(count) - 1;
  };
  const double low = value * (1 - kReach), high = value * (1 + kReach);
  const bool grows = mean_outside(low) < 0;
  if ((mean_outside(high) < 0) == grows) return value;
  return Bisect([&](double at) { return grows ? mean_outside(at) : -mean_outside(at); }, low, high);
}

/// The value near to this one at which multipliers may jump, if any.
using JumpNear = std::function<std::optional<double>(double)>;

// Whether a multiplier passed the circle without being on it, as it does where the loop becomes
// another one: sorted by size, the first that is outside on one side only differs by more than
// rounding makes of a double multiplier.
bool HasJumped(const ComplexList& before, const ComplexList& after) {
  constexpr double kJump = 1e-6;
  const size_t k = std::min(CountUnstable(before, true), CountUnstable(after, true));
  const auto size_of_next = [k](const ComplexList& multipliers) {
    std::vector<double> sizes;
    for (const Complex multiplier : multipliers) sizes.push_back(std::abs(multiplier));
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    return k < sizes.size() ? sizes[k] : 0;
  };
  return std::abs(size_of_next(after) - size_of_next(before)) > kJump;
}

// The first change of stability along `values`, the first of which is as the loop is. It is looked
// for among those at which rounding hides no multiplier, up to where it begins to. `jump_near` says
// at which value near to one, if any, multipliers may jump. A change without a multiplier on the
// circle, and without a jump, is one of rounding too.
double FirstChange(const std::function<ComplexList(double)>& poles_at,
                   const std::vector<double>& values, double otherwise, const JumpNear& jump_near) {
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
    const ComplexList beyond = poles_at(other);
    const std::optional<double> jump = jump_near(other);
    if (HasOneOnCircle(beyond) || (jump && HasJumped(poles_at(same), beyond))) {
      return jump.value_or(other);
    }
  }
  return otherwise;
}

std::optional<double> NoJump(double /*value*/) { return {}; }

// All sums of dead times that are passed one after the other behind `at`, up to `most` of them;
// feeds(i, j) is not 0 where j comes next after i. The last of all is `at` of the first call, and
// does not count.
void AddSums(const Eigen::MatrixXd& feeds, const std::vector<double>& delays_sec, Eigen::Index at,
             double sum, Eigen::Index most, std::vector<double>* sums) {
  sums->push_back(sum);
  if (most == 0) return;
  for (Eigen::Index j = 0; j + 1 < feeds.cols(); ++j) {
    if (feeds(at, j) == 0) continue;
    AddSums(feeds, delays_sec, j, sum + delays_sec[j], most - 1, sums);
  }
}

void SortInstants(double period_sec, std::vector<double>* times) {
  std::sort(times->begin(), times->end());
  const auto is_same = [&](double a, double b) { return IsOneInstant(a, b, period_sec); };
  times->erase(std::unique(times->begin(), times->end(), is_same), times->end());
}

// At which dead times, in [0, T), of the last delay what it shows changes together with an update:
// from there on the update finds the value before, so that the loop is another one. They are
// the times from any update to any other one, less the dead times passed directly before and behind
// the last. Of two rates the instants differ by their offsets and multiples of the largest period
// that divides both.
std::vector<double> OrderChanges(const HybridModel& delayed) {
  const double T = delayed.period_sec;
  const Eigen::Index q = delayed.num_delays();
  const Eigen::MatrixXd feeds = delayed.D.bottomRightCorner(q, q);
  std::vector<double> before, behind, changes = {0};
  AddSums(feeds, delayed.delays_sec, q - 1, 0, q - 1, &before);
  AddSums(feeds.transpose(), delayed.delays_sec, q - 1, 0, q - 1, &behind);
  std::vector<const HybridUpdate<double>*> rates;
  for (const HybridUpdate<double>& update : delayed.updates) {
    const bool is_new = std::none_of(rates.begin(), rates.end(), [&](const auto* rate) {
      return rate->period_sec == update.period_sec && rate->offset_sec == update.offset_sec;
    });
    if (is_new) rates.push_back(&update);
  }
  for (const auto* reading : rates) {
    for (const auto* writing : rates) {
      const double common = CommonPeriod({reading->period_sec, writing->period_sec});
      const auto count =
          std::max(1L, std::lround(T / reading->period_sec * (common / writing->period_sec)));
      for (const double first : before) {
        for (const double second : behind) {
          const double between = reading->offset_sec - writing->offset_sec - first - second;
          for (long k = 0; k < count; ++k) {
            const double multiple = T * static_cast<double>(k) / static_cast<double>(count);
            changes.push_back(TimeInPeriod(between + multiple, T));
          }
        }
      }
    }
  }
  SortInstants(T, &changes);
  return changes;
}

/// A loop around a wire with a dead time in it, from the values that enter the dead time within one
/// period, y, to what they make of those of the next ones: u = S(z) y comes out of the wire, and
/// y = G(z) u. A dead time that is longer by p periods makes z^(−p) S(z) of S.
class LoopOfValues {
 public:
  /// 0 ≤ `delay_sec` < T. An update finds a value that comes out of the wire at its instant.
  LoopOfValues(const HybridModel& loop, double delay_sec) {
    const double T = loop.period_sec;
    const bool is_held = IsHeldWire(loop);
    for (const HybridInstant<double>& instant : InstantsOf(loop)) {
      const bool is_one = is_held ? std::any_of(instant.rows.begin(), instant.rows.end(),
                                                [&](int row) { return loop.C(0, row) != 0; })
                                  : !instant.F.col(0).isZero(0);
      if (!is_one) continue;
      const double time = instant.time_sec;
      Value value;
      value.entering_sec = is_held ? time : TimeInPeriod(time - delay_sec, T);
      value.shown_sec = is_held ? TimeInPeriod(time + delay_sec, T) : time;
      value.late = std::lround((value.entering_sec + delay_sec - value.shown_sec) / T);
      values_.push_back(value);
    }
    if (!is_feasible()) return;
    MakeResponse(loop, is_held);
  }

  /// Whether there are values, but so few that looking at them is worth while.
  bool is_feasible() const { return !values_.empty() && values_.size() <= kMostValues; }

  /// Whether all eigenvalues of G(z) S(z) are well inside the unit circle for z on it: then no
  /// dead time that is longer by whole periods puts a multiplier there.
  bool IsSmall() const {
    constexpr double kSmall = 0.98;
    return std::all_of(angles_.begin(), angles_.end(), [&](double angle) {
      const Eigen::MatrixXcd around = At(std::polar(1.0, angle));
      if (!around.allFinite()) return false;
      const ComplexList eigenvalues = EigenvaluesOf(around);
      return std::all_of(eigenvalues.begin(), eigenvalues.end(),
                         [](Complex value) { return std::abs(value) < kSmall; });
    });
  }

 private:
  static constexpr size_t kMostValues = 24;

  struct Value {
    double entering_sec = 0, shown_sec = 0;
    long late = 0;            ///< periods
    Eigen::Index column = 0;  ///< of S, of the time when it is shown
  };

  void MakeResponse(const HybridModel& loop, bool is_held) {
    constexpr int kAngles = 720;
    std::sort(values_.begin(), values_.end(),
              [](const Value& a, const Value& b) { return a.entering_sec < b.entering_sec; });
    PortInstants ports;
    ports.inputs.resize(1);
    ports.outputs.resize(1);
    for (const Value& value : values_) {
      ports.outputs[0].push_back(value.entering_sec);
      shown_sec_.push_back(value.shown_sec);
    }
    // What is held when the period begins is an input of its own.
    if (is_held) shown_sec_.push_back(0);
    SortInstants(loop.period_sec, &shown_sec_);
    ports.inputs[0] = shown_sec_;
    for (Value& value : values_) {
      const auto place = std::find_if(shown_sec_.begin(), shown_sec_.end(), [&](double time) {
        return IsOneInstant(time, value.shown_sec, loop.period_sec);
      });
      value.column = place - shown_sec_.begin();
    }
    const PeriodMap<double> map = MapLiftedPeriod(loop, ports, !is_held);
    for (int i = 0; i <= kAngles; ++i) angles_.push_back(i * std::numbers::pi / kAngles);
    for (const Complex pole : EigenvaluesOf(map.A)) angles_.push_back(std::abs(std::arg(pole)));
    response_.emplace(MakeModel(map.A, map.B, map.C, map.D, loop.period_sec));
  }

  Eigen::MatrixXcd At(Complex z) const {
    const auto columns = static_cast<Eigen::Index>(shown_sec_.size());
    const auto count = static_cast<Eigen::Index>(values_.size());
    Eigen::MatrixXcd S = Eigen::MatrixXcd::Zero(columns, count);
    for (Eigen::Index j = 0; j < count; ++j) {
      const Value& value = values_[j];
      S(value.column, j) = std::pow(z, -static_cast<double>(value.late));
    }
    if (S.row(0).isZero(0)) S.row(0) = S.row(columns - 1) / z;
    return response_->AtPoint(z) * S;
  }

  std::vector<Value> values_;
  std::vector<double> shown_sec_, angles_;
  std::optional<FrequencyResponse> response_;
};

// At which dead times within the period the loop is looked at: where only updates read a held
// signal, dead time counts only by what they find, and that changes at `changes` alone.
std::vector<double> PartsToLookAt(const HybridModel& loop, const std::vector<double>& changes) {
  constexpr size_t kMostChanges = 64;
  constexpr int kParts = 8;
  std::vector<double> parts;
  const size_t stride = 1 + (changes.size() - 1) / kMostChanges;
  for (size_t i = 0; i < changes.size(); i += stride) parts.push_back(changes[i]);
  if (IsWireReadBetween(loop) || !IsHeldWire(loop)) {
    for (int i = 0; i < kParts; ++i) parts.push_back(i * loop.period_sec / kParts);
    SortInstants(loop.period_sec, &parts);
  }
  return parts;
}

// Whether, by what is seen at many points, no dead time changes the stability of the loop: the
// small-gain theorem for a dead time between each two of `parts`, which ascend in [0, T), and any
// number of whole periods more.
bool IsSmallAtAnyDelay(const HybridModel& loop, const std::vector<double>& parts) {
  if (!loop.D.row(0).isZero(0)) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    const double end = i + 1 < parts.size() ? parts[i + 1] : loop.period_sec;
    const LoopOfValues around(loop, parts[i] + (end - parts[i]) / 2);
    if (!around.is_feasible() || !around.IsSmall()) return false;
  }
  return true;
}

}  // namespace

// Time is counted from the first update, so that a loop whose samples are all late by the same
// offset is the same loop.
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
  if (IsWireReadBetween(model) && (is_read_by_updates || !IsHeldWire(model))) return {};
  return ToLinearModel(shifted, 0, is_read_by_updates);
}

// A loop with several rates has no transfer function, and no Nyquist curve to read margins from.
// But a factor in the wire changes the map over the common period, and its eigenvalues, the
// multipliers, tell stability (Floquet). So the factor goes up, down, or round the unit circle in
// small steps until one of them crosses, and bisection finds where. A factor of magnitude 1 that
// turns the phase is complex, and so is the model then.
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
  const auto change = [](const auto& poles_at, const std::vector<double>& values,
                         double otherwise) {
    const double found = FirstChange(poles_at, values, otherwise, NoJump);
    return found == otherwise ? found : WhereMeanCrosses(poles_at, found);
  };
  const auto scaled = [&](double factor) { return MultipliersWith(loop, factor); };
  const auto turned = [&](double degrees) {
    return MultipliersWith(loop, std::polar(1.0, -degrees * kDegree));
  };
  margins.gain_margin = change(scaled, up, margins.gain_margin);
  margins.gain_reduction = change(scaled, down, 0);
  margins.phase_margin = change(turned, turns, margins.phase_margin);
  const auto frequency = [&](const ComplexList& crossing) {
    return std::abs(std::arg(NearestToBoundary(crossing, true))) / model.period_sec;
  };
  if (std::isfinite(margins.gain_margin)) {
    margins.gain_margin_frequency = frequency(scaled(margins.gain_margin));
  }
  if (margins.gain_reduction > 0) {
    margins.gain_reduction_frequency = frequency(scaled(margins.gain_reduction));
  }
  if (std::isfinite(margins.phase_margin)) {
    margins.phase_margin_frequency = frequency(turned(margins.phase_margin));
  }
  return margins;
}

// Also by multipliers, over the dead time. Between two of `changes` the order of what happens in a
// period is the same and the multipliers move continuously; at each of them they may jump, so these
// are looked at from both sides. If the gain around the loop is below 1 at any delay, no dead time
// can do harm, and nothing has to be searched.
std::optional<double> InsertedDelayMargin(const HybridModel& model) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const HybridModel loop = ConnectedPart(model);
  const double T = loop.period_sec;
  const HybridModel delayed = DelayPorts(loop, 0, 0, T);
  if (!HasFiniteDelays(delayed)) return {};
  const std::vector<double> changes = OrderChanges(delayed);
  const std::vector<double> parts = PartsToLookAt(loop, changes);
  if (IsSmallAtAnyDelay(loop, parts)) return kNever;
  std::vector<double> delays;
  for (int period = 0; period < kLongestDelayPeriods; ++period) {
    for (const double part : parts) delays.push_back(period * T + part);
  }
  delays.push_back(kLongestDelayPeriods * T);
  const auto poles_at = [&](double delay) {
    return EigenvaluesOf(MapPeriod(DelayPorts(loop, 0, 0, delay)).A);
  };
  const auto jump_near = [&](double delay) -> std::optional<double> {
    const double near = kJumpReach * T, begin = std::floor((delay + near) / T) * T;
    const auto at = std::lower_bound(changes.begin(), changes.end(), delay - begin - near);
    const bool is_one = at != changes.end() && std::abs(begin + *at - delay) <= near;
    return is_one ? std::optional(begin + *at) : std::nullopt;
  };
  return FirstChange(poles_at, delays, kNever, jump_near);
}

// Counts of poles outside, not the poles themselves, are compared: poles have no order that would
// say which one of the next value each has become. Where a multiplier is so large that rounding
// hides the others, the count of the value before is kept.
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
