#pragma once

#include "engine/blocks/block_descriptor.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Multiplies a signal elementwise, y = gain*u.
///
///     u → Gain → y
///
/// A gain or an input of one element is spread to the width of the other. Numeric parameter 0 is
/// the gain.
template <typename T>
class Gain final : public LeafSystem<T> {
 public:
  Gain(const Eigen::VectorXd& gain, int input_width);
  /// Drake's form: one gain for a signal of `size` elements.
  Gain(double gain, int size) : Gain(Eigen::VectorXd::Constant(1, gain), size) {}
  /// Likewise: a gain for each element.
  explicit Gain(const Eigen::VectorXd& gain) : Gain(gain, static_cast<int>(gain.size())) {}
  /// The same block over another scalar.
  template <typename U>
  explicit Gain(const Gain<U>& other);
};

/// Multiplies a vector by a matrix, y = K u.
///
///     u (columns of K) → MatrixGain → y (rows of K)
///
/// Numeric parameter 0 is K, row by row.
template <typename T>
class MatrixGain final : public LeafSystem<T> {
 public:
  explicit MatrixGain(const Eigen::MatrixXd& gain);
  /// Drake's form: the identity of `size` elements.
  explicit MatrixGain(int size)
      : MatrixGain(Eigen::MatrixXd(Eigen::MatrixXd::Identity(size, size))) {}
  /// The same block over another scalar.
  template <typename U>
  explicit MatrixGain(const MatrixGain<U>& other);

 private:
  template <typename U>
  friend class MatrixGain;

  void CalcOutput(const Context<T>& context, T* y) const;

  int rows_;
  int columns_;
};

LOOPWRIGHT_DECLARE_CLASS(Gain)
LOOPWRIGHT_DECLARE_CLASS(MatrixGain)

/// The block type `Gain`, for both.
BlockDescriptor GainBlock();

}  // namespace loopwright
