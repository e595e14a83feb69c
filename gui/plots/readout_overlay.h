#pragma once

#include <QRect>
#include <QWidget>
#include <optional>

namespace loopwright {

class PlotWidget;

/// What moves over a plot with the pointer, drawn without drawing the plot again: a cursor line
/// with the values at its time in a dark bubble (○ and ● side by side at an update instant), and
/// the rectangle that is being zoomed into. Sees no mouse events of its own.
class ReadoutOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit ReadoutOverlay(PlotWidget* plot);

  /// Where the pointer is, in pixels of the plot; none takes the read-out away.
  void setPointer(std::optional<QPoint> pointer);
  void setZoomArea(std::optional<QRect> area);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintReadout(QPainter* painter, const QPoint& pointer);

  PlotWidget* plot_;
  std::optional<QPoint> pointer_;
  std::optional<QRect> zoomArea_;
};

/// A number for a read-out: at most six digits, with a real minus sign.
QString formatReadout(double value);

}  // namespace loopwright
