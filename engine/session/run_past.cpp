#include <algorithm>
#include <exception>
#include <utility>

#include "engine/session/run_worker.h"

// Instants of the past, and back to where the run was left.

namespace loopwright {

namespace {

// Whether the kind of aim looks back.
bool IsBefore(const RunAim& aim) {
  return aim.kind == RunAim::Kind::kUpdateBefore || aim.kind == RunAim::Kind::kSampleBefore;
}

bool IsOfBlock(const RunAim& aim) {
  return aim.kind == RunAim::Kind::kSampleBefore || aim.kind == RunAim::Kind::kSampleAfter;
}

}  // namespace

// Now and then the state is kept, so that going back replays only what came since.
void RunSession::Worker::KeepSnapshot(RunSetup* setup, int64_t step) {
  if (!snapshots_.IsDue(step)) return;
  std::shared_ptr<const RunSnapshot> snapshot = setup->Keep(step);
  // Within a step that is not watched there is none, but soon there may be.
  if (snapshot == nullptr && snapshots_.size() > 0) snapshots_.AskAgain();
  snapshots_.Add(std::move(snapshot));
}

// The changes that were made before this step are made again.
void RunSession::Worker::MakeChanges(RunSetup* setup, int64_t step) const {
  const auto [begin, end] =
      std::equal_range(changes_.begin(), changes_.end(), ChangeOfRun{step, {}, {}, {}},
                       [](const ChangeOfRun& a, const ChangeOfRun& b) { return a.step < b.step; });
  for (auto change = begin; change != end; ++change) {
    if (!change->numbers.empty()) setup->ChangeNumbers(change->numbers);
  }
}

// The run was left, or has ended: shows what is wanted, or goes on with it, until the session ends.
// What cannot be computed any more leaves the instant that was shown.
void RunSession::Worker::Follow(RunSetup* setup) {
  while (WaitForCommand()) {
    std::optional<RunAim> aim;
    {
      const std::lock_guard lock(mutex_);
      aim = std::exchange(aim_, std::nullopt);
      is_looking_ = aim.has_value();
      Attend();
    }
    try {
      setup->WatchSamples({});
      if (aim) {
        const int64_t step = FindStep(setup, *aim);
        if (step >= 0) GoTo(setup, step);
      } else {
        was_left_ = false;
        RunOutcome outcome = ReturnToHead(setup);
        if (!was_left_) End(setup, std::move(outcome));
      }
    } catch (const std::exception& error) {
      setup->SetRecording(true);
      RunOutcome outcome;
      outcome.end = RunEnd::kFailed;
      outcome.message = error.what();
      outcome.time = time_;
      if (state_ != RunState::kFinished) End(nullptr, std::move(outcome));
    }
    const std::lock_guard lock(mutex_);
    is_looking_ = false;
  }
}

// Waits for something to do; false where the thread is to end.
bool RunSession::Worker::WaitForCommand() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    const bool goes_on = state_ != RunState::kFinished && (!pause_ || stop_);
    // Who resumes and pauses before the run has come back to where it was left pauses it there.
    if (!goes_on && state_ == RunState::kRunning) state_ = RunState::kPaused;
    const bool looks = std::exchange(looks_again_, false) && !goes_on && !aim_;
    if (looks && instant_ != nullptr && instant_->inside == nullptr)
      aim_ = RunAim{RunAim::Kind::kStep, instant_->step, 0, {}};
    return quits_ || aim_ || goes_on;
  });
  return !quits_;
}

// Takes the run back and makes its steps again. `visit(time, step)` is called before each of them,
// and ends that with false.
template <typename Visit>
RunOutcome RunSession::Worker::Replay(RunSetup* setup,
                                      const std::shared_ptr<const RunSnapshot>& from,
                                      const Visit& visit) {
  setup->SetRecording(false);
  is_at_end_ = false;
  next_step_ = from == nullptr ? 0 : from->step;
  RunOutcome outcome = setup->GoOn(from.get(), [&](double time, int64_t) {
    const int64_t step = next_step_++;
    KeepSnapshot(setup, step);
    MakeChanges(setup, step);
    return !Read(quits_) && visit(time, step);
  });
  setup->WatchStep(nullptr);
  setup->SetRecording(true);
  return outcome;
}

// The steps up to where the run was left are made again; from there on it goes on.
RunOutcome RunSession::Worker::ReturnToHead(RunSetup* setup) {
  const int64_t head = head_;
  setup->SetRecording(false);
  const std::shared_ptr<const RunSnapshot> from = snapshots_.AtOrBefore(head);
  next_step_ = from == nullptr ? 0 : from->step;
  stopwatch_.Resume();
  RunOutcome outcome = setup->GoOn(from.get(), [&](double time, int64_t) {
    const int64_t step = next_step_++;
    KeepSnapshot(setup, step);
    const bool makes_them_itself = step == head && fork_ != nullptr && head <= fork_->step;
    if (step <= head && !makes_them_itself) MakeChanges(setup, step);
    if (step < head) return !Read(quits_);
    if (step == head) {
      setup->SetRecording(true);
      state_ = RunState::kRunning;
    }
    return BeforeLiveStep(setup, time, step);
  });
  setup->SetRecording(true);
  return outcome;
}

// The number of the step that is aimed at; -1 where the session ended meanwhile.
int64_t RunSession::Worker::FindStep(RunSetup* setup, const RunAim& aim) {
  int64_t step = aim.step;
  if (aim.kind == RunAim::Kind::kTime) {
    step = FindTime(setup, aim.time);
  } else if (aim.kind != RunAim::Kind::kStep) {
    if (IsOfBlock(aim)) setup->WatchSamples(aim.block);
    step = IsBefore(aim) ? FindBefore(setup, aim) : FindAfter(setup, aim);
    if (IsOfBlock(aim)) setup->WatchSamples({});
  }
  return Read(quits_) ? -1 : std::clamp<int64_t>(step, 0, head_);
}

// Whether the step that was made last is one of those that are aimed at.
bool RunSession::Worker::Matches(RunSetup* setup, const RunAim& aim) {
  const int64_t before = std::exchange(updates_before_, setup->updates());
  return IsOfBlock(aim) ? setup->TakeSampled() : setup->updates() > before;
}

// Part by part from snapshot to snapshot, the last part first.
int64_t RunSession::Worker::FindBefore(RunSetup* setup, const RunAim& aim) {
  int64_t limit = std::min<int64_t>(aim.step, head_);
  while (limit > 0 && !Read(quits_)) {
    const std::shared_ptr<const RunSnapshot> from = snapshots_.AtOrBefore(limit - 1);
    const int64_t first = from == nullptr ? 0 : from->step;
    int64_t found = -1;
    bool has_begun = false;
    const auto look = [&](int64_t next) {
      if (Matches(setup, aim) && has_begun) found = next - 1;
      has_begun = true;
    };
    const RunOutcome outcome = Replay(setup, from, [&](double, int64_t step) {
      look(step);
      return step < limit;
    });
    if (next_step_ == limit) look(limit);  // The run ended with that step.
    if (found >= 0) return found;
    limit = first;
  }
  return 0;
}

// The next step after one that matches, looked for by replaying from the snapshot before it; the
// head where none does.
int64_t RunSession::Worker::FindAfter(RunSetup* setup, const RunAim& aim) {
  const int64_t first = std::min<int64_t>(aim.step + 1, head_);
  int64_t found = head_;
  bool has_begun = false;
  Replay(setup, snapshots_.AtOrBefore(first), [&](double, int64_t step) {
    const bool matches = Matches(setup, aim) && has_begun;
    has_begun = true;
    if (matches && step > first) found = step - 1;
    return found == head_ && step < head_;
  });
  const bool is_last = found == head_ && first < head_ && next_step_ == head_;
  if (is_last && Matches(setup, aim)) found = head_ - 1;
  return found;
}

// The last step that begins at or before a time.
int64_t RunSession::Worker::FindTime(RunSetup* setup, double time) {
  if (time >= time_) return head_;
  if (time < start_time_) return 0;
  int64_t found = 0;
  Replay(setup, snapshots_.AtOrBeforeTime(time), [&](double now, int64_t step) {
    if (now > time || step >= head_) return false;
    found = step;
    return true;
  });
  return found;
}

// Goes to a step, makes it as well where the run has made it, and tells both. Where the run has
// ended there and was not taken back since, it stands there. A snapshot has no computed values, so
// the step before is made again too: what steps compute, and how often, is then shown as in the
// run, wherever the clock happened to have a snapshot kept. What only an earlier step computed, at
// an event for example, counts as not computed.
void RunSession::Worker::GoTo(RunSetup* setup, int64_t target) {
  if (is_at_end_ && target == head_) return TellEnd(setup);
  RunInstant instant;
  bool is_there = false;
  const RunOutcome outcome =
      Replay(setup, snapshots_.AtOrBefore(target - 1), [&](double, int64_t step) {
        if (step < target) return true;
        if (step > target) return false;
        instant = ReadInstant(setup, step);
        is_there = true;
        if (step == head_) return false;
        setup->WatchStep(&instant);
        return true;
      });
  if (Read(quits_)) return;
  if (!is_there) {
    instant = ReadInstant(setup, target);
    instant.time = outcome.time;
  }
  TellInstant(std::move(instant));
}

}  // namespace loopwright
