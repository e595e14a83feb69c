#include "gui/timeline/timeline_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "engine/timeline/timeline.h"
#include "gui/actions/actions.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_chart.h"
#include "gui/timeline/timeline_texts.h"

namespace loopwright {

namespace {

constexpr int kRest = 100;  // milliseconds between two readings while a run goes on

// A line of secondary text that takes no more room than there is.
QLabel* makeLine(const char* name) {
  auto* const label = new QLabel;
  label->setObjectName(QLatin1String(name));
  label->setProperty("role", "secondary");
  label->setTextFormat(Qt::PlainText);
  return label;
}

// Does what an action does, with a text short enough to stand beside others.
QToolButton* makeButton(QAction* action, const QString& text) {
  auto* const button = new QToolButton;
  button->setText(text);
  button->setAccessibleName(actionTitle(*action));
  button->setToolTip(actionToolTip(*action));
  button->setAutoRaise(true);
  button->setCheckable(action->isCheckable());
  button->setProperty("toggle", action->isCheckable());  // looks as what is on or off
  button->setChecked(action->isChecked());
  button->setEnabled(action->isEnabled());
  QObject::connect(action, &QAction::toggled, button, &QToolButton::setChecked);
  QObject::connect(action, &QAction::enabledChanged, button, &QWidget::setEnabled);
  QObject::connect(button, &QToolButton::clicked, action, &QAction::trigger);
  return button;
}

}  // namespace

TimelinePanel::TimelinePanel(RunController* runs, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      chart_(new TimelineChart),
      range_(makeLine("timelineRange")),
      leftOut_(makeLine("timelineLeftOut")),
      info_(makeLine("timelineInfo")),
      hint_(makeLine("timelineHint")),
      run_(new QPushButton),
      pages_(new QStackedLayout(this)) {
  setObjectName(QStringLiteral("timelinePanel"));
  pages_->addWidget(makeHint());
  pages_->addWidget(makePage(actions));
  connect(runs, &RunController::progressed, this, &TimelinePanel::follow);
  connect(runs, &RunController::recordingStarted, this, [this] {
    isForgotten_ = false;
    refresh();
  });
  connect(runs, &RunController::stateChanged, this, &TimelinePanel::refresh);
  connect(runs, &RunController::instantChanged, this, &TimelinePanel::refresh);
  connect(runs, &RunController::finished, this, &TimelinePanel::refresh);
  connect(chart_, &TimelineChart::infoChanged, this, &TimelinePanel::refreshTexts);
  connect(chart_, &TimelineChart::rangeChanged, this, &TimelinePanel::refreshTexts);
  connect(chart_, &TimelineChart::activated, this, &TimelinePanel::goTo);
  connect(chart_, &TimelineChart::timeActivated, runs->shown(), &ShownInstant::showTime);
  connect(run_, &QPushButton::clicked, runs, &RunController::startAgain);
  refresh();
}

// Beside what is in view stand whether plots show the same, and the commands that go on from the
// instant that the program shows.
QWidget* TimelinePanel::makePage(const Actions& actions) {
  auto* const page = new QWidget;
  auto* const above = new QHBoxLayout;
  above->addWidget(range_);
  above->addSpacing(scaled(16));
  above->addWidget(leftOut_);
  above->addStretch(1);
  for (const auto& [id, text] : {std::pair(ActionId::kLinkTimeline, tr("linked")),
                                 std::pair(ActionId::kStepBackToUpdate, tr("◂ update")),
                                 std::pair(ActionId::kStepBackToPhase, tr("◂ phase")),
                                 std::pair(ActionId::kStepToPhase, tr("phase ▸")),
                                 std::pair(ActionId::kStepToUpdate, tr("update ▸")),
                                 std::pair(ActionId::kRunOnFromHere, tr("Run on from here"))}) {
    above->addWidget(makeButton(actions.get(id), text));
  }
  for (QLabel* label : {range_, leftOut_}) label->setMinimumWidth(1);
  info_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* const layout = new QVBoxLayout(page);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(2);
  layout->addLayout(above);
  layout->addWidget(chart_, 1);
  layout->addWidget(info_);
  return page;
}

QWidget* TimelinePanel::makeHint() {
  auto* const page = new QWidget;
  hint_->setAlignment(Qt::AlignCenter);
  hint_->setWordWrap(true);
  run_->setObjectName(QStringLiteral("timelineRun"));
  auto* const layout = new QVBoxLayout(page);
  layout->addStretch(1);
  layout->addWidget(hint_);
  layout->addSpacing(scaled(6));
  layout->addWidget(run_, 0, Qt::AlignHCenter);
  layout->addStretch(1);
  return page;
}

void TimelinePanel::clear() {
  isForgotten_ = true;
  refresh();
}

void TimelinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

// A run that goes on is read some times a second.
void TimelinePanel::follow() {
  if (sinceRefresh_.isValid() && sinceRefresh_.elapsed() < kRest) return;
  refresh();
}

// What is not seen is not read, and the memory of a run that is gone is given back.
void TimelinePanel::refresh() {
  std::shared_ptr<const Timeline> timeline = isForgotten_ ? nullptr : runs_->timeline();
  if (!isVisible() && (shown_ == nullptr || timeline == shown_)) return;
  if (!isVisible()) timeline = nullptr;
  sinceRefresh_.start();
  TimelineView view;
  if (timeline != nullptr) view = timeline->Read();
  const bool isOtherRun = timeline != shown_;
  shown_ = std::move(timeline);
  const bool isRun = runs_->recording() != nullptr && !isForgotten_;
  hint_->setText(isRun ? tr("This run began while the timeline was closed: its phases were not "
                            "collected.")
                       : tr("The phases of a run's steps are collected while this panel is open."));
  run_->setText(isRun ? tr("Run again with the timeline") : tr("Run"));
  chart_->setTimeline(std::move(view), runs_->startTime(), isOtherRun);
  // What is hidden takes no keys: the page that comes takes over those of the one that goes.
  const bool hasKeys = run_->hasFocus() || chart_->hasFocus();
  pages_->setCurrentIndex(shown_ == nullptr ? 0 : 1);
  setFocusProxy(shown_ == nullptr ? static_cast<QWidget*>(run_) : chart_);
  if (hasKeys) setFocus();
  refreshPlace();
  refreshTexts();
  if (shown_ != nullptr) Q_EMIT timelineRead();
}

// While a run goes on it shows no instant.
void TimelinePanel::refreshPlace() {
  const RunController::State state = runs_->state();
  const bool isStill =
      state == RunController::State::kIdle || state == RunController::State::kPaused;
  const auto& instant = runs_->shown()->instant();
  if (!isStill || instant == nullptr) return chart_->setPlace(std::nullopt);
  chart_->setPlace(TimelinePlace{instant->step, runs_->shown()->phase(), runs_->time()});
}

// Two lines: which part of the run is in view, and what is under the pointer or, with nothing
// there, what can be done.
void TimelinePanel::refreshTexts() {
  const TimelineLayout& places = chart_->places();
  const double span = places.to() - places.from();
  QString range = tr("The whole run");
  if (!chart_->isFitted()) {
    const bool isInside = places.isOpened() && places.stops().size() == 1;
    range = isInside ? tr("About the instant t = %1 s")
                           .arg(timelineTime(places.stops().front().time, span / 1000))
                     : tr("From t = %1 s to %2 s")
                           .arg(timelineTime(places.from(), span), timelineTime(places.to(), span));
  }
  if (const int64_t hidden = places.hiddenPhases(); hidden > 0) {
    range += QStringLiteral(" · ") +
             tr("%1 more phases have no room here: Left and Right go on").arg(formatCount(hidden));
  }
  range_->setText(range);
  const QString leftOut = leftOutText(chart_->timeline());
  leftOut_->setText(leftOut);
  leftOut_->setVisible(!leftOut.isEmpty());
  const QString info = chart_->infoText();
  info_->setText(info.isEmpty()
                     ? tr("Wheel: zoom · drag: pan · double-click: the whole run · click "
                          "an event: go there")
                     : QString(info).replace(u'\n', QStringLiteral("   ")));
  info_->setToolTip(info);
}

// What updates and branches change is shown with both values, before the step that begins with
// them. All else is at another time than its step's beginning: it is shown as it was left.
void TimelinePanel::goTo(const TimelineEvent& event) {
  const TimelineView& view = chart_->timeline();
  const TimelinePhase& phase = view.phase(event.phase);
  bool isAtStart = phase.kind != PhaseKind::kContinuous && phase.kind != PhaseKind::kPublish;
  for (int64_t n = event.phase - 1; isAtStart && n >= view.first(); --n) {
    if (view.phase(n).step != phase.step) break;
    isAtStart = view.phase(n).kind != PhaseKind::kContinuous;
  }
  const QString block = blockOf(view, event);
  runs_->shown()->showPhase(phase.step, isAtStart ? 0 : phase.place + 1);
  if (!block.isEmpty()) Q_EMIT blockChosen(block);
}

}  // namespace loopwright
