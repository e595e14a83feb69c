#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A finite impulse response filter for each element of a signal: at each update y⁺ = Σ b_k u[n-k],
/// held until the next. Samples before the first one are 0.
///
///     u → FirFilter → y
///
/// Discrete state: groups 0 output and, with more than one coefficient, 1 the samples before the
/// last update's, newest first. Numeric parameter 0: the coefficients b_0, b_1, ….
template <typename T>
class FirFilter final : public LeafSystem<T> {
 public:
  /// At least one coefficient.
  FirFilter(const VectorX<T>& coefficients, double period_sec, double offset_sec, int width);
  /// From the parameters `coefficients`, `period` and `offset`.
  explicit FirFilter(const BlockArguments& arguments);

 private:
  enum Group { kOutput, kPast };
  void Update(const Context<T>& context, T* next) const;

  int num_coefficients_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(FirFilter)

}  // namespace loopwright
