#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/time_scale.h"

namespace loopwright {

/// A sine wave, y = bias + amplitude*sin(frequency*t + phase), elementwise.
///
///     Sine → y
///
/// Numeric parameters: 0 amplitude, 1 angular frequency (rad/s), 2 phase (rad), 3 bias.
template <typename T>
class Sine final : public LeafSystem<T>, public HasTimeScale {
 public:
  /// Each vector has the width of the signal, or a single element that is spread.
  Sine(const VectorX<T>& amplitude, const VectorX<T>& frequency, const VectorX<T>& phase,
       const VectorX<T>& bias);
  /// Drake's form: one amplitude, frequency and phase for a signal of `size` elements, without
  /// bias.
  Sine(const T& amplitude, const T& frequency, const T& phase, int size)
      : Sine(VectorX<T>::Constant(size, amplitude), VectorX<T>::Constant(1, frequency),
             VectorX<T>::Constant(1, phase), VectorX<T>::Zero(1)) {}
  /// Drake's form: amplitude, frequency and phase of each element, without bias.
  Sine(const VectorX<T>& amplitude, const VectorX<T>& frequency, const VectorX<T>& phase)
      : Sine(amplitude, frequency, phase, VectorX<T>::Zero(1)) {}
  /// From the parameters `amplitude`, `frequency`, `phase` and `bias`.
  explicit Sine(const BlockArguments& arguments);

  /// The shortest period.
  double CalcTimeScale() const final;
};

LOOPWRIGHT_DECLARE_CLASS(Sine)

}  // namespace loopwright
