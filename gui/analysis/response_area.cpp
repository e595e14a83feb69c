#include "gui/analysis/response_area.h"

#include <QMetaObject>
#include <QString>

namespace loopwright {

ResponseArea::ResponseArea(QWidget* parent) : QCustomPlot(parent) {
  // On top, and no other layer apart from the rest: each has a picture of its own to be laid over
  // the others whenever the plot is painted.
  const QString name = QStringLiteral("following");
  QCPLayer* const overlay = layer(QStringLiteral("overlay"));
  overlay->setMode(QCPLayer::lmLogical);
  addLayer(name, overlay, QCustomPlot::limAbove);
  following_ = layer(name);
  following_->setMode(QCPLayer::lmBuffered);
  connect(this, &QCustomPlot::afterReplot, this, [this] {
    isPainted_ = true;
    isQueued_ = false;
  });
}

ResponseArea::Following::Following(ResponseArea* area)
    : area_(area), before_(area->currentLayer()) {
  area_->setCurrentLayer(area_->following_);
}

ResponseArea::Following::~Following() { area_->setCurrentLayer(before_); }

// What lies on the layer of its own is removed, and with it the data; the axes and the curves that
// stay are not touched. The list is a copy, as each removal changes the layer's own.
void ResponseArea::clearFollowing() {
  const QList<QCPLayerable*> members = following_->children();
  for (QCPLayerable* member : members) {
    if (auto* const plottable = qobject_cast<QCPAbstractPlottable*>(member)) {
      removePlottable(plottable);
    } else if (auto* const item = qobject_cast<QCPAbstractItem*>(member)) {
      removeItem(item);
    }
  }
}

void ResponseArea::replotFollowing() {
  if (isQueued_) return;
  isQueued_ = true;
  QMetaObject::invokeMethod(this, &ResponseArea::paintFollowing, Qt::QueuedConnection);
}

// Wherever a member came or went QCustomPlot would paint everything: it is told that nothing did.
// What else has changed is painted by the replot() that was called for it.
void ResponseArea::paintFollowing() {
  if (!isQueued_) return;  // a replot of all came before
  isQueued_ = false;
  if (!isPainted_) return replot();
  for (const auto& buffer : mPaintBuffers) buffer->setInvalidated(false);
  following_->replot();
  ++followingReplots_;
}

}  // namespace loopwright
