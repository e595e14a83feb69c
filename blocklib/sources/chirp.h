#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/time_scale.h"

namespace loopwright {

/// A sine whose frequency goes linearly from f0 at t = 0 to f1 at the duration D, and stays there:
/// y = amplitude*sin(φ), φ = 2π(f0 t + (f1 - f0) t²/(2D)) up to t = D, then φ(D) + 2π f1 (t - D).
///
///     Chirp → y
///
/// A step of the integration ends where the sweep does.
///
/// Numeric parameters: 0 amplitude, 1 f0 (Hz), 2 f1 (Hz), 3 duration (s).
template <typename T>
class Chirp final : public LeafSystem<T>, public HasTimeScale {
 public:
  /// Throws std::logic_error unless duration_sec > 0.
  Chirp(const T& amplitude, const T& start_hz, const T& stop_hz, const Known<T>& duration_sec);
  /// From the parameters `amplitude`, `start_frequency`, `stop_frequency` and `duration`.
  explicit Chirp(const BlockArguments& arguments);

  /// The shorter of the periods at both ends of the sweep.
  double CalcTimeScale() const final;

 private:
  enum Parameter { kAmplitude, kStartFrequency, kStopFrequency, kDuration };
  static void CalcSweep(const BoundKernel<T>& op);
};

LOOPWRIGHT_DECLARE_CLASS(Chirp)

}  // namespace loopwright
