#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/recording/side.h"

namespace loopwright {

class EventCounter;
class Recording;
struct RunOutcome;

/// What is asked of one signal of a run.
enum class MeasureKind {
  kValue,      ///< value(S, t) or value(S, t, -): at a time, after (+) or before (-) the updates
  kFinal,      ///< final(S): the last value
  kLeast,      ///< least(S)
  kGreatest,   ///< greatest(S)
  kMean,       ///< mean(S): over time
  kRms,        ///< rms(S): root of the mean square over time
  kCrossing,   ///< crossing(S, level): the first time at which S reaches or leaves the level
  kCount,      ///< count(S, level): how often S rises from below the level to it
  kEvents,     ///< count(BLOCK): how many events of that block there were, see EventCounter
  kSettling,   ///< settling(S, target, band): time from the start until S stays in target ± band
  kOvershoot,  ///< overshoot(S, target): furthest beyond the target, as part of the way to it
  kFailed,     ///< failed(BLOCK): 1 where the run failed in that block (an Assert), else 0
};

/// One call in the formula of a measure.
struct MeasureCall {
  MeasureKind kind;
  std::string subject;            ///< a signal as in results, or a block's path
  std::vector<double> arguments;  ///< those behind it that are numbers
  Side side = Side::kAfter;       ///< of kValue

  bool is_of_block() const { return kind == MeasureKind::kEvents || kind == MeasureKind::kFailed; }
};

/// What such a call is of a run, or nothing: where the signal does not cross or settle, or the run
/// did not come to the time. Signals that change between updates are straight lines between the
/// rows recorded, held ones are steps. Of a failed run there is nothing but kFailed. `column` is
/// that of the subject, `events` those of the run. Times are in seconds, all else in the unit of
/// the signal, overshoot without one. What is asked of a signal is computed as in engine/measures.
std::optional<double> EvaluateMeasure(const MeasureCall& call, const Recording& recording,
                                      int column, const RunOutcome& outcome,
                                      const EventCounter& events);

/// The column of a recording with this label (`PATH.PORT`, `PATH.PORT[2]`), or -1.
int FindColumn(const Recording& recording, const std::string& label);

}  // namespace loopwright
