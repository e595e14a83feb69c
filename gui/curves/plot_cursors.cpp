#include "gui/curves/plot_cursors.h"

namespace loopwright {

void PlotCursors::show(double lower, double upper) {
  const double third = (upper - lower) / 3;
  for (const Which which : {kA, kB}) {
    const bool isInside = times_[which] >= lower && times_[which] <= upper;
    if (!arePlaced_ || !isInside) times_[which] = lower + third * (which == kA ? 1 : 2);
  }
  areShown_ = true;
  Q_EMIT changed();
}

void PlotCursors::hide() {
  areShown_ = false;
  Q_EMIT changed();
}

void PlotCursors::setTime(Which which, double time) {
  times_[which] = time;
  active_ = which;
  arePlaced_ = true;
  Q_EMIT changed();
}

}  // namespace loopwright
