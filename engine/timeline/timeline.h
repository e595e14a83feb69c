#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace loopwright {

class SystemBase;
struct TracePhase;
struct TraceValue;

/// The phases of a step, in the order in which a step has them.
enum class PhaseKind : uint8_t {
  kInitialize,
  kUnrestricted,
  kDiscrete,
  kMode,
  kContinuous,
  kPublish,
};
inline constexpr int kNumPhaseKinds = 6;

/// Why a block takes part in a phase: the trigger of TraceCause.
enum class PhaseCause : uint8_t {
  kStart,
  kInitialization,
  kPerStep,
  kPeriodic,
  kTimed,
  kWitness,
  kForced,
  kBranch,
  kLog,
  kStep,
};

/// What a continuous part ended at; kNone for the other phases.
enum class StepEnd : uint8_t { kNone, kLength, kEvent, kWitness, kBoundary };

/// A number of a block's state before a phase and after it: element `element` of the vector
/// `name` (TimelineNames::states).
struct TimelineNumber {
  int32_t name = 0;
  int32_t element = 0;
  double before = 0, after = 0;
};

/// A block in a phase.
struct TimelineItem {
  int32_t block = 0;  ///< in TimelineNames::blocks
  PhaseCause cause = PhaseCause::kStep;
  bool changed = false;       ///< its state
  int32_t left_out = 0;       ///< how many numbers of it were not kept, as it has so many
  double period_sec = 0;      ///< of a periodic event; else 0
  uint32_t first_number = 0;  ///< of its numbers in the chunk
  uint32_t num_numbers = 0;
};

/// A look at a guard, a witness function or a margin to another branch, while the instant was
/// isolated at which it changes its sign.
struct TimelineReading {
  double time = 0;  ///< seconds
  double value = 0;
  int32_t block = 0;  ///< whose guard it is
};

/// One phase of a step. Only a continuous part takes time: from `begin` to `end`, seconds; the
/// others are at `end` and have their place by their order alone.
struct TimelinePhase {
  double begin = 0, end = 0;
  int64_t step = 0;   ///< as RunInstant counts them; -1 for what comes before the first one
  int32_t place = 0;  ///< among the phases of its step, from 0
  PhaseKind kind = PhaseKind::kContinuous;
  PhaseCause cause = PhaseCause::kStep;  ///< where no block has one of its own
  StepEnd ended_by = StepEnd::kNone;
  int32_t ended_block = -1;  ///< whose guard ended it; -1: nobody's
  uint32_t first_item = 0, num_items = 0;
  uint32_t first_reading = 0, num_readings = 0;
};

/// Some phases one after the other, which never change once a reader sees them.
struct TimelineChunk {
  int64_t first = 0;  ///< the number of the first one in the run, from 0
  std::vector<TimelinePhase> phases;
  std::vector<TimelineItem> items;
  std::vector<TimelineNumber> numbers;
  std::vector<TimelineReading> readings;

  int64_t bytes() const;
};

/// What the numbers for blocks and vectors of state mean: paths such as `plant/tank`, and names
/// such as `x`, `xd0` or `mode`.
struct TimelineNames {
  std::vector<std::string> blocks, states;
};

/// What is left of phases that were left out to save memory: how many there were of each kind.
struct TimelineGap {
  double begin = 0, end = 0;  ///< seconds
  std::array<int64_t, kNumPhaseKinds> phases{};
  int64_t isolations = 0;
};

/// A timeline as it was when Timeline::Read() was called: all phases from number first() to end()
/// - 1, ascending in time and step, and before them what was left out.
class TimelineView {
 public:
  int64_t first() const { return chunks_.empty() ? 0 : chunks_.front()->first; }
  int64_t end() const;
  bool empty() const { return chunks_.empty(); }
  const std::vector<TimelineGap>& gaps() const { return gaps_; }

  /// The chunk that holds phase `number`, of first() to end() - 1.
  const TimelineChunk& ChunkOf(int64_t number) const;
  const TimelinePhase& phase(int64_t number) const;

  /// Calls visit(number, chunk, phase) for phases `begin` to `end` - 1, until it returns false.
  template <typename Visit>
  void ForEach(int64_t begin, int64_t end, const Visit& visit) const;

  /// The first phase that ends at `time` or later, or that belongs to `step` or a later one; end()
  /// where there is none.
  int64_t LowerBoundTime(double time) const;
  int64_t LowerBoundStep(int64_t step) const;

  /// `block` as in TimelineItem.
  const std::string& block(int32_t block) const { return names_->blocks[size_t(block)]; }
  const std::string& state(int32_t name) const { return names_->states[size_t(name)]; }

 private:
  friend class Timeline;
  template <typename IsBefore>
  int64_t LowerBound(const IsBefore& is_before) const;

  std::vector<std::shared_ptr<const TimelineChunk>> chunks_;  ///< none is empty
  std::vector<TimelineGap> gaps_;
  std::shared_ptr<const TimelineNames> names_;
};

template <typename Visit>
void TimelineView::ForEach(int64_t begin, int64_t end, const Visit& visit) const {
  while (begin < end) {
    const TimelineChunk& chunk = ChunkOf(begin);
    const int64_t chunk_end = std::min(end, chunk.first + std::ssize(chunk.phases));
    for (; begin < chunk_end; ++begin) {
      if (!visit(begin, chunk, chunk.phases[begin - chunk.first])) return;
    }
  }
}

/// What ran in each phase of each step of a run, why, and what it changed: the trace of a Simulator
/// (trace_phase.h), kept in memory. One thread writes it while others read.
///
/// Phases are appended to a chunk that is the writer's own. A full one is given to the readers and
/// never changes again; what is in the last one is copied for them when one of them has asked. So a
/// phase costs the writer no lock, and a reader holds what it has read as long as it likes.
///
/// Memory is bounded: when the chunks take more, the oldest go, and a TimelineGap keeps their
/// counts. Neighbouring gaps are joined two by two where there are many, so these are bounded as
/// well. Of a vector of state the first kMostNumbers elements are kept.
class Timeline {
 public:
  static constexpr int kMostNumbers = 8;  ///< of one vector in one phase
  static constexpr size_t kMostGaps = 512;

  /// Chunks take `most_bytes` at most, but for the last one.
  explicit Timeline(int64_t most_bytes) : most_bytes_(most_bytes) {}

  /// @name The writer's
  /// @{
  /// Appends a phase of the step of this number.
  void Add(int64_t step, const TracePhase& phase);
  /// Lets readers see all phases so far, as where the run pauses or has ended.
  void Publish();
  /// @}

  /// What readers may see now. Of the phases since, they see those up to the next one soon after.
  TimelineView Read() const;

 private:
  static constexpr size_t kChunkPhases = 256;
  static constexpr int64_t kChunkBytes = 1 << 18;

  void AddItems(const TracePhase& phase);
  void AddItem(int32_t block, PhaseCause cause, double period_sec);
  void AddNumbers(const TraceValue& value, TimelineItem* item);
  int32_t BlockOf(const SystemBase* block);
  int32_t StateOf(const std::string& name);
  void Seal();
  void ShowNames();
  void LeaveOutOldest();

  const int64_t most_bytes_;
  // The writer's own.
  TimelineChunk open_;
  TimelineNames names_;
  std::unordered_map<const SystemBase*, int32_t> blocks_;
  std::unordered_map<std::string, int32_t> states_;
  int64_t last_step_ = -2;
  int32_t place_ = 0;
  int64_t bytes_ = 0;                   ///< of the full chunks
  std::vector<int64_t> item_of_block_;  ///< in the phase that is added; -1: none

  mutable std::atomic<bool> is_wanted_{false};  ///< a reader has asked for more
  mutable std::mutex mutex_;                    ///< guards what follows
  std::vector<std::shared_ptr<const TimelineChunk>> chunks_;
  std::shared_ptr<const TimelineChunk> last_;  ///< what the open one had; null: nothing
  std::vector<TimelineGap> gaps_;
  std::shared_ptr<const TimelineNames> shown_names_ = std::make_shared<const TimelineNames>();
};

}  // namespace loopwright
