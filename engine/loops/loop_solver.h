#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/context/loop.h"
#include "engine/loops/loop_jacobian.h"

namespace loopwright {

/// An algebraic loop without a solution; the text has the loop's path, the time and the values at
/// which the search ended.
class AlgebraicLoopError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace internal {

/// Finds the solution of one algebraic loop in one context, at the present time, state and inputs:
/// the values z of its unknowns with the residual r(z) = 0.
///
/// Newton's method, z - J⁻¹ r(z), with derivatives by AutoDiff: a linear loop takes one step. A
/// step that does not bring z nearer to the solution is shortened, where "nearer" is judged by the
/// next correction, which does not depend on units or on how the loop is torn (the natural
/// monotonicity test; Deuflhard: Newton Methods for Nonlinear Problems, section 3.3). Near the
/// solution J is kept, and corrections go on until they no longer become smaller: the residual that
/// is left is rounding, whatever the accuracy of the run.
///
/// The search begins at the last solution that the simulator kept, at the start of a step: of
/// several solutions the one is followed that a run is on. So the result is a function of that and
/// of what comes into the loop, and not of how often anything was evaluated in between; results are
/// the same with the cache on and off. With the solution the residuals that were left are kept.
/// Where all residuals at the start are no larger, the start is the solution: keeping it changes no
/// value. Where the search fails it is made again from a list of other starts, and a single unknown
/// is at last looked for between two values where the residual has different signs.
///
/// Derivatives, or coefficients of series, of the AutoDiff scalar go through the solution by the
/// implicit function theorem: with J at the solution, a step of Newton's method in that arithmetic
/// leaves the value as it is and makes the derivatives right; of a series, one more order each.
template <typename T>
class LoopSolver final : public LoopSearch<T> {
 public:
  LoopSolver(ContextData<T>* data, const Loop& loop, const LoopPartMakers<T>& makers);

  using typename LoopSearch<T>::Solutions;

  /// Writes the solution, and the residuals behind it. No mark in the cache changes.
  /// AlgebraicLoopError where there is none.
  void Solve() override;
  Solutions FindOthers() override;

 private:
  class Scope;
  enum class Outcome { kFound, kSingular, kNotFinite, kStuck };
  using Vector = Eigen::VectorXd;

  void FindDefaultStart();
  bool IsKnownSolution(const Vector& start);
  bool SearchFromOtherStarts();
  bool SearchBetween(const Vector& start);
  Outcome RunNewton(const Vector& start);
  Outcome Descend(bool* needs_jacobian);
  Outcome Polish();
  bool FindCorrection(const Vector& residual, Vector* correction);
  void Weigh(const Vector& a, const Vector& b);
  double Norm(const Vector& correction) const;
  bool IsSmall(const Vector& correction) const;
  bool Residuals(const Vector& unknowns, Vector* residual);
  void Sweep();
  void WriteUnknowns(const Vector& unknowns);
  void Differentiate();
  void Fail(const Vector& start, Outcome outcome);
  std::string Values(const Vector& unknowns) const;

  ContextData<T>& data_;
  const Loop& loop_;
  const LoopPartMakers<T> makers_;
  std::optional<LoopJacobian<T>> jacobian_;  ///< made when first needed
  Vector default_start_, kept_start_;
  Vector z_, residual_, correction_, trial_, trial_residual_, trial_correction_, weights_;
  bool has_kept_start_ = false;
  std::vector<uint8_t> flags_;  ///< as they were
  std::vector<int> entries_;    ///< the solution, the unknowns and the members
};

/// Over symbols a loop is not solved: its unknowns are variables with the names of their signals.
template <>
class LoopSolver<Expression> final : public LoopSearch<Expression> {
 public:
  LoopSolver(ContextData<Expression>* data, const Loop& loop) : data_(*data), loop_(loop) {}
  void Solve() override;

 private:
  ContextData<Expression>& data_;
  const Loop& loop_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(LoopSolver)

}  // namespace internal
}  // namespace loopwright
