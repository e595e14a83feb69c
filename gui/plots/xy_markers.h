#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <array>
#include <optional>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class PlotCursors;

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
