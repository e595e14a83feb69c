#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/context/context.h"

namespace loopwright {

/// What something has cost in a run so far.
struct RunCost {
  int64_t computed = 0;  ///< how often it was computed
  int64_t reused = 0;    ///< how often it was asked for and was up to date
  double seconds = 0;    ///< that its computations took, without those of what they read
};

/// What the values that blocks compute (outputs, derivatives, and what else they keep in the cache)
/// have cost in a run from its start up to where it is. What updates cost is not in it, nor what
/// methods compute on a context of their own, such as derivatives of derivatives.
struct RunCosts {
  std::vector<RunCost> entries;  ///< per cache entry, by its number in the plan
  std::vector<RunCost> blocks;   ///< per leaf of the diagram: the sums of its entries
  /// The paths of these leaves, in the same order.
  std::shared_ptr<const std::vector<std::string>> paths;
};

/// Counts and times what a run computes while somebody wants to know: it asks for every value the
/// long way meanwhile. The values are the same to the bit.
///
///     CostCounter counter(context.data().plan);
///     counter.Start(context);
///     ... steps ...
///     counter.Stop(context);  // nothing that is computed from here on is counted
///     counter.Costs()->blocks[0].computed
class CostCounter {
 public:
  /// Of contexts of this plan.
  explicit CostCounter(std::shared_ptr<const Plan<double>> plan);

  /// Nothing happens where it counts already, or where it does not.
  void Start(const Context<double>& root);
  void Stop(const Context<double>& root);
  /// The sums over all parts that have been counted.
  std::shared_ptr<const RunCosts> Costs() const;

 private:
  std::shared_ptr<const Plan<double>> plan_;
  std::vector<RunCost> entries_;
  std::shared_ptr<const std::vector<std::string>> paths_;
  bool is_counting_ = false;
};

}  // namespace loopwright
