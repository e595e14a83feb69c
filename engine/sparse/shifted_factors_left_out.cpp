// In the place of shifted_factors.cpp where there is no KLU.

#include "engine/common/exceptions.h"
#include "engine/sparse/shifted_factors.h"

namespace loopwright {

struct ShiftedFactors::Klu {};

ShiftedFactors::ShiftedFactors(const Eigen::SparseMatrix<double>& A) {
  throw UsageError("the model has " + std::to_string(A.rows()) +
                   " states, but this program was built without KLU, which solves such models; "
                   "install libsuitesparse-dev and build it again");
}
ShiftedFactors::~ShiftedFactors() = default;

bool ShiftedFactors::Set(Complex) { return false; }
bool ShiftedFactors::Factor() { return false; }
Eigen::MatrixXcd ShiftedFactors::Solve(const Eigen::MatrixXcd& B) { return B; }
Eigen::MatrixXcd ShiftedFactors::SolveTransposed(const Eigen::MatrixXcd& B) { return B; }
double ShiftedFactors::PivotRatio() { return 0; }

bool HasShiftedFactors() { return false; }

}  // namespace loopwright
