#pragma once

#include <QString>
#include <cstdint>

#include "engine/inspection/inspected_events.h"
#include "engine/inspection/instant_reader.h"

/// What the inspector says, in the language of the user interface.
namespace loopwright {

/// Numbers, an object, or why there is none.
QString shownText(const ShownValue& value);
/// Of `count` of its numbers from `first` on alone.
QString shownText(const ShownValue& value, size_t first, size_t count);
/// "○ 1 ● 2" where an update changed it; where both are written alike they are one to the eye.
QString bothText(const QString& before, const QString& after);

/// A value within its block: `y`, `x`, "derivative", "time".
QString nameText(const InstantReader& reader, const ValueRef& value);
/// With its block: `plant/tank.y`.
QString pathText(const InstantReader& reader, const ValueRef& value);

/// "every 0.02 s", "witness: overflow", …
QString eventText(const InspectedEvent& event);
/// "next at 0.26 s", or what it waits for.
QString nextText(const InspectedEvent& event);
/// What the event does: "updates discrete state", …
QString eventToolTip(const InspectedEvent& event);

/// "up to date", or "out of date".
QString freshnessText(bool isUpToDate);
/// The same, with "out of date: plant.x changed" where the cause is known.
QString freshnessText(const InstantReader& reader, const InspectedEntry& entry);
/// "computed 6, reused 14".
QString countsText(int64_t computed, int64_t reused);

/// The titles of the inspector's sections and rows.
QString inspectorText(const char* text);

}  // namespace loopwright
