#pragma once

#include <memory>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Samples its input where its trigger crosses zero, an isolated event, and holds it: x⁺ = u⁻,
/// y = x, elementwise. A trigger of one element is that of all.
///
///     u       → TriggeredSampler → y
///     trigger →
///
/// Numeric parameter 0 is the initial value.
template <typename T>
class TriggeredSampler final : public LeafSystem<T> {
 public:
  /// Inputs and an initial value of one element apply to all `width` elements.
  TriggeredSampler(WitnessFunctionDirection edge, const VectorX<T>& initial_value, int input_width,
                   int trigger_width, int width);
  /// From the parameters `edge` and `initial_value` and the widths of the inputs.
  explicit TriggeredSampler(const BlockArguments& arguments);

 private:
  enum Input { kU, kTrigger };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void DoGetWitnessFunctions(const Context<T>& context,
                             std::vector<const WitnessFunction<T>*>* witnesses) const override;

  WitnessFunctionDirection edge_;
  int width_;
  std::vector<std::unique_ptr<WitnessFunction<T>>> witnesses_;
};

LOOPWRIGHT_DECLARE_CLASS(TriggeredSampler)

}  // namespace loopwright
