#pragma once

#include <QPixmap>
#include <QRectF>
#include <QWidget>

namespace loopwright {

class DiagramView;

/// The whole level in small, with the part in view outlined; a click or drag goes there.
class Minimap : public QWidget {
  Q_OBJECT
 public:
  explicit Minimap(DiagramView* view);

  /// The diagram changed: it is drawn anew before the next paint.
  void invalidate();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void drawContent();
  QTransform toMap() const;
  void goTo(const QPointF& position);

  DiagramView* view_;
  QRectF content_;
  QPixmap picture_;
  bool isStale_ = true;
};

}  // namespace loopwright
