#pragma once

#include <QColor>

#include "gui/theme/theme.h"
#include "gui/timeline/timeline_layout.h"

namespace loopwright {

/// The colour of an event in the current theme, by what caused it.
inline QColor toneColour(TimelineTone tone) {
  const Theme& theme = Theme::current();
  switch (tone) {
    case TimelineTone::kPerStep:
    case TimelineTone::kContinuous:
      return theme.ink;
    case TimelineTone::kPeriodic:
      return theme.sampleTimeColour(0);
    // An event is an event, as on the wires, whether its time was known or had to be found.
    case TimelineTone::kTimed:
    case TimelineTone::kWitness:
      return theme.sampleTimeColour(Theme::kEventRate);
    case TimelineTone::kIsolation:
      return theme.warning;
    default:
      return theme.muted;
  }
}

/// How opaque the boxes of events are over the background, of 255.
inline constexpr int kSoftBox = 46;

}  // namespace loopwright
