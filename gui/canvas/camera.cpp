#include "gui/canvas/camera.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/canvas/canvas_overlays.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/view_motion.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

constexpr double kLeastZoom = 0.05;
constexpr double kMostZoom = 8;
constexpr double kZoomStep = 1.25;
constexpr double kMostFitZoom = 1.25;  // Fitting a small diagram does not blow it up.
constexpr double kFitMargin = 40;
constexpr double kReadableZoom = 0.6;  // Names and small numbers can be read from here on,
constexpr double kMostPages = 2.5;     // and at this zoom a diagram may be that much larger.
constexpr double kRoom = 4000;         // The canvas goes on this far around what is drawn.

}  // namespace

Camera::Camera(DiagramView* view, const CanvasOverlays* overlays)
    : CanvasPart(view), overlays_(*overlays), motion_(new ViewMotion(view, scene_)) {
  connect(scene_, &DiagramScene::contentChanged, this, &Camera::makeRoomFor);
  connect(overlays, &CanvasOverlays::legendChanged, this, &Camera::fitAgainUnderLegend);
  makeRoomFor(scene_->contentRect());
}

void Camera::flash(const QStringList& blocks) { motion_->flash(blocks); }

void Camera::stop() { motion_->stop(); }

// What was fitted to the view makes room for a legend that appears or grows over it.
void Camera::fitAgainUnderLegend() {
  const bool isFitted = view_->viewportTransform() == fittedTransform_;
  if (isFitted && overlays_.stripBelow(fittedTarget_) > 0) fitTo(fittedTarget_, fittedHow_);
}

void Camera::keep(const QString& level) {
  places_.insert(level, {view_->transform(), view_->mapToScene(QPoint(0, 0))});
}

// Brings back zoom and scroll. The place of the top left corner is exact to the pixel, since
// centerOn() rounds: what is off after it is scrolled back.
void Camera::restore(const QString& level) {
  makeRoomFor(scene_->contentRect());
  const auto place = places_.constFind(level);
  if (place == places_.constEnd()) return showForReading();
  view_->setTransform(place->transform);
  view_->centerOn(place->corner + view_->mapToScene(view_->viewport()->rect().center()) -
                  view_->mapToScene(QPoint(0, 0)));
  // The rest, which is a pixel at most.
  const QPoint off = view_->mapFromScene(place->corner);
  view_->scrollBy(-off);
  Q_EMIT view_->zoomChanged(view_->zoom());
}

// The levels of another document have nothing to do with those of the last one, also where they
// have the same names.
void Camera::forget() {
  places_.clear();
  fitsWhenShown_ = true;
  makeRoomFor(scene_->contentRect());
  if (view_->isVisible()) showForReading();
}

// Qt scrolls no farther than the scene's rectangle. It is made larger well before its end is
// reached, and for a good deal at once, since each change of it lets Qt compute its scroll bars
// anew.
void Camera::makeRoomFor(const QRectF& area) {
  // Half of the room is slack, so that not every step of a drag makes the canvas larger.
  constexpr double kSlack = kRoom / 2;
  if (view_->sceneRect().contains(area.adjusted(-kSlack, -kSlack, kSlack, kSlack))) return;
  view_->setSceneRect(scene_->contentRect().adjusted(-kRoom, -kRoom, kRoom, kRoom));
}

void Camera::bring(const QPointF& place) {
  if (view_->zoom() < 0.5) setZoom(1);
  motion_->glideTo(place);
}

void Camera::setZoom(double factor) {
  motion_->stop();
  const QPointF centre = view_->mapToScene(view_->viewport()->rect().center());
  const double bounded = std::clamp(factor, kLeastZoom, kMostZoom);
  view_->setTransform(QTransform::fromScale(bounded, bounded));
  view_->centerOn(centre);
  // A size that was chosen is not fitted again when the window takes its shape.
  fitsWhenShown_ = false;
  Q_EMIT view_->zoomChanged(bounded);
}

void Camera::zoomIn() { setZoom(view_->zoom() * kZoomStep); }

void Camera::zoomOut() { setZoom(view_->zoom() / kZoomStep); }

void Camera::zoomToActualSize() { setZoom(1); }

void Camera::zoomToFit() {
  QRectF target;
  for (const QGraphicsItem* item : scene_->selectedItems()) target |= item->sceneBoundingRect();
  target.isNull() ? showAll() : fitTo(target, Fit::kAll);
}

void Camera::showAll() { fitTo(scene_->contentRect(), Fit::kAll); }

void Camera::showForReading() { fitTo(scene_->contentRect(), Fit::kReadable); }

namespace {

// The middle of what is seen of an interval in a room of `size`: of all, or of its beginning.
double middleOfBeginning(double low, double high, double size) {
  return high - low > size ? low + size / 2 : (low + high) / 2;
}

}  // namespace

// Chooses zoom and scroll so that `target` fills the view with a margin of 40 px. A small diagram
// is blown up by a quarter at most. For reading, a diagram that would become too small shows its
// beginning, its top left part; one that is very much larger than the view is shown as a whole, as
// an overview.
void Camera::fitTo(QRectF target, Fit how) {
  fittedTarget_ = target;
  fittedHow_ = how;
  // An empty diagram is shown as a sheet of usual size, a small one only a little larger than it
  // is.
  const double mostZoom = target.isNull() ? 1 : kMostFitZoom;
  if (target.isNull()) target = QRectF(-200, -150, 400, 300);
  target.adjust(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
  const auto zoomFor = [&](const QSizeF& room) {
    return std::min(room.width() / target.width(), room.height() / target.height());
  };
  // Of a diagram that is much larger than the view an overview is worth more.
  const bool isLarge = zoomFor(view_->viewport()->size()) < kReadableZoom / kMostPages;
  const double leastZoom = how == Fit::kReadable && !isLarge ? kReadableZoom : kLeastZoom;
  // Fits into the upper part of the viewport, of the size `room`.
  const auto fitInto = [&](const QSizeF& room) {
    setZoom(std::clamp(zoomFor(room), leastZoom, mostZoom));
    const QSizeF seen = room / view_->zoom();
    const QPointF middle(middleOfBeginning(target.left(), target.right(), seen.width()),
                         middleOfBeginning(target.top(), target.bottom(), seen.height()));
    const double below = view_->viewport()->height() - room.height();
    view_->centerOn(middle + QPointF(0, below / 2 / view_->zoom()));
  };
  fitInto(view_->viewport()->size());
  // What would lie under the legend or the small map is drawn above them, where there is room.
  const int strip = overlays_.stripBelow(target);
  if (strip > 0 && strip < view_->viewport()->height() / 2) {
    fitInto(QSizeF(view_->viewport()->width(), view_->viewport()->height() - strip));
  }
  fittedTransform_ = view_->viewportTransform();
}

// Zooms about the middle and scrolls what was under the pointer back to it.
void Camera::zoomAt(const QPointF& pointer, double steps) {
  const QPointF before = view_->mapToScene(pointer.toPoint());
  setZoom(view_->zoom() * std::pow(kZoomStep, steps));
  const QPointF moved = view_->mapFromScene(before) - pointer;
  view_->scrollBy(-moved.toPoint());
}

// A view whose transform is still the one that fitTo() left was not touched by a person since: it
// is fitted again after resizing instead of keeping its middle.
Camera::Held Camera::hold() const {
  return {view_->mapToScene(view_->viewport()->rect().center()),
          view_->viewportTransform() == fittedTransform_};
}

void Camera::restoreAfterResizing(const Held& held, bool hadSize) {
  if (fitsWhenShown_ || !hadSize) {
    showForReading();
  } else if (held.isFitted && !fittedTarget_.isNull()) {
    fitTo(fittedTarget_, fittedHow_);
  } else {
    view_->centerOn(held.centre);
  }
}

void Camera::noteShown() {
  if (std::exchange(fitsWhenShown_, false)) showForReading();
}

}  // namespace loopwright
