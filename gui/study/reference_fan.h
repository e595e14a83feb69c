#pragma once

#include <QString>
#include <vector>

#include "gui/study/study_picture.h"

class QCPCurve;
class QCPGraph;
class QCustomPlot;

namespace loopwright {

/// The fan of a study that was kept, in grey between bands and paths of the present one: what 90 %
/// of its runs do, with an edge by which it is seen over the present bands, and their mean.
class ReferenceFan {
 public:
  explicit ReferenceFan(QCustomPlot* plot);

  /// Takes on the colours of the theme.
  void style();
  /// Empty for nothing. `name` stands in the legend.
  void set(const std::vector<FanPoint>& fan, const QString& name);
  QCPCurve* band() const { return band_; }
  QCPGraph* mean() const { return mean_; }

 private:
  QCPCurve* band_;
  QCPGraph* mean_;
};

}  // namespace loopwright
