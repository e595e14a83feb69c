#include "engine/run/run_costs.h"

#include <utility>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"
#include "engine/run/instant_context.h"
#include "engine/system/system.h"

namespace loopwright {

CostCounter::CostCounter(std::shared_ptr<const Plan<double>> plan)
    : plan_(std::move(plan)), entries_(plan_->num_entries()) {
  std::vector<std::string> paths;
  for (const int leaf : plan_->leaves) paths.push_back(plan_->systems[leaf]->GetSystemPathname());
  paths_ = std::make_shared<const std::vector<std::string>>(std::move(paths));
}

void CostCounter::Start(const Context<double>& root) {
  if (std::exchange(is_counting_, true)) return;
  StartCountingStep(root);
}

// Trackers count by themselves; what they counted is read when counting ends.
void CostCounter::Stop(const Context<double>& root) {
  if (!std::exchange(is_counting_, false)) return;
  internal::TrackerTable& trackers = root.data().get_overlay().trackers();
  for (int e = 0; e < plan_->num_entries(); ++e) {
    const auto* const counts = trackers.counts(e);
    if (counts == nullptr) break;
    RunCost& cost = entries_[e];
    cost.computed += counts->computed;
    cost.reused += counts->reused;
    cost.seconds += 1e-9 * static_cast<double>(counts->nanoseconds);
  }
  StopCountingStep(root);
}

// The entries of a leaf lie side by side.
std::shared_ptr<const RunCosts> CostCounter::Costs() const {
  auto costs = std::make_shared<RunCosts>(RunCosts{entries_, {}, paths_});
  for (const int leaf : plan_->leaves) {
    RunCost& sum = costs->blocks.emplace_back();
    const auto& node = plan_->nodes[leaf];
    for (int e = node.first_entry; e < plan_->nodes[node.end].first_entry; ++e) {
      const RunCost& cost = entries_[e];
      sum.computed += cost.computed;
      sum.reused += cost.reused;
      sum.seconds += cost.seconds;
    }
  }
  return costs;
}

}  // namespace loopwright
