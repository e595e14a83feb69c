#pragma once

#include "blocklib/common/linear_form.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Linear difference equations, x⁺ = A x⁻ + B u⁻, y = C x + D u; see LinearForm. With a D that is
/// not zero the output follows the input between updates too.
///
///     u (m) → DiscreteStateSpace → y (p)
template <typename T>
class DiscreteStateSpace final : public LinearForm<T> {
 public:
  /// A single initial value applies to all n states; updates run at offset_sec + k*period_sec.
  DiscreteStateSpace(const LinearMatrices<T>& matrices, const VectorX<T>& initial_state,
                     double period_sec, double offset_sec);
  /// From the parameters A, B, C, D, `initial_state`, `period` and `offset`.
  explicit DiscreteStateSpace(const BlockArguments& arguments);

 private:
  void Update(const Context<T>& context, T* next) const;
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteStateSpace)

}  // namespace loopwright
