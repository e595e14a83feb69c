#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/analysis/hybrid_model.h"
#include "engine/linear/loop_margins.h"

namespace loopwright {

/// The loop through one wire as a sampled model, from what is put into the wire to what comes back,
/// −L(z), where it is one: all updates are of one rate, and the wire carries a held signal that no
/// update reads, or only updates read it. Nothing for other loops. Time counts from the updates,
/// whatever their offset. What updates read is the wire's value before them; what a plant gets from
/// a held wire is its value after them. `model` has the cut wire as its only input and output.
std::optional<LinearModel> SampledLoopOf(const HybridModel& model);

/// How far a hybrid loop is from the boundary of stability, by what is put into the wire: a factor,
/// or a unit complex factor e^(−jφ), that brings a multiplier over the common period to the unit
/// circle. What is not in the loop does not count. `model` has the cut wire as its only input and
/// output.
struct HybridMargins {
  bool stable = false;
  double gain_margin = std::numeric_limits<double>::infinity();
  double gain_reduction = 0;
  double phase_margin = std::numeric_limits<double>::infinity();  ///< degrees
  /// rad/s: how fast the closed loop then swings for ever, where there is such a factor. A
  /// multiplier e^(jθ) tells θ over the common period, up to multiples of 2π over it.
  std::optional<double> gain_margin_frequency, gain_reduction_frequency, phase_margin_frequency;
};
HybridMargins HybridMarginsOf(const HybridModel& model);

/// The least dead time (s) in the wire that brings a multiplier to the unit circle, or past it:
/// where an update reads what is late, it finds another value from the instant on at which that
/// comes together with it, and multipliers jump. Infinite where no dead time does, which the
/// small-gain theorem tells, or none up to 200 periods; nothing where the wire carries a signal
/// whose delay is no finite state.
///
/// For example, of z^m (z − 1) + 0.2, where a sampler reads what a hold shows and m counts the
/// periods between, it is the first multiple of the period that makes m 8.
std::optional<double> InsertedDelayMargin(const HybridModel& model);

/// A value at which the number of poles outside the stable region changes, and those poles just
/// beyond.
struct StabilityChange {
  double value = 0;
  Complex pole;  ///< that crosses: s, or z where `is_sampled`
};

/// The changes between neighbours of `values`, ascending, each found by bisection to rounding.
std::vector<StabilityChange> FindStabilityChanges(
    const std::function<ComplexList(double)>& poles_at, const std::vector<double>& values,
    bool is_sampled);

}  // namespace loopwright
