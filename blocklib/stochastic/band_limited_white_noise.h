#pragma once

#include <cstdint>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

template <typename T>
class BandLimitedWhiteNoise;

namespace scalar_conversion {
/// Draws are numbers.
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
  BandLimitedWhiteNoise(double power, double period_sec, double offset_sec,
                        const std::string& stream)
      : BandLimitedWhiteNoise(power, period_sec, offset_sec, StreamKey(stream)) {}
  explicit BandLimitedWhiteNoise(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit BandLimitedWhiteNoise(const BandLimitedWhiteNoise<U>& other);

 private:
  BandLimitedWhiteNoise(double power, double period_sec, double offset_sec, uint64_t stream_key);
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;

  double period_sec_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(BandLimitedWhiteNoise)

/// The block type `BandLimitedWhiteNoise`.
BlockDescriptor BandLimitedWhiteNoiseBlock();

}  // namespace loopwright
