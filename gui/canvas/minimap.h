#pragma once

#include <QPixmap>
#include <QRectF>
#include <QWidget>

namespace loopwright {

class DiagramView;

/// The blocks of a whole level in small, with the part in view outlined; a click or drag goes
/// there. In the corner of the canvas it is a small box; in a panel it is as large as that.
class Minimap : public QWidget {
  Q_OBJECT
 public:
  enum class Place { kCorner, kPanel };

  /// In the corner the view is its parent; a panel takes it over as its content.
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
  /// Draws the blocks into the picture.
  void drawContent();
  /// From the scene to the widget.
  QTransform toMap() const;
  /// Brings a place of the map to the middle of the view.
  void goTo(const QPointF& position);

  DiagramView* view_;
  Place place_;
  /// What of the scene the picture shows, and whether it has to be drawn again.
  QRectF content_;
  QPixmap picture_;
  bool isStale_ = true;
};

}  // namespace loopwright
