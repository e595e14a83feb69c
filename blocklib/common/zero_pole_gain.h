#pragma once

#include <Eigen/Core>

#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The coefficients, from the highest power on, of the monic polynomial with these roots, which are
/// real or come in conjugate pairs.
Eigen::VectorXd PolynomialOfRoots(const Eigen::VectorXcd& roots);

/// Of a block with the parameters `zeros`, `poles` and `gain`. Roots are numbers; a gain of 0 is
/// one, too.
template <typename T>
VectorX<T> ZeroPoleGainNumerator(const BlockArguments& arguments);
template <typename T>
VectorX<T> ZeroPoleGainDenominator(const BlockArguments& arguments);

/// Adds a problem for a complex zero or pole without its conjugate, and for more zeros than poles.
void ValidateZeroPoleGain(const BlockArguments& arguments, ArgumentProblems* problems);

}  // namespace loopwright
