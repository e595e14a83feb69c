#include "engine/studies/measure.h"

#include <cmath>

#include "engine/measures/measures.h"
#include "engine/measures/signal_part.h"
#include "engine/measures/step_info.h"
#include "engine/recording/recording.h"
#include "engine/run/run_outcome.h"
#include "engine/studies/event_counter.h"

namespace loopwright {
namespace {

// Whether a column belongs to a signal that keeps its value between updates.
bool IsHeld(const Recording& recording, int column) {
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    if (column < signal.first_column + signal.width) return signal.discrete;
  }
  return false;
}

// The value at a time, on one side of an update there. Between rows a held signal has the value of
// the row before, another one lies on the straight line; outside of the recording there is none.
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

constexpr double kPerCent = 100;

std::optional<double> Existing(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

// A run that failed has no measures but failed() itself: what it recorded until then is no whole
// run.
std::optional<double> EvaluateMeasure(const MeasureCall& call, const Recording& recording,
                                      int column, const RunOutcome& outcome,
                                      const EventCounter& events) {
  const bool has_failed = outcome.end == RunEnd::kFailed;
  if (call.kind == MeasureKind::kFailed) return has_failed && outcome.path == call.subject ? 1 : 0;
  if (has_failed || recording.size() == 0) return std::nullopt;
  if (call.kind == MeasureKind::kEvents) return static_cast<double>(events.count(call.subject));
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
      return Existing(FirstCrossing(part, arguments[0]));
    case MeasureKind::kCount:
      return static_cast<double>(CountRises(part, arguments[0]));
    case MeasureKind::kSettling:
      return Existing(SettledFrom(part, arguments[0], arguments[1]) - part.lower());
    case MeasureKind::kOvershoot:
      return Existing(MeasureStep(part, {.final_value = arguments[0]}).overshoot / kPerCent);
    case MeasureKind::kEvents:
    case MeasureKind::kFailed:
      break;  // they are of a block, and no signal
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
