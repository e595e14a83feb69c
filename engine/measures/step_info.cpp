#include "engine/measures/step_info.h"

#include <algorithm>
#include <cmath>

#include "engine/measures/measures.h"
#include "engine/measures/signal_part.h"

namespace loopwright {

namespace {

// Follows a signal through its rise, with values as parts of the way from the initial value (0) to
// the final one (1).
class Rise {
 public:
  Rise(double initial, double final, const StepInfoOptions& options)
      : initial_(initial), step_(final - initial), options_(options) {}

  // Takes in the next piece. The least and greatest values that count for settling are looked for
  // from where the rise is over, the time at which the upper level is reached.
  void Add(const SignalPiece& piece) {
    const double before = (piece.value0 - initial_) / step_;
    const double after = (piece.value1 - initial_) / step_;
    least_ = std::min({least_, before, after});
    greatest_ = std::max({greatest_, before, after});
    Reach(piece, before, after, options_.rise_lower, &lower_time_);
    if (!std::isnan(upper_time_)) return Look(piece.value0, piece.value1);
    if (!Reach(piece, before, after, options_.rise_upper, &upper_time_)) return;
    const double level = initial_ + options_.rise_upper * step_;
    Look(before >= options_.rise_upper ? piece.value0
         : piece.duration() > 0        ? level
                                       : piece.value1,
         piece.value1);
  }

  void Write(StepInfo* info) const {
    info->rise_time = upper_time_ - lower_time_;
    info->settling_min = settling_min_;
    info->settling_max = settling_max_;
    info->overshoot = 100 * std::max(0.0, greatest_ - 1);
    info->undershoot = 100 * std::max(0.0, -least_);
  }

 private:
  // Notes when a level is reached for the first time; returns whether that is in this piece.
  static bool Reach(const SignalPiece& piece, double before, double after, double level,
                    double* time) {
    if (!std::isnan(*time) || std::max(before, after) < level) return false;
    const double share = before >= level ? 0 : (level - before) / (after - before);
    *time = piece.time0 + share * piece.duration();
    return true;
  }

  void Look(double value0, double value1) {
    settling_min_ = std::fmin(settling_min_, std::min(value0, value1));
    settling_max_ = std::fmax(settling_max_, std::max(value0, value1));
  }

  double initial_, step_;
  const StepInfoOptions& options_;
  double least_ = 0, greatest_ = 0;
  double lower_time_ = StepInfo::kNone, upper_time_ = StepInfo::kNone;
  double settling_min_ = StepInfo::kNone, settling_max_ = StepInfo::kNone;
};

}  // namespace

// A straight piece that begins and ends within the band stays within.
double SettledFrom(const SignalPart& part, double target, double band) {
  double settled = StepInfo::kNone;
  bool is_outside = true;
  part.ForEachPiece([&](const SignalPiece& piece) {
    const double before = piece.value0 - target;
    const bool ends_outside = std::abs(piece.value1 - target) > band;
    if (!ends_outside && std::abs(before) > band) {
      const double way = before - std::copysign(band, before);
      const double share = way / (piece.value0 - piece.value1);
      settled = piece.time0 + std::clamp(share, 0.0, 1.0) * piece.duration();
    } else if (!ends_outside && is_outside) {
      settled = piece.time0;
    }
    is_outside = ends_outside;
  });
  return is_outside ? StepInfo::kNone : settled;
}

// Two passes: the first finds what the step goes from and to where the caller does not say, the
// second measures against these.
StepInfo MeasureStep(const SignalPart& part, const StepInfoOptions& options) {
  StepInfo info;
  double first = StepInfo::kNone;
  double last = StepInfo::kNone;
  part.ForEachPiece([&](const SignalPiece& piece) {
    if (std::isnan(first)) first = piece.value0;
    last = piece.value1;
    for (const auto& [time, value] :
         {std::pair(piece.time0, piece.value0), std::pair(piece.time1, piece.value1)}) {
      if (std::abs(value) <= info.peak) continue;
      info.peak = std::abs(value);
      info.peak_time = time - part.lower();
    }
  });
  const double initial = options.initial_value.value_or(first);
  const double final = options.final_value.value_or(last);
  // A way as small as rounding errors of the values is none.
  constexpr double kLeastWay = 1e-9;
  if (std::isnan(first) || !(std::abs(final - initial) > kLeastWay * info.peak)) return info;
  Rise rise(initial, final, options);
  double greatest_error = 0;
  part.ForEachPiece([&](const SignalPiece& piece) {
    rise.Add(piece);
    greatest_error =
        std::max({greatest_error, std::abs(piece.value0 - final), std::abs(piece.value1 - final)});
  });
  rise.Write(&info);
  const double threshold = options.settling_threshold;
  info.settling_time =
      SettledFrom(part, final, threshold * std::abs(final - initial)) - part.lower();
  info.transient_time = SettledFrom(part, final, threshold * greatest_error) - part.lower();
  return info;
}

}  // namespace loopwright
