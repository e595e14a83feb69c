#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/run/run_instant.h"

namespace loopwright {

/// Where a run stood at some of its steps: many of the latest, ever fewer of the past, so that the
/// way from the nearest one to any step is a small part of the way that the run has gone since.
///
/// Whenever there are too many, the one goes whose absence matters least: for which the gap that it
/// leaves, over its age, is the least. All gaps are then about the same part of their age, as in
/// "logarithmic" checkpointing. Example: with 500 snapshots, one every 10 ms, after an hour of
/// computing the gap is 10 ms at the end, and about 1 s a minute before.
class RunSnapshots {
 public:
  static constexpr size_t kMost = 500;

  explicit RunSnapshots(int64_t most_bytes) : most_bytes_(most_bytes) {}

  /// Whether it is time for another, at this step.
  bool IsDue(int64_t step);
  /// At the next step it is time again: none could be made at this one.
  void AskAgain() { last_ = {}; }
  /// Adds one, which may be null; those that are there already stay.
  void Add(std::shared_ptr<const RunSnapshot> snapshot);

  /// The last one of a step up to `step`, or a time up to `time_sec`; null where there is none.
  std::shared_ptr<const RunSnapshot> AtOrBefore(int64_t step) const;
  std::shared_ptr<const RunSnapshot> AtOrBeforeTime(double time_sec) const;

  size_t size() const { return snapshots_.size(); }
  int64_t bytes() const { return bytes_; }

 private:
  using Clock = std::chrono::steady_clock;

  void RemoveLeastNeeded();

  const int64_t most_bytes_;
  int64_t bytes_ = 0;
  std::vector<std::shared_ptr<const RunSnapshot>> snapshots_;  ///< ascending by step
  Clock::time_point last_;
};

}  // namespace loopwright
