#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blocklib/stochastic/mean_reverting_noise.h"
#include "engine/blocks/block_arguments.h"
#include "engine/traits/draw_law.h"

namespace loopwright {

template <typename T>
class OrnsteinUhlenbeck;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<OrnsteinUhlenbeck> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// A MeanRevertingNoise that shows its state, y = x:
///
///     dx = -(1/tau) x dt + sqrt(2/tau) sigma_st dW
///
///     OrnsteinUhlenbeck → y
///
/// The increments are draws 0, 1, … of the stream; a stationary start is its FirstValueDraw().
/// Numeric parameters: 0 tau (s), 1 sigma_st, 2 initial value.
template <typename T>
class OrnsteinUhlenbeck final : public MeanRevertingNoise<T>, public DrawLaw<T> {
 public:
  /// What the process is like, and how it starts.
  struct Settings {
    T time_constant_sec = 1;  ///< tau > 0
    T stationary_deviation = 1;
    T initial_value = 0;
    bool start_stationary = false;  ///< draw the initial value from the stationary distribution

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename OrnsteinUhlenbeck<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(time_constant_sec), as(stationary_deviation), as(initial_value), start_stationary};
    }
  };
  /// Draws from the stream called `stream`. std::invalid_argument unless tau is > 0 and the
  /// deviation >= 0, both finite.
  OrnsteinUhlenbeck(const Settings& settings, const std::string& stream);
  /// From the parameters that are called like the settings, and `stream`.
  explicit OrnsteinUhlenbeck(const BlockArguments& arguments);

 private:
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void StartStationary(const Context<T>& context, ContinuousState<T>* x, DiscreteValues<T>*) const;
  void WriteOutput(int64_t, const T& x, T* y) const override { y[0] = x; }
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;
  /// The state at the start of a run.
  T FirstValue(const Context<T>& context) const;

  bool start_stationary_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(OrnsteinUhlenbeck)

}  // namespace loopwright
