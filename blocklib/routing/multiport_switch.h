#pragma once

#include <cstdint>
#include <vector>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Passes the input that an index names, elementwise: y = u1 where the index, rounded, is 1.
///
///     index → ┌─────────────────┐
///     u1    → │                 │
///     …       │ MultiportSwitch │ → y
///     un    → └─────────────────┘
///
/// An input of one element is spread. Each element of the index has a mode (semantics 11), the
/// number of the input that passes. An index that is not from 0.5 up to (not including) n + 0.5
/// fails the run, where it leaves that range and at the start; the nearest input passes until then.
/// Modes by hand: one for n inputs, which are n - 1 comparisons in a formula.
template <typename T>
class MultiportSwitch final : public BlockLeaf<T> {
 public:
  /// `widths` are those of u1 … un, at least one (std::logic_error).
  MultiportSwitch(int index_width, const std::vector<int>& widths);
  /// From the widths of the inputs.
  explicit MultiportSwitch(const BlockArguments& arguments);

 private:
  /// n, the number of inputs to choose from.
  int num_choices() const { return static_cast<int>(strides_.size()); }
  T Choose(const Context<T>& context, const T& index, int element) const;
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  /// Fails where an index is out of range before the first step.
  EventStatus CheckAtStart(const Context<T>& context) const;
  /// Fails with the index and the range.
  EventStatus Fail(const Context<T>& context) const;
  /// 1 where every index is in range, else -1.
  T CalcInRange(const Context<T>& context) const;

  int index_width_;
  int index_stride_;
  std::vector<int> strides_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(MultiportSwitch)

}  // namespace loopwright
