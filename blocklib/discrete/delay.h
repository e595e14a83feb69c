#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Delays each element of a signal by N samples: a shift register y = x_N, x_1⁺ = u⁻,
/// x_i⁺ = x_{i-1}⁻. On (nh, (n+1)h] the output is u((n+1-N)h).
///
///     u → Delay → y
///
/// Discrete state: groups 0 x_N and, where N > 1, 1 x_1 … x_{N-1}. Numeric parameter 0 is the
/// initial value of all of them.
template <typename T>
class Delay final : public LeafSystem<T> {
 public:
  /// samples >= 1; a single initial value applies to all `width` elements.
  Delay(int samples, double period_sec, double offset_sec, const VectorX<T>& initial_value,
        int width);
  /// From the parameters `samples`, `period`, `offset` and `initial_value`.
  explicit Delay(const BlockArguments& arguments);

 private:
  enum Group { kOldest, kYounger };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  /// One sample: writes all groups into `next`.
  void Update(const Context<T>& context, T* next) const;

  int samples_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Delay)

}  // namespace loopwright
