#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class RandomWalk;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<RandomWalk> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// The sum of independent normal steps, x⁺ = x⁻ + w.
///
///     RandomWalk → y
///
/// The k-th update uses draw k (of a signal of width m, element i uses draw k*m + i); draw 0 is not
/// used. State as of SampledNoise. Numeric parameters: 0 standard deviation of a step, 1 initial
/// value.
template <typename T>
class RandomWalk final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. There is an element of y for each of
  /// `initial_value`.
  RandomWalk(const T& step_deviation, const VectorX<T>& initial_value, double period_sec,
             double offset_sec, const std::string& stream);
  /// From the parameters `step_deviation`, `initial_value`, `period`, `offset` and `stream`.
  explicit RandomWalk(const BlockArguments& arguments);

 private:
  enum Parameter { kStepDeviation, kInitialValue };
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RandomWalk)

}  // namespace loopwright
