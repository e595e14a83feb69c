#pragma once

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
  /// The widths of gain and input are equal, or one of them is 1; std::logic_error otherwise.
  Gain(const VectorX<T>& gain, int input_width);
  /// Drake's form: one gain for a signal of `size` elements.
  Gain(const T& gain, int size) : Gain(VectorX<T>::Constant(1, gain), size) {}
  /// A gain for each element of a signal that is as wide as `gain`; Drake has this form too.
  explicit Gain(const VectorX<T>& gain) : Gain(gain, static_cast<int>(gain.size())) {}
};

/// Multiplies a vector by a matrix, y = K u.
///
///     u (columns of K) → MatrixGain → y (rows of K)
///
/// Numeric parameter 0 is K, row by row.
template <typename T>
class MatrixGain final : public LeafSystem<T> {
 public:
  /// K, whose columns are the elements of u.
  explicit MatrixGain(const MatrixX<T>& gain);
  /// Drake's form: the identity of `size` elements.
  explicit MatrixGain(int size) : MatrixGain(MatrixX<T>(MatrixX<T>::Identity(size, size))) {}

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  int rows_;
  int columns_;
};

LOOPWRIGHT_DECLARE_CLASS(Gain)
LOOPWRIGHT_DECLARE_CLASS(MatrixGain)

}  // namespace loopwright
