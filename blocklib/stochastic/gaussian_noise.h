#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class GaussianNoise;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<GaussianNoise> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Independent normal samples, held between updates.
///
///     GaussianNoise → y
///
/// State and draws are those of SampledNoise. Numeric parameters: 0 mean, 1 standard deviation.
template <typename T>
class GaussianNoise final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. A mean or deviation of one element is spread.
  GaussianNoise(const VectorX<T>& mean, const VectorX<T>& standard_deviation, double period_sec,
                double offset_sec, const std::string& stream);
  /// From the parameters `mean`, `standard_deviation`, `period`, `offset` and `stream`.
  explicit GaussianNoise(const BlockArguments& arguments);

 private:
  enum Parameter { kMean, kStandardDeviation };
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GaussianNoise)

}  // namespace loopwright
