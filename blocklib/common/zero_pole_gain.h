#pragma once

#include <Eigen/Core>

#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The coefficients, from the highest power on, of the monic polynomial with these roots, which are
/// real or come in conjugate pairs.
Eigen::VectorXd PolynomialOfRoots(const Eigen::VectorXcd& roots);

/// Of a block with the parameters `zeros`, `poles` and `gain`. Roots are numbers; a gain of 0 is
/// one, too, without symbols: no input reaches the output then.
template <typename T>
VectorX<T> ZeroPoleGainNumerator(const BlockArguments& arguments) {
  const T gain = arguments.number("gain") == 0 ? T(0) : arguments.number<T>("gain");
  return PolynomialOfRoots(arguments.complex_vector("zeros")).cast<T>() * gain;
}
template <typename T>
VectorX<T> ZeroPoleGainDenominator(const BlockArguments& arguments) {
  return PolynomialOfRoots(arguments.complex_vector("poles")).cast<T>();
}

/// Adds a problem for a complex zero or pole without its conjugate, and for more zeros than poles.
void ValidateZeroPoleGain(const BlockArguments& arguments, ArgumentProblems* problems);

}  // namespace loopwright
