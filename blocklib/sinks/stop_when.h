#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Ends the run when an element of its input becomes non-zero: the instant is isolated, across
/// jumps and at the start time too (semantics 7 and 10).
///
///     u → StopWhen
template <typename T>
class StopWhen final : public BlockLeaf<T> {
 public:
  /// For an input of `width` elements.
  explicit StopWhen(int width);
  explicit StopWhen(const BlockArguments& arguments);

 private:
  /// Stops where an element is non-zero before the first step.
  EventStatus CheckAtStart(const Context<T>& context) const;
  EventStatus Stop(const Context<T>& context) const;
  /// 1 where an element is non-zero, else -1: a truth value has no zero to leave.
  T CalcTruth(const Context<T>& context) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(StopWhen)

}  // namespace loopwright
