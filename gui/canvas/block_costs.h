#pragma once

#include <QHash>
#include <QString>
#include <QTimer>
#include <memory>

#include "engine/run/run_costs.h"
#include "gui/canvas/canvas_part.h"

namespace loopwright {

class CostLegend;

/// What of a block's cost the canvas shows.
enum class CostKind { kNone, kComputations, kTime };

/// Colours the blocks of a canvas by what they cost in the run that is shown: how often their
/// values were computed, or how long that took. A subsystem costs what its blocks cost together. A
/// legend says what the faintest and the strongest colour stand for.
class BlockCosts final : public CanvasPart {
  Q_OBJECT
 public:
  explicit BlockCosts(DiagramView* view);

  void setKind(CostKind kind);
  CostKind kind() const { return kind_; }
  /// Those of the run, from now on; null: they are not known.
  void setCosts(std::shared_ptr<const RunCosts> costs);
  /// Of a block of the level on show; nothing in it where the run computes nothing for it.
  RunCost costOf(const QString& block) const { return blocks_.value(block); }
  const CostLegend* legend() const { return legend_; }

 private:
  /// What is shown of a cost: a number of computations, or seconds.
  double shareOf(const RunCost& cost) const;
  /// As a legend writes it, and the whole cost as the tool tip of a block does.
  QString textOf(double value) const;
  QString toolTipOf(const RunCost& cost) const;
  /// Adds up what the blocks of the level on show cost.
  void findBlocks();
  /// Colours the blocks and fills the legend.
  void refresh();

  CostKind kind_ = CostKind::kNone;
  std::shared_ptr<const RunCosts> costs_;
  QHash<QString, RunCost> blocks_;  // of the level
  CostLegend* legend_;
  QTimer delay_;  // after what is on the canvas became something else
};

}  // namespace loopwright
