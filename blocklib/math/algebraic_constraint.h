#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/loop_unknown.h"

namespace loopwright {

/// Finds the value z that makes its input zero, at every instant.
///
///     u → AlgebraicConstraint → z
///
/// The input has to depend on z at the same instant, in a diagram that solves its algebraic loops:
/// there z is an unknown of the loop and nothing is computed here. Numeric parameter 0 is where the
/// search for it begins.
template <typename T>
class AlgebraicConstraint final : public LeafSystem<T>, public LoopUnknown {
 public:
  /// Input and output have as many elements as the guess.
  explicit AlgebraicConstraint(const VectorX<T>& initial_guess);
  /// From the parameter `initial_guess`, spread to the width of the output.
  explicit AlgebraicConstraint(const BlockArguments& arguments);

 private:
  [[noreturn]] void CalcOutput(const Context<T>& context, T* z) const;
};

LOOPWRIGHT_DECLARE_CLASS(AlgebraicConstraint)

}  // namespace loopwright
