#pragma once

#include <cstdint>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

template <typename T>
class GaussMarkov;

namespace scalar_conversion {
/// Draws are numbers.
template <>
struct Traits<GaussMarkov> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// An Ornstein-Uhlenbeck process, sampled exactly and held between updates:
///
///     x⁺ = a x⁻ + sigma_st sqrt(1 - a²) w,   a = exp(-period/tau), w normal
///
///     GaussMarkov → y
///
/// The k-th update uses draw k of the stream; draw 0 gives the stationary start and is kept free
/// otherwise.
///
/// State as of SampledNoise. Numeric parameters: 0 tau (s), 1 sigma_st, 2 initial value.
template <typename T>
class GaussMarkov final : public SampledNoise<T> {
 public:
  struct Settings {
    double time_constant_sec = 1;  ///< tau > 0
    double stationary_deviation = 1;
    double initial_value = 0;
    bool start_stationary = false;  ///< draw the initial value from the stationary distribution
  };
  /// Updates run at offset_sec + k*period_sec.
  GaussMarkov(const Settings& settings, double period_sec, double offset_sec,
              const std::string& stream);
  explicit GaussMarkov(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit GaussMarkov(const GaussMarkov<U>& other);

 private:
  GaussMarkov(const Settings& settings, double period_sec, double offset_sec, uint64_t stream_key);
  template <typename U>
  friend class GaussMarkov;

  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;

  double period_sec_;
  bool start_stationary_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GaussMarkov)

/// The block type `GaussMarkov`.
BlockDescriptor GaussMarkovBlock();

}  // namespace loopwright
