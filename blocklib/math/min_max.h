#pragma once

#include <cstdint>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The least or the greatest of signals, elementwise; of a single input, of its elements.
///
///     u1 → ┌────────┐
///     …    │ MinMax │ → y
///     un → └────────┘
///
/// Each element of y has a mode (semantics 11): the number of the signal (of a single input: of its
/// element) that passes, the first one of equals. NaN passes before all others. An input of one
/// element is spread.
/// Modes by hand: as a formula a run takes 2.0 times as long (resources/docs/decisions/modes.md).
template <typename T>
class MinMax final : public LeafSystem<T> {
 public:
  enum class Function { kMin, kMax };
  /// `widths` has the width of each input: 1 or a common one.
  MinMax(Function function, const std::vector<int>& widths);
  /// From the parameter `function` and the widths of the inputs.
  explicit MinMax(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// Value `k` of those that element `i` of y is chosen from.
  const T& Candidate(const Context<T>& context, int i, int k) const;
  /// Whether `value` passes before `best`, which came first.
  bool IsBetter(const T& value, const T& best) const;
  /// Which of both passes.
  T Better(const T& best, const T& value) const;
  /// The number of the value that passes.
  int64_t Winner(const Context<T>& context, int i) const;

  Function function_;
  bool is_over_elements_;     ///< of one input the elements compete
  std::vector<int> strides_;  ///< of the inputs
  int count_;                 ///< of the values that each element of y is chosen from
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(MinMax)

}  // namespace loopwright
