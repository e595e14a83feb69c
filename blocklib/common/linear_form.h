#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// The matrices of a linear system, x := A x + B u (:= is d/dt, or the next value), y = C x + D u.
template <typename T>
struct LinearMatrices {
  MatrixX<T> A;  ///< n x n
  MatrixX<T> B;  ///< n x m
  MatrixX<T> C;  ///< p x n
  MatrixX<T> D;  ///< p x m

  /// The values over another scalar, for the conversion of what holds them.
  template <typename U>
  LinearMatrices<U> As() const {
    const auto as = [](const T& x) { return ConvertScalar<U>(x); };
    return {A.unaryExpr(as), B.unaryExpr(as), C.unaryExpr(as), D.unaryExpr(as)};
  }
};

/// What StateSpace and DiscreteStateSpace have in common: an input u of m elements and an output y
/// of p elements, which depends directly on the input where D has an element that is not zero.
///
/// Numeric parameters, matrices row by row: 0 A, 1 B, 2 C, 3 D, 4 initial state.
template <typename T>
class LinearForm : public BlockLeaf<T> {
 protected:
  enum class StateKind { kContinuous, kDiscrete };

  /// A single initial value applies to all n states. std::logic_error where the sizes do not match.
  LinearForm(SystemScalarConverter converter, const LinearMatrices<T>& matrices,
             const VectorX<T>& initial_state, StateKind kind);

  /// Computes A x + B u for the present state x.
  void CalcRightHandSide(const Context<T>& context, T* result) const;

 private:
  enum Parameter { kA, kB, kC, kD, kInitialState };
  void CalcOutput(const Context<T>& context, T* y) const;
  /// The right-hand side as derivatives, where the state is continuous.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  /// The present state x, n elements.
  const T* state_data(const Context<T>& context) const;

  StateKind kind_;
  int num_states_;
  int num_inputs_;
  int num_outputs_;
  bool has_feedthrough_;
};

LOOPWRIGHT_DECLARE_CLASS(LinearForm)

/// @name What the descriptors have in common
/// @{
/// The parameters A (1 x 1 by default, with the element `a`), B, C, D and `initial_state`.
std::vector<ParameterDescriptor> LinearParameters(double a);
/// D is zero, without symbols, where its numbers are: then there is no feedthrough, which with
/// symbols nobody could tell.
template <typename T>
LinearMatrices<T> LinearMatricesOf(const BlockArguments& arguments) {
  const Eigen::MatrixXd& direct = arguments.matrix("D");
  return {arguments.matrix<T>("A"), arguments.matrix<T>("B"), arguments.matrix<T>("C"),
          direct.isZero(0) ? MatrixX<T>(direct.cast<T>()) : arguments.matrix<T>("D")};
}
/// Sets the widths of u and y from the columns of B and the rows of C.
void InferLinearWidths(const BlockArguments& arguments, BlockWidths* widths);
/// Adds a problem for each matrix that does not go with A.
void ValidateLinear(const BlockArguments& arguments, ArgumentProblems* problems);
/// Adds a problem for each of A, B and C that is not n x n, n x m and p x n.
void ValidateShapesBesideA(const BlockArguments& arguments, ArgumentProblems* problems);
/// Adds a problem for a vector that has neither one element nor as many as A has rows.
void ValidateStateVector(const BlockArguments& arguments, const std::string& name,
                         ArgumentProblems* problems);
/// Adds a problem for a matrix that is not `rows` by `columns`; `wanted` says what it must be.
void ValidateShape(const BlockArguments& arguments, const std::string& name, Eigen::Index rows,
                   Eigen::Index columns, const std::string& wanted, ArgumentProblems* problems);
/// "n x m = 2 x 1".
std::string ShapeText(const std::string& rows, Eigen::Index num_rows, const std::string& columns,
                      Eigen::Index num_columns);
/// A parameter whose default is a matrix of one element.
ParameterDescriptor MatrixParameter(const std::string& name, double element,
                                    const std::string& constraint,
                                    const std::string& description = "");
/// @}

}  // namespace loopwright
