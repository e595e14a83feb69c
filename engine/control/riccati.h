#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// A linear quadratic problem: minimise ∫ x'Q x + u'R u + 2 x'N u dt, or the sum of it over the
/// samples of a sampled model.
struct QuadraticCost {
  Eigen::MatrixXd Q, R, N;
};

/// The stabilising solution S of the Riccati equation of a cost, symmetric, u = −K x, and the poles
/// with it.
struct QuadraticRegulator {
  Eigen::MatrixXd K, S;
  ComplexList poles;
};

/// What errors call things.
struct RiccatiNames {
  std::vector<std::string> states = {};  ///< without them x1, x2, …
  /// The dual problem of a filter: Aᵀ and Cᵀ, so that outputs stand for inputs, and covariances of
  /// noise for weights.
  bool is_filter = false;
};

/// In continuous time by the stable Schur vectors of the Hamiltonian matrix (Laub, IEEE Trans.
/// Automat. Contr. 24 (1979) 913-921), sampled by the structure-preserving doubling algorithm (Chu,
/// Fan, Lin, Int. J. Control 77 (2004) 767-788), which A may be singular for; then steps of
/// Newton's method (Kleinman, IEEE Trans. Automat. Contr. 13 (1968) 114-115) as long as the
/// residual falls. UsageError for sizes, indefinite Q or R; NoResultError names the mode that
/// cannot be stabilised, or says that one on the boundary is not seen by the cost, or that one
/// grows by more than 10⁷ from one sample to the next, of which rounding leaves no result.
QuadraticRegulator SolveRiccati(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                                const QuadraticCost& cost, bool is_sampled,
                                const RiccatiNames& names = {});

/// UsageError, naming `name`, unless the matrix is symmetric of this size, has finite elements, and
/// is positive semidefinite, or definite.
void RequireWeight(const char* name, const Eigen::MatrixXd& matrix, Eigen::Index size,
                   bool is_definite);

}  // namespace loopwright
