#include "gui/run/run_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/model/document.h"
#include "engine/simulation/recording.h"
#include "gui/document/diagram_document.h"
#include "gui/run/recording_memory.h"

namespace loopwright {

namespace {

constexpr int kPollMilliseconds = 16;

}  // namespace

QString formatCount(int64_t count) {
  QString text = QString::number(count);
  for (qsizetype place = text.size() - 3; place > 0; place -= 3) text.insert(place, QChar(0xa0));
  return text;
}

QString formatRate(double rate) {
  const int decimals = rate < 10 ? (rate < 0.1 ? 3 : 1) : 0;
  // More is not worth the room.
  const QString number =
      rate < 9999.5 ? QString::number(rate, 'f', decimals) : QStringLiteral(">9999");
  return RunController::tr("%1× real time").arg(number);
}

RunController::RunController(DiagramDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
  timer_.setInterval(kPollMilliseconds);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &RunController::poll);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &RunController::onChecked);
}

RunController::~RunController() = default;

void RunController::start() {
  if (state_ == State::kPaused) {
    session_->Resume();
    setState(State::kRunning);
  } else if (state_ == State::kIdle) {
    setState(State::kChecking);
    if (document_->isChecked()) {
      onChecked();
    } else {
      document_->check();
    }
  }
}

void RunController::onChecked() {
  if (state_ != State::kChecking || !document_->isChecked()) return;
  const int errors = document_->errorCount();
  if (errors == 0) return begin();
  setState(State::kIdle);
  Q_EMIT refused(errors == 1 ? tr("Not started: the diagram has 1 error.")
                             : tr("Not started: the diagram has %n errors.", nullptr, errors));
}

void RunController::begin() {
  recording_.reset();
  RunOptions options;
  options.recording_limit = int64_t{RecordingMemory::mebibytes()} << 20;
  session_ = RunSession::Start(document_->document(), document_->registry(), std::move(options));
  setState(State::kBuilding);
  timer_.start();
}

void RunController::pause() {
  if (state_ == State::kRunning) session_->Pause();
}

void RunController::stop() {
  if (state_ == State::kChecking) setState(State::kIdle);
  if (session_ && isActive()) session_->Stop();
}

void RunController::poll() {
  const RunState state = session_->state();
  if (state != RunState::kBuilding) takeRecording();
  if (state == RunState::kFinished) return finish();
  if (state == RunState::kRunning) setState(State::kRunning);
  if (state == RunState::kPaused) setState(State::kPaused);
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
  setState(State::kIdle);
  Q_EMIT progressed();
  Q_EMIT finished(session_->outcome());
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  Q_EMIT stateChanged();
}

double RunController::startTime() const { return session_ ? session_->start_time() : 0; }
double RunController::stopTime() const { return session_ ? session_->stop_time() : 0; }
double RunController::time() const { return session_ ? session_->time() : 0; }
double RunController::progress() const { return session_ ? session_->progress() : 0; }

QString RunController::statusText() const {
  if (state_ == State::kChecking || state_ == State::kBuilding) return tr("Building…");
  if (!session_ || !recording_) return QString();
  QString text = QStringLiteral("%1 %").arg(std::floor(100 * progress()));
  const double wall = session_->wall_seconds();
  const double simulated = time() - startTime();
  if (wall > 0 && simulated > 0) text += QStringLiteral(" · ") + formatRate(simulated / wall);
  const int64_t steps = session_->steps();
  const int plural = static_cast<int>(std::min<int64_t>(steps, std::numeric_limits<int>::max()));
  text += QStringLiteral(" · ") +
          (steps == 1 ? tr("1 step") : tr("%1 steps", nullptr, plural).arg(formatCount(steps)));
  if (state_ == State::kPaused) text += QStringLiteral(" · ") + tr("paused");
  return text;
}

}  // namespace loopwright
