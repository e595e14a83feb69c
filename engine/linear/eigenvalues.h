#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The eigenvalues of a square matrix, sorted by real part, then imaginary part. The matrix is
/// taken apart first: states that influence each other in a circle are a block of their own, and
/// the eigenvalues are those of the blocks. So what the structure makes 0, as in a chain of delays,
/// is 0 exactly. Each block is balanced (Parlett, Reinsch, Numer. Math. 13 (1969) 293-304).
ComplexList EigenvaluesOf(const Eigen::MatrixXd& matrix);
ComplexList EigenvaluesOf(const Eigen::MatrixXcd& matrix);

/// Sorts as EigenvaluesOf() does, so that conjugate pairs are neighbours.
void SortEigenvalues(ComplexList* values);

/// A number for messages: 3, -1 + 2i.
std::string ComplexText(Complex value);

/// The largest magnitude; 0 of no values.
double LargestSize(const ComplexList& values);

/// What one pole of a model says, and which states take part in it.
struct PoleInfo {
  Complex pole;
  double damping = 0;    ///< cos of the angle to the negative real axis, −1 … 1
  double frequency = 0;  ///< natural frequency |s|, rad/s
  bool is_stable = false;
  /// The states with the largest parts in this motion, by |left eigenvector| |right eigenvector|
  /// (Pérez-Arriaga, Verghese, Schweppe, IEEE Trans. PAS 101 (1982) 3117-3125), at least a tenth of
  /// the largest; at most four.
  std::vector<std::string> states;
};

/// Of a sampled model damping and frequency are those of the continuous pole log(z)/T.
std::vector<PoleInfo> PolesOf(const LinearModel& model);

/// The same for one pole of a model, without the states; `period_sec` is 0 of a continuous one.
PoleInfo DescribePole(Complex pole, double period_sec);
/// Of states with these shares in a motion the four with the largest, at least a tenth of the
/// largest.
std::vector<std::string> LargestShares(const Eigen::VectorXd& shares,
                                       const std::vector<std::string>& states);

/// Whether all eigenvalues are in the open left half plane, or in the open unit circle.
bool IsStable(const ComplexList& poles, bool is_sampled);

}  // namespace loopwright
