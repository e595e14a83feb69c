#include "gui/canvas/block_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gui/canvas/diagram_view.h"
#include "gui/document/qt_text.h"
#include "gui/faces/formula_text.h"
#include "gui/overlays/cost_legend.h"
#include "gui/run/run_controller.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

constexpr double kEqual = 1.0001;  // costs up to this factor are one to the eye

// Two digits are as much as measured times are good for.
QString roughTime(double seconds) {
  if (seconds <= 0) return durationText(0);
  const double unit = std::pow(10, std::floor(std::log10(seconds)) - 1);
  return durationText(std::round(seconds / unit) * unit);
}

}  // namespace

// The legend is a child of the view, so that it stays while the diagram is scrolled.
BlockCosts::BlockCosts(DiagramView* view) : CanvasPart(view), legend_(new CostLegend(view)) {
  legend_->hide();
  delay_.setSingleShot(true);
  delay_.setInterval(0);
  connect(&delay_, &QTimer::timeout, this, &BlockCosts::refresh);
  const auto soon = [this] {
    if (kind_ != CostKind::kNone) delay_.start();
  };
  connect(scene_, &DiagramScene::contentChanged, this, soon);
  connect(scene_, &DiagramScene::levelChanged, this, soon);
}

void BlockCosts::setKind(CostKind kind) {
  kind_ = kind;
  refresh();
}

void BlockCosts::setCosts(std::shared_ptr<const RunCosts> costs) {
  if (costs == costs_) return;
  costs_ = std::move(costs);
  if (kind_ != CostKind::kNone) refresh();
}

double BlockCosts::shareOf(const RunCost& cost) const {
  return kind_ == CostKind::kTime ? cost.seconds : static_cast<double>(cost.computed);
}

QString BlockCosts::textOf(double value) const {
  return kind_ == CostKind::kTime ? roughTime(value) : formatCount(static_cast<int64_t>(value));
}

QString BlockCosts::toolTipOf(const RunCost& cost) const {
  return tr("computed %1 times in %2, reused %3 times")
      .arg(formatCount(cost.computed), roughTime(cost.seconds), formatCount(cost.reused));
}

// The costs of the level's blocks: what a path names there, with all that lies in it.
void BlockCosts::findBlocks() {
  blocks_.clear();
  if (!costs_ || kind_ == CostKind::kNone) return;
  const QString inside = level().isEmpty() ? QString() : level() + u'/';
  for (size_t i = 0; i < costs_->blocks.size(); ++i) {
    const QString path = toQt((*costs_->paths)[i]);
    if (!path.startsWith(inside)) continue;
    RunCost& sum = blocks_[path.mid(inside.size()).section(u'/', 0, 0)];
    const RunCost& cost = costs_->blocks[i];
    sum.computed += cost.computed;
    sum.reused += cost.reused;
    sum.seconds += cost.seconds;
  }
}

// Costs differ by powers of ten, so that colours follow their logarithm. A block that was never
// computed has none.
void BlockCosts::refresh() {
  findBlocks();
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const BlockItem* item : scene_->blocks()) {
    const double value = shareOf(blocks_.value(item->name()));
    if (value <= 0) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  const bool isOneCost = most <= least * kEqual;
  for (BlockItem* item : scene_->blocks()) {
    const auto cost = blocks_.constFind(item->name());
    const double value = cost != blocks_.cend() ? shareOf(*cost) : 0;
    const double share = value <= 0  ? -1
                         : isOneCost ? 1
                                     : std::log(value / least) / std::log(most / least);
    item->setCost(share, cost != blocks_.cend() ? toolTipOf(*cost) : QString());
  }
  legend_->setVisible(kind_ != CostKind::kNone);
  if (kind_ == CostKind::kNone) return;
  const QString title = kind_ == CostKind::kTime ? tr("computing time") : tr("computations");
  if (most > 0) return legend_->showRange(title, textOf(least), textOf(most));
  legend_->say(costs_ ? tr("%1: no block here computes anything").arg(title)
                      : tr("%1: counted in runs that begin from now on").arg(title));
}

}  // namespace loopwright
