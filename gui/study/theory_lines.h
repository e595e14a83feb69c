#pragma once

#include <array>
#include <cstddef>
#include <memory>

class QCPGraph;
class QCustomPlot;

namespace loopwright {

struct EnsembleTheory;

/// What theory says of the signal of a fan, over the fan: the mean, and two standard deviations
/// above and below it, as thin dashed lines, with ○ and ● where they jump at updates.
class TheoryLines {
 public:
  explicit TheoryLines(QCustomPlot* plot);

  /// Takes on the colours of the theme.
  void style();
  /// Null for nothing.
  void set(std::shared_ptr<const EnsembleTheory> theory);
  const std::shared_ptr<const EnsembleTheory>& theory() const { return theory_; }
  /// Marks the updates that are so far from each other, in pixels; all or none.
  void drawUpdates(double room);
  /// How many updates are marked.
  int updateCount() const { return updateCount_; }
  /// The mean, and the lines below and above it.
  const std::array<QCPGraph*, 3>& lines() const { return lines_; }

 private:
  double valueOf(std::size_t line, std::size_t point) const;

  QCustomPlot* plot_;
  std::array<QCPGraph*, 3> lines_{};
  QCPGraph* before_ = nullptr;
  QCPGraph* after_ = nullptr;
  std::shared_ptr<const EnsembleTheory> theory_;
  int updateCount_ = 0;
};

}  // namespace loopwright
