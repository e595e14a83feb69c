#pragma once

#include <QPixmap>
#include <QRectF>
#include <QWidget>

namespace loopwright {

class DiagramView;

/// The whole level in small, with the part in view outlined; a click or drag goes there. In the
/// corner of the canvas it is a small box; in a panel it is as large as that.
class Minimap : public QWidget {
  Q_OBJECT
 public:
  enum class Place { kCorner, kPanel };

  explicit Minimap(DiagramView* view, Place place = Place::kCorner);

  /// The diagram changed: it is drawn anew before the next paint.
  void invalidate();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void drawContent();
  QTransform toMap() const;
  void goTo(const QPointF& position);

  DiagramView* view_;
  Place place_;
  QRectF content_;
  QPixmap picture_;
  bool isStale_ = true;
};

}  // namespace loopwright
