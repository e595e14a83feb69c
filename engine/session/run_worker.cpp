#include "engine/session/run_worker.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/file/save.h"
#include "engine/kept_run/run_record.h"
#include "engine/recording/recording.h"

// Commands, and the run as it goes on. What goes back is in run_past.cpp.

namespace loopwright {

namespace {

// Bytes for snapshots where the recording has no limit; else a quarter of that.
constexpr int64_t kSnapshotBytes = int64_t{256} << 20;

// The pace that a document without errors asks for.
double RateOf(const Document& document) {
  std::vector<Diagnostic> none;
  return EvaluateSimulation(document, &none).realtime_rate;
}

}  // namespace

RunSession::Worker::Worker(Document document, const BlockRegistry& registry, RunOptions options,
                           const RunGoal& goal, std::unique_ptr<const RunFork> fork)
    : document_(std::move(document)),
      running_(document_),
      registry_(registry),
      options_(std::move(options)),
      fork_(std::move(fork)),
      timeline_(options_.timeline_limit ? std::make_shared<Timeline>(*options_.timeline_limit)
                                        : nullptr),
      goal_{goal},
      snapshots_(options_.recording_limit ? *options_.recording_limit / 4 : kSnapshotBytes) {
  if (fork_ != nullptr) {
    changes_ = fork_->changes;
    later_ = std::make_unique<const Document>(fork_->edited);
  }
  for (const ChangeOfRun& change : changes_) {
    running_ = change.running;
    edits_.notes.insert(edits_.notes.end(), change.notes.begin(), change.notes.end());
  }
  Attend();
  thread_ = std::thread([this] { Work(); });
}

// The thread ends at its next step; nobody waits for the run to come to its end.
RunSession::Worker::~Worker() {
  Command([&] { quits_ = stop_ = true; });
  thread_.join();
}

// Goes on up to a goal.
void RunSession::Worker::Resume(const RunGoal& goal) {
  Command([&] {
    goal_ = {goal};
    aim_.reset();
    pause_ = false;
    if (state_ == RunState::kPaused) state_ = RunState::kRunning;
  });
}

void RunSession::Worker::Edit(Document document, bool goes_on) {
  Command([&] {
    // Of edits that nobody has looked at yet the first one says it: the last one of a gesture is
    // told twice, by what was dragged and by the step that can be undone.
    if (edited_ == nullptr) edit_goes_on_ = goes_on;
    (later_ != nullptr ? later_ : edited_) = std::make_unique<const Document>(std::move(document));
  });
}

// The run pauses: who looks at the past does not want it to go on.
void RunSession::Worker::Show(const RunAim& aim) {
  Command([&] {
    aim_ = aim;
    pause_ = true;
    goal_ = {};
  });
}

// What is shown at present has to be looked at again, as nobody looked inside.
void RunSession::Worker::LookInside(bool looks) {
  Command([&] {
    looks_inside_ = looks;
    looks_again_ = looks && instant_ != nullptr && instant_->inside == nullptr;
  });
}

void RunSession::Worker::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ == RunState::kFinished; });
}

std::unique_ptr<RunSession::Worker> RunSession::Worker::Fork(int64_t step, Document edited,
                                                             const RunGoal& goal) const {
  auto fork = std::make_unique<RunFork>(RunFork{step, std::move(edited), {}});
  for (const ChangeOfRun& change : Read(changes_)) {
    if (change.step < step) fork->changes.push_back(change);
  }
  return std::make_unique<Worker>(document_, registry_, options_, goal, std::move(fork));
}

// With the lock: notes whether the next step has something to look at. The step reads one atomic
// instead of taking the lock, a million times in a run where nobody says anything.
void RunSession::Worker::Attend() {
  attention_ = pause_ || stop_ || reads_ || looks_again_ || aim_ || edited_ != nullptr ||
               wanted_rate_.has_value() || goal_.aim.kind != RunGoal::Kind::kNone;
}

// The thread of the run, from building the model to the end of the session: makes the run, and
// after that shows what is asked for. Nothing thrown may leave it: whatever goes wrong becomes the
// outcome, told by its kind (a wrong option, or a failure).
void RunSession::Worker::Work() {
  RunOutcome outcome;
  try {
    RunSetup setup(document_, registry_, options_);
    Publish(&setup);
    setup.SetThinningCallback([this](std::shared_ptr<const Recording> recording) {
      const std::lock_guard lock(mutex_);
      recording_ = std::move(recording);
    });
    setup.SetWarningCallback([this](const RunWarning& warning) {
      const std::lock_guard lock(mutex_);
      warnings_.push_back(warning);
      num_warnings_ = warnings_.size();
    });
    if (timeline_ != nullptr) {
      setup.Watch([this](const TracePhase& phase) { timeline_->Add(next_step_ - 1, phase); });
    }
    if (setup.ok()) {
      outcome = setup.Run([&](double time, int64_t) { return BeforeStep(&setup, time); });
      if (!was_left_) End(&setup, std::move(outcome));
      return Follow(&setup);
    }
    outcome.end = RunEnd::kInvalid;
    outcome.message = "the diagram has errors";
  } catch (const UsageError& error) {
    outcome.end = RunEnd::kWrongOption;
    outcome.message = error.what();
  } catch (const std::exception& error) {
    outcome.end = RunEnd::kFailed;
    outcome.message = error.what();
  }
  End(nullptr, std::move(outcome));
  // There is nothing to show of a run without a model.
  while (WaitForCommand()) {
    const std::lock_guard lock(mutex_);
    aim_.reset();
  }
}

// What is known once the diagram is built. Files that the user allowed this diagram to read are
// allowed to who makes the run again.
void RunSession::Worker::Publish(RunSetup* setup) {
  std::shared_ptr<const RunStart> start;
  if (setup->ok()) {
    RunOptions options = options_;
    if (!document_.folder.allowed_outside.empty()) options.allow_paths = true;
    start = std::make_shared<const RunStart>(
        DescribeStart(*setup, options, "", SaveCanonical(document_), ""));
  }
  const std::lock_guard lock(mutex_);
  diagnostics_ = setup->diagnostics();
  if (!setup->ok()) return;
  start_ = std::move(start);
  recording_ = setup->recording();
  start_time_ = setup->settings().start_time;
  stop_time_ = setup->settings().stop_time;
  time_ = setup->settings().start_time;
  realtime_rate_ = shown_rate_ = setup->settings().realtime_rate;
  paced_from_ = start_time_;
  stopwatch_.Start();
  state_ = RunState::kRunning;
}

// The run is over. One that was stopped or that failed before its end has come to a step that was
// not made.
void RunSession::Worker::End(RunSetup* setup, RunOutcome outcome) {
  stopwatch_.Stop();
  if (timeline_ != nullptr) timeline_->Publish();
  if (setup != nullptr) {
    setup->WriteFiles();
    const bool was_made =
        outcome.end == RunEnd::kDone || outcome.end == RunEnd::kTerminated || next_step_ == 0;
    head_ = was_made ? next_step_ : next_step_ - 1;
    time_ = outcome.time;
    steps_ = setup->steps();
    is_at_end_ = was_made;
    TellEnd(setup);
  }
  {
    const std::lock_guard lock(mutex_);
    outcome_ = std::move(outcome);
    state_ = RunState::kFinished;
  }
  changed_.notify_all();
}

void RunSession::Worker::TellEnd(RunSetup* setup) {
  RunInstant instant = ReadInstant(setup, head_);
  instant.time = time_;
  TellInstant(std::move(instant));
}

RunInstant RunSession::Worker::ReadInstant(RunSetup* setup, int64_t step) {
  looked_inside_ = looks_inside_;
  return setup->ReadInstant(step, looked_inside_);
}

// Who began to look inside after the instant was read did not find it here: it is looked at again.
void RunSession::Worker::TellInstant(RunInstant instant) {
  if (timeline_ != nullptr) timeline_->Publish();
  auto told = std::make_shared<const RunInstant>(std::move(instant));
  const std::lock_guard lock(mutex_);
  instant_ = std::move(told);
  ++num_instants_;
  if (looks_inside_ && !looked_inside_) {
    looks_again_ = true;
    Attend();
  }
}

// Before each step, also of one that is made again: whether it is to be made.
bool RunSession::Worker::BeforeStep(RunSetup* setup, double time) {
  const int64_t step = next_step_++;
  KeepSnapshot(setup, step);
  return BeforeLiveStep(setup, time, step);
}

// Between two steps: tells how far the run is and does what it was told. False leaves the run.
bool RunSession::Worker::BeforeLiveStep(RunSetup* setup, double time, int64_t step) {
  time_ = time;
  steps_ = setup->steps();
  head_ = step;
  FollowFork(setup, time, step);
  const bool is_known = fork_ != nullptr && step < fork_->step;
  if (realtime_rate_ > 0 && !is_known) WaitForWallClock(time);
  if (!attention_) return true;
  std::unique_lock lock(mutex_);
  TakeEdits(setup, step, &lock);
  FollowGoal(setup, time);
  const auto tell = [&] {
    reads_ = false;
    is_looking_ = std::exchange(looks_again_, false);  // until what was looked for is told
    lock.unlock();
    TellInstant(ReadInstant(setup, step));
    lock.lock();
    is_looking_ = false;
  };
  if (reads_ || looks_again_ || pause_) tell();
  if (pause_ && !stop_) {
    stopwatch_.Pause();
    while (pause_ && !stop_ && !aim_) {
      state_ = RunState::kPaused;
      changed_.notify_all();
      // Who resumes and pauses at once leaves pause_ as it was and another state.
      changed_.wait(lock, [this] {
        return !pause_ || stop_ || edited_ || aim_ || looks_again_ || state_ != RunState::kPaused;
      });
      TakeEdits(setup, step, &lock);
      if (looks_again_ && pause_ && !stop_ && !aim_) tell();
    }
    if (aim_ && !stop_) {
      was_left_ = true;
      state_ = RunState::kPaused;
      return false;
    }
    stopwatch_.Resume();
    state_ = RunState::kRunning;
    FollowGoal(setup, time);
  }
  TakeRate(time);
  return !stop_;
}

// What a fork shares with the run that it left is made as it was there, without waiting for the
// clock: it was seen before. Then the document becomes what it was when the fork was made, or what
// it has become since.
void RunSession::Worker::FollowFork(RunSetup* setup, double time, int64_t step) {
  if (fork_ == nullptr || step > fork_->step) return;
  MakeChanges(setup, step);
  if (step < fork_->step) return;
  paced_from_ = time;
  paced_since_ = stopwatch_.seconds();
  const std::lock_guard lock(mutex_);
  if (later_ != nullptr) {
    edited_ = std::move(later_);
    edit_goes_on_ = false;
  }
  Attend();
}

// Pauses where the goal is reached; a new one counts from here.
void RunSession::Worker::FollowGoal(RunSetup* setup, double time) {
  const RunGoal& aim = goal_.aim;
  if (aim.kind == RunGoal::Kind::kNone) return;
  bool is_reached = goal_.has_begun;
  if (aim.kind == RunGoal::Kind::kUpdate) {
    is_reached = goal_.has_begun && setup->updates() > goal_.updates;
    if (!goal_.has_begun) goal_.updates = setup->updates();
  } else if (aim.kind == RunGoal::Kind::kSample) {
    if (!goal_.has_begun) setup->WatchSamples(aim.block);
    is_reached = goal_.has_begun && setup->TakeSampled();
  } else if (aim.kind == RunGoal::Kind::kTime) {
    is_reached = time >= aim.time;
  }
  goal_.has_begun = true;
  if (!is_reached) return;
  if (aim.kind == RunGoal::Kind::kSample) setup->WatchSamples({});
  goal_ = {};
  pause_ = true;
}

// A new pace counts from here: what was to be waited for at the old one is forgotten.
void RunSession::Worker::TakeRate(double time) {
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
void RunSession::Worker::TakeEdits(RunSetup* setup, int64_t step,
                                   std::unique_lock<std::mutex>* lock) {
  while (edited_ != nullptr && !stop_) {
    const std::unique_ptr<const Document> edited = std::move(edited_);
    const bool goes_on = edit_goes_on_;
    Attend();
    lock->unlock();
    RunChanges changes = FindRunChanges(running_, *edited, registry_, options_.allow_paths);
    if (!changes.numbers.empty()) setup->ChangeNumbers(changes.numbers);
    if (changes.is_known) running_ = std::move(changes.taken_over);
    lock->lock();
    if (changes.is_known && !options_.realtime_rate) wanted_rate_ = RateOf(*edited);
    if (changes.is_known) edits_.pending.clear();
    ChangeOfRun taken{step, std::move(changes.numbers), {}, {}};
    for (RunChange& change : changes.changes) {
      if (change.is_number_of_context) {
        taken.notes.push_back({time_, change.path, change.before, change.after, goes_on, step});
      } else {
        edits_.pending.push_back(std::move(change));
      }
    }
    if (!taken.notes.empty()) {
      taken.running = running_;
      AddChange(setup, std::move(taken));
    }
    edits_.number = ++num_edits_;
  }
}

// With the lock: adds what was changed before a step to what was changed before the same step
// already, as it may be in a pause. Of each parameter the last value counts, since the run sees no
// other. Where all is as it was again, the run is not told that anything changed, so that it
// records nothing for it.
void RunSession::Worker::AddChange(RunSetup* setup, ChangeOfRun change) {
  if (changes_.empty() || changes_.back().step != change.step) {
    edits_.notes.insert(edits_.notes.end(), change.notes.begin(), change.notes.end());
    changes_.push_back(std::move(change));
    return;
  }
  ChangeOfRun& whole = changes_.back();
  edits_.notes.resize(edits_.notes.size() - whole.notes.size());
  for (RunNote& note : change.notes) {
    const auto known = std::ranges::find(whole.notes, note.path, &RunNote::path);
    if (known == whole.notes.end()) {
      whole.notes.push_back(std::move(note));
    } else if (known->before == note.after) {
      whole.notes.erase(known);
    } else {
      known->after = std::move(note.after);
    }
  }
  for (BlockNumbers& numbers : change.numbers) {
    const auto known = std::ranges::find(whole.numbers, numbers.block, &BlockNumbers::block);
    if (known == whole.numbers.end()) {
      whole.numbers.push_back(std::move(numbers));
    } else {
      *known = std::move(numbers);
    }
  }
  whole.running = std::move(change.running);
  edits_.notes.insert(edits_.notes.end(), whole.notes.begin(), whole.notes.end());
  if (!whole.notes.empty()) return;
  setup->ForgetChanges();
  changes_.pop_back();
}

// Waits until as much time has passed as the simulated time asks, or a command comes.
void RunSession::Worker::WaitForWallClock(double time) {
  const double due = paced_since_ + (time - paced_from_) / realtime_rate_;
  const double ahead = due - stopwatch_.seconds();
  if (ahead <= 0) return;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(ahead), [this] {
    return pause_ || stop_ || edited_ || wanted_rate_ || aim_ || reads_ || looks_again_;
  });
}

}  // namespace loopwright
