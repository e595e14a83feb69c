#include "gui/canvas/view_motion.h"

#include <QEasingCurve>
#include <QGraphicsView>
#include <QScrollBar>
#include <QVariantAnimation>
#include <utility>

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

// An animation from 0 to 1 that stops with its parent.
QVariantAnimation* makeMotion(QObject* parent) {
  constexpr int kMilliseconds = 110;
  auto* motion = new QVariantAnimation(parent);
  motion->setStartValue(0.0);
  motion->setEndValue(1.0);
  motion->setDuration(kMilliseconds);
  return motion;
}

}  // namespace

// The two motions follow each other: what is ringed begins to flash when the glide has arrived.
ViewMotion::ViewMotion(QGraphicsView* view, DiagramScene* scene)
    : QObject(view),
      view_(view),
      scene_(scene),
      gliding_(makeMotion(this)),
      flashing_(makeMotion(this)) {
  gliding_->setEasingCurve(QEasingCurve::OutCubic);
  connect(gliding_, &QVariantAnimation::finished, this, [this] {
    if (!flashed_.isEmpty()) flashing_->start();
  });
  connect(flashing_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& done) { setFlash(1 - done.toDouble()); });
}

// Rings these blocks and no longer the last ones. During a glide it waits, since what is ringed
// before it is seen is not noticed.
void ViewMotion::flash(const QStringList& blocks) {
  flashing_->stop();
  setFlash(0);
  flashed_ = blocks;
  if (gliding_->state() != QAbstractAnimation::Running) flashing_->start();
}

// Blocks are found by name each time: one may be deleted while it is ringed.
void ViewMotion::setFlash(double strength) {
  for (const QString& name : std::as_const(flashed_)) {
    if (BlockItem* item = scene_->findBlock(name)) item->setFlash(strength);
  }
}

// A ring that fades already fades on; one that waited for the glide does not come.
void ViewMotion::stop() { gliding_->stop(); }

void ViewMotion::scrollTo(const QPointF& corner) {
  view_->horizontalScrollBar()->setValue(qRound(corner.x()));
  view_->verticalScrollBar()->setValue(qRound(corner.y()));
}

// Lets Qt find out where the scroll bars would be with `place` in the middle, takes them back to
// where they were, and moves them there step by step.
void ViewMotion::glideTo(const QPointF& place) {
  gliding_->stop();
  gliding_->disconnect(SIGNAL(valueChanged(QVariant)));
  const auto position = [this] {
    return QPointF(view_->horizontalScrollBar()->value(), view_->verticalScrollBar()->value());
  };
  const QPointF from = position();
  view_->centerOn(place);
  const QPointF to = position();
  if (!view_->isVisible() || from == to) return;
  scrollTo(from);
  connect(gliding_, &QVariantAnimation::valueChanged, this,
          [=, this](const QVariant& done) { scrollTo(from + (to - from) * done.toDouble()); });
  gliding_->start();
}

}  // namespace loopwright
