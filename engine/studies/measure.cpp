#include "engine/studies/measure.h"

#include <algorithm>
#include <cmath>

#include "engine/measures/measures.h"
#include "engine/measures/signal_part.h"
#include "engine/recording/recording.h"
#include "engine/run/run_outcome.h"

namespace loopwright {
namespace {

bool IsHeld(const Recording& recording, int column) {
  bool is_held = false;
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    const bool is_of = column >= signal.first_column && column < signal.first_column + signal.width;
    if (is_of) is_held = signal.discrete;
  }
  return is_held;
}

std::optional<double> ValueAt(const Recording& recording, int column, double time_sec, Side side) {
  const int64_t rows = recording.size();
  if (time_sec < recording.time(0) || time_sec > recording.time(rows - 1)) return std::nullopt;
  const int64_t first = recording.LowerBound(time_sec), behind = recording.UpperBound(time_sec);
  if (first < behind) return recording.value(side == Side::kBefore ? first : behind - 1, column);
  const double before = recording.value(first - 1, column);
  if (IsHeld(recording, column)) return before;
  return SignalPiece{recording.time(first - 1), before, recording.time(first),
                     recording.value(first, column)}
      .At(time_sec);
}

bool Rises(const SignalPiece& piece, double level) {
  return piece.value0 < level && piece.value1 >= level;
}

double TimeOf(const SignalPiece& piece, double level) {
  return piece.time0 + piece.duration() * (level - piece.value0) / (piece.value1 - piece.value0);
}

std::optional<double> FirstCrossing(const SignalPart& part, double level) {
  std::optional<double> time;
  part.ForEachPiece([&](const SignalPiece& piece) {
    const bool falls = piece.value0 > level && piece.value1 <= level;
    if (!time && (falls || Rises(piece, level))) time = TimeOf(piece, level);
  });
  return time;
}

double CountRises(const SignalPart& part, double level) {
  int64_t count = 0;
  part.ForEachPiece([&](const SignalPiece& piece) { count += Rises(piece, level) ? 1 : 0; });
  return static_cast<double>(count);
}

std::optional<double> SettlingTime(const SignalPart& part, double target, double band) {
  std::optional<double> since = part.lower();
  part.ForEachPiece([&](const SignalPiece& piece) {
    if (std::abs(piece.value1 - target) > band) {
      since.reset();
    } else if (!since) {
      since = std::abs(piece.value0 - target) <= band
                  ? piece.time0
                  : TimeOf(piece, piece.value0 > target ? target + band : target - band);
    }
  });
  return since ? std::optional(*since - part.lower()) : std::nullopt;
}

std::optional<double> Overshoot(const Measures& measures, double target) {
  const double way = target - measures.first;
  if (way == 0) return std::nullopt;
  return std::max(0.0, ((way > 0 ? measures.greatest : measures.least) - target) / way);
}

std::optional<double> Existing(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

std::optional<double> EvaluateMeasure(const MeasureCall& call, const Recording& recording,
                                      int column, const RunOutcome& outcome) {
  const bool has_failed = outcome.end == RunEnd::kFailed;
  if (call.kind == MeasureKind::kFailed) return has_failed && outcome.path == call.subject ? 1 : 0;
  if (has_failed || recording.size() == 0) return std::nullopt;
  const int64_t last = recording.size() - 1;
  const SignalPart part(recording, recording.size(), column, IsHeld(recording, column),
                        recording.time(0), recording.time(last));
  const auto& arguments = call.arguments;
  switch (call.kind) {
    case MeasureKind::kValue:
      return ValueAt(recording, column, arguments[0], call.side);
    case MeasureKind::kFinal:
      return Existing(recording.value(last, column));
    case MeasureKind::kLeast:
      return Existing(Measure(part).least);
    case MeasureKind::kGreatest:
      return Existing(Measure(part).greatest);
    case MeasureKind::kMean:
      return Existing(Measure(part).mean);
    case MeasureKind::kRms:
      return Existing(Measure(part).rms);
    case MeasureKind::kCrossing:
      return FirstCrossing(part, arguments[0]);
    case MeasureKind::kCount:
      return CountRises(part, arguments[0]);
    case MeasureKind::kSettling:
      return SettlingTime(part, arguments[0], arguments[1]);
    case MeasureKind::kOvershoot:
      return Overshoot(Measure(part), arguments[0]);
    case MeasureKind::kFailed:
      break;  // above
  }
  return std::nullopt;
}

int FindColumn(const Recording& recording, const std::string& label) {
  for (int column = 0; column < recording.num_columns(); ++column) {
    if (recording.ColumnLabel(column) == label) return column;
  }
  return -1;
}

}  // namespace loopwright
