#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Evaluates a polynomial of each element of a signal, y = c_1 u^n + ... + c_n u + c_{n+1}, by
/// Horner's rule.
///
///     u → Polynomial → y
///
/// Numeric parameter 0 holds the coefficients, highest power first.
template <typename T>
class Polynomial final : public LeafSystem<T> {
 public:
  /// `coefficients` has at least one element.
  Polynomial(const VectorX<T>& coefficients, int width);
  /// From the parameter `coefficients` and the width of the input.
  explicit Polynomial(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  int num_coefficients_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Polynomial)

}  // namespace loopwright
