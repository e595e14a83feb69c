#pragma once

#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Ordinary differential equations as formulas, dx_i/dt = f_i(x, u, t), y_j = g_j(x, u, t).
///
///     u1 → ┌──────────────────────┐
///     …    │ DifferentialEquation │ → y
///     un → └──────────────────────┘
///
/// Numeric parameter 0 is the initial state.
template <typename T>
class DifferentialEquation final : public FormulaSystem<T> {
 public:
  /// Formulas are made of StateVariable(), InputVariable() and TimeVariable(); there is one
  /// derivative for each element of `initial_state`.
  DifferentialEquation(const std::vector<int>& input_widths,
                       const std::vector<Expression>& derivatives,
                       const std::vector<Expression>& outputs, const VectorX<T>& initial_state);
  /// From the parameters `derivatives`, `outputs` and `initial_state`. Throws std::invalid_argument
  /// with the place of an error in a formula.
  explicit DifferentialEquation(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(DifferentialEquation)

}  // namespace loopwright
