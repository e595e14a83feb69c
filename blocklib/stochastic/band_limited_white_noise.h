#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class BandLimitedWhiteNoise;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<BandLimitedWhiteNoise> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// White noise of a given power spectral density, held between updates: independent normal samples
/// of mean 0 and variance power/period. Far below the frequency 1/period, their two-sided power
/// spectral density is `power`, in units of y² s.
///
///     BandLimitedWhiteNoise → y
///
/// State and draws are those of SampledNoise. Numeric parameter 0 is the power.
template <typename T>
class BandLimitedWhiteNoise final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. `power` >= 0.
  BandLimitedWhiteNoise(const T& power, const Known<T>& period_sec, double offset_sec,
                        const std::string& stream);
  /// From the parameters `power`, `period`, `offset` and `stream`.
  explicit BandLimitedWhiteNoise(const BlockArguments& arguments);

 private:
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;

  T period_sec_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(BandLimitedWhiteNoise)

}  // namespace loopwright
