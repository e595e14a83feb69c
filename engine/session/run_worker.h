#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "engine/build/build.h"
#include "engine/run/run_setup.h"
#include "engine/session/run_session.h"
#include "engine/session/run_snapshots.h"
#include "engine/timeline/timeline.h"

namespace loopwright {

/// Time since a run began, pauses left out. Written by the run, read by all.
class Stopwatch {
 public:
  void Start() { began_ = Now(); }
  void Pause() { stopped_ = Now(); }
  void Resume() {
    began_ += Now() - stopped_;
    stopped_ = 0;
  }
  void Stop() { stopped_ = Now(); }

  /// Real seconds since the start without pauses. While the watch is stopped it shows when it was.
  double seconds() const {
    const int64_t began = began_;
    if (began == 0) return 0;
    const int64_t stopped = stopped_;
    return 1e-9 * static_cast<double>((stopped == 0 ? Now() : stopped) - began);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static int64_t Now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
  }

  std::atomic<int64_t> began_{0};
  std::atomic<int64_t> stopped_{0};  // 0: going on
};

/// What was changed in a run before one of its steps.
struct ChangeOfRun {
  int64_t step = 0;
  std::vector<BlockNumbers> numbers;
  Document running;            ///< the run's document with it
  std::vector<RunNote> notes;  ///< what it is, for the user
};

/// A run that begins as another one did: with its changes up to `step`, where its document becomes
/// `edited`.
struct RunFork {
  int64_t step = 0;
  Document edited;
  std::vector<ChangeOfRun> changes;
};

/// The thread of a RunSession, which passes its calls on.
///
/// The thread makes one step after the other (Work()). Where an instant of the past is wanted, it
/// leaves the run, takes it back to the nearest snapshot before it and makes the steps from there
/// again, without recording them. Where the run is to go on, it is replayed up to where it was left
/// and goes on from there. Steps are counted by the calls of the simulator's callback; `head_` is
/// the step that the run itself has come to.
class RunSession::Worker {
 public:
  /// The goal is known before the thread begins: a step that starts a run is its first.
  Worker(Document document, const BlockRegistry& registry, RunOptions options, const RunGoal& goal,
         std::unique_ptr<const RunFork> fork = nullptr);
  ~Worker();

  void Pause() {
    Command([this] { pause_ = true; });
  }
  void Stop() {
    Command([this] { stop_ = true; });
  }
  void Resume(const RunGoal& goal);
  void Edit(Document document, bool goes_on);
  void Show(const RunAim& aim);
  void ReadNow() {
    Command([this] { reads_ = true; });
  }
  void LookInside(bool looks);
  void Wait();
  std::unique_ptr<Worker> Fork(int64_t step, Document edited, const RunGoal& goal) const;

  double realtime_rate() const { return shown_rate_; }
  RunState state() const { return state_; }
  double time() const { return time_; }
  double start_time() const { return start_time_; }
  double stop_time() const { return stop_time_; }
  int64_t steps() const { return steps_; }
  double wall_seconds() const { return stopwatch_.seconds(); }
  int64_t num_edits() const { return num_edits_; }
  int64_t num_instants() const { return num_instants_; }
  int64_t last_step() const { return head_; }
  bool is_looking() const {
    const std::lock_guard lock(mutex_);
    return aim_ || is_looking_ || looks_again_;
  }
  RunOutcome outcome() const { return Read(outcome_); }
  std::vector<RunWarning> warnings() const { return Read(warnings_); }
  size_t num_warnings() const { return num_warnings_; }
  std::vector<Diagnostic> diagnostics() const { return Read(diagnostics_); }
  std::shared_ptr<const Recording> recording() const { return Read(recording_); }
  std::shared_ptr<const RunStart> start() const { return Read(start_); }
  RunEdits edits() const { return Read(edits_); }
  std::shared_ptr<const Timeline> timeline() const { return timeline_; }
  std::shared_ptr<const RunInstant> instant() const { return Read(instant_); }
  std::pair<size_t, int64_t> snapshots() const { return {snapshots_.size(), snapshots_.bytes()}; }

 private:
  /// A goal, and what has been done towards it.
  struct Goal {
    RunGoal aim;
    bool has_begun = false;  ///< a step has been made since
    int64_t updates = 0;     ///< made before
  };

  template <typename Value>
  Value Read(const Value& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }
  void Attend();
  /// Makes a change with the lock, and wakes the run, which may be waiting in a pause or for the
  /// clock.
  template <typename Change>
  void Command(const Change& change) {
    {
      const std::lock_guard lock(mutex_);
      change();
      Attend();
    }
    changed_.notify_all();
  }

  void Work();
  void Publish(RunSetup* setup);
  void End(RunSetup* setup, RunOutcome outcome);
  void Follow(RunSetup* setup);
  bool WaitForCommand();

  // The run itself.
  bool BeforeStep(RunSetup* setup, double time);
  bool BeforeLiveStep(RunSetup* setup, double time, int64_t step);
  void FollowFork(RunSetup* setup, double time, int64_t step);
  void FollowGoal(RunSetup* setup, double time);
  void TakeRate(double time);
  void TakeEdits(RunSetup* setup, int64_t step, std::unique_lock<std::mutex>* lock);
  void AddChange(RunSetup* setup, ChangeOfRun change);
  void WaitForWallClock(double time);
  void TellEnd(RunSetup* setup);
  /// At a step that the run has come to, with a copy of the context where somebody looks inside.
  RunInstant ReadInstant(RunSetup* setup, int64_t step);
  void TellInstant(RunInstant instant);

  // The past.
  void KeepSnapshot(RunSetup* setup, int64_t step);
  void MakeChanges(RunSetup* setup, int64_t step) const;
  int64_t FindStep(RunSetup* setup, const RunAim& aim);
  int64_t FindBefore(RunSetup* setup, const RunAim& aim);
  int64_t FindAfter(RunSetup* setup, const RunAim& aim);
  int64_t FindTime(RunSetup* setup, double time);
  bool Matches(RunSetup* setup, const RunAim& aim);
  template <typename Visit>
  RunOutcome Replay(RunSetup* setup, const std::shared_ptr<const RunSnapshot>& from,
                    const Visit& visit);
  void GoTo(RunSetup* setup, int64_t step);
  RunOutcome ReturnToHead(RunSetup* setup);

  const Document document_;
  Document running_;  ///< the same with what was taken over; of the run's own thread
  const BlockRegistry& registry_;
  const RunOptions options_;
  const std::unique_ptr<const RunFork> fork_;  ///< null: the run is no fork
  const std::shared_ptr<Timeline> timeline_;   ///< null: none is kept

  mutable std::mutex mutex_;  ///< guards what follows, up to the atomics
  std::condition_variable changed_;
  bool pause_ = false;
  bool stop_ = false;
  bool quits_ = false;  ///< the thread is to end
  bool reads_ = false;
  bool looks_again_ = false;  ///< at the instant that is shown
  std::optional<RunAim> aim_;
  bool is_looking_ = false;  ///< for what was aimed at last, or into the instant that is shown
  Goal goal_;
  std::optional<double> wanted_rate_;
  RunOutcome outcome_;
  std::vector<RunWarning> warnings_;
  std::vector<Diagnostic> diagnostics_;
  std::shared_ptr<const Recording> recording_;
  std::shared_ptr<const RunStart> start_;
  std::shared_ptr<const RunInstant> instant_;
  std::unique_ptr<const Document> edited_;  ///< what the document has become; null: nothing new
  bool edit_goes_on_ = false;               ///< it is of the gesture of the last one
  /// Of a fork: what the document is from the step on at which it leaves the other run, where it is
  /// not there yet.
  std::unique_ptr<const Document> later_;
  RunEdits edits_;
  std::vector<ChangeOfRun> changes_;  ///< ascending by step; written by the run's thread alone

  std::atomic<bool> looks_inside_{false};  ///< whether instants have a copy of the context
  bool looked_inside_ = false;             ///< whether the instant that was read last has one
  std::atomic<bool> attention_{false};     ///< whether a step has any of these to look at
  std::atomic<double> shown_rate_{0};
  std::atomic<RunState> state_{RunState::kBuilding};
  std::atomic<double> time_{0};
  std::atomic<double> start_time_{0};
  std::atomic<double> stop_time_{0};
  std::atomic<int64_t> steps_{0};
  std::atomic<int64_t> num_edits_{0};
  std::atomic<size_t> num_warnings_{0};
  std::atomic<int64_t> num_instants_{0};
  std::atomic<int64_t> head_{0};
  Stopwatch stopwatch_;
  // Of the run's own thread.
  RunSnapshots snapshots_;
  int64_t next_step_ = 0;       ///< the number that the next call of the callback has
  int64_t updates_before_ = 0;  ///< of the run, before the step that was made last
  bool was_left_ = false;       ///< for an instant of the past
  bool is_at_end_ = false;      ///< the context stands where the run has ended
  double realtime_rate_ = 0;
  double paced_from_ = 0;   ///< simulated
  double paced_since_ = 0;  ///< of the stopwatch
  std::thread thread_;
};

}  // namespace loopwright
