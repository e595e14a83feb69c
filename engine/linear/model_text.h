#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// A model as text, its numbers in the language of expressions:
///
///     ss(A, B, C, D)            ss(A, B, C, D, Ts)
///     tf([1], [1, 2, 1])        tf([1], [1, -0.5], 0.1)     highest powers first
///     zpk([], [-1, -2], 3)      zpk([-1], ["-1+2i", "-1-2i"], 3, 0.1)
///
/// UsageError says what is wrong and where.
LinearModel ParseModel(std::string_view text);

/// A matrix in the language of expressions; a number is 1 by 1, a vector one column. UsageError
/// begins with `what`.
Eigen::MatrixXd ParseMatrix(std::string_view text, const std::string& what);

/// A vector, as a column or a row, or one number; the brackets may be left out: 1, 2, 3.
std::vector<double> ParseNumbers(std::string_view text, const std::string& what);

/// One finite number.
double ParseNumber(std::string_view text, const std::string& what);

/// Numbers and complex numbers, the latter as text or as pairs, as results of --json have them:
/// [-3, -1+2i, "-1-2i"], [[-3, 0], [-1, 2], [-1, -2]]. Where the sign before an imaginary part is
/// left out, as some programs print it, it is that plus of which the conjugate is in the list.
ComplexList ParseComplexNumbers(std::string_view text, const std::string& what);

}  // namespace loopwright
