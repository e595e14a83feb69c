#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A ramp, y = initial + slope*max(0, t - start time), elementwise.
///
///     Ramp → y
///
/// A step of the integration ends at the start time (semantics 12).
///
/// Numeric parameters: 0 slope (1/s), 1 initial, 2 start time (s; the corner stays where it was
/// declared).
template <typename T>
class Ramp final : public LeafSystem<T> {
 public:
  /// `slope` and `initial` have the width of the signal, or a single element that is spread.
  Ramp(const Known<T>& start_sec, const VectorX<T>& slope, const VectorX<T>& initial);
  /// From the parameters `start_time`, `slope` and `initial`.
  explicit Ramp(const BlockArguments& arguments);

 private:
  enum Parameter { kSlope, kInitial, kStartTime };
};

LOOPWRIGHT_DECLARE_CLASS(Ramp)

}  // namespace loopwright
