#include <algorithm>
#include <utility>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/run/run_controller.h"

// The run controller's way back: to instants that the run has been at, and on from there.

namespace loopwright {

bool RunController::isStill() const { return state_ == State::kIdle || state_ == State::kPaused; }

bool RunController::isInPast() const {
  return session_ && instant_ && isStill() && instant_->step < session_->last_step();
}

// What is shown while nothing moves; while a run goes on, where it is.
int64_t RunController::shownStep() const {
  return instant_ && isStill() ? instant_->step : session_->last_step();
}
int RunController::shownPhase() const { return isStill() ? phase_ : 0; }

bool RunController::canGoBack() const {
  if (!session_ || !recording_ || state_ == State::kChecking || state_ == State::kBuilding) {
    return false;
  }
  return shownStep() > 0 || shownPhase() > 0;
}

const std::vector<double>* RunController::valuesBefore() const {
  if (!instant_) return nullptr;
  const bool isPhase = phase_ > 0;
  const std::vector<double>& values =
      isPhase ? instant_->phases[static_cast<size_t>(phase_ - 1)].values : instant_->before;
  return values.empty() ? nullptr : &values;
}

// Within a step there is one value, that after the phase.
const std::vector<double>* RunController::valuesAfter() const {
  if (!instant_ || phase_ > 0 || instant_->after.empty()) return nullptr;
  return &instant_->after;
}

void RunController::readNow() {
  if (session_ && state_ == State::kRunning) session_->ReadNow();
}

// What is shown is told again, at the same phase, as soon as the run has looked there.
void RunController::lookInside(bool looks) {
  if (looks == looksInside_) return;
  looksInside_ = looks;
  if (!session_) return;
  session_->LookInside(looks);
  if (!looks || !isStill() || !instant_ || instant_->inside || lookTimer_.isActive()) return;
  wantedPhase_ = phase_;
  lookTimer_.start();
}

// An instant after another: what is asked for meanwhile counts from what is shown.
void RunController::show(const RunAim& aim, int phase) {
  if (!session_ || !recording_ || lookTimer_.isActive()) return;
  wantedPhase_ = phase;
  session_->Show(aim);
  lookTimer_.start();
}

void RunController::takeInstant() {
  if (!session_) return;
  const bool isLooking = session_->is_looking();
  const int64_t count = session_->num_instants();
  if (count == instantsSeen_ || (lookTimer_.isActive() && isLooking)) {
    if (!isLooking) lookTimer_.stop();
    return;
  }
  lookTimer_.stop();
  instantsSeen_ = count;
  instant_ = session_->instant();
  const int phases = static_cast<int>(instant_->phases.size());
  phase_ = wantedPhase_ < 0 ? phases : std::min(wantedPhase_, phases);
  wantedPhase_ = 0;
  if (state_ == State::kRunning && session_->state() == RunState::kPaused) {
    setState(State::kPaused);
  }
  // A step that was made to be looked at phase by phase: back to where it began.
  if (entersPhases_ && state_ != State::kRunning && session_->last_step() > 0) {
    entersPhases_ = false;
    return show({RunAim::Kind::kStep, session_->last_step() - 1, 0, {}}, 1);
  }
  Q_EMIT instantChanged();
  Q_EMIT progressed();
  if (std::optional<RunAim> next = std::exchange(nextAim_, std::nullopt)) {
    show(*next, nextPhase_);
  }
}

void RunController::step() {
  if (isInPast()) return show({RunAim::Kind::kStep, instant_->step + 1, 0, {}}, 0);
  goOn({RunGoal::Kind::kStep, 0, {}});
}

void RunController::stepToUpdate() {
  if (isInPast()) return show({RunAim::Kind::kUpdateAfter, instant_->step, 0, {}}, 0);
  goOn({RunGoal::Kind::kUpdate, 0, {}});
}

void RunController::stepToSample(const QString& block) {
  const std::string path = block.toStdString();
  if (isInPast()) return show({RunAim::Kind::kSampleAfter, instant_->step, 0, path}, 0);
  goOn({RunGoal::Kind::kSample, 0, path});
}

void RunController::stepToPhase() {
  if (isInPast()) {
    if (phase_ >= static_cast<int>(instant_->phases.size())) return step();
    ++phase_;
    Q_EMIT instantChanged();
    Q_EMIT progressed();
    return;
  }
  goOn({RunGoal::Kind::kStep, 0, {}}, true);
}

void RunController::stepBack() {
  if (!canGoBack()) return;
  show({RunAim::Kind::kStep, shownStep() - (shownPhase() > 0 ? 0 : 1), 0, {}}, 0);
}

void RunController::stepBackToUpdate() {
  if (!canGoBack()) return;
  show({RunAim::Kind::kUpdateBefore, shownStep(), 0, {}}, 0);
}

void RunController::stepBackToSample(const QString& block) {
  if (!canGoBack()) return;
  show({RunAim::Kind::kSampleBefore, shownStep(), 0, block.toStdString()}, 0);
}

void RunController::stepBackToPhase() {
  if (!canGoBack()) return;
  if (shownPhase() == 0) return show({RunAim::Kind::kStep, shownStep() - 1, 0, {}}, -1);
  --phase_;
  Q_EMIT instantChanged();
  Q_EMIT progressed();
}

void RunController::showTime(double time) { showNext({RunAim::Kind::kTime, 0, time, {}}, 0); }

// What is before the first step is shown where that begins.
void RunController::showPhase(int64_t step, int phase) {
  const bool isBefore = step < 0;
  showNext({RunAim::Kind::kStep, isBefore ? 0 : step, 0, {}}, isBefore ? 0 : phase);
}

// While an instant is looked for the last one that was asked for waits, as where a bar is dragged.
void RunController::showNext(RunAim aim, int phase) {
  if (!lookTimer_.isActive()) return show(aim, phase);
  nextAim_ = std::move(aim);
  nextPhase_ = phase;
}

// The run that was taken back ends with its session.
void RunController::runOnFromHere() {
  if (!isInPast()) return;
  if (isActive()) Q_EMIT leaving();
  std::shared_ptr<RunSession> fork = session_->Fork(instant_->step, document_->document());
  session_ = std::move(fork);
  entersPhases_ = false;
  watchSession();
}

QString RunController::phaseText() const {
  if (phase_ == 0) return tr("before the step");
  const std::string& name = instant_->phases[static_cast<size_t>(phase_ - 1)].name;
  if (name == "unrestricted") return tr("after the unrestricted updates");
  if (name == "discrete") return tr("after the discrete updates");
  if (name == "mode") return tr("after the choice of branches");
  if (name == "continuous") return tr("after the continuous part");
  return tr("after publishing");
}

}  // namespace loopwright
