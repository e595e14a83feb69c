#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Limits how fast each element of a signal changes, sampled with period h:
/// x+ = x- + clip(u- - x-, falling*h, rising*h), y = x. Between updates y is held.
///
///     u → RateLimiter → y
///
/// The clip is computed as min(max(u-, x- + falling*h), x- + rising*h), so that u is met exactly.
/// Discrete state group 0 is x. Numeric parameters: 0 rising (1/s), 1 falling (1/s), 2 initial
/// value, 3 period (s).
template <typename T>
class RateLimiter final : public BlockLeaf<T> {
 public:
  /// `rising` is positive and `falling` negative, in 1/s.
  RateLimiter(const T& rising, const T& falling, const T& initial_value, const Known<T>& period_sec,
              int width);
  /// From the parameters `rising`, `falling`, `initial_value` and `period`.
  explicit RateLimiter(const BlockArguments& arguments);

 private:
  enum Parameter { kRising, kFalling, kInitialValue, kPeriod };
  void Update(const Context<T>& context, T* next) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(RateLimiter)

}  // namespace loopwright
