#pragma once

#include <limits>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A sampled PID controller for each element of an error signal. At each update, with e = u⁻ and h
/// the period,
///
///     s⁺ = s + e                                      (the sum of e up to and with this one)
///     y⁺ = kp e + ki h s⁺ + kd (e - e_previous)/h     clamped to [lower, upper]
///
/// and s⁺ = s where the output is clamped and the sum pushes it further outwards (anti-windup).
/// Before the first update the sum and e_previous are 0. The output is held between updates.
///
///     u → DiscretePid → y
///
/// Discrete state: groups 0 output, 1 sum of e, 2 previous e. Numeric parameters: 0 kp, 1 ki (1/s),
/// 2 kd (s), 3 lower, 4 upper, 5 period (s).
template <typename T>
class DiscretePid final : public LeafSystem<T> {
 public:
  struct Settings {
    T kp = 1;
    T ki = 0;
    T kd = 0;
    T lower = -std::numeric_limits<T>::infinity();
    T upper = std::numeric_limits<T>::infinity();

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename DiscretePid<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(kp), as(ki), as(kd), as(lower), as(upper)};
    }
  };
  /// Updates run at offset_sec + k*period_sec; the limits must be in order.
  DiscretePid(const Settings& settings, const Known<T>& period_sec, double offset_sec, int width);
  /// From the parameters that are called like the settings, `period` and `offset`.
  explicit DiscretePid(const BlockArguments& arguments);

 private:
  enum Parameter { kKp, kKi, kKd, kLower, kUpper, kPeriod };
  enum Group { kOutput, kSum, kPrevious };
  /// One sample: writes output, sum and previous error of all elements into `next`.
  void Update(const Context<T>& context, T* next) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(DiscretePid)

}  // namespace loopwright
