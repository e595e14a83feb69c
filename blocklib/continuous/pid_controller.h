#pragma once

#include <cstdint>
#include <limits>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A PID controller with a filtered derivative for each element of an error signal u. With the
/// states i, the integral part, and f, which follows u at the rate N,
///
///     v = kp u + i + kd N (u - f)           df/dt = N (u - f)
///     y = v limited to [lower, upper]       di/dt = ki u, but 0 while v is beyond a limit and
///                                           ki u pushes it further out (clamping anti-windup)
///
/// At first i is the initial integral and f is 0, or u where the controller starts at rest.
///
///     u → PidController → y
///
/// Where v comes back to a limit and the integral, set free, would push it out again at once, v
/// slides along the limit: the solution in the sense of Filippov (Differential Equations with
/// Discontinuous Righthand Sides, 1988). The integral then follows the limit at the rate 10 N, so
/// that the run does not chatter; see Branch below for the modes of each element.
/// Modes by hand: which branch follows depends on the one before, which no formula knows.
///
/// Continuous state: all i, then all f. Numeric parameters: 0 kp, 1 ki (1/s), 2 kd (s), 3 N
/// (rad/s), 4 lower, 5 upper, 6 initial integral.
template <typename T>
class PidController final : public LeafSystem<T> {
 public:
  struct Settings {
    T kp = 1;
    T ki = 0;
    T kd = 0;
    T derivative_filter = 100;  ///< > 0
    T lower = -std::numeric_limits<T>::infinity();
    T upper = std::numeric_limits<T>::infinity();  ///< >= lower
    T initial_integral = 0;                        ///< in units of the output
    bool starts_at_rest = false;                   ///< the filter of the derivative starts at u

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename PidController<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(kp),
              as(ki),
              as(kd),
              as(derivative_filter),
              as(lower),
              as(upper),
              as(initial_integral),
              starts_at_rest};
    }
  };
  /// Declares the controller for `width` elements. std::logic_error where the filter is not > 0 or
  /// the limits are the wrong way round.
  PidController(const Settings& settings, int width);
  /// From the parameters that are called like the settings.
  explicit PidController(const BlockArguments& arguments);

 private:
  enum Parameter { kKp, kKi, kKd, kFilter, kLower, kUpper, kInitialIntegral };
  /// The branch of an element; negative at the lower limit, positive at the upper one.
  enum Branch : int64_t {
    kFree = 0,
    kFrozen = 1,    ///< beyond the limit, the integral pushes outwards and stands still
    kInward = 2,    ///< beyond the limit, the integral pushes back
    kSliding = 3,   ///< at the limit, the integral is just so large that it stays there
    kReleased = 4,  ///< back from kFrozen and still near the limit; free
  };
  /// What an element's branch is decided by.
  struct Decision;
  Decision Decide(const Context<T>& context, int i) const;
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  EventStatus Rest(const Context<T>& context, ContinuousState<T>* x, DiscreteValues<T>*) const;
  void CalcOutput(const Context<T>& context, T* y) const;
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  bool starts_at_rest_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(PidController)

}  // namespace loopwright
