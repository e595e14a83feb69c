#include "gui/analysis/response_plot.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/analysis_facts.h"
#include "gui/analysis/loop_handles.h"
#include "gui/analysis/response_area.h"
#include "gui/analysis/response_axes.h"
#include "gui/analysis/response_table.h"
#include "gui/document/qt_text.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kNearEnough = 12.0;  // pixels from a pole to a click that means it
constexpr double kPoleRing = 16;      // around that pole

// The axes with numbers of those rectangles that there are.
std::vector<QCPAxis*> axesOf(std::initializer_list<QCPAxisRect*> rectangles) {
  std::vector<QCPAxis*> axes;
  for (const QCPAxisRect* rectangle : rectangles) {
    if (!rectangle) continue;
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
      axes.push_back(rectangle->axis(side));
    }
  }
  return axes;
}

}  // namespace

// Numbers at the axes are written with a decimal point in every language, as in files and in the
// other plots.
ResponsePlot::ResponsePlot(QWidget* parent)
    : QWidget(parent), plot_(new ResponseArea(this)), handles_(new LoopHandles(plot_)) {
  setObjectName(QStringLiteral("responsePlot"));
  plot_->setObjectName(QStringLiteral("plotArea"));
  plot_->setLocale(QLocale::c());
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  rebuild();
}

// With `keepsZoom` the axes stay as they are; a pole that was chosen is forgotten, since its number
// may be that of another one now.
void ResponsePlot::setPicture(std::shared_ptr<const ResponsePicture> picture, bool keepsZoom) {
  const bool stays = keepsZoom && picture_ && picture;
  picture_ = std::move(picture);
  chosenPole_ = -1;
  isStale_ = false;
  if (stays) {
    rebuildInPlace();
  } else {
    rebuild();
  }
}

// Where something is drawn for the one picture that is not for the other all is made anew. The lens
// of a loop waits for the hand to let go, as its locus does.
void ResponsePlot::followPicture(std::shared_ptr<const ResponsePicture> picture) {
  const bool isAlike = picture_ && picture && !isStale_ &&
                       picture->period_sec == picture_->period_sec &&
                       (picture->lens.empty() || !picture_->lens.empty()) &&
                       picture->margins.has_value() == picture_->margins.has_value() &&
                       picture->hybrid_margins.has_value() == picture_->hybrid_margins.has_value();
  if (!isAlike) return setPicture(std::move(picture), true);
  picture_ = std::move(picture);
  chosenPole_ = -1;
  forgetFollowing();
  plot_->clearFollowing();
  keepInSight([this] { drawResponse(); });
  plot_->replotFollowing();
}

// What is about to be taken away.
void ResponsePlot::forgetFollowing() {
  handles_->forget();
  cursorLines_.clear();
  marker_ = nullptr;
}

// Handles are drawn or not; the picture stays.
void ResponsePlot::setDraggable(bool draggable) {
  if (handles_->isEnabled() == draggable) return;
  handles_->setEnabled(draggable);
  rebuildInPlace();
}

// The same picture is kept once.
void ResponsePlot::keepPicture() {
  if (!picture_ || (!kept_.empty() && kept_.back() == picture_)) return;
  auto all = kept_;
  all.push_back(picture_);
  setKept(all);
}

// Who keeps the same keeps them already: so several plots can follow each other.
void ResponsePlot::setKept(const std::vector<std::shared_ptr<const ResponsePicture>>& kept) {
  if (kept_ == kept) return;
  kept_ = kept;
  rebuildInPlace();
  Q_EMIT keptChanged();
}

// What a design would make of the loop, drawn beside the response until it is taken or given up.
void ResponsePlot::setProposal(std::shared_ptr<const ResponsePicture> proposal) {
  if (proposal_ == proposal) return;
  proposal_ = std::move(proposal);
  rebuildInPlace();
}

void ResponsePlot::clearKept() { setKept({}); }

void ResponsePlot::setView(ResponseView view) {
  view_ = view;
  rebuild();
}

void ResponsePlot::markPole(int index) {
  chosenPole_ = index;
  markFrequency();
  plot_->replotFollowing();
}

// The diagram has changed since the picture was made: it is drawn paler until a new one comes.
void ResponsePlot::setStale(bool stale) {
  if (isStale_ == stale) return;
  isStale_ = stale;
  rebuildInPlace();
}

void ResponsePlot::setFrequency(std::optional<double> frequency) {
  if (frequency_ == frequency) return;
  frequency_ = frequency;
  markFrequency();
  plot_->replotFollowing();
  Q_EMIT frequencyChanged();
}

// The number of the picture's frequency that is nearest to the cursor on a logarithmic axis; −1
// without a cursor.
int ResponsePlot::nearestFrequency() const {
  if (!picture_ || !frequency_ || picture_->frequencies.empty()) return -1;
  return static_cast<int>(nearestOf(picture_->frequencies, *frequency_));
}

// What stands below the plot: what the chosen pole is, and which states take part in its motion, or
// else the response at the cursor.
QString ResponsePlot::readout() const {
  if (picture_ && view_ == ResponseView::kPoles && chosenPole_ >= 0) {
    const PoleInfo& pole = picture_->poles[chosenPole_];
    return tr("pole %1: damping %2, %3 rad/s, in which %4 take part")
        .arg(complexText(pole.pole), formatReadout(pole.damping), formatReadout(pole.frequency),
             qtTexts(pole.states).join(QStringLiteral(", ")));
  }
  const int at = nearestFrequency();
  if (at < 0) return {};
  const size_t i = at;
  QString held =
      tr("ω = %1 rad/s: gain %2 (%3 dB), phase %4°")
          .arg(formatReadout(picture_->frequencies[i]),
               formatReadout(std::abs(picture_->response[i])),
               formatFixed(decibels(picture_->response[i]), 1), formatReadout(picture_->phase[i]));
  if (picture_->lens.empty()) return held;
  return held + tr("; of a continuous sine: gain %1, phase %2°, of which the hold %3 and %4°")
                    .arg(formatReadout(std::abs(picture_->lens[i])),
                         formatReadout(picture_->lens_phase[i]),
                         formatReadout(std::abs(picture_->hold[i])),
                         formatReadout(picture_->hold_phase[i]));
}

QPointF ResponsePlot::polePlace(int index) const {
  if (!picture_ || !upper_) return {};
  const Complex pole = picture_->poles[index].pole;
  return pixelAt(upper_, pole.real(), pole.imag());
}

double ResponsePlot::frequencyPlace(double frequency) const {
  return upper_ ? upper_->axis(QCPAxis::atBottom)->coordToPixel(frequency) : 0;
}

// What was zoomed to stays: the picture is the same.
void ResponsePlot::rebuildInPlace() {
  keepInSight([this] { rebuild(); });
}

// Does what would change the ranges of the axes.
void ResponsePlot::keepInSight(const std::function<void()>& change) {
  std::vector<QCPRange> ranges;
  for (const QCPAxis* axis : axesOf({upper_, lower_})) ranges.push_back(axis->range());
  change();
  const std::vector<QCPAxis*> axes = axesOf({upper_, lower_});
  for (size_t i = 0; i < axes.size() && i < ranges.size(); ++i) axes[i]->setRange(ranges[i]);
}

// Everything is made anew: views differ in what axes they have, and pictures are small.
void ResponsePlot::rebuild() {
  forgetFollowing();
  plot_->clearPlottables();
  plot_->clearItems();
  plot_->plotLayout()->clear();
  delete marginGroup_;  // after the axes in it
  marginGroup_ = nullptr;
  upper_ = lower_ = nullptr;
  pointCount_ = 0;
  plot_->setBackground(QBrush(Theme::current().panel));
  if (picture_) {
    upper_ = addAxesBox(plot_, 0);
    (this->*drawing().around)();
    drawResponse();
    (this->*drawing().fit)();
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

// Shows the cursor as the view can: a line across a Bode plot, a point on a curve in the plane, a
// ring around the chosen pole.
void ResponsePlot::markFrequency() {
  for (QCPItemLine* line : cursorLines_) plot_->removeItem(line);
  cursorLines_.clear();
  if (marker_) plot_->removeItem(marker_);
  marker_ = nullptr;
  const ResponseArea::Following following(plot_);
  if (view_ == ResponseView::kPoles && chosenPole_ >= 0) {
    return addMarker(picture_->poles[chosenPole_].pole, kPoleRing);
  }
  const int at = nearestFrequency();
  if (at < 0) return;
  const QPen pen(Theme::current().accent, 1);
  if (view_ == ResponseView::kBode) {
    for (QCPAxisRect* axes : {upper_, lower_}) {
      cursorLines_.push_back(addCrossLine(axes, picture_->frequencies[at], true, pen));
    }
  } else if (view_ == ResponseView::kNyquist || view_ == ResponseView::kNichols) {
    addMarker(cursorValue(at), kPoleSize);
  }
}

// A ring around a place of the plane.
void ResponsePlot::addMarker(const Complex& place, double size) {
  marker_ = new QCPItemTracer(plot_);
  placeIn(upper_, marker_);
  marker_->position->setCoords(place.real(), place.imag());
  marker_->setStyle(QCPItemTracer::tsCircle);
  marker_->setPen(QPen(Theme::current().accent, kResponseWidth));
  marker_->setBrush(Qt::NoBrush);
  marker_->setSize(size);
}

void ResponsePlot::paintOn(QPaintDevice* device, const QSize& size, bool vectors) {
  paintPlot(plot_, {}, device, size, vectors);
}

QByteArray ResponsePlot::table() const {
  return picture_ ? responseTable(*picture_, view_) : QByteArray();
}

// Opens the menu of the plot at a place of the screen.
void ResponsePlot::openMenu(const QPoint& place) {
  auto* const menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("responseMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const char* name, const QString& text, void (ResponsePlot::*slot)()) {
    QAction* const action = menu->addAction(text, this, slot);
    action->setObjectName(QStringLiteral("responseMenu.") + QLatin1String(name));
    return action;
  };
  add("keep", tr("Keep the curves behind"), &ResponsePlot::keepPicture);
  add("clearKept", tr("Clear the curves behind"), &ResponsePlot::clearKept)
      ->setEnabled(!kept_.empty());
  menu->addSeparator();
  add("copyPicture", tr("Copy as a picture"), &ResponsePlot::copyPicture);
  add("exportPicture", tr("Export the picture…"), &ResponsePlot::pictureRequested);
  add("figure", tr("Figure…"), &ResponsePlot::figureRequested);
  add("exportData", tr("Export the data…"), &ResponsePlot::dataRequested);
  menu->popup(place);
}

// As the screen shows it, at twice the size.
void ResponsePlot::copyPicture() {
  constexpr int kScale = 2;  // for sharp screens and paper
  QImage picture(size() * kScale, QImage::Format_RGB32);
  picture.setDevicePixelRatio(kScale);
  paintOn(&picture, size(), false);
  QGuiApplication::clipboard()->setImage(picture);
}

// The nearest pole, where it is near enough to be meant.
void ResponsePlot::clickAt(const QPointF& place) {
  if (!picture_ || view_ != ResponseView::kPoles) return;
  int nearest = -1;
  double least = kNearEnough;
  for (int i = 0; i < static_cast<int>(picture_->poles.size()); ++i) {
    const QPointF away = polePlace(i) - place;
    const double distance = std::hypot(away.x(), away.y());
    if (distance > least) continue;
    least = distance;
    nearest = i;
  }
  if (nearest < 0) return;
  markPole(nearest);
  Q_EMIT poleClicked(nearest);
}

// A click stays where it began; what moves is a drag.
void ResponsePlot::release(const QPointF& place) {
  const bool isClick =
      pressed_ && (place - *pressed_).manhattanLength() < QApplication::startDragDistance();
  pressed_.reset();
  if (isClick) clickAt(place);
}

void ResponsePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) rebuildInPlace();
}

// Where the frequency that `place` means stands is asked of the axis of a Bode plot; in the others
// the nearest point of the curve is meant, where one is near.
void ResponsePlot::moveCursor(const QPointF& place) {
  if (view_ == ResponseView::kBode) {
    const bool isInside = upper_->rect().contains(place.toPoint()) ||
                          (lower_ && lower_->rect().contains(place.toPoint()));
    if (isInside) setFrequency(upper_->axis(QCPAxis::atBottom)->pixelToCoord(place.x()));
    return;
  }
  if (view_ != ResponseView::kNyquist && view_ != ResponseView::kNichols) return;
  std::optional<double> nearest;
  double least = kNearEnough;
  for (size_t i = 0; i < picture_->frequencies.size(); ++i) {
    const QPointF away = responsePlace(i) - place;
    const double distance = std::hypot(away.x(), away.y());
    if (!(distance < least)) continue;  // nor is one that is nowhere
    least = distance;
    nearest = picture_->frequencies[i];
  }
  if (nearest) setFrequency(nearest);
}

// Where the response at a frequency stands in a Nyquist or Nichols plot, in pixels.
QPointF ResponsePlot::responsePlace(size_t index) const {
  const Complex value = cursorValue(index);
  return pixelAt(upper_, value.real(), value.imag());
}

// What a Nyquist plot shows of a frequency, real and imaginary part, or a Nichols plot, degrees and
// decibels.
Complex ResponsePlot::cursorValue(size_t index) const {
  return view_ == ResponseView::kNyquist
             ? picture_->response[index]
             : Complex(picture_->phase[index], decibels(picture_->response[index]));
}

// In the plane a unit is as long up as across, so that the ranges follow from the shape of the
// plot.
void ResponsePlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->resize(size());
  if (view_ == ResponseView::kNyquist || view_ == ResponseView::kPoles) rebuild();
}

// What a hand does with a handle; whether the event was for it. A press that does not move is a
// click, and Esc gives up.
bool ResponsePlot::dragHandle(QEvent* event) {
  const auto* const mouse = static_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      if (mouse->button() != Qt::LeftButton || !handles_->press(mouse->position())) return false;
      pressed_ = mouse->position();
      plot_->setFocus(Qt::MouseFocusReason);
      return true;
    case QEvent::MouseMove:
      if (!handles_->isHeld()) return false;
      handles_->move(mouse->position());
      return true;
    case QEvent::MouseButtonRelease:
      if (mouse->button() != Qt::LeftButton || !handles_->isHeld()) return false;
      if (handles_->release()) pressed_.reset();
      release(mouse->position());
      return true;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
      if (!handles_->isHeld() || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) {
        return false;
      }
      event->accept();
      if (event->type() == QEvent::KeyPress) {
        pressed_.reset();
        handles_->giveUp();
      }
      return true;
    default:
      return false;
  }
}

// QCustomPlot passes none of its events on to its parent, that for the menu neither.
bool ResponsePlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_ || !picture_) return QWidget::eventFilter(watched, event);
  if (dragHandle(event)) return true;
  if (event->type() == QEvent::ContextMenu) {
    openMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
  }
  if (event->type() == QEvent::MouseMove) {
    moveCursor(static_cast<QMouseEvent*>(event)->position());
  } else if (event->type() == QEvent::MouseButtonPress) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    pressed_.reset();
    if (mouse->button() == Qt::LeftButton) pressed_ = mouse->position();
  } else if (event->type() == QEvent::MouseButtonRelease) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton) release(mouse->position());
  } else if (event->type() == QEvent::MouseButtonDblClick) {
    pressed_.reset();
    rebuild();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace loopwright
