#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The derivative of each element of a signal behind a first-order low-pass, s/(T s + 1) with T the
/// filter's time constant: dx/dt = (u - x)/T, y = (u - x)/T. At first x = 0, which makes y(0) =
/// u(0)/T, or, where it starts at rest, x = u and y = 0.
///
///     u → Derivative → y
///
/// Numeric parameter 0 is T (s).
template <typename T>
class Derivative final : public LeafSystem<T> {
 public:
  /// The time constant must be > 0.
  Derivative(const T& filter_time_constant_sec, bool starts_at_rest, int width);
  /// From the block's parameters `filter_time_constant` and `starts_at_rest`.
  explicit Derivative(const BlockArguments& arguments);

 private:
  /// x = u at the start, so that y begins at zero.
  EventStatus Rest(const Context<T>& context, ContinuousState<T>* x, DiscreteValues<T>*) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Derivative)

}  // namespace loopwright
