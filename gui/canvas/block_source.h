#pragma once

#include <QHash>
#include <QString>
#include <QWidget>

class QPoint;

namespace loopwright {

/// A list that blocks are dragged from to a canvas, or placed from in its middle. The palette is
/// one; DiagramView::attachPalette() follows it.
class BlockSource : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  /// A block of `type` was added to the canvas.
  virtual void noteUsed(const QString& type) = 0;

 Q_SIGNALS:
  /// A block of `type` is wanted in the middle of the canvas.
  void placeRequested(const QString& type, const QHash<QString, QString>& parameters);
  /// A type is dragged: the mouse is at a place of the screen. The drag ends by a release there or
  /// is given up.
  void dragMoved(const QString& type, const QPoint& globalPosition);
  void dragReleased(const QString& type, const QPoint& globalPosition);
  void dragCancelled();
};

}  // namespace loopwright
