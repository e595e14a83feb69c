#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/simulation/run_options.h"

namespace loopwright {

class BlockRegistry;
class Document;
class Recording;
struct Diagnostic;

enum class RunState {
  kBuilding,  ///< the diagram is being built; no recording yet
  kRunning,
  kPaused,
  kFinished,  ///< outcome() and diagnostics() are final
};

enum class RunEnd {
  kDone,         ///< the stop time was reached
  kTerminated,   ///< a block ended the run (StopWhen)
  kStopped,      ///< Stop() was called
  kWrongOption,  ///< an option or setting is impossible: an unknown signal or integrator
  kInvalid,      ///< the diagram is not valid: diagnostics() say why
  kFailed,       ///< the run failed; what was recorded until then is there
};

/// How a run ended.
struct RunOutcome {
  RunEnd end = RunEnd::kDone;
  std::string message;  ///< what happened, for the user; empty where all went well
  std::string path;     ///< of the block that ended or failed the run, or empty
  double time = 0;      ///< simulated time at the end
};

/// A run of a diagram on a thread of its own, with its own Context, built from its own copy of the
/// document. No call but Wait() waits for the run: commands are read by the run at step
/// boundaries, and what it has to tell is published as it goes. All functions may be called from
/// any thread. The destructor stops the run and joins its thread.
class RunSession {
 public:
  /// Starts a run of `document`. The registry must outlive the session.
  static std::shared_ptr<RunSession> Start(Document document, const BlockRegistry& registry,
                                           RunOptions options = {});
  ~RunSession();
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;

  /// Pausing takes effect at the end of the step under way; state() tells.
  void Pause();
  void Resume();
  void Stop();

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

  /// What is recorded, growing while the run goes on; null while building, and for good where the
  /// diagram could not be built. It stays valid after the session is gone.
  std::shared_ptr<const Recording> recording() const;

 private:
  class Worker;
  explicit RunSession(std::shared_ptr<Worker> worker);

  std::shared_ptr<Worker> worker_;
};

}  // namespace loopwright
