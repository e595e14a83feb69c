#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/build/run_changes.h"
#include "engine/run/run_note.h"
#include "engine/run/run_options.h"
#include "engine/run/run_outcome.h"

namespace loopwright {

class Recording;
struct Diagnostic;

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
    kTime,    ///< where a step ends at `time` or later
  };
  Kind kind = Kind::kNone;
  double time = 0;  ///< simulated seconds, for kTime
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

  /// Simulated seconds for each second of the clock at most; 0: as fast as possible. It follows
  /// edits of the document.
  double realtime_rate() const;

  /// Tells the run what its document has become. At the next step boundary, or at once while it is
  /// paused, it takes over what it can (see FindRunChanges()) from its next step on; edits() tells.
  /// A document with errors is left until one without comes.
  void Edit(Document document);

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

  /// Errors and warnings of the build; empty until the run has left kBuilding.
  std::vector<Diagnostic> diagnostics() const;

  RunEdits edits() const;
  /// edits().number, without a copy.
  int64_t num_edits() const;

  /// What is recorded, growing while the run goes on; null while building, and for good where the
  /// diagram could not be built. It stays valid after the session is gone. With a recording_limit
  /// it is replaced by one with fewer of the older rows now and then: ask again to see later rows.
  std::shared_ptr<const Recording> recording() const;

 private:
  class Worker;
  explicit RunSession(std::unique_ptr<Worker> worker);

  std::unique_ptr<Worker> worker_;
};

}  // namespace loopwright
