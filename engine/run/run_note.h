#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loopwright {

/// A value that was changed while a run went on. Of each parameter a run has one at an instant at
/// most: what a paused run was given meanwhile is not seen by it.
struct RunNote {
  double time = 0;  ///< simulated, seconds; the change is seen from the next step on
  std::string path;
  std::string before, after;
  /// Whether it belongs to the gesture that made the last change of the same parameter, as the
  /// values of a slider that is dragged while the run goes on.
  bool goes_on = false;
  /// Number of the step that is the first to see it, counted as those of a RunInstant; -1: the
  /// first one from `time` on. A step may end where it began, so that a time does not name one.
  int64_t step = -1;
  friend bool operator==(const RunNote&, const RunNote&) = default;
};

/// What one gesture changed of a parameter: from what to what, and in how many values.
struct GestureNote {
  double begin = 0;  ///< simulated, seconds: of its first value
  double end = 0;    ///< and of its last one
  std::string path;
  std::string before, after;
  int values = 1;
  friend bool operator==(const GestureNote&, const GestureNote&) = default;
};

/// The changes of a run by gesture, in the order in which these began. Example: `gain` was 2, and
/// its slider was dragged over 3 at 1 s to 4 at 2 s: {1, 2, "gain", "2", "4", 2}.
std::vector<GestureNote> JoinGestures(const std::vector<RunNote>& notes);

}  // namespace loopwright
