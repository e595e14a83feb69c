#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/build/run_changes.h"
#include "engine/run/run_instant.h"
#include "engine/run/run_note.h"
#include "engine/run/run_options.h"
#include "engine/run/run_outcome.h"

namespace loopwright {

class Recording;
class Timeline;
struct Diagnostic;
struct RunStart;

enum class RunState {
  kBuilding,  ///< the diagram is being built; no recording yet
  kRunning,
  kPaused,
  kFinished,  ///< outcome() and diagnostics() are final
};

/// What edits of its document were to a run.
struct RunEdits {
  int64_t number = 0;  ///< how many edited documents have been looked at
  std::vector<RunNote> notes;
  /// What the run could not take over: it needs a new run.
  std::vector<RunChange> pending;
};

/// Where a run pauses by itself. `RunGoal{RunGoal::Kind::kTime, 5}` pauses it at the end of the
/// first step that comes to 5 s.
struct RunGoal {
  enum class Kind {
    kNone,    ///< nowhere
    kStep,    ///< after the next step
    kUpdate,  ///< after the next step that began with updates
    kSample,  ///< after the next step that began with an update of `block`
    kTime,    ///< where a step ends at `time` or later
  };
  Kind kind = Kind::kNone;
  double time = 0;  ///< simulated seconds, for kTime
  std::string block =
      {};  ///< the path of a block, or of a subsystem with blocks in it, for kSample
};

/// An instant of a run that has been there already: before one of the steps that were made, or the
/// end. `RunAim{RunAim::Kind::kTime, 0, 5}` is the last one up to 5 s.
struct RunAim {
  enum class Kind {
    kStep,          ///< the step of number `step`
    kTime,          ///< the last one up to `time`
    kUpdateBefore,  ///< the last one before `step` that began with updates; else the start
    kUpdateAfter,   ///< the next one after `step`; else where the run is
    kSampleBefore,  ///< the same with updates of `block`
    kSampleAfter,
  };
  Kind kind = Kind::kStep;
  int64_t step = 0;
  double time = 0;  ///< simulated seconds
  std::string block = {};
};

/// A run of a diagram on a thread of its own, with its own Context, built from its own copy of the
/// document. No call but Wait() waits for the run: commands are read by the run at step
/// boundaries, and what it has to tell is published as it goes. All functions may be called from
/// any thread. The destructor stops the run and joins its thread.
class RunSession {
 public:
  /// Starts a run of `document`, which pauses at `goal`. The registry must outlive the session.
  static std::shared_ptr<RunSession> Start(Document document, const BlockRegistry& registry,
                                           RunOptions options = {}, const RunGoal& goal = {});
  ~RunSession();
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;

  /// Pausing takes effect at the end of the step under way; state() tells.
  void Pause();
  void Stop();

  /// Goes on, paused or not, and pauses again at `goal`, which counts from the step under way.
  /// Steps are what they would be without, so results are the same. A later goal replaces an
  /// earlier one. From the return on, state() is kPaused only where this goal or a later Pause()
  /// was reached, so that a reader never takes the old pause for the new one.
  void Resume(const RunGoal& goal = {});

  /// Shows an instant that the run has been at: it pauses where it is, goes back, and instant() is
  /// that one as soon as it is there. The run is left as it was: Resume() makes it go on from where
  /// it has come to, and its results are what they would be without. A later aim replaces an
  /// earlier one. Also for a run that has finished.
  void Show(const RunAim& aim);
  /// While the run goes on: instant() becomes that of its next step.
  void ReadNow();
  /// Whether instants come with copies of the run's context from here on (RunInstant::inside), for
  /// who looks into blocks. The one that is shown is reached again with them. A run that nobody
  /// looks into makes none; its results are the same either way.
  void LookInside(bool looks);
  /// The instant that was reached last: by a pause, the end of the run, Show() or ReadNow(). Null
  /// before there was one.
  std::shared_ptr<const RunInstant> instant() const;
  /// How many there were, so that a reader sees that there is another.
  int64_t num_instants() const;
  /// Whether an instant that was asked for by Show() has not been reached yet.
  bool is_looking() const;
  /// The number of the step that the run has come to.
  int64_t last_step() const;

  /// Another run that is this one up to `step`, the changes made during it included, and takes over
  /// from there on what it can of `edited`.
  std::shared_ptr<RunSession> Fork(int64_t step, Document edited, const RunGoal& goal = {}) const;

  /// Simulated seconds for each second of the clock at most; 0: as fast as possible. It follows
  /// edits of the document.
  double realtime_rate() const;

  /// Tells the run what its document has become. At the next step boundary, or at once while it is
  /// paused, it takes over what it can (see FindRunChanges()) from its next step on; edits() tells.
  /// A document with errors is left until one without comes. `goes_on`: the edit belongs to the
  /// gesture of the last one (RunNote::goes_on).
  void Edit(Document document, bool goes_on = false);

  /// Waits until the run has finished.
  void Wait();

  RunState state() const;
  bool finished() const { return state() == RunState::kFinished; }

  double time() const;          ///< simulated time of the last step's end, seconds
  double start_time() const;    ///< valid after building
  double stop_time() const;     ///< valid after building
  double progress() const;      ///< in [0, 1]
  int64_t steps() const;        ///< steps made
  double wall_seconds() const;  ///< since the first step began, pauses left out

  /// How the run ended; the default until it has finished.
  RunOutcome outcome() const;

  /// What the run has met and gone on from so far, and how many that are, without a copy.
  std::vector<RunWarning> warnings() const;
  size_t num_warnings() const;

  /// Errors and warnings of the build; empty until the run has left kBuilding.
  std::vector<Diagnostic> diagnostics() const;

  RunEdits edits() const;
  /// edits().number, without a copy.
  int64_t num_edits() const;

  /// What is recorded, growing while the run goes on; null while building, and for good where the
  /// diagram could not be built. It stays valid after the session is gone. With a recording_limit
  /// it is replaced by one with fewer of the older rows now and then: ask again to see later rows.
  std::shared_ptr<const Recording> recording() const;

  /// The phases of the run's steps, growing while it goes on, where they are kept
  /// (RunOptions::timeline_limit); else null. Step numbers are those of RunAim. It stays valid
  /// after the session is gone.
  std::shared_ptr<const Timeline> timeline() const;

  /// For tests: how many snapshots there are, and about how many bytes they take.
  std::pair<size_t, int64_t> snapshots() const;

  /// All that it takes to make the run again, but for the changes of edits(): null as long as
  /// recording() is. The names of program and diagram's file are not in it.
  std::shared_ptr<const RunStart> start() const;

 private:
  class Worker;
  explicit RunSession(std::unique_ptr<Worker> worker);

  std::unique_ptr<Worker> worker_;
};

}  // namespace loopwright
