#pragma once

#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_descriptor.h"

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
                       const std::vector<Expression>& outputs,
                       const Eigen::VectorXd& initial_state);
  explicit DifferentialEquation(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit DifferentialEquation(const DifferentialEquation<U>& other);

 private:
  template <typename U>
  friend class DifferentialEquation;

  typename FormulaSystem<T>::Function derivatives_;
};

LOOPWRIGHT_DECLARE_CLASS(DifferentialEquation)

/// The block type `DifferentialEquation`.
BlockDescriptor DifferentialEquationBlock();

}  // namespace loopwright
