#include "engine/timeline/timeline.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/simulation/trace_phase.h"
#include "engine/system/system_base.h"

namespace loopwright {

namespace {

PhaseKind KindOf(std::string_view phase) {
  // In the order of the kinds; what is none of these publishes.
  constexpr std::string_view kPhases[] = {"initialize", "unrestricted", "discrete", "mode",
                                          "continuous"};
  return static_cast<PhaseKind>(std::ranges::find(kPhases, phase) - std::begin(kPhases));
}

// The trace has words for triggers, the timeline numbers. What is no trigger of the simulator's own
// was forced by the program.
PhaseCause CauseOf(std::string_view trigger) {
  constexpr std::pair<std::string_view, PhaseCause> kCauses[] = {
      {"start", PhaseCause::kStart},      {"initialization", PhaseCause::kInitialization},
      {"per_step", PhaseCause::kPerStep}, {"periodic", PhaseCause::kPeriodic},
      {"timed", PhaseCause::kTimed},      {"witness", PhaseCause::kWitness},
      {"branch", PhaseCause::kBranch},    {"log", PhaseCause::kLog},
      {"step", PhaseCause::kStep},
  };
  for (const auto& [name, cause] : kCauses) {
    if (name == trigger) return cause;
  }
  return PhaseCause::kForced;
}

StepEnd EndOf(const char* ended_by) {
  if (ended_by == nullptr) return StepEnd::kNone;
  const std::string_view name = ended_by;
  if (name == "event") return StepEnd::kEvent;
  if (name == "witness") return StepEnd::kWitness;
  return name == "boundary" ? StepEnd::kBoundary : StepEnd::kLength;
}

// The counts of `later` are added to those of the gap before it.
void Join(TimelineGap* gap, const TimelineGap& later) {
  gap->end = later.end;
  for (size_t kind = 0; kind < gap->phases.size(); ++kind) gap->phases[kind] += later.phases[kind];
  gap->isolations += later.isolations;
}

}  // namespace

int64_t TimelineChunk::bytes() const {
  return static_cast<int64_t>(
      phases.size() * sizeof(TimelinePhase) + items.size() * sizeof(TimelineItem) +
      numbers.size() * sizeof(TimelineNumber) + readings.size() * sizeof(TimelineReading));
}

// ---- what a reader sees -------------------------------------------------------------------------

int64_t TimelineView::end() const {
  return chunks_.empty() ? 0 : chunks_.back()->first + std::ssize(chunks_.back()->phases);
}

// Chunks ascend in the numbers of their phases, so the one that holds a phase is found by
// bisection.
const TimelineChunk& TimelineView::ChunkOf(int64_t number) const {
  const auto after =
      std::ranges::upper_bound(chunks_, number, {}, [](const auto& chunk) { return chunk->first; });
  return **std::prev(after);
}

const TimelinePhase& TimelineView::phase(int64_t number) const {
  const TimelineChunk& chunk = ChunkOf(number);
  return chunk.phases[number - chunk.first];
}

// Times and steps never decrease: the chunk is found by its last phase, and then the phase in it.
template <typename IsBefore>
int64_t TimelineView::LowerBound(const IsBefore& is_before) const {
  const auto chunk = std::ranges::partition_point(
      chunks_, [&](const auto& one) { return is_before(one->phases.back()); });
  if (chunk == chunks_.end()) return end();
  const auto& phases = (*chunk)->phases;
  return (*chunk)->first + (std::ranges::partition_point(phases, is_before) - phases.begin());
}

int64_t TimelineView::LowerBoundTime(double time) const {
  return LowerBound([time](const TimelinePhase& phase) { return phase.end < time; });
}

int64_t TimelineView::LowerBoundStep(int64_t step) const {
  return LowerBound([step](const TimelinePhase& phase) { return phase.step < step; });
}

// What is wanted next is made ready by the writer when it comes by.
TimelineView Timeline::Read() const {
  TimelineView view;
  {
    const std::lock_guard lock(mutex_);
    view.chunks_.reserve(chunks_.size() + 1);
    view.chunks_ = chunks_;
    if (last_ != nullptr) view.chunks_.push_back(last_);
    view.gaps_ = gaps_;
    view.names_ = shown_names_;
  }
  is_wanted_.store(true, std::memory_order_relaxed);
  return view;
}

// ---- the writer ---------------------------------------------------------------------------------

// A cause without a block is that of the phase as a whole; one with a block and an end tells whose
// guard ended the continuous part. The items and readings of all phases lie in lists of the chunk,
// and a phase keeps where its own begin.
void Timeline::Add(int64_t step, const TracePhase& traced) {
  place_ = step == last_step_ ? place_ + 1 : 0;
  last_step_ = step;
  TimelinePhase phase;
  phase.begin = phase.end = traced.time;
  phase.step = step;
  phase.place = place_;
  phase.kind = KindOf(traced.phase);
  for (const TraceCause& cause : traced.causes) {
    if (cause.ended_by == nullptr && cause.block != nullptr) continue;
    phase.cause = CauseOf(cause.trigger);
    phase.ended_by = EndOf(cause.ended_by);
    if (cause.from_sec) phase.begin = *cause.from_sec;
    if (cause.block != nullptr) phase.ended_block = BlockOf(cause.block);
  }
  phase.first_item = static_cast<uint32_t>(open_.items.size());
  AddItems(traced);
  phase.num_items = static_cast<uint32_t>(open_.items.size()) - phase.first_item;
  phase.first_reading = static_cast<uint32_t>(open_.readings.size());
  phase.num_readings = static_cast<uint32_t>(traced.readings.size());
  for (const TraceReading& reading : traced.readings) {
    open_.readings.push_back({reading.time, reading.value, BlockOf(reading.block)});
  }
  open_.phases.push_back(phase);
  if (open_.phases.size() == kChunkPhases || open_.bytes() > kChunkBytes) {
    Seal();
  } else if (is_wanted_.load(std::memory_order_relaxed)) {
    Publish();
  }
}

// Blocks whose events are the causes come first, in their order; then those that have none of
// their own. The values of a block are at the first item of it.
void Timeline::AddItems(const TracePhase& traced) {
  const size_t first = open_.items.size();
  const bool is_step = std::string_view(traced.phase) == "continuous";
  for (const TraceCause& cause : traced.causes) {
    if (cause.block == nullptr || is_step) continue;
    AddItem(BlockOf(cause.block), CauseOf(cause.trigger), cause.period_sec.value_or(0));
  }
  const PhaseCause common =
      traced.causes.empty() ? PhaseCause::kStep : CauseOf(traced.causes.front().trigger);
  for (const SystemBase* block : traced.blocks) {
    const int32_t number = BlockOf(block);
    if (item_of_block_[size_t(number)] < 0) AddItem(number, common, 0);
  }
  for (const SystemBase* block : traced.changed) {
    const int64_t item = item_of_block_[size_t(BlockOf(block))];
    if (item >= 0) open_.items[size_t(item)].changed = true;
  }
  // The values come block by block, as the blocks that changed do.
  for (const TraceValue& value : traced.values) {
    const int64_t item = item_of_block_[size_t(BlockOf(value.block))];
    if (item >= 0) AddNumbers(value, &open_.items[size_t(item)]);
  }
  for (size_t i = first; i < open_.items.size(); ++i) {
    item_of_block_[size_t(open_.items[i].block)] = -1;
  }
}

void Timeline::AddItem(int32_t block, PhaseCause cause, double period_sec) {
  int64_t& item = item_of_block_[size_t(block)];
  if (item < 0) item = std::ssize(open_.items);
  TimelineItem added;
  added.block = block;
  added.cause = cause;
  added.period_sec = period_sec;
  open_.items.push_back(added);
}

// The numbers of an item are neighbours.
void Timeline::AddNumbers(const TraceValue& value, TimelineItem* item) {
  if (item->num_numbers == 0) item->first_number = static_cast<uint32_t>(open_.numbers.size());
  const int32_t name = StateOf(value.name);
  const int count = static_cast<int>(value.after.size());
  const int kept = std::min(count, kMostNumbers);
  for (int i = 0; i < kept; ++i) {
    open_.numbers.push_back({name, i, value.before[size_t(i)], value.after[size_t(i)]});
  }
  item->num_numbers += static_cast<uint32_t>(kept);
  item->left_out += count - kept;
}

// Blocks are numbered as they are met for the first time; their paths are kept once.
int32_t Timeline::BlockOf(const SystemBase* block) {
  const auto [place, is_new] = blocks_.emplace(block, static_cast<int32_t>(blocks_.size()));
  if (is_new) {
    names_.blocks.push_back(block->GetSystemPathname());
    item_of_block_.push_back(-1);
  }
  return place->second;
}

int32_t Timeline::StateOf(const std::string& name) {
  const auto [place, is_new] = states_.emplace(name, static_cast<int32_t>(states_.size()));
  if (is_new) names_.states.push_back(name);
  return place->second;
}

// A reader has asked: what the open chunk holds so far is copied for it. Nobody asks, and nothing
// is copied, while no timeline is shown.
void Timeline::Publish() {
  is_wanted_.store(false, std::memory_order_relaxed);
  std::shared_ptr<const TimelineChunk> last;
  if (!open_.phases.empty()) last = std::make_shared<const TimelineChunk>(open_);
  const std::lock_guard lock(mutex_);
  last_ = std::move(last);
  ShowNames();
}

// With the lock: phases are never seen before the names of what is in them.
void Timeline::ShowNames() {
  if (shown_names_->blocks.size() != names_.blocks.size() ||
      shown_names_->states.size() != names_.states.size()) {
    shown_names_ = std::make_shared<const TimelineNames>(names_);
  }
}

// The open chunk is full: it is the readers' from here on, and a new one is begun.
void Timeline::Seal() {
  const int64_t next = open_.first + std::ssize(open_.phases);
  open_.phases.shrink_to_fit();
  open_.items.shrink_to_fit();
  open_.numbers.shrink_to_fit();
  open_.readings.shrink_to_fit();
  bytes_ += open_.bytes();
  auto full = std::make_shared<const TimelineChunk>(std::move(open_));
  open_ = {};
  open_.first = next;
  const std::lock_guard lock(mutex_);
  chunks_.push_back(std::move(full));
  last_.reset();
  while (bytes_ > most_bytes_ && chunks_.size() > 1) LeaveOutOldest();
  ShowNames();
}

// With the lock: of the oldest chunk only the counts are kept.
void Timeline::LeaveOutOldest() {
  const TimelineChunk& oldest = *chunks_.front();
  TimelineGap gap;
  gap.begin = oldest.phases.front().begin;
  gap.end = oldest.phases.back().end;
  for (const TimelinePhase& phase : oldest.phases) {
    ++gap.phases[static_cast<size_t>(phase.kind)];
    if (phase.num_readings > 0) ++gap.isolations;
  }
  bytes_ -= oldest.bytes();
  chunks_.erase(chunks_.begin());
  gaps_.push_back(gap);
  if (gaps_.size() <= kMostGaps) return;
  for (size_t i = 0; i < gaps_.size() / 2; ++i) {
    gaps_[i] = gaps_[2 * i];
    Join(&gaps_[i], gaps_[2 * i + 1]);
  }
  if (gaps_.size() % 2 == 1) gaps_[gaps_.size() / 2] = gaps_.back();
  gaps_.resize((gaps_.size() + 1) / 2);
}

}  // namespace loopwright
