#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <optional>

namespace loopwright {

// Decompositions of dense matrices as plain functions, by Eigen. Each is a large template; here it
// is made once, and not again in every folder that needs it. What is told of methods is from Golub,
// Van Loan: Matrix Computations (4th edition, 2013), whose chapters are named. Of a matrix without
// elements, as a model without state has, the parts are empty too, and FullLu inverts it.

/// All eigenvalues of a square matrix, in no order (QR iteration, 7.5). Nothing where the iteration
/// does not come to an end.
std::optional<Eigen::VectorXcd> CalcEigenvalues(const Eigen::MatrixXd& matrix);
std::optional<Eigen::VectorXcd> CalcEigenvalues(const Eigen::MatrixXcd& matrix);
/// The same into a solver that was made for the size: no memory is asked for.
void CalcEigenvalues(const Eigen::MatrixXd& matrix, Eigen::EigenSolver<Eigen::MatrixXd>* solver);

/// Eigenvalues, and to each its eigenvector, a column.
struct EigenSystem {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
std::optional<EigenSystem> CalcEigenSystem(const Eigen::MatrixXd& matrix);

/// M = V diag(values) Vᵀ of a symmetric matrix, values ascending (8.3).
struct SymmetricEigenSystem {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricEigenSystem CalcSymmetricEigenSystem(const Eigen::MatrixXd& matrix);
Eigen::VectorXd CalcSymmetricEigenvalues(const Eigen::MatrixXd& matrix);

/// The eigenvalues α/β of A x = λ B x (QZ iteration, 7.7); with β = 0 there is none. Nothing where
/// the iteration does not come to an end.
struct PencilEigenvalues {
  Eigen::VectorXcd alphas;
  Eigen::VectorXd betas;
};
std::optional<PencilEigenvalues> CalcPencilEigenvalues(const Eigen::MatrixXd& A,
                                                       const Eigen::MatrixXd& B);

/// M = U T Uᵀ, all real: T has blocks of one real eigenvalue, or of a complex pair in two rows, and
/// is zero below them (7.4.1).
struct RealSchurForm {
  Eigen::MatrixXd U, T;
};
std::optional<RealSchurForm> CalcRealSchurForm(const Eigen::MatrixXd& matrix);

/// M = U T Uᴴ with T upper triangular and U unitary (7.1), made of the real form, which is found
/// several times faster than with complex numbers.
struct SchurForm {
  Eigen::MatrixXcd U, T;
};
std::optional<SchurForm> CalcSchurForm(const Eigen::MatrixXd& matrix);

/// M = Q H Qᵀ with H zero below its first subdiagonal (7.4).
struct HessenbergForm {
  Eigen::MatrixXd Q, H;
};
HessenbergForm CalcHessenbergForm(const Eigen::MatrixXd& matrix);

/// M = U diag(values) Vᴴ, values descending, U and V square (8.6).
template <typename Matrix>
struct SingularSystem {
  Eigen::VectorXd values;
  Matrix U, V;
};
SingularSystem<Eigen::MatrixXd> CalcSingularSystem(const Eigen::MatrixXd& matrix);
SingularSystem<Eigen::MatrixXcd> CalcSingularSystem(const Eigen::MatrixXcd& matrix);
Eigen::VectorXd CalcSingularValues(const Eigen::MatrixXcd& matrix);

/// M P = Q R with columns exchanged so that the diagonal of R falls in size (5.4); `rank` is how
/// much of it is above rounding. The first `rank` columns of Q span what M reaches.
template <typename Matrix>
struct PivotedQr {
  Matrix Q;
  typename Eigen::Matrix<typename Matrix::Scalar, Eigen::Dynamic, 1> diagonal;
  Eigen::Index rank = 0;
};
PivotedQr<Eigen::MatrixXd> CalcPivotedQr(const Eigen::MatrixXd& matrix);
PivotedQr<Eigen::MatrixXcd> CalcPivotedQr(const Eigen::MatrixXcd& matrix);

/// The square Q of M = Q R (5.2): its last columns are perpendicular to what M reaches.
Eigen::MatrixXd CalcQ(const Eigen::MatrixXd& matrix);
Eigen::MatrixXcd CalcQ(const Eigen::MatrixXcd& matrix);

/// The shortest X that makes |A X − B| least, also where A has not full rank (5.5).
Eigen::MatrixXd SolveLeastSquares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// X of A X = B, A square and surely regular (partial pivoting, 3.4).
Eigen::MatrixXd SolveRegular(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXcd SolveRegular(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B);

/// A square matrix taken apart with pivots from all that is left (3.4), which tells whether it can
/// be inverted.
template <typename Matrix>
class FullLu {
 public:
  explicit FullLu(const Matrix& matrix);
  bool is_invertible() const;
  /// About the reciprocal of the condition, at most 1: 0 of a matrix that is singular up to
  /// rounding or has elements that are not finite.
  double rcond() const;
  Matrix Solve(const Matrix& right) const;
  Matrix Inverse() const;

 private:
  Eigen::FullPivLU<Matrix> lu_;
};
extern template class FullLu<Eigen::MatrixXd>;
extern template class FullLu<Eigen::MatrixXcd>;

}  // namespace loopwright
