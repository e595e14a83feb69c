#pragma once

#include <string>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Fails the run when an element of its input is zero: the instant at which it becomes so is
/// isolated, across jumps and at the start time too (semantics 7 and 10).
///
///     u → Assert
template <typename T>
class Assert final : public BlockLeaf<T> {
 public:
  /// `message` is what the failure says; empty: that the input is zero.
  Assert(int width, std::string message);
  explicit Assert(const BlockArguments& arguments);

 private:
  /// Fails where an element is zero before the first step.
  EventStatus CheckAtStart(const Context<T>& context) const;
  /// Fails with the message.
  EventStatus Fail(const Context<T>& context) const;
  /// 1 where no element is zero, else -1: a truth value has no zero to leave.
  T CalcTruth(const Context<T>& context) const;

  int width_;
  std::string message_;
};

LOOPWRIGHT_DECLARE_CLASS(Assert)

}  // namespace loopwright
