#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class UniformNoise;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<UniformNoise> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Independent samples that are uniform on [lower, upper), held between updates.
///
///     UniformNoise → y
///
/// State and draws are those of SampledNoise. Numeric parameters: 0 lower, 1 upper.
template <typename T>
class UniformNoise final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. A bound of one element is spread.
  UniformNoise(const VectorX<T>& lower, const VectorX<T>& upper, double period_sec,
               double offset_sec, const std::string& stream);
  /// From the parameters `lower`, `upper`, `period`, `offset` and `stream`.
  explicit UniformNoise(const BlockArguments& arguments);

 private:
  enum Parameter { kLower, kUpper };
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(UniformNoise)

}  // namespace loopwright
