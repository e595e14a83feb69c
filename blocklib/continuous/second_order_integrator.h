#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Position and velocity from acceleration, elementwise: dq/dt = v, dv/dt = u. q and v are declared
/// as configuration and velocity.
///
///     u → SecondOrderIntegrator → position q
///                               → velocity v
///
/// Numeric parameters: 0 initial position, 1 initial velocity.
template <typename T>
class SecondOrderIntegrator final : public BlockLeaf<T> {
 public:
  /// A single initial value applies to all `width` elements.
  SecondOrderIntegrator(const VectorX<T>& initial_position, const VectorX<T>& initial_velocity,
                        int width);
  /// From the parameters `initial_position` and `initial_velocity`.
  explicit SecondOrderIntegrator(const BlockArguments& arguments);

 private:
  enum Parameter { kInitialPosition, kInitialVelocity };
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcPosition(const Context<T>& context, T* position) const;
  void CalcVelocity(const Context<T>& context, T* velocity) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(SecondOrderIntegrator)

}  // namespace loopwright
