#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Samples each element of its input at offset + k*period and extrapolates the last two samples,
/// x1 the newest: y = x1 + (x1 - x0) (t - t_last)/period. At the first update both are u⁻; before
/// it the output is the initial value.
///
///     u → FirstOrderHold → y
///
/// Discrete state: groups 0 x1, 1 x0, 2 the time of the last update (s) and whether there was one
/// (1 or 0). Numeric parameters: 0 initial value, 1 period (s).
template <typename T>
class FirstOrderHold final : public LeafSystem<T> {
 public:
  /// A single initial value applies to all `width` elements.
  FirstOrderHold(const Known<T>& period_sec, double offset_sec, const VectorX<T>& initial_value,
                 int width);
  /// From the parameters `period`, `offset` and `initial_value`.
  explicit FirstOrderHold(const BlockArguments& arguments);

 private:
  enum Parameter { kInitialValue, kPeriod };
  enum Group { kNewest, kPrevious, kLast };
  enum Last { kTime, kIsKnown, kSizeOfLast };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void CalcOutput(const Context<T>& context, T* y) const;
  void Update(const Context<T>& context, T* next) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(FirstOrderHold)

}  // namespace loopwright
