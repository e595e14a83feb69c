#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A pulse train: bias + amplitude for `duty` of each period from delay + k*period on, k >= 0, and
/// bias elsewhere.
///
///     Pulse → y
///
/// Each edge is a discrete update of the level (semantics 12). Duty 0 is never high, duty 1 is high
/// from the delay on; neither has events where edges would meet. A run that starts inside a pulse
/// starts high.
///
/// Numeric parameters: 0 amplitude, 1 bias.
template <typename T>
class Pulse final : public BlockLeaf<T> {
 public:
  /// Throws std::logic_error unless period_sec > 0 and 0 <= duty <= 1.
  Pulse(const T& amplitude, double period_sec, double duty, double delay_sec, const T& bias);
  /// From the parameters `amplitude`, `period`, `duty`, `delay` and `bias`.
  explicit Pulse(const BlockArguments& arguments);

 private:
  enum Parameter { kAmplitude, kBias };
  void Initialize(const Context<T>& context, T* level) const;
  /// The level becomes bias + amplitude.
  void Rise(const Context<T>& context, T* level) const;
  /// At the end of a pulse the level becomes the bias.
  void Fall(const Context<T>& context, T* level) const;
  /// Whether the level is high just before the edges at `time_sec`.
  bool IsHighBefore(double time_sec) const;

  double period_sec_;
  double high_sec_;  // How long it is high in each period.
  double delay_sec_;
};

LOOPWRIGHT_DECLARE_CLASS(Pulse)

}  // namespace loopwright
