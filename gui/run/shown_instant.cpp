#include "gui/run/shown_instant.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gui/run/run_controller.h"

namespace loopwright {

namespace {
constexpr int kLookMilliseconds = 8;  // half a picture: who steps through the past waits for it
}  // namespace

ShownInstant::ShownInstant(RunController* runs) : QObject(runs), runs_(runs) {
  lookTimer_.setInterval(kLookMilliseconds);
  connect(&lookTimer_, &QTimer::timeout, this, &ShownInstant::take);
}

// A new session begins with nothing to show.
void ShownInstant::follow(RunSession* session) {
  session_ = session;
  instant_.reset();
  instantsSeen_ = 0;
  phase_ = wantedPhase_ = 0;
  nextAim_.reset();
  lookTimer_.stop();
  session_->LookInside(looksInside_);
}

// Phase 0 is the step as a whole; phase k the state after the k-th thing that happened in it.
double ShownInstant::time() const {
  return phase_ == 0 ? instant_->time : instant_->phases[phase_ - 1].time;
}

bool ShownInstant::isStill() const {
  const RunController::State state = runs_->state();
  return state == RunController::State::kIdle || state == RunController::State::kPaused;
}

bool ShownInstant::isInPast() const {
  return session_ && instant_ && isStill() && instant_->step < session_->last_step();
}

// What is shown while nothing moves; while a run goes on, where it is.
int64_t ShownInstant::shownStep() const {
  return instant_ && isStill() ? instant_->step : session_->last_step();
}
int ShownInstant::shownPhase() const { return isStill() ? phase_ : 0; }

// Not while a run is checked or built.
bool ShownInstant::canGoBack() const {
  const RunController::State state = runs_->state();
  if (!session_ || !runs_->recording() || state == RunController::State::kChecking ||
      state == RunController::State::kBuilding) {
    return false;
  }
  return shownStep() > 0 || shownPhase() > 0;
}

const std::vector<double>* ShownInstant::valuesBefore() const {
  if (!instant_) return nullptr;
  const bool isPhase = phase_ > 0;
  const std::vector<double>& values =
      isPhase ? instant_->phases[phase_ - 1].values : instant_->before;
  return values.empty() ? nullptr : &values;
}

// Within a step there is one value, that after the phase.
const std::vector<double>* ShownInstant::valuesAfter() const {
  if (!instant_ || phase_ > 0 || instant_->after.empty()) return nullptr;
  return &instant_->after;
}

void ShownInstant::readNow() {
  if (session_ && runs_->state() == RunController::State::kRunning) session_->ReadNow();
}

// What is shown is told again, at the same phase, as soon as the run has looked there.
// Looking inside costs a copy of the context for each phase, so a run does it only while the
// inspector is open.
void ShownInstant::lookInside(bool looks) {
  if (looks == looksInside_) return;
  looksInside_ = looks;
  if (!session_) return;
  session_->LookInside(looks);
  if (!looks || !isStill() || !instant_ || instant_->inside || lookTimer_.isActive()) return;
  wantedPhase_ = phase_;
  lookTimer_.start();
}

// An instant after another: what is asked for meanwhile counts from what is shown.
void ShownInstant::show(const RunAim& aim, int phase) {
  if (!session_ || !runs_->recording() || lookTimer_.isActive()) return;
  wantedPhase_ = phase;
  session_->Show(aim);
  lookTimer_.start();
}

// Called as a run goes on, and by a timer while an answer is awaited. Each instant that the session
// hands over has a number; the same number again means that nothing has come.
void ShownInstant::take() {
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
  Q_EMIT arrived();
  // A step that was made to be looked at phase by phase: back to where it began.
  if (entersPhases_ && runs_->state() != RunController::State::kRunning &&
      session_->last_step() > 0) {
    entersPhases_ = false;
    return show({RunAim::Kind::kStep, session_->last_step() - 1, 0, {}}, 1);
  }
  Q_EMIT changed();
  if (std::optional<RunAim> next = std::exchange(nextAim_, std::nullopt)) {
    show(*next, nextPhase_);
  }
}

void ShownInstant::stepForward() {
  if (isInPast()) show({RunAim::Kind::kStep, instant_->step + 1, 0, {}}, 0);
}

void ShownInstant::stepForwardToUpdate() {
  if (isInPast()) show({RunAim::Kind::kUpdateAfter, instant_->step, 0, {}}, 0);
}

void ShownInstant::stepForwardToSample(const QString& block) {
  if (!isInPast()) return;
  show({RunAim::Kind::kSampleAfter, instant_->step, 0, block.toStdString()}, 0);
}

void ShownInstant::stepForwardToPhase() {
  if (!isInPast()) return;
  if (phase_ >= static_cast<int>(instant_->phases.size())) return stepForward();
  ++phase_;
  Q_EMIT changed();
}

// Back to the beginning of the step, if a phase within it is shown, else one step.
void ShownInstant::stepBack() {
  if (!canGoBack()) return;
  show({RunAim::Kind::kStep, shownStep() - (shownPhase() > 0 ? 0 : 1), 0, {}}, 0);
}

void ShownInstant::stepBackToUpdate() {
  if (!canGoBack()) return;
  show({RunAim::Kind::kUpdateBefore, shownStep(), 0, {}}, 0);
}

void ShownInstant::stepBackToSample(const QString& block) {
  if (!canGoBack()) return;
  show({RunAim::Kind::kSampleBefore, shownStep(), 0, block.toStdString()}, 0);
}

void ShownInstant::stepBackToPhase() {
  if (!canGoBack()) return;
  if (shownPhase() == 0) return show({RunAim::Kind::kStep, shownStep() - 1, 0, {}}, -1);
  --phase_;
  Q_EMIT changed();
}

void ShownInstant::showTime(double time) { showNext({RunAim::Kind::kTime, 0, time, {}}, 0); }

// What is before the first step is shown where that begins.
void ShownInstant::showPhase(int64_t step, int phase) {
  const bool isBefore = step < 0;
  showNext({RunAim::Kind::kStep, isBefore ? 0 : step, 0, {}}, isBefore ? 0 : phase);
}

// While an instant is looked for the last one that was asked for waits, as where a bar is dragged.
void ShownInstant::showNext(RunAim aim, int phase) {
  if (!lookTimer_.isActive()) return show(aim, phase);
  nextAim_ = std::move(aim);
  nextPhase_ = phase;
}

// The names are those of the trace.
QString ShownInstant::phaseText() const {
  if (phase_ == 0) return RunController::tr("before the step");
  const std::string& name = instant_->phases[phase_ - 1].name;
  if (name == "unrestricted") return RunController::tr("after the unrestricted updates");
  if (name == "discrete") return RunController::tr("after the discrete updates");
  if (name == "mode") return RunController::tr("after the choice of branches");
  if (name == "continuous") return RunController::tr("after the continuous part");
  return RunController::tr("after publishing");
}

}  // namespace loopwright
