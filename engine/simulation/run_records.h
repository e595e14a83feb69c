#pragma once

#include <tuple>

#include "engine/simulation/simulated_run.h"

namespace loopwright {

/// Which records a run makes. At an update a signal has two values at one time: the record `-` is
/// made before, and `+` after it; both carry the same time (semantics 14).
template <typename T>
class RunRecords {
 public:
  explicit RunRecords(SimulatedRun<T>* run) : run_(*run) {}

  /// A run begins: there is no record yet.
  void Begin() { recorded_before_ = false; }
  /// Whether both sides of an update are recorded at this time: always, or at log times only.
  bool RecordsPairs() const {
    return run_.config.log_updates || !run_.config.log_interval || is_log_time_;
  }
  /// The record `-` of this time, once, however often it is asked for.
  void RecordBefore() {
    if (recorded_before_) return;
    recorded_before_ = true;
    Record(Side::kBefore);
  }
  /// The record `+` belongs to a `-` of the same time: where the pairs between log times are left
  /// away, so is this one.
  void RecordAfter() {
    if (recorded_before_) RecordLast();
  }
  /// The record `+`, also without one before it: the last of a run that an update ended.
  void RecordLast() {
    recorded_before_ = false;
    Record(Side::kAfter);
  }
  /// Time has advanced.
  void NoteAdvance() { recorded_before_ = false; }
  /// Whether this is a time that is to be logged.
  bool is_log_time() const { return is_log_time_; }
  void set_is_log_time(bool is_log_time) { is_log_time_ = is_log_time; }

  /// Everything that a step leaves to the next one.
  auto WhereItStands() { return std::tie(recorded_before_, is_log_time_); }

 private:
  void Record(Side side) {
    if (!run_.observers.recorder) return;
    ++run_.statistics.output_evaluations;
    run_.SettleSliding();
    run_.observers.recorder(*run_.context, side);
  }

  SimulatedRun<T>& run_;
  bool recorded_before_ = false;  ///< there is a `-` record since time last advanced
  bool is_log_time_ = false;
};

}  // namespace loopwright
