#include "engine/branches/attraction.h"

#include <algorithm>

#include "engine/matrices/decompositions.h"

namespace loopwright {

double CalcAttraction(const std::vector<double>& weights, Eigen::MatrixXd* sensitivity,
                      Eigen::EigenSolver<Eigen::MatrixXd>* solver) {
  // Of a weight at its end: as of one that is just before it.
  constexpr double kLeast = 1e-9;
  for (Eigen::Index s = 0; s < sensitivity->rows(); ++s) {
    const double weight = weights[s];
    sensitivity->row(s) *= std::max(weight * (1 - weight), kLeast);
  }
  CalcEigenvalues(*sensitivity, solver);
  return -solver->eigenvalues().real().maxCoeff();
}

}  // namespace loopwright
