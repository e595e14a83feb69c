#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The standard second-order system for each element of a signal, at rest at first:
/// d²y/dt² + 2 zeta wn dy/dt + wn² y = gain wn² u.
///
///     u → SecondOrderLag → y
///
/// Continuous state: all y, then all dy/dt. Numeric parameters: 0 natural frequency wn (rad/s), 1
/// damping ratio zeta, 2 gain.
template <typename T>
class SecondOrderLag final : public LeafSystem<T> {
 public:
  /// The natural frequency must be > 0.
  SecondOrderLag(const T& natural_frequency, const T& damping_ratio, const T& gain, int width);
  /// From the parameters `natural_frequency`, `damping_ratio` and `gain`.
  explicit SecondOrderLag(const BlockArguments& arguments);

 private:
  enum Parameter { kNaturalFrequency, kDampingRatio, kGain };
};

LOOPWRIGHT_DECLARE_CLASS(SecondOrderLag)

}  // namespace loopwright
