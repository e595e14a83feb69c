#include "engine/studies/event_counter.h"

#include <string_view>

#include "engine/simulation/trace_phase.h"

namespace loopwright {
namespace {

// Of the causes that a trace knows those that are an event of a block.
bool IsEvent(const TraceCause& cause) {
  const std::string_view trigger = cause.trigger;
  return cause.block != nullptr && (trigger == "periodic" || trigger == "timed" ||
                                    trigger == "witness" || trigger == "branch");
}

}  // namespace

EventCounter::EventCounter(const std::set<std::string>& blocks) {
  for (const std::string& block : blocks) counts_[block];
}

void EventCounter::Restart() {
  for (auto& [block, count] : counts_) count = {};
}

void EventCounter::Add(const TracePhase& phase) {
  for (const TraceCause& cause : phase.causes) {
    if (!IsEvent(cause)) continue;
    const auto found = counts_.find(cause.block->GetSystemPathname());
    if (found == counts_.end()) continue;
    Count& count = found->second;
    if (count.count > 0 && count.last_time == phase.time) continue;
    ++count.count;
    count.last_time = phase.time;
  }
}

}  // namespace loopwright
