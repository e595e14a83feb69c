#pragma once

#include <QElapsedTimer>
#include <vector>

#include "gui/plots/plot_view.h"

namespace loopwright {

/// The views that plots had before, to go back to and forward again, as pages of a browser. Of many
/// small steps of one gesture, such as turns of a wheel, the first alone counts.
class ViewHistory {
 public:
  /// One state of each plot.
  using States = std::vector<PlotViewState>;

  /// Remembers what is seen now, since it is about to be another. With `joins` only if that is no
  /// further step of the gesture before.
  void remember(States now, bool joins);
  bool canGoBack() const { return !back_.empty(); }
  bool canGoForward() const { return !forward_.empty(); }
  /// Each gives the states to show, and keeps those of now for the other way.
  States goBack(States now);
  States goForward(States now);
  void clear();

 private:
  std::vector<States> back_, forward_;
  QElapsedTimer sinceStep_;
};

}  // namespace loopwright
