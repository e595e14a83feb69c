#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class GaussMarkov;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
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
    T time_constant_sec = 1;  ///< tau > 0
    T stationary_deviation = 1;
    T initial_value = 0;
    bool start_stationary = false;  ///< draw the initial value from the stationary distribution

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename GaussMarkov<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(time_constant_sec), as(stationary_deviation), as(initial_value), start_stationary};
    }
  };
  /// Updates run at offset_sec + k*period_sec.
  GaussMarkov(const Settings& settings, const Known<T>& period_sec, double offset_sec,
              const std::string& stream);
  /// From the parameters that are called like the settings, `period`, `offset` and `stream`.
  explicit GaussMarkov(const BlockArguments& arguments);

 private:
  enum Parameter { kTimeConstant, kStationaryDeviation, kInitialValue };
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;

  T period_sec_;
  bool start_stationary_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GaussMarkov)

}  // namespace loopwright
