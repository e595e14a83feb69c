#pragma once

#include <QRect>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class PlotWidget;

/// What moves over a plot, drawn without drawing the plot again: the pointer's line with the values
/// at its time in a dark bubble (○ and ● side by side at an update instant), the cursors A and B
/// with a mark where each curve is (○ before and ● after, where they stand on an update), and the
/// rectangle that is being zoomed into. Sees no mouse events of its own.
class ReadoutOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit ReadoutOverlay(PlotWidget* plot);

  /// Where the pointer is, in pixels of the plot; none takes the read-out away.
  void setPointer(std::optional<QPoint> pointer);
  void setZoomArea(std::optional<QRect> area);
  std::optional<QPoint> pointer() const { return pointer_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Line {
    QColor colour;
    QString name;
    UpdatePoint point;
    bool both = false;
  };

  void paintReadout(QPainter* painter, const QPoint& pointer);
  std::vector<Line> linesAt(double time, bool isUpdate) const;
  void paintBubble(QPainter* painter, const QRectF& bubble, double nameWidth, double time,
                   const std::vector<Line>& lines) const;
  static double writeValues(QPainter* painter, QPointF base, const Line& line);

  PlotWidget* plot_;
  std::optional<QPoint> pointer_;
  std::optional<QRect> zoomArea_;
};

/// A number for a read-out: at most six digits, with a real minus sign.
QString formatReadout(double value);

}  // namespace loopwright
