#pragma once

#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Difference equations as formulas, x_i⁺ = f_i(n, x⁻, u⁻, t), y_j = g_j(n, x, u, t), n the number
/// of updates done.
///
///     u1 → ┌────────────────────┐
///     …    │ DifferenceEquation │ → y
///     un → └────────────────────┘
///
/// Discrete state: group 0 is x, group 1 is n. Numeric parameter 0 is the initial state.
template <typename T>
class DifferenceEquation final : public FormulaSystem<T> {
 public:
  /// Formulas are made of StateVariable(), InputVariable(), TimeVariable() and StepVariable();
  /// there is one update for each element of `initial_state`. Updates run at offset_sec +
  /// k*period_sec.
  DifferenceEquation(const std::vector<int>& input_widths, const std::vector<Expression>& updates,
                     const std::vector<Expression>& outputs, const VectorX<T>& initial_state,
                     double period_sec, double offset_sec);
  /// From the parameters `updates`, `outputs`, `initial_state`, `period` and `offset`. Throws
  /// std::invalid_argument with the place of an error in a formula.
  explicit DifferenceEquation(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(DifferenceEquation)

}  // namespace loopwright
