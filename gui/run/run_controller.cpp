#include "gui/run/run_controller.h"

#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "gui/document/diagram_document.h"
#include "gui/document/run_notices.h"
#include "gui/run/change_texts.h"
#include "gui/run/recording_memory.h"
#include "gui/run/shown_instant.h"

namespace loopwright {

namespace {

constexpr int kPollMilliseconds = 16;
constexpr int64_t kTimelinePart = 16;  // of what the recording may take, for the timeline at most

// Whether parameters are all that changed.
bool areOfValues(const ChangeSet& changes) {
  return std::all_of(changes.changes().begin(), changes.changes().end(), [](const Change& change) {
    return change.subject == ChangeSubject::kParameters ||
           (change.subject == ChangeSubject::kBlock && change.kind == ChangeKind::kChanged &&
            change.block_parts == kBlockParameters);
  });
}

}  // namespace

// "1 234 567", with spaces that do not break.
QString formatCount(int64_t count) {
  QString text = QString::number(count);
  for (qsizetype place = text.size() - 3; place > 0; place -= 3) text.insert(place, QChar(0xa0));
  return text;
}

// One decimal below 10, three below 0.1, none above.
QString formatRate(double rate) {
  const int decimals = rate < 10 ? (rate < 0.1 ? 3 : 1) : 0;
  // More is not worth the room.
  const QString number =
      rate < 9999.5 ? QString::number(rate, 'f', decimals) : QStringLiteral(">9999");
  return RunController::tr("%1× real time").arg(number);
}

// Everything that a run says is polled by a timer on the window's own thread, at the pace of a
// screen: the run never waits for the window.
RunController::RunController(DiagramDocument* document, QObject* parent)
    : QObject(parent), document_(document), shown_(new ShownInstant(this)) {
  timer_.setInterval(kPollMilliseconds);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &RunController::poll);
  connect(shown_, &ShownInstant::arrived, this, [this] {
    if (state_ == State::kRunning && session_->state() == RunState::kPaused) {
      setState(State::kPaused);
    }
  });
  connect(shown_, &ShownInstant::changed, this, [this] {
    Q_EMIT instantChanged();
    Q_EMIT progressed();
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, &RunController::onChecked);
  connect(document->undoStack(), &QUndoStack::indexChanged, this, &RunController::onEdited);
  connect(document, &DiagramDocument::changed, this, &RunController::onPreviewed);
  connect(document->runNotices(), &RunNotices::newRunRequested, this, &RunController::startAgain);
}

RunController::~RunController() = default;

// A paused run goes on; otherwise the diagram is checked, and the run begins where it has no
// errors.
void RunController::start() {
  if (state_ == State::kPaused) {
    goOn({});
  } else if (state_ == State::kIdle) {
    options_ = {};
    startAnew();
  }
}

void RunController::startAnew() {
  first_ = {};
  shown_->enterPhases(false);
  startChecking();
}

void RunController::startChecking() {
  refusal_.clear();
  setState(State::kChecking);
  document_->isChecked() ? onChecked() : document_->check();
}

// A step may be the first thing of a run: the goal is kept until the run is built. What was edited
// while an instant of the past was shown counts from where the run goes on.
void RunController::goOn(const RunGoal& goal, bool entersPhases) {
  shown_->enterPhases(entersPhases);
  if (state_ == State::kIdle) {
    options_ = {};
    first_ = goal;
    startChecking();
  } else if (state_ != State::kChecking) {
    if (std::exchange(editedInPast_, false)) session_->Edit(document_->document());
    session_->Resume(goal);
    if (state_ == State::kPaused) setState(State::kRunning);
  }
}

void RunController::step() {
  if (shown_->isInPast()) return shown_->stepForward();
  goOn({RunGoal::Kind::kStep, 0, {}});
}

void RunController::stepToUpdate() {
  if (shown_->isInPast()) return shown_->stepForwardToUpdate();
  goOn({RunGoal::Kind::kUpdate, 0, {}});
}

void RunController::stepToSample(const QString& block) {
  if (shown_->isInPast()) return shown_->stepForwardToSample(block);
  goOn({RunGoal::Kind::kSample, 0, block.toStdString()});
}

void RunController::stepToPhase() {
  if (shown_->isInPast()) return shown_->stepForwardToPhase();
  goOn({RunGoal::Kind::kStep, 0, {}}, true);
}

// A time that the run has been past is shown.
void RunController::runTo(double time) {
  if (shown_->isInPast() && time < session_->time()) return shown_->showTime(time);
  goOn({RunGoal::Kind::kTime, time, {}});
}

// Where the run waits for the check, this starts or refuses it. Inputs without a wire become
// problems now that a run needs them; that is told as new diagnostics, and so comes here again.
void RunController::onChecked() {
  if (state_ == State::kIdle) followRefusal();
  if (state_ != State::kChecking || !document_->isChecked()) return;
  if (document_->requireInputs()) return;  // which leads here again
  const int errors = document_->errorCount();
  if (errors == 0) return begin();
  setState(State::kIdle);
  refusal_ = refusalText(errors);
  Q_EMIT refused(refusal_);
}

QString RunController::refusalText(int errors) const {
  if (errors == 0) return {};
  return errors == 1 ? tr("Not started: the diagram has 1 error.")
                     : tr("Not started: the diagram has %n errors.", nullptr, errors);
}

// What was said of a run that did not start stays true while its errors are mended.
void RunController::followRefusal() {
  if (refusal_.isEmpty() || !document_->isChecked()) return;
  const QString before = std::exchange(refusal_, refusalText(document_->errorCount()));
  if (refusal_ != before) Q_EMIT refusalChanged(before, refusal_);
}

// The session has a copy of the document; edits from now on reach it by onEdited().
void RunController::begin() {
  RunOptions options = options_;
  options.recording_limit = int64_t{RecordingMemory::mebibytes()} << 20;
  if (isTimelineWanted_()) options.timeline_limit = *options.recording_limit / kTimelinePart;
  options.counts_costs = areCostsWanted_;
  session_ =
      RunSession::Start(document_->document(), document_->registry(), std::move(options), first_);
  watchSession();
}

// The run that was taken back ends with its session.
void RunController::runOnFromHere() {
  if (!shown_->isInPast()) return;
  if (isActive()) Q_EMIT leaving();
  session_ = session_->Fork(shown_->instant()->step, document_->document());
  shown_->enterPhases(false);
  watchSession();
}

// A new session begins with nothing recorded and nothing to show.
void RunController::watchSession() {
  recording_.reset();
  shown_->follow(session_.get());
  warningsSeen_ = 0;
  editedInPast_ = false;
  setEdits({});
  setState(State::kBuilding);
  timer_.start();
  Q_EMIT instantChanged();
}

void RunController::pause() {
  if (state_ == State::kRunning) session_->Pause();
}

void RunController::stop() {
  if (state_ == State::kChecking) setState(State::kIdle);
  if (session_ && isActive()) session_->Stop();
}

// Ends the run, and starts another when the end has been told: of the same options, so that what
// was a run of a study is one again.
void RunController::startAgain() {
  if (state_ == State::kChecking) return;  // A run is about to start.
  if (state_ == State::kIdle) return startAnew();
  startsAgain_ = true;
  stop();
}

void RunController::startRunOfStudy(const RunOptions& options) {
  options_ = options;
  startAgain();
}

// A value that is dragged counts at once, and what it was where the gesture is given up.
void RunController::onPreviewed(const ChangeSet& changes) {
  const bool isPreview = document_->isInGesture() && areOfValues(changes);
  if (isPreview || isPreviewed_) passOn(isPreviewed_);
  isPreviewed_ = isPreview;
}

// Any other gesture in progress is no edit yet; when it is, the index of the undo stack changes.
// Quick presses of a key are one step of it.
void RunController::onEdited() {
  const int before = std::exchange(undoIndex_, document_->undoStack()->index());
  passOn(std::exchange(isPreviewed_, false) || undoIndex_ == before);
}

void RunController::passOn(bool goesOn) {
  if (shown_->isInPast()) {  // It is for the run that goes on from there.
    editedInPast_ = true;
    return;
  }
  if (state_ == State::kBuilding || state_ == State::kRunning || state_ == State::kPaused) {
    session_->Edit(document_->document(), goesOn);
  }
}

void RunController::setEdits(RunEdits edits) {
  edits_ = std::move(edits);
  changes_ = JoinGestures(edits_.notes);
  std::set<std::string> pending;
  for (const RunChange& change : edits_.pending) pending.insert(change.path);
  document_->runNotices()->set(std::move(pending));
  Q_EMIT editsChanged();
}

QStringList RunController::notes(size_t most) const {
  QStringList notes;
  const size_t count = changes_.size();
  for (size_t i = count - std::min(count, most); i < count; ++i) notes += changeText(changes_[i]);
  return notes;
}

// The state is read first: a recording that belongs to it is there by then.
void RunController::poll() {
  const RunState state = session_->state();
  if (session_->num_edits() != edits_.number) setEdits(session_->edits());
  if (state != RunState::kBuilding) takeRecording();
  if (state == RunState::kFinished) return finish();
  if (state == RunState::kRunning) setState(State::kRunning);
  if (state == RunState::kPaused) setState(State::kPaused);
  shown_->take();
  if (session_->num_warnings() != warningsSeen_) {
    const std::vector<RunWarning> warnings = session_->warnings();
    warningsSeen_ = warnings.size();
    Q_EMIT warned(warnings);
  }
  Q_EMIT progressed();
}

// The run may have put another recording, with fewer of the older rows, in place of the last one.
void RunController::takeRecording() {
  const std::shared_ptr<const Recording> before = recording_;
  recording_ = session_->recording();
  if (recording_ == before) return;
  if (before) {
    Q_EMIT recordingThinned();
  } else {
    Q_EMIT recordingStarted();
  }
}

void RunController::finish() {
  timer_.stop();
  // What the run did not take over the next one has.
  RunEdits edits = session_->edits();
  edits.pending.clear();
  setEdits(std::move(edits));
  setState(State::kIdle);
  shown_->take();
  Q_EMIT progressed();
  Q_EMIT finished(session_->outcome());
  if (std::exchange(startsAgain_, false)) startAnew();
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  Q_EMIT stateChanged();
}

// A run that is left has no end; it is kept as far as it has come.
std::unique_ptr<KeptRun> RunController::keep() const {
  if (!recording_) return nullptr;
  auto kept = std::make_unique<KeptRun>();
  kept->start = *session_->start();
  kept->recording = recording_;
  kept->changes = session_->edits().notes;
  if (session_->finished()) {
    kept->finish = RunFinish{session_->outcome(), recording_->size(), {}};
  }
  return kept;
}

std::shared_ptr<const Timeline> RunController::timeline() const {
  return session_ ? session_->timeline() : nullptr;
}

double RunController::startTime() const { return session_ ? session_->start_time() : 0; }
double RunController::stopTime() const { return session_ ? session_->stop_time() : 0; }
double RunController::time() const {
  if (!session_) return 0;
  return shown_->isInPast() ? shown_->time() : session_->time();
}
double RunController::progress() const {
  if (!session_) return 0;
  const double duration = stopTime() - startTime();
  if (!shown_->isInPast() || duration <= 0) return session_->progress();
  return std::clamp((time() - startTime()) / duration, 0.0, 1.0);
}

// "42 % · paused · 3.1× real time · 12 345 steps", with what is known so far. Where there is little
// room the end is left out, so what the run does comes first.
QString RunController::statusText() const {
  if (state_ == State::kChecking || state_ == State::kBuilding) return tr("Building…");
  if (!session_ || !recording_) return QString();
  QString text = QStringLiteral("%1 %").arg(std::floor(100 * progress()));
  if (shown_->isInPast()) {
    text += QStringLiteral(" · ") + shown_->phaseText();
  } else if (state_ == State::kPaused) {
    text += QStringLiteral(" · ") + tr("paused");
  }
  const double wall = session_->wall_seconds();
  const double simulated = time() - startTime();
  if (wall > 0 && simulated > 0 && !shown_->isInPast())
    text += QStringLiteral(" · ") + formatRate(simulated / wall);
  const int64_t steps = shown_->isInPast() ? shown_->instant()->step : session_->steps();
  const int plural = static_cast<int>(std::min<int64_t>(steps, std::numeric_limits<int>::max()));
  text += QStringLiteral(" · ") +
          (steps == 1 ? tr("1 step") : tr("%1 steps", nullptr, plural).arg(formatCount(steps)));
  if (const int changes = static_cast<int>(changes_.size()); changes > 0) {
    text += QStringLiteral(" · ") +
            (changes == 1 ? tr("1 change") : tr("%n changes", nullptr, changes));
  }
  if (options_.run) text += QStringLiteral(" · ") + tr("run %1 of the study").arg(*options_.run);
  return text;
}

}  // namespace loopwright
