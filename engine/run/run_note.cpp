#include "engine/run/run_note.h"

#include <algorithm>

namespace loopwright {

// A drag of a slider makes a hundred edits; they are one line, with the first and the last value.
std::vector<GestureNote> JoinGestures(const std::vector<RunNote>& notes) {
  std::vector<GestureNote> gestures;
  for (const RunNote& note : notes) {
    const auto last =
        std::find_if(gestures.rbegin(), gestures.rend(),
                     [&](const GestureNote& gesture) { return gesture.path == note.path; });
    if (!note.goes_on || last == gestures.rend()) {
      gestures.push_back({note.time, note.time, note.path, note.before, note.after, 1});
      continue;
    }
    last->end = note.time;
    last->after = note.after;
    ++last->values;
  }
  return gestures;
}

}  // namespace loopwright
