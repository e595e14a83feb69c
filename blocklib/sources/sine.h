#pragma once

#include "engine/blocks/block_descriptor.h"
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
  Sine(const Eigen::VectorXd& amplitude, const Eigen::VectorXd& frequency,
       const Eigen::VectorXd& phase, const Eigen::VectorXd& bias);
  /// Drake's form: the same for `size` elements, without bias.
  Sine(double amplitude, double frequency, double phase, int size)
      : Sine(Eigen::VectorXd::Constant(size, amplitude), Eigen::VectorXd::Constant(1, frequency),
             Eigen::VectorXd::Constant(1, phase), Eigen::VectorXd::Zero(1)) {}
  /// Likewise: amplitude, frequency and phase of each element.
  Sine(const Eigen::VectorXd& amplitude, const Eigen::VectorXd& frequency,
       const Eigen::VectorXd& phase)
      : Sine(amplitude, frequency, phase, Eigen::VectorXd::Zero(1)) {}
  explicit Sine(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit Sine(const Sine<U>& other);

  /// The shortest period.
  double CalcTimeScale() const final;
};

LOOPWRIGHT_DECLARE_CLASS(Sine)

/// The block type `Sine`.
BlockDescriptor SineBlock();

}  // namespace loopwright
