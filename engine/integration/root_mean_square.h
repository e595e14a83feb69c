#pragma once

#include <vector>

namespace loopwright {

/// The root mean square of `values`, the same to the bit in whatever order they stand. 0 of none,
/// not finite where one of them is not.
///
/// Each square is rounded to a multiple of a unit that is common to all and so small, 2^-52 of a
/// bound on their sum, that every sum on the way is exact (J. Demmel, H. D. Nguyen: Fast
/// reproducible floating-point summation, ARITH 2013). The result's relative error is at most
/// 2^-51 n² for n values.
double RootMeanSquare(const std::vector<double>& values);

}  // namespace loopwright
