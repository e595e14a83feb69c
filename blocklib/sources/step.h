#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A step at a given time.
///
///     Step → y
///
/// The level is discrete state that a timed update changes, so that at the step y⁻ is the initial
/// and y⁺ the final level (semantics 12). A step before the start of the run has happened.
///
/// Numeric parameters: 0 the initial level, 1 the final level.
template <typename T>
class Step final : public BlockLeaf<T> {
 public:
  /// A step at `time` seconds; the two levels have equal lengths, or one of them a single element
  /// that is spread.
  Step(double time_sec, const VectorX<T>& initial, const VectorX<T>& final_level);
  /// From the parameters `time`, `initial` and `final`.
  explicit Step(const BlockArguments& arguments);

 private:
  enum Parameter { kInitial, kFinal };
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* level) const;
  EventStatus Jump(const Context<T>& context, DiscreteValues<T>* level) const;

  double time_sec_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Step)

}  // namespace loopwright
