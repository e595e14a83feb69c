#pragma once

#include <QPointF>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "gui/samples/brush_plot.h"

class QCPGraph;
class QCPItemRect;

namespace loopwright {

/// A point for each run: one of its numbers over another. Dragging a rectangle chooses the runs in
/// it, a click takes that choice away.
class Scatter : public BrushPlot {
  Q_OBJECT

 public:
  explicit Scatter(QWidget* parent = nullptr);

  /// The numbers of each run, in order; a run that lacks one has no point.
  void setPoints(const QString& nameX, std::vector<double> x, const QString& nameY,
                 std::vector<double> y);
  /// The runs whose points stand out, ascending.
  void setHighlighted(const std::vector<uint64_t>& runs);
  /// The runs in the rectangle, ascending; nothing without one.
  std::optional<std::vector<uint64_t>> chosenRuns() const;

  int pointCount() const;
  int highlightedCount() const;
  /// Where a pair of numbers stands, in pixels of the plot's area.
  QPointF placeOf(double x, double y) const;

 protected:
  void style() override;
  void choose(const QPointF& from, const QPointF& to) override;
  void chooseNothing() override;

 private:
  QCPGraph* points_;
  QCPGraph* highlighted_;
  QCPItemRect* area_;
  std::vector<double> x_, y_;
};

}  // namespace loopwright
