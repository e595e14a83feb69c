#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class ExponentialNoise;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<ExponentialNoise> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Independent samples that are exponential, of mean 1/rate, held between updates.
///
///     ExponentialNoise → y
///
/// State and draws are those of SampledNoise. Numeric parameter 0 is the rate.
template <typename T>
class ExponentialNoise final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. There is an element of y for each of `rate`.
  ExponentialNoise(const VectorX<T>& rate, double period_sec, double offset_sec,
                   const std::string& stream);
  /// From the parameters `rate`, `period`, `offset` and `stream`.
  explicit ExponentialNoise(const BlockArguments& arguments);

 private:
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(ExponentialNoise)

}  // namespace loopwright
