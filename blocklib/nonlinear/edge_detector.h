#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class EdgeDetector;

namespace scalar_conversion {
/// When a pulse ends is a number.
template <>
struct Traits<EdgeDetector> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// A pulse at each crossing of zero, elementwise: y is 1 from an isolated crossing on for a
/// duration, else 0. A further crossing before its end begins the pulse anew, so that it becomes
/// longer; one at its very end goes on with it.
///
///     u → EdgeDetector → y
///
/// Discrete state: group 0 the levels, which are the output; group 1 the times at which the pulses
/// end (s), of no meaning where the level is 0. Numeric parameter 0 is the duration (s).
template <typename T>
class EdgeDetector final : public BlockLeaf<T> {
 public:
  /// The duration must be > 0.
  EdgeDetector(WitnessFunctionDirection edge, const T& duration_sec, int width);
  /// From the parameters `edge` and `duration`.
  explicit EdgeDetector(const BlockArguments& arguments);

 private:
  enum Group { kLevel, kEnd };
  /// Takes all levels back to 0 whose pulse ends now.
  void EndPulses(const Context<T>& context, DiscreteValues<T>* next) const;
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override;

  int width_;
  DiscreteUpdateEvent<T> end_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(EdgeDetector)

}  // namespace loopwright
