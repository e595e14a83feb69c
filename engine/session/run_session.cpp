#include "engine/session/run_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "engine/build/build.h"
#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"

namespace loopwright {
namespace {

using Clock = std::chrono::steady_clock;

// Time since the run began, pauses left out. Written by the run, read by all.
class Stopwatch {
 public:
  void Start() { began_ = Now(); }
  void Pause() { stopped_ = Now(); }
  void Resume() {
    began_ += Now() - stopped_;
    stopped_ = 0;
  }
  void Stop() { stopped_ = Now(); }

  // Real seconds since the start without pauses. While the watch is stopped it shows when it was.
  double seconds() const {
    const int64_t began = began_;
    if (began == 0) return 0;
    const int64_t stopped = stopped_;
    return 1e-9 * static_cast<double>((stopped == 0 ? Now() : stopped) - began);
  }

 private:
  static int64_t Now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
  }

  std::atomic<int64_t> began_{0};
  std::atomic<int64_t> stopped_{0};  // 0: going on
};

// The pace that a document without errors asks for.
double RateOf(const Document& document) {
  std::vector<Diagnostic> none;
  return EvaluateSimulation(document, &none).realtime_rate;
}

}  // namespace

class RunSession::Worker {
 public:
  // The goal is known before the thread begins: a step that starts a run is its first.
  Worker(Document document, const BlockRegistry& registry, RunOptions options, const RunGoal& goal)
      : document_(std::move(document)),
        running_(document_),
        registry_(registry),
        options_(std::move(options)),
        goal_{goal} {
    Attend();
    thread_ = std::thread([this] { Work(); });
  }

  ~Worker() {
    Command(&stop_, true);
    thread_.join();
  }

  void Pause() { Command(&pause_, true); }
  void Stop() { Command(&stop_, true); }

  // Goes on up to a goal.
  void Resume(const RunGoal& goal) {
    {
      const std::lock_guard lock(mutex_);
      goal_ = {goal};
      pause_ = false;
      if (state_ == RunState::kPaused) state_ = RunState::kRunning;
      Attend();
    }
    changed_.notify_all();
  }

  double realtime_rate() const { return shown_rate_; }

  void Edit(Document document) {
    {
      const std::lock_guard lock(mutex_);
      edited_ = std::make_unique<const Document>(std::move(document));
      Attend();
    }
    changed_.notify_all();
  }

  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ == RunState::kFinished; });
  }

  RunState state() const { return state_; }
  double time() const { return time_; }
  double start_time() const { return start_time_; }
  double stop_time() const { return stop_time_; }
  int64_t steps() const { return steps_; }
  double wall_seconds() const { return stopwatch_.seconds(); }

  RunOutcome outcome() const {
    const std::lock_guard lock(mutex_);
    return outcome_;
  }
  std::vector<Diagnostic> diagnostics() const {
    const std::lock_guard lock(mutex_);
    return diagnostics_;
  }
  std::shared_ptr<const Recording> recording() const {
    const std::lock_guard lock(mutex_);
    return recording_;
  }
  RunEdits edits() const {
    const std::lock_guard lock(mutex_);
    return edits_;
  }
  int64_t num_edits() const { return num_edits_; }

 private:
  // With the lock: notes whether the next step has something to look at. The step reads one atomic
  // instead of taking the lock, a million times in a run where nobody says anything.
  void Attend() {
    attention_ = pause_ || stop_ || edited_ != nullptr || wanted_rate_.has_value() ||
                 goal_.aim.kind != RunGoal::Kind::kNone;
  }

  // Sets a flag and wakes the run, which may be waiting in a pause or for the clock.
  void Command(bool* flag, bool value) {
    {
      const std::lock_guard lock(mutex_);
      *flag = value;
      Attend();
    }
    changed_.notify_all();
  }

  // The thread of the run, from building the model to its end. Nothing thrown may leave it:
  // whatever goes wrong becomes the outcome, told by its kind (a wrong option, or a failure).
  void Work() {
    RunOutcome outcome;
    try {
      RunSetup setup(document_, registry_, options_);
      Publish(setup);
      setup.SetThinningCallback([this](std::shared_ptr<const Recording> recording) {
        const std::lock_guard lock(mutex_);
        recording_ = std::move(recording);
      });
      if (setup.ok()) {
        outcome =
            setup.Run([&](double time, int64_t steps) { return BeforeStep(&setup, time, steps); });
        setup.WriteFiles();
        time_ = outcome.time;
        steps_ = setup.steps();
      } else {
        outcome.end = RunEnd::kInvalid;
        outcome.message = "the diagram has errors";
      }
    } catch (const UsageError& error) {
      outcome.end = RunEnd::kWrongOption;
      outcome.message = error.what();
    } catch (const std::exception& error) {
      outcome.end = RunEnd::kFailed;
      outcome.message = error.what();
    }
    stopwatch_.Stop();
    {
      const std::lock_guard lock(mutex_);
      outcome_ = std::move(outcome);
      state_ = RunState::kFinished;
    }
    changed_.notify_all();
  }

  // What is known once the diagram is built.
  void Publish(const RunSetup& setup) {
    const std::lock_guard lock(mutex_);
    diagnostics_ = setup.diagnostics();
    if (!setup.ok()) return;
    recording_ = setup.recording();
    start_time_ = setup.settings().start_time;
    stop_time_ = setup.settings().stop_time;
    time_ = setup.settings().start_time;
    realtime_rate_ = shown_rate_ = setup.settings().realtime_rate;
    paced_from_ = start_time_;
    stopwatch_.Start();
    state_ = RunState::kRunning;
  }

  // Between two steps: tells how far the run is and does what it was told. False ends the run.
  bool BeforeStep(RunSetup* setup, double time, int64_t steps) {
    time_ = time;
    steps_ = steps;
    if (realtime_rate_ > 0) WaitForWallClock(time);
    if (!attention_) return true;
    std::unique_lock lock(mutex_);
    TakeEdits(setup, &lock);
    FollowGoal(*setup, time);
    if (pause_ && !stop_) {
      stopwatch_.Pause();
      while (pause_ && !stop_) {
        state_ = RunState::kPaused;
        changed_.notify_all();
        // Who resumes and pauses at once leaves pause_ as it was and another state.
        changed_.wait(
            lock, [this] { return !pause_ || stop_ || edited_ || state_ != RunState::kPaused; });
        TakeEdits(setup, &lock);
      }
      stopwatch_.Resume();
      state_ = RunState::kRunning;
      FollowGoal(*setup, time);
    }
    TakeRate(time);
    return !stop_;
  }

  // Pauses where the goal is reached; a new one counts from here.
  void FollowGoal(const RunSetup& setup, double time) {
    if (goal_.aim.kind == RunGoal::Kind::kNone) return;
    bool is_reached = goal_.has_begun;
    if (goal_.aim.kind == RunGoal::Kind::kUpdate) {
      is_reached = goal_.has_begun && setup.updates() > goal_.updates;
      if (!goal_.has_begun) goal_.updates = setup.updates();
    } else if (goal_.aim.kind == RunGoal::Kind::kTime) {
      is_reached = time >= goal_.aim.time;
    }
    goal_.has_begun = true;
    if (!is_reached) return;
    goal_ = {};
    pause_ = true;
  }

  // From here on at another pace.
  void TakeRate(double time) {
    if (wanted_rate_) {
      realtime_rate_ = shown_rate_ = *wanted_rate_;
      wanted_rate_.reset();
      paced_from_ = time;
      paced_since_ = stopwatch_.seconds();
    }
    Attend();
  }

  // Takes over what it can of the document as it has become. Nobody waits for the comparison: the
  // lock is open meanwhile.
  void TakeEdits(RunSetup* setup, std::unique_lock<std::mutex>* lock) {
    while (edited_ != nullptr && !stop_) {
      const std::unique_ptr<const Document> edited = std::move(edited_);
      Attend();
      lock->unlock();
      RunChanges changes = FindRunChanges(running_, *edited, registry_, options_.allow_paths);
      if (!changes.numbers.empty()) setup->ChangeNumbers(std::move(changes.numbers));
      if (changes.is_known) running_ = std::move(changes.taken_over);
      lock->lock();
      if (changes.is_known && !options_.realtime_rate) wanted_rate_ = RateOf(*edited);
      if (changes.is_known) edits_.pending.clear();
      for (RunChange& change : changes.changes) {
        if (change.is_number_of_context) {
          edits_.notes.push_back({time_, change.path, change.before, change.after});
        } else {
          edits_.pending.push_back(std::move(change));
        }
      }
      edits_.number = ++num_edits_;
    }
  }

  // Waits until as much time has passed as the simulated time asks, or a command comes.
  void WaitForWallClock(double time) {
    const double due = paced_since_ + (time - paced_from_) / realtime_rate_;
    const double ahead = due - stopwatch_.seconds();
    if (ahead <= 0) return;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(ahead),
                      [this] { return pause_ || stop_ || edited_ || wanted_rate_; });
  }

  // A goal, and what has been done towards it.
  struct Goal {
    RunGoal aim;
    bool has_begun = false;  // a step has been made since
    int64_t updates = 0;     // made before
  };

  const Document document_;
  Document running_;  // the same with what was taken over; of the run's own thread
  const BlockRegistry& registry_;
  const RunOptions options_;

  mutable std::mutex mutex_;  // guards what follows, up to the atomics
  std::condition_variable changed_;
  bool pause_ = false;
  bool stop_ = false;
  Goal goal_;
  std::optional<double> wanted_rate_;
  RunOutcome outcome_;
  std::vector<Diagnostic> diagnostics_;
  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<const Document> edited_;  // what the document has become; null: nothing new
  RunEdits edits_;

  std::atomic<bool> attention_{false};  // whether a step has any of these to look at
  std::atomic<double> shown_rate_{0};
  std::atomic<RunState> state_{RunState::kBuilding};
  std::atomic<double> time_{0};
  std::atomic<double> start_time_{0};
  std::atomic<double> stop_time_{0};
  std::atomic<int64_t> steps_{0};
  std::atomic<int64_t> num_edits_{0};
  Stopwatch stopwatch_;
  // Of the run's own thread: the pace, and from which times on it is kept.
  double realtime_rate_ = 0;
  double paced_from_ = 0;   // simulated
  double paced_since_ = 0;  // of the stopwatch
  std::thread thread_;
};

std::shared_ptr<RunSession> RunSession::Start(Document document, const BlockRegistry& registry,
                                              RunOptions options, const RunGoal& goal) {
  return std::shared_ptr<RunSession>(new RunSession(
      std::make_unique<Worker>(std::move(document), registry, std::move(options), goal)));
}

RunSession::RunSession(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}
RunSession::~RunSession() = default;

void RunSession::Pause() { worker_->Pause(); }
void RunSession::Resume(const RunGoal& goal) { worker_->Resume(goal); }
void RunSession::Stop() { worker_->Stop(); }
double RunSession::realtime_rate() const { return worker_->realtime_rate(); }
void RunSession::Edit(Document document) { worker_->Edit(std::move(document)); }
RunEdits RunSession::edits() const { return worker_->edits(); }
int64_t RunSession::num_edits() const { return worker_->num_edits(); }
void RunSession::Wait() { worker_->Wait(); }
RunState RunSession::state() const { return worker_->state(); }
double RunSession::time() const { return worker_->time(); }
double RunSession::start_time() const { return worker_->start_time(); }
double RunSession::stop_time() const { return worker_->stop_time(); }
int64_t RunSession::steps() const { return worker_->steps(); }
double RunSession::wall_seconds() const { return worker_->wall_seconds(); }
RunOutcome RunSession::outcome() const { return worker_->outcome(); }
std::vector<Diagnostic> RunSession::diagnostics() const { return worker_->diagnostics(); }
std::shared_ptr<const Recording> RunSession::recording() const { return worker_->recording(); }

double RunSession::progress() const {
  const double duration = stop_time() - start_time();
  if (duration <= 0) return finished() ? 1 : 0;
  return std::clamp((time() - start_time()) / duration, 0.0, 1.0);
}

}  // namespace loopwright
