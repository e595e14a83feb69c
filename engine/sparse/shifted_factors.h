#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// Solves (s I − A) X = B for one sparse A and many s by KLU (Davis, Palamadai Natarajan,
/// "Algorithm 907: KLU", ACM Trans. Math. Softw. 37 (2010) 36): the order of elimination is found
/// once, the pivots at the first s, and for each further s only numbers change. Where these pivots
/// are no good for another s, which every solution tells by its residual, they are chosen anew.
///
///     ShiftedFactors factors(A);
///     if (factors.Set(Complex(0, w))) states = factors.Solve(B);
class ShiftedFactors {
 public:
  /// A is square and finite. UsageError where this program was built without KLU.
  explicit ShiftedFactors(const Eigen::SparseMatrix<double>& A);
  ~ShiftedFactors();
  ShiftedFactors(const ShiftedFactors&) = delete;
  ShiftedFactors& operator=(const ShiftedFactors&) = delete;

  /// False where s I − A is singular: then there is nothing to solve.
  bool Set(Complex s);
  /// X of (s I − A) X = B, such that each row's residual is within rounding of what it is made of
  /// (Oettli, Prager, Numer. Math. 6 (1964) 405-409) wherever a step of refinement gets that far.
  Eigen::MatrixXcd Solve(const Eigen::MatrixXcd& B);
  /// X of (s I − A)ᵀ X = B, as the factors give it.
  Eigen::MatrixXcd SolveTransposed(const Eigen::MatrixXcd& B);
  /// About how near s I − A is to a singular matrix: the smallest pivot over the largest.
  double PivotRatio();

  /// How often pivots were chosen, and how often only numbers changed.
  int num_factorisations() const { return num_factorisations_; }
  int num_refactorisations() const { return num_refactorisations_; }

 private:
  struct Klu;
  bool Factor();

  Eigen::SparseMatrix<Complex> matrix_;  ///< s I − A, its whole diagonal among the elements
  Eigen::VectorXd negative_;             ///< the elements of −A in this order
  Eigen::VectorXi diagonal_;             ///< where the diagonal is in it
  std::unique_ptr<Klu> klu_;
  bool has_old_pivots_ = false;  ///< those of another s
  int num_factorisations_ = 0, num_refactorisations_ = 0;
};

/// Whether this program was built with KLU.
bool HasShiftedFactors();

}  // namespace loopwright
