#pragma once

#include <functional>
#include <vector>

#include "engine/simulation/guards.h"

namespace loopwright {

/// Which way margins and witness functions leave zero in a tried step, as read from it: for those
/// that no series tells of (what depends on a delay, a block that cannot be differentiated).
///
/// A margin is read at early parts of the step, and what is read first is no good: p = 1 + t and
/// q = 1 + t - t³/6 differ by 1e-21 at t = 2^-20 ≈ 1e-6, where rounding is 1e-16, and the
/// interpolant of a step is no better than its method. So the sign is that of the first reading g
/// that is larger than all that it may be off by:
///
/// - Each state by e_i: the change of the interpolant x since the start, less the integral over the
///   derivatives at its own points, ∫ f(t, x(t)) dt, by Simpson's rule; that is zero where x solves
///   the equations. A few units in the last place are added. The margin is then off by |g(x + e_i)
///   - g(x)|, which is added up over the states: errors of two states that cancel in one margin may
///   add in another, so none is set against another.
/// - What is computed on the way from state and time to the margin, rounded at each operation. How
///   often nobody knows, but the next places in the step show it: there a margin that leaves zero
///   like t^k changes by k times the relative distance, a small part of itself, and rounding by as
///   much as it is.
///
/// Where no reading is larger than that, the last one counts that is not zero: it is the largest.
template <typename T>
class EarlyReadings {
 public:
  /// Moves the context to a part of the step, from 0 to 1.
  using MoveTo = std::function<void(double part)>;
  struct Reading {
    int guard = 0;
    double part = 0;   ///< of the step, where it was read; 0 where the margin is zero everywhere
    double value = 0;  ///< not a number where the margin is none
    double doubt = 0;  ///< what it may be off by
  };

  /// Both must outlive this.
  EarlyReadings(internal::ContextData<T>* data, const Guards<T>* guards)
      : data_(*data), guards_(*guards) {}

  /// One reading for each of `zeros`, ascending by part. The step takes `step_sec`; the context is
  /// left anywhere in it.
  const std::vector<Reading>& Read(const std::vector<int>& zeros, double step_sec,
                                   const MoveTo& move_to);

 private:
  void FindDoubts(double part, double step_sec, const MoveTo& move_to);
  void AddChanges();
  void EvaluateSlope(std::vector<T>* slope);

  internal::ContextData<T>& data_;
  const Guards<T>& guards_;
  std::vector<Reading> readings_;    ///< that are believed, or NaN
  std::vector<Reading> undecided_;   ///< the last ones that are not zero
  std::vector<Reading*> looked_at_;  ///< those of undecided_ that are not zero at the present part
  std::vector<T> start_, here_, first_slope_, middle_slope_, last_slope_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(EarlyReadings)

}  // namespace loopwright
