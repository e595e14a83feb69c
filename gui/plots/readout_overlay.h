#pragma once

#include <QRect>
#include <QWidget>
#include <optional>
#include <utility>
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
  /// Lies over the plot and is as large as it.
  explicit ReadoutOverlay(PlotWidget* plot);

  /// Where the pointer is, in pixels of the plot; none takes the read-out away.
  void setPointer(std::optional<QPoint> pointer);
  /// The rectangle that is being zoomed into, in pixels; none takes it away.
  void setZoomArea(std::optional<QRect> area);
  /// As it was set last.
  std::optional<QPoint> pointer() const { return pointer_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// A line of the bubble: a curve and its value or values.
  struct Line {
    QColor colour;
    QString name;
    QString unit;
    UpdatePoint point;
    bool both = false;
  };

  /// The line at the pointer's time, and the bubble beside it where there is room.
  void paintReadout(QPainter* painter, const QPoint& pointer);
  /// A line for each visible curve that has a value at this time.
  std::vector<Line> linesAt(double time, bool isUpdate) const;
  void paintBubble(QPainter* painter, const QRectF& bubble, double nameWidth, double time,
                   const std::vector<Line>& lines) const;
  /// Writes ending at `base`; returns where the text begins.
  static double writeValues(QPainter* painter, QPointF base, const Line& line);

  PlotWidget* plot_;
  std::optional<QPoint> pointer_;
  std::optional<QRect> zoomArea_;
};

/// A number for a read-out: at most six digits, or so many, with a real minus sign.
QString formatReadout(double value, int digits = 6);
/// The same with so many decimals.
QString formatFixed(double value, int decimals);

/// A number, and half the width of its interval, as they stand on both sides of "±": with as many
/// digits as two of the half width come to, such as "0.2853" and "0.0031". Where the half width is
/// no number > 0 both are as formatReadout() has them.
std::pair<QString, QString> formatUncertain(double value, double halfWidth);

}  // namespace loopwright
