#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <array>
#include <optional>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class PlotCursors;

/// The curve of one signal over another. On a screen a long one is one pixel wide: a wider line
/// with smooth edges that crosses itself everywhere takes seconds to draw (20,000 points: 5 s), and
/// what it fills looks alike. For the sources of gui/plots only.
class XYCurve : public QCPCurve {
 public:
  explicit XYCurve(QCustomPlot* plot) : QCPCurve(plot->xAxis, plot->yAxis) {}

 protected:
  void draw(QCPPainter* painter) override;
};

/// Where the cursors A and B of plots over time are on a curve of one signal over another: ● with
/// the cursor's letter, and ○ where the point before the updates of that instant is another. For
/// the sources of gui/plots only.
class XYMarkers {
 public:
  /// Of a plot, which owns what is drawn.
  explicit XYMarkers(QCustomPlot* plot);

  /// Moves the markers to the points of the cursors; `x` and `y` say what the signals are. Hides
  /// them where there are no cursors, or no values.
  void show(const PlotCursors* cursors, const CurveRequest& x, const CurveRequest& y);

 private:
  /// What stands for one cursor: a point before the updates, the one after them, and the letter.
  struct Marker {
    QCPItemTracer* before;
    QCPItemTracer* after;
    QCPItemText* letter;
  };

  /// Hides the marker where one of the signals has no value there.
  void place(const Marker& marker, const std::optional<UpdatePoint>& x,
             const std::optional<UpdatePoint>& y);

  std::array<Marker, 2> markers_;
};

}  // namespace loopwright
