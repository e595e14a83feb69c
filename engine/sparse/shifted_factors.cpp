#include "engine/sparse/shifted_factors.h"

#include <klu.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/common/exceptions.h"

namespace loopwright {
namespace {

/// A row's residual beyond this part of what it is made of is more than rounding.
constexpr double kRounding = 1e-12;
/// Of elements so small nothing is asked.
constexpr double kTiny = 1e-290;

double SizeOf(Complex value) { return std::abs(value.real()) + std::abs(value.imag()); }

[[noreturn]] void RefuseMemory(Eigen::Index num_states) {
  throw NoResultError("there is not enough memory to solve a model of " +
                      std::to_string(num_states) + " states");
}

double* Numbers(Complex* values) { return reinterpret_cast<double*>(values); }

// B − M X, and whether every row of it is within rounding of the sum of the sizes in it.
bool IsSolution(const Eigen::SparseMatrix<Complex>& M, const Eigen::MatrixXcd& X,
                const Eigen::MatrixXcd& B, Eigen::MatrixXcd* residual) {
  *residual = B;
  const Eigen::Index n = M.rows();
  std::vector<double> sizes(n);
  bool is_solution = true;
  for (Eigen::Index c = 0; c < B.cols(); ++c) {
    for (Eigen::Index i = 0; i < n; ++i) sizes[i] = SizeOf(B(i, c));
    for (int j = 0; j < M.outerSize(); ++j) {
      const Complex x = X(j, c);
      const double size = SizeOf(x);
      for (Eigen::SparseMatrix<Complex>::InnerIterator element(M, j); element; ++element) {
        (*residual)(element.row(), c) -= element.value() * x;
        sizes[element.row()] += SizeOf(element.value()) * size;
      }
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      is_solution &= SizeOf((*residual)(i, c)) <= kRounding * sizes[i] + kTiny;
    }
  }
  return is_solution;
}

}  // namespace

/// What KLU keeps: settings, the order of elimination, and the factors.
struct ShiftedFactors::Klu {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Klu() { klu_defaults(&common); }
  ~Klu() {
    FreeNumeric();
    if (symbolic != nullptr) klu_free_symbolic(&symbolic, &common);
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
  void FreeNumeric() {
    if (numeric != nullptr) klu_z_free_numeric(&numeric, &common);
  }
};

ShiftedFactors::ShiftedFactors(const Eigen::SparseMatrix<double>& A)
    : klu_(std::make_unique<Klu>()) {
  const auto n = static_cast<int>(A.rows());
  Eigen::SparseMatrix<double> unit(n, n);
  unit.setIdentity();
  // Elements of value 0 stay in a sum, so that the diagonal is whole.
  const Eigen::SparseMatrix<double> whole = 0 * unit - A;
  matrix_ = whole.cast<Complex>();
  matrix_.makeCompressed();
  negative_ = Eigen::Map<const Eigen::VectorXd>(whole.valuePtr(), whole.nonZeros());
  diagonal_.resize(n);
  for (int j = 0; j < n; ++j) {
    for (int at = matrix_.outerIndexPtr()[j]; at < matrix_.outerIndexPtr()[j + 1]; ++at) {
      if (matrix_.innerIndexPtr()[at] == j) diagonal_[j] = at;
    }
  }
  if (n == 0) return;
  klu_->symbolic = klu_analyze(n, matrix_.outerIndexPtr(), matrix_.innerIndexPtr(), &klu_->common);
  if (klu_->symbolic == nullptr) RefuseMemory(n);
}

ShiftedFactors::~ShiftedFactors() = default;

// The pattern of s − A is the same for every s, so only the diagonal is written anew, and the
// factors are made with the pivots of the last time. Where these have become bad, they are chosen
// again.
bool ShiftedFactors::Set(Complex s) {
  if (matrix_.rows() == 0) return true;
  for (Eigen::Index i = 0; i < negative_.size(); ++i) matrix_.valuePtr()[i] = negative_[i];
  for (const int at : diagonal_) matrix_.valuePtr()[at] += s;
  if (klu_->numeric == nullptr) return Factor();
  ++num_refactorisations_;
  klu_z_refactor(matrix_.outerIndexPtr(), matrix_.innerIndexPtr(), Numbers(matrix_.valuePtr()),
                 klu_->symbolic, klu_->numeric, &klu_->common);
  has_old_pivots_ = true;
  return klu_->common.status == KLU_OK || Factor();
}

// With pivots for the matrix as it is.
bool ShiftedFactors::Factor() {
  ++num_factorisations_;
  klu_->FreeNumeric();
  klu_->numeric = klu_z_factor(matrix_.outerIndexPtr(), matrix_.innerIndexPtr(),
                               Numbers(matrix_.valuePtr()), klu_->symbolic, &klu_->common);
  has_old_pivots_ = false;
  if (klu_->numeric != nullptr && klu_->common.status == KLU_OK) return true;
  klu_->FreeNumeric();
  if (klu_->common.status == KLU_SINGULAR) return false;
  RefuseMemory(matrix_.rows());
}

// The solution is tested by its residual: old pivots may be bad without any error. First they are
// chosen again, and if that is not enough, one step of refinement is what can be done.
Eigen::MatrixXcd ShiftedFactors::Solve(const Eigen::MatrixXcd& B) {
  if (B.size() == 0) return B;
  const auto rows = static_cast<int>(B.rows()), columns = static_cast<int>(B.cols());
  const auto solve = [&](Eigen::MatrixXcd* X) {
    klu_z_solve(klu_->symbolic, klu_->numeric, rows, columns, Numbers(X->data()), &klu_->common);
  };
  Eigen::MatrixXcd X = B, residual;
  solve(&X);
  if (IsSolution(matrix_, X, B, &residual)) return X;
  if (has_old_pivots_ && Factor()) {
    X = B;
    solve(&X);
    if (IsSolution(matrix_, X, B, &residual)) return X;
  }
  if (klu_->numeric == nullptr) {
    return Eigen::MatrixXcd::Constant(rows, columns, std::numeric_limits<double>::infinity());
  }
  solve(&residual);
  return X + residual;
}

Eigen::MatrixXcd ShiftedFactors::SolveTransposed(const Eigen::MatrixXcd& B) {
  Eigen::MatrixXcd X = B;
  if (X.size() == 0) return X;
  constexpr int kConjugate = 0;  // the plain transpose
  klu_z_tsolve(klu_->symbolic, klu_->numeric, static_cast<int>(X.rows()),
               static_cast<int>(X.cols()), Numbers(X.data()), kConjugate, &klu_->common);
  return X;
}

double ShiftedFactors::PivotRatio() {
  if (matrix_.rows() == 0) return 1;
  klu_z_rcond(klu_->symbolic, klu_->numeric, &klu_->common);
  return klu_->common.rcond;
}

bool HasShiftedFactors() { return true; }

}  // namespace loopwright
