#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <vector>

#include "gui/plots/plot_view.h"

namespace loopwright {

class SignalCurve;
class ValueAxes;

/// The curves of other runs in a plot over time: for each of them, and each curve of the plot whose
/// signal it recorded, one behind all others on the same axes, in a pale shade of the curve's
/// colour. Without other runs there are no curves, and nothing is done. For the sources of
/// gui/plots only.
class RunOverlays {
 public:
  /// For a plot, which owns the curves and has a layer `otherRuns` for them.
  explicit RunOverlays(QCustomPlot* plot) : plot_(plot) {}

  /// Which runs, from the next rebuild() on.
  void setRuns(std::vector<RunOverlay> runs) { runs_ = std::move(runs); }
  /// Takes all curves away.
  void clear();
  /// Makes the curves anew for a plot of this content, whose curves are `own`. A run that is the
  /// present one, of the recording `present`, is left out.
  void rebuild(const PlotContent& content, const ValueAxes& axes,
               const std::vector<SignalCurve*>& own,
               const std::shared_ptr<const Recording>& present);
  /// Shows those of curves that are shown, in the shades that go with these as they are now.
  void follow(const std::vector<SignalCurve*>& own);

  /// All curves, and of each run the first one, which stands for it in the legend and has its name.
  const std::vector<SignalCurve*>& curves() const { return curves_; }
  std::vector<SignalCurve*> firstOfRuns() const;
  /// The number of the plot's own curve that one of curves() goes with.
  size_t ownOf(size_t curve) const { return places_[curve].own; }

 private:
  /// Of a curve: the one of the plot that it goes with, and its run, both by number.
  struct Place {
    size_t own;
    size_t run;
  };

  QCustomPlot* plot_;
  std::vector<RunOverlay> runs_;
  std::vector<SignalCurve*> curves_;  // owned by plot_
  std::vector<Place> places_;         // of curves_, in the same order
};

}  // namespace loopwright
