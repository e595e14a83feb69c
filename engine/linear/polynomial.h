#pragma once

#include <Eigen/Core>

#include "engine/linear/linear_model.h"

namespace loopwright {

// Polynomials are lists of coefficients, the highest power first, as in tf(num, den).

/// The roots, those at 0 exactly. UsageError where all coefficients are 0 or one is not finite.
ComplexList RootsOf(const Eigen::VectorXd& coefficients);

/// The polynomial with these roots and the highest coefficient 1. Roots that are not real come in
/// conjugate pairs, of which rounding is taken away.
Eigen::VectorXd PolynomialOf(const ComplexList& roots);

/// Without leading zeros; the polynomial 0 has one coefficient.
Eigen::VectorXd WithoutLeadingZeros(const Eigen::VectorXd& coefficients);

Eigen::VectorXd Multiply(const Eigen::VectorXd& a, const Eigen::VectorXd& b);
Eigen::VectorXd Add(const Eigen::VectorXd& a, const Eigen::VectorXd& b);
Eigen::VectorXd Derivative(const Eigen::VectorXd& coefficients);
Complex Evaluate(const Eigen::VectorXd& coefficients, Complex at);

}  // namespace loopwright
