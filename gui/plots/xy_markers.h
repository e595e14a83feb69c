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
  explicit XYMarkers(QCustomPlot* plot);

  /// Moves the markers to the points of the cursors; `x` and `y` say what the signals are. Hides
  /// them where there are no cursors, or no values.
  void show(const PlotCursors* cursors, const CurveRequest& x, const CurveRequest& y);

 private:
  struct Marker {
    QCPItemTracer* before;
    QCPItemTracer* after;
    QCPItemText* letter;
  };

  void place(const Marker& marker, const std::optional<UpdatePoint>& x,
             const std::optional<UpdatePoint>& y);

  std::array<Marker, 2> markers_;
};

}  // namespace loopwright
