#include "gui/plots/plot_gestures.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>

#include "gui/plots/plot_widget.h"

namespace loopwright {

namespace {

constexpr double kWheelFactor = 0.8;
constexpr int kLeastZoomPixels = 5;  // a smaller rectangle is a click
constexpr int kGrabPixels = 5;       // as near a cursor can be taken hold of
constexpr double kKeyPan = 0.1;      // of the width

}  // namespace

// Watches the events of the widget in which QCustomPlot draws, before that gets them.
PlotGestures::PlotGestures(PlotWidget* plot, QWidget* area)
    : QObject(area), plot_(plot), area_(area) {
  area->setMouseTracking(true);
  area->setFocusPolicy(Qt::StrongFocus);
  area->installEventFilter(this);
}

// True for what QCustomPlot is not to see.
bool PlotGestures::eventFilter(QObject* watched, QEvent* event) {
  if (watched != area_) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
      return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
      return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      if (plot_->legendEntryAt(static_cast<QMouseEvent*>(event)->position()) < 0) {
        plot_->fitByHand();
      }
      return true;
    case QEvent::Leave:
      plot_->setPointer(std::nullopt);
      return false;
    case QEvent::Wheel: {
      auto* const wheel = static_cast<QWheelEvent*>(event);
      const double factor = std::pow(kWheelFactor, wheel->angleDelta().y() / 120.0);
      const bool ofValues = wheel->modifiers() & Qt::ControlModifier;
      ofValues ? plot_->zoomValues(factor, wheel->position().y())
               : plot_->zoomTime(factor, wheel->position().x());
      return true;
    }
    case QEvent::ContextMenu: {
      auto* const menu = static_cast<QContextMenuEvent*>(event);
      const bool byMouse = menu->reason() == QContextMenuEvent::Mouse;
      const QPoint place = byMouse ? menu->pos() : plot_->plotArea().center();
      Q_EMIT plot_->menuRequested(place, area_->mapToGlobal(place));
      return true;
    }
    case QEvent::KeyPress:
      return pressKey(*static_cast<QKeyEvent*>(event));
    default:
      return false;
  }
}

// B is asked first, since it is drawn on top.
std::optional<PlotCursors::Which> PlotGestures::cursorAt(const QPoint& position) const {
  const PlotCursors* const cursors = plot_->cursors();
  if (cursors == nullptr || !cursors->areShown()) return std::nullopt;
  if (!plot_->plotArea().adjusted(0, -kGrabPixels, 0, 0).contains(position)) return std::nullopt;
  for (const PlotCursors::Which which : {PlotCursors::kB, PlotCursors::kA}) {
    const double distance = std::abs(plot_->timeToPixel(cursors->time(which)) - position.x());
    // The letter on top is wider than the line.
    const bool onLetter = position.y() < plot_->plotArea().top() + 2 * kGrabPixels;
    if (distance <= (onLetter ? 2 : 1) * kGrabPixels) return which;
  }
  return std::nullopt;
}

// What a press begins depends on what is under it: an entry of the legend, a cursor, or the plot.
bool PlotGestures::press(const QMouseEvent& event) {
  if (event.button() == Qt::BackButton || event.button() == Qt::ForwardButton) {
    Q_EMIT plot_->viewRequested(event.button() == Qt::BackButton ? -1 : 1);
    return true;
  }
  area_->setFocus(Qt::MouseFocusReason);
  const bool pans = event.button() == Qt::MiddleButton ||
                    (event.button() == Qt::LeftButton && event.modifiers() & Qt::ShiftModifier);
  if (!pans && event.button() != Qt::LeftButton) return false;
  start_ = event.pos();
  pressedEntry_ = pans ? -1 : plot_->legendEntryAt(event.position());
  if (pressedEntry_ >= 0) return true;
  drag_ = pans ? Drag::kPan : Drag::kZoom;
  if (const auto cursor = pans ? std::nullopt : cursorAt(event.pos())) {
    drag_ = Drag::kCursor;
    cursor_ = *cursor;
  }
  if (drag_ == Drag::kPan) plot_->beginPan();
  return true;
}

// Whatever is dragged, the read-out follows the pointer. A cursor snaps to updates that are near.
bool PlotGestures::move(const QMouseEvent& event) {
  plot_->setPointer(event.pos());
  switch (drag_) {
    case Drag::kNone:
      showHand(event.pos());
      break;
    case Drag::kZoom:
      plot_->setZoomArea(QRect(start_, event.pos()).normalized().intersected(plot_->plotArea()));
      break;
    case Drag::kPan:
      plot_->panTo(event.pos() - start_);
      break;
    case Drag::kCursor: {
      const double time = plot_->pixelToTime(event.pos().x());
      plot_->cursors()->setTime(cursor_, plot_->updateNear(time).value_or(time));
      break;
    }
  }
  return true;
}

void PlotGestures::showHand(const QPoint& position) {
  if (plot_->legendEntryAt(position) >= 0) return area_->setCursor(Qt::PointingHandCursor);
  if (cursorAt(position)) return area_->setCursor(Qt::SplitHCursor);
  area_->unsetCursor();
}

// A click in the legend counts where it was pressed and released on one entry. A tiny rectangle is
// a click that slipped, and zooms into nothing.
bool PlotGestures::release(const QMouseEvent& event) {
  const Drag drag = drag_;
  const int entry = pressedEntry_;
  drag_ = Drag::kNone;
  pressedEntry_ = -1;
  plot_->setZoomArea(std::nullopt);
  if (entry >= 0 && plot_->legendEntryAt(event.position()) == entry) {
    plot_->setCurveShown(entry, !plot_->isCurveShown(entry));
  }
  if (drag == Drag::kZoom) {
    const QRect area = QRect(start_, event.pos()).normalized();
    const bool isClick = area.width() < kLeastZoomPixels || area.height() < kLeastZoomPixels;
    if (!isClick) plot_->zoomInto(area.intersected(plot_->plotArea()));
  }
  return drag != Drag::kNone || entry >= 0;
}

// Keys zoom about the middle, since the pointer may be anywhere.
bool PlotGestures::pressKey(const QKeyEvent& event) {
  const QPoint centre = plot_->plotArea().center();
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      plot_->zoomTime(kWheelFactor, centre.x());
      return true;
    case Qt::Key_Minus:
      plot_->zoomTime(1 / kWheelFactor, centre.x());
      return true;
    case Qt::Key_0:
      plot_->fitByHand();
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int direction = event.key() == Qt::Key_Left ? -1 : 1;
      if (event.modifiers() & Qt::AltModifier) {
        Q_EMIT plot_->viewRequested(direction);
        return true;
      }
      if (plot_->cursors() != nullptr && plot_->cursors()->areShown()) {
        stepCursor(direction, event.modifiers() & Qt::ControlModifier);
      } else {
        plot_->beginPan();
        plot_->panTo(QPoint(-static_cast<int>(direction * kKeyPan * plot_->plotArea().width()), 0));
      }
      return true;
    }
    default:
      return false;
  }
}

// A pixel is the least that can be seen.
void PlotGestures::stepCursor(int direction, bool toUpdate) {
  PlotCursors* const cursors = plot_->cursors();
  const double now = cursors->time(cursors->active());
  double next = plot_->pixelToTime(plot_->timeToPixel(now) + direction);
  if (toUpdate) {
    const auto update = plot_->updateBeside(now, direction);
    if (!update) return;
    next = *update;
  }
  cursors->setTime(cursors->active(), next);
}

}  // namespace loopwright
