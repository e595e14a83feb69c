#pragma once

#include <QString>

#include "gui/timeline/timeline_layout.h"

namespace loopwright {

// What is written of a timeline, in the language of the user interface.

/// The name of a lane, as the semantics call the phase.
QString laneTitle(TimelineLane lane);

/// A time in seconds with the digits that tell it from its neighbours `span` seconds apart:
/// "0.24273".
QString timelineTime(double time, double span);

/// The path of the block that an event is about; "" where there is none, or more than one.
QString blockOf(const TimelineView& view, const TimelineEvent& event);

/// What stands in the box of an event, `span` as for timelineTime(): "counter 20 → 30".
QString shortText(const TimelineView& view, const TimelineEvent& event, double span);

/// All that is known of it: block, phase, cause, time, and a line for each value before (○) and
/// after (●), or each reading of an isolation.
QString longText(const TimelineView& view, const TimelineEvent& event);

/// What was left out, and of how many phases: "" where nothing was.
QString leftOutText(const TimelineView& view);

}  // namespace loopwright
