#pragma once

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Delays a vector by some periods: samples are taken at 0, h, 2 h, … s, and the output is the one
/// of `delay_time_steps` before the last; zero until there is one.
///
///     u0 → DiscreteTimeDelay → y0
///
/// Discrete state: one group that holds the samples one after another, the oldest first.
template <typename T>
class DiscreteTimeDelay final : public LeafSystem<T> {
 public:
  /// std::logic_error unless the period, s, and the size are > 0, and the steps >= 0.
  DiscreteTimeDelay(double update_sec, int delay_time_steps, int vector_size);
  /// For the conversion to another scalar.
  template <typename U>
  explicit DiscreteTimeDelay(const DiscreteTimeDelay<U>& other);

 private:
  template <typename U>
  friend class DiscreteTimeDelay;
  /// Shows the oldest sample.
  void CopyDelayed(const Context<T>& context, T* y) const;
  /// Takes in the present input.
  void TakeSample(const Context<T>& context, DiscreteValues<T>* next) const;

  const double update_sec_;
  const int delay_time_steps_, vector_size_;
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteTimeDelay)

}  // namespace loopwright
