#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

template <typename T>
class StochasticEquation;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<StochasticEquation> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Stochastic differential equations as formulas, dx_i = f_i dt + Σ_j b_ij dW_j in the sense of
/// Itô and y_k = g_k, where f, b and g are functions of x, u and t.
///
///     u1 → ┌────────────────────┐
///     …    │ StochasticEquation │ → y
///     un → └────────────────────┘
///
/// The increment of W_j of m over cell n is draw n*m + j of the stream. Numeric parameter 0 is the
/// initial state.
template <typename T>
class StochasticEquation final : public FormulaSystem<T> {
 public:
  /// Formulas are made of StateVariable(), InputVariable() and TimeVariable(); `drift` has one for
  /// each element of `initial_state`, `diffusion` a row for each.
  StochasticEquation(const std::vector<int>& input_widths, const std::vector<Expression>& drift,
                     const MatrixX<Expression>& diffusion, const std::vector<Expression>& outputs,
                     const VectorX<T>& initial_state, const std::string& stream);
  /// From the parameters `drift`, `diffusion`, `outputs`, `initial_state` and `stream`.
  explicit StochasticEquation(const BlockArguments& arguments);

 private:
  /// Declares the diffusion in the simplest form that it has, which decides how accurate methods
  /// can be.
  void DeclareNoise(const MatrixX<Expression>& diffusion, uint64_t stream_key);
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
  void CalcDiffusionDerivative(const Context<T>& context, T* derivative) const;

  typename FormulaSystem<T>::Function diffusion_, derivative_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(StochasticEquation)

}  // namespace loopwright
