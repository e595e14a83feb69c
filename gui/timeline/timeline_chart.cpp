#include "gui/timeline/timeline_chart.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/common/ulp.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_texts.h"

namespace loopwright {

namespace {

constexpr int kMargin = 8;
constexpr int kOverviewHeight = 18;
constexpr int kRulerHeight = 18;
constexpr int kLeastLane = 13, kMostLane = 26;
constexpr double kZoomStep = 1.25;      // a notch of the wheel
constexpr double kWheelNotch = 120;     // as Qt counts it
constexpr double kLeastPart = 1e-9;     // of the run, that can be in view
constexpr double kLeastUlps = 64;       // likewise, of the times
constexpr double kMarginOfTime = 0.02;  // beside the whole run

// How many events of a phase can be chosen: its blocks, or itself where `everyPhase` counts, and
// the isolation at its end.
int eventsIn(const TimelinePhase& phase, bool everyPhase) {
  const bool isContinuous = phase.kind == PhaseKind::kContinuous;
  const int whole = everyPhase ? 1 : 0;
  if (isContinuous) return whole + (phase.num_readings > 0 ? 1 : 0);
  return phase.num_items > 0 ? static_cast<int>(phase.num_items) : whole;
}

// The event with that number among those of a phase.
TimelineEvent eventOf(int64_t number, const TimelinePhase& phase, int index, bool everyPhase) {
  if (phase.kind != PhaseKind::kContinuous) {
    return {number, phase.num_items > 0 ? index : -1, false};
  }
  return {number, -1, !everyPhase || index == 1};
}

// The place of an event among those; where it is none of them, the one before.
int indexOf(const TimelineEvent& event, const TimelinePhase& phase, bool everyPhase) {
  if (phase.kind != PhaseKind::kContinuous) return std::max(event.item, 0);
  return event.isIsolation ? (everyPhase ? 1 : 0) : (everyPhase ? 0 : -1);
}

}  // namespace

TimelineChart::TimelineChart(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("timelineChart"));
  setAccessibleName(tr("Timeline: the phases of the run's steps"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

// ---- what is shown ------------------------------------------------------------------------------

// Of a run that goes on the part in view stays, but where that is the whole run.
void TimelineChart::setTimeline(TimelineView timeline, double start, bool isOtherRun) {
  timeline_ = std::move(timeline);
  start_ = start;
  if (isOtherRun) {
    chosen_.reset();
    hovered_.reset();
    drag_ = Drag::kNone;
    isFitted_ = true;
    Q_EMIT infoChanged();
  }
  const auto isGone = [this](const std::optional<TimelineEvent>& event) {
    return event && (event->phase < timeline_.first() || event->phase >= timeline_.end());
  };
  if (isGone(chosen_)) chosen_.reset();
  if (isGone(hovered_)) setHovered(std::nullopt);
  if (isFitted_) showWhole();
  placeOverview();
  place();
}

void TimelineChart::setPlace(const std::optional<TimelinePlace>& place) {
  place_ = place;
  update();
}

// Where the run has come to; a second behind its start as long as it has not begun to move.
double TimelineChart::wholeTo() const {
  const double end = timeline_.empty() ? start_ : timeline_.phase(timeline_.end() - 1).end;
  return end > start_ ? end : start_ + 1;
}

// All of the run, with a little room at both ends so that marks there are seen whole.
void TimelineChart::showWhole() {
  const double margin = kMarginOfTime * (wholeTo() - wholeFrom());
  from_ = wholeFrom() - margin;
  to_ = wholeTo() + margin;
}

void TimelineChart::fit() {
  isFitted_ = true;
  showWhole();
  place();
}

// At least as much as times can tell apart, at most the whole run, and never only what is beside
// it.
void TimelineChart::setRange(double from, double to) {
  const double whole = wholeTo() - wholeFrom();
  const double size = std::max(std::abs(wholeFrom()), std::abs(wholeTo()));
  const double least = std::max(kLeastPart * whole, kLeastUlps * Ulp(size));
  const double most = (1 + 2 * kMarginOfTime) * whole;
  const double span = std::max(to - from, least);
  if (span >= most) return fit();
  const double middle = (from + to) / 2;
  const double inside = std::clamp(middle, wholeFrom(), wholeTo());
  const bool isPossible = span == to - from && inside == middle;
  from_ = isPossible ? from : inside - span / 2;
  to_ = isPossible ? to : inside + span / 2;
  isFitted_ = false;
  place();
}

// Follows another chart of the same times; nothing is told, or the two would answer each other for
// ever.
void TimelineChart::showTimes(const std::optional<std::pair<double, double>>& times) {
  if (timeline_.empty() || times == shownTimes()) return;
  times ? setRange(times->first, times->second) : fit();
}

std::optional<std::pair<double, double>> TimelineChart::shownTimes() const {
  return isFitted_ ? std::nullopt : std::optional(std::pair(from_, to_));
}

void TimelineChart::fitByHand() {
  fit();
  Q_EMIT rangeChosen();
}

void TimelineChart::setRangeByHand(double from, double to) {
  setRange(from, to);
  Q_EMIT rangeChosen();
}

// As much of the time as is in view, with this time in the middle.
void TimelineChart::showAround(double time) {
  setRangeByHand(time - (to_ - from_) / 2, time + (to_ - from_) / 2);
}

// The time under the pointer stays under it.
void TimelineChart::zoom(double factor, double time) {
  setRangeByHand(time - (time - from_) * factor, time + (to_ - time) * factor);
}

// Lays the marks out anew for the part in view. The phase that is chosen is opened, if any.
void TimelineChart::place() {
  const QRect lanes = laneRect(TimelineLane::kInitialize);
  const int64_t focus = chosen_ ? chosen_->phase : 0;
  places_ = TimelineLayout(timeline_, from_, to_, lanes.width(), focus);
  update();
  Q_EMIT rangeChanged();
}

// The strip above shows the whole run, whatever part of it is in view below.
void TimelineChart::placeOverview() {
  const double margin = kMarginOfTime * (wholeTo() - wholeFrom());
  overview_ = TimelineLayout::closed(timeline_, wholeFrom() - margin, wholeTo() + margin,
                                     overviewRect().width());
}

// ---- where it is shown --------------------------------------------------------------------------

int TimelineChart::labelWidth() const {
  const QFontMetrics metrics(secondaryFont());
  int width = 0;
  for (int lane = 0; lane < kNumLanes; ++lane) {
    width = std::max(width, metrics.horizontalAdvance(laneTitle(static_cast<TimelineLane>(lane))));
  }
  return width + 2 * kMargin;
}

QRect TimelineChart::overviewRect() const {
  const int left = labelWidth();
  return {left, 2, std::max(width() - left - kMargin, 1), scaled(kOverviewHeight)};
}

QRect TimelineChart::rulerRect() const {
  const QRect above = overviewRect();
  return {above.left(), above.bottom() + 2, above.width(), scaled(kRulerHeight)};
}

// Lanes share the height, within limits: a low panel shows them narrow, a high one leaves room
// below.
int TimelineChart::laneHeight() const {
  const int room = (height() - rulerRect().bottom() - 2) / kNumLanes;
  return std::clamp(room, scaled(kLeastLane), scaled(kMostLane));
}

QRect TimelineChart::laneRect(TimelineLane lane) const {
  const QRect above = rulerRect();
  const int height = laneHeight();
  return {above.left(), above.bottom() + 1 + static_cast<int>(lane) * height, above.width(),
          height};
}

// Where the mark of an event is drawn; at least three pixels wide, so that it can be hit.
QRect TimelineChart::boxOf(const TimelineEvent& event) const {
  const auto mark = places_.markOf(timeline_, event);
  if (!mark) return {};
  const QRect lane = laneRect(mark->lane);
  const int left = lane.left() + static_cast<int>(std::floor(std::max(mark->left, -1.0)));
  const int right =
      lane.left() + static_cast<int>(std::ceil(std::min(mark->right, lane.width() + 1.0)));
  return QRect(left, lane.top() + 2, std::max(right - left, 3), lane.height() - 4)
      .intersected(lane);
}

QSize TimelineChart::sizeHint() const { return {scaled(600), minimumSizeHint().height()}; }

QSize TimelineChart::minimumSizeHint() const {
  const int rows = kOverviewHeight + kRulerHeight + kNumLanes * kLeastLane;
  return {labelWidth() + scaled(120), scaled(rows) + 6};
}

void TimelineChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeOverview();
  place();
}

// Texts of another size need other lanes.
void TimelineChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  updateGeometry();
  placeOverview();
  place();
}

// ---- what is chosen -----------------------------------------------------------------------------

// A little beside a lane still counts, as marks at its ends would be hard to hit otherwise.
std::optional<TimelineEvent> TimelineChart::eventAt(const QPoint& place) const {
  for (int n = 0; n < kNumLanes; ++n) {
    const auto lane = static_cast<TimelineLane>(n);
    const QRect rect = laneRect(lane);
    if (place.y() < rect.top() || place.y() > rect.bottom()) continue;
    if (place.x() < rect.left() - kMargin / 2 || place.x() > rect.right() + kMargin / 2) break;
    const auto mark = places_.markAt(timeline_, lane, place.x() - rect.left());
    if (mark) return mark->event;
  }
  return std::nullopt;
}

QString TimelineChart::infoText() const {
  const auto& event = hovered_ ? hovered_ : chosen_;
  return event ? longText(timeline_, *event) : QString();
}

void TimelineChart::setHovered(const std::optional<TimelineEvent>& event) {
  if (event == hovered_) return;
  hovered_ = event;
  setCursor(event ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
  Q_EMIT infoChanged();
}

// What is chosen is in view, and is read out by a screen reader.
void TimelineChart::choose(const TimelineEvent& event) {
  chosen_ = event;
  const double time = timeline_.phase(event.phase).end;
  if (time < from_ || time > to_) {
    showAround(time);
  } else if (!places_.markOf(timeline_, event)) {
    place();
  }
  setAccessibleDescription(longText(timeline_, event));
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  update();
  Q_EMIT infoChanged();
}

// Without a choice the first one is beside where the program is, else beside the left end.
int64_t TimelineChart::startOfSearch() const {
  const int64_t number = place_ ? timeline_.LowerBoundStep(place_->step) + place_->phase
                                : timeline_.LowerBoundTime(from_);
  return std::clamp(number, timeline_.first(), timeline_.end() - 1);
}

// Left and right go from event to event, over phases without any; with Ctrl every phase counts as
// one.
void TimelineChart::chooseNext(int direction, bool everyPhase) {
  if (timeline_.empty()) return;
  int64_t number = startOfSearch();
  int index = direction > 0 ? 0 : -1;
  if (chosen_) {
    number = chosen_->phase;
    index = indexOf(*chosen_, timeline_.phase(number), everyPhase) + direction;
  }
  while (number >= timeline_.first() && number < timeline_.end()) {
    const TimelinePhase& phase = timeline_.phase(number);
    const int count = eventsIn(phase, everyPhase);
    if (index >= 0 && index < count) return choose(eventOf(number, phase, index, everyPhase));
    number += direction;
    if (number < timeline_.first() || number >= timeline_.end()) return;
    index = direction > 0 ? 0 : eventsIn(timeline_.phase(number), everyPhase) - 1;
  }
}

void TimelineChart::activateChosen() {
  if (chosen_) Q_EMIT activated(*chosen_);
}

// ---- gestures -----------------------------------------------------------------------------------

bool TimelineChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const auto found = eventAt(help->pos());
  if (found) {
    QToolTip::showText(help->globalPos(), longText(timeline_, *found), this, boxOf(*found));
  } else {
    QToolTip::hideText();
  }
  return true;
}

void TimelineChart::wheelEvent(QWheelEvent* event) {
  if (timeline_.empty()) return event->ignore();
  const double x = event->position().x() - rulerRect().left();
  const double notches = event->angleDelta().y() / kWheelNotch;
  const double time = std::clamp(places_.timeAt(x), from_, to_);
  zoom(std::pow(kZoomStep, -notches), time);
  event->accept();
}

// What a drag does follows from where it begins: in the strip above it moves the part in view, on
// the ruler it goes through times, elsewhere it pans.
void TimelineChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || timeline_.empty()) return;
  pressedAt_ = event->pos();
  pressedFrom_ = from_;
  pressedTo_ = to_;
  hasDragged_ = false;
  drag_ = Drag::kPan;
  if (overviewRect().contains(event->pos())) drag_ = Drag::kWindow;
  if (rulerRect().contains(event->pos())) drag_ = Drag::kScrub;
  if (drag_ == Drag::kWindow) moveWindow(event->pos());
  if (drag_ == Drag::kScrub)
    Q_EMIT timeActivated(places_.timeAt(event->pos().x() - rulerRect().left()));
}

// The middle of the part in view goes to the pointer.
void TimelineChart::moveWindow(const QPoint& place) {
  if (isFitted_) return;
  showAround(overview_.timeAt(place.x() - overviewRect().left()));
}

// Three drags: of the window in the overview, of the time in the ruler, and of the lanes. In a view
// of the whole run there is nothing to drag the lanes to.
void TimelineChart::mouseMoveEvent(QMouseEvent* event) {
  if (drag_ == Drag::kNone) return setHovered(eventAt(event->pos()));
  const QPoint way = event->pos() - pressedAt_;
  hasDragged_ |= way.manhattanLength() >= QApplication::startDragDistance();
  if (!hasDragged_) return;
  const QRect ruler = rulerRect();
  if (drag_ == Drag::kWindow) return moveWindow(event->pos());
  if (drag_ == Drag::kScrub) {
    const double x = std::clamp(event->pos().x() - ruler.left(), 0, ruler.width());
    return Q_EMIT timeActivated(places_.timeAt(x));
  }
  if (isFitted_) return;
  const double shift = way.x() * (pressedTo_ - pressedFrom_) / ruler.width();
  setHovered(std::nullopt);
  setRangeByHand(pressedFrom_ - shift, pressedTo_ - shift);
}

// A press that did not move is a click: it chooses the event there and goes to its instant.
void TimelineChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Drag drag = std::exchange(drag_, Drag::kNone);
  if (drag != Drag::kPan || hasDragged_) return;
  if (const auto found = eventAt(event->pos())) {
    choose(*found);
    activateChosen();
  }
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) fitByHand();
}

void TimelineChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setHovered(std::nullopt);
}

// Left and right go from event to event, with Ctrl also through phases without one; plus and minus
// zoom around the chosen event, and 0 shows the whole run.
void TimelineChart::keyPressEvent(QKeyEvent* event) {
  const bool everyPhase = event->modifiers().testFlag(Qt::ControlModifier);
  const double middle = chosen_ ? timeline_.phase(chosen_->phase).end : (from_ + to_) / 2;
  switch (event->key()) {
    case Qt::Key_Left:
      return chooseNext(-1, everyPhase);
    case Qt::Key_Right:
      return chooseNext(1, everyPhase);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return activateChosen();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(1 / (kZoomStep * kZoomStep), middle);
    case Qt::Key_Minus:
      return zoom(kZoomStep * kZoomStep, middle);
    case Qt::Key_0:
      return fitByHand();
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace loopwright
