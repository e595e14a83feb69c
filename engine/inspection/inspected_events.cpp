#include "engine/inspection/inspected_events.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string_view>

#include "engine/common/one_instant.h"
#include "engine/context/context_data.h"
#include "engine/events/event_collection.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Whether an event of this kind that is due now has been run already.
bool IsOver(EventKind kind, const StepProgress& progress) {
  if (kind == EventKind::kPublish) return progress.publishes_over;
  if (kind == EventKind::kUnrestrictedUpdate) return progress.unrestricted_over;
  return progress.discrete_over;
}

// The first of `times` that is not before `now`, or, where that one is over, the next. `least` is
// the number of the first time that there is.
double NextOf(const EventTimes& times, double now, bool is_over, int64_t least) {
  int64_t number = std::max(times.FirstDue(now), least);
  const double first = times.time_sec(number);
  if (is_over && (first <= now || IsOneInstant(first, now, times.period_sec()))) ++number;
  return times.time_sec(number);
}

// The same rule as in the event calendar: time number k is fma(k, period, offset), k = 0, 1, …
double NextTime(const Event<double>& event, double now, bool is_over) {
  if (event.trigger() == TriggerType::kPeriodic) {
    return NextOf(EventTimes({event.offset_sec()}, event.period_sec()), now, is_over, 0);
  }
  if (event.trigger() != TriggerType::kTimed) return kNever;
  constexpr int64_t kAny = std::numeric_limits<int64_t>::min();
  if (event.times() != nullptr) return NextOf(*event.times(), now, is_over, kAny);
  return NextOf(EventTimes({event.offset_sec()}), now, is_over, 0);
}

// What a block computes; not a number where it throws.
template <typename Compute>
double Computed(const Compute& compute) {
  try {
    return compute();
  } catch (const std::exception&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

// When a block that says at run time when it has an event wants one next.
double NextDynamicTime(const InstantReader& reader, int node) {
  const LeafSystem<double>& leaf = reader.leaf(node);
  const Context<double>& context = reader.at().context->data().views[node];
  const auto events = leaf.AllocateCompositeEventCollection();
  return leaf.CalcNextUpdateTime(context, events.get());
}

}  // namespace

// The phases of a step run in the order of their kinds: what is due and not run by an earlier phase
// was not there. After the continuous part the time is another one, whose publishes are still to
// come and whose updates are those of the next step.
StepProgress ProgressOf(const RunInstant& instant, int phase) {
  if (phase == 0) return {false, false, true};
  const RunPhase& last = instant.phases[phase - 1];
  const std::string_view name = last.name;
  const bool has_moved = last.time > instant.time;
  if (name == "unrestricted") return {true, false, true};
  if (name == "continuous") return {!has_moved, !has_moved, false};
  return {!has_moved, !has_moved, true};
}

// All that may happen to a block by itself: events with times, witness functions with their present
// value, and events that it decides on at run time. Forced events happen only when someone asks.
std::vector<InspectedEvent> EventsOf(const InstantReader& reader, int node,
                                     const StepProgress& progress) {
  const InstantContext& at = reader.at();
  const LeafSystem<double>& leaf = reader.leaf(node);
  const double now = at.context->get_time();
  std::vector<InspectedEvent> events;
  for (const auto& event : leaf.events()) {
    if (event->trigger() == TriggerType::kForced) continue;
    InspectedEvent& one = events.emplace_back();
    one.kind = event->kind();
    one.trigger = event->trigger();
    one.is_corner = event->is_corner();
    if (one.trigger == TriggerType::kPeriodic) one.period_sec = event->period_sec();
    if (event->times() != nullptr) one.period_sec = event->times()->period_sec();
    one.next_sec = NextTime(*event, now, IsOver(event->kind(), progress));
  }
  for (const Quantity& quantity : at.index->quantities(QuantityKind::kWitness, node)) {
    const WitnessFunction<double>& witness = at.index->witness(quantity);
    InspectedEvent& one = events.emplace_back();
    if (witness.get_event() != nullptr) one.kind = witness.get_event()->kind();
    one.trigger = TriggerType::kWitness;
    one.witness = witness.description();
    one.witness_value = Computed([&] { return at.index->Read(*at.context, quantity, 0); });
    one.direction = witness.direction_type();
  }
  if (leaf.DecidesOnEvents(at.context->data().views[node])) {
    InspectedEvent& one = events.emplace_back();
    one.is_dynamic = true;
    one.next_sec = Computed([&] { return NextDynamicTime(reader, node); });
  }
  return events;
}

}  // namespace loopwright
