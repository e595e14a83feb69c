#pragma once

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

namespace loopwright {

/// An icon that is painted whenever Qt shows it, so that it follows a change of theme. A derived
/// class says in paint() how.
class PaintedIconEngine : public QIconEngine {
 public:
  /// Qt asks for a pixmap where it cannot paint directly, in lists for instance.
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }
};

}  // namespace loopwright
