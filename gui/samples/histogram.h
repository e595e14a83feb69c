#pragma once

#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "gui/samples/brush_plot.h"

class QCPBars;
class QCPItemRect;

namespace loopwright {

/// How often the values of a sample fall into each of some equal ranges. Dragging across it chooses
/// a range of values (the brush), a click takes the brush away.
class Histogram : public BrushPlot {
  Q_OBJECT

 public:
  using Range = std::pair<double, double>;

  explicit Histogram(QWidget* parent = nullptr);

  /// What is counted; what is not finite is left out. `name` stands below.
  void setValues(const QString& name, const std::vector<double>& values);
  /// The range that is chosen, both ends included; they may be infinite.
  void setBrush(std::optional<Range> range);
  std::optional<Range> brush() const { return brush_; }

  /// How many values there are in each bar.
  const std::vector<int>& counts() const { return counts_; }
  /// How many of them are in the brush.
  const std::vector<int>& chosenCounts() const { return chosenCounts_; }
  /// Where a value stands, in pixels from the left of the plot's area.
  double placeOf(double value) const;

 protected:
  void style() override;
  void choose(const QPointF& from, const QPointF& to) override;
  void chooseNothing() override;

 private:
  std::vector<int> countBars(const Range& range) const;
  void showBars(const std::vector<int>& counts, QCPBars* bars) const;
  void drawBrush();

  QCPBars* bars_;
  QCPBars* chosenBars_;  // before them
  QCPItemRect* area_;
  std::vector<double> values_;  // finite
  std::vector<int> counts_, chosenCounts_;
  double least_ = 0;  // the left end of the first bar
  double width_ = 1;  // of a bar, in the values' unit
  std::optional<Range> brush_;
};

}  // namespace loopwright
