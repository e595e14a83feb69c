#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Counts, elementwise, where its trigger crosses zero, an isolated event: x⁺ = x⁻ + increment,
/// y = x. Where `reset` rises through zero x⁺ is the initial value, which wins over a count at the
/// same instant. An input of one element is that of all.
///
///     trigger → TriggeredCounter → y
///     reset   →
///
/// Numeric parameters: 0 increment, 1 initial value.
template <typename T>
class TriggeredCounter final : public BlockLeaf<T> {
 public:
  /// What is counted, by how much, and from where.
  struct Settings {
    WitnessFunctionDirection edge = WitnessFunctionDirection::kNegativeThenNonNegative;
    T increment = 1;
    T initial_value = 0;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename TriggeredCounter<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {edge, as(increment), as(initial_value)};
    }
  };
  /// Each input has one element, or `width`.
  TriggeredCounter(const Settings& settings, int trigger_width, int reset_width, int width);
  /// From the parameters that are called like the settings and the widths of the inputs.
  explicit TriggeredCounter(const BlockArguments& arguments);

 private:
  enum Input { kTrigger, kReset };
  enum Parameter { kIncrement, kInitialValue };
};

LOOPWRIGHT_DECLARE_CLASS(TriggeredCounter)

}  // namespace loopwright
