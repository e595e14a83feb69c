#pragma once

#include <vector>

namespace loopwright {

/// The root mean square of `values`, the same to the bit in whatever order they stand. 0 of none,
/// not finite where one of them is not.
///
/// It is what step control measures an error by (OneStepMethod): the error of each element of the
/// state, divided by what is tolerated of it, and of these numbers the root mean square. Unlike the
/// greatest of them it grows smoothly with each, so that steps change smoothly; unlike their sum it
/// does not grow with their number, so that two copies of a system in one diagram take the steps of
/// one. Sums of floating-point numbers depend on their order, and the order of the elements is that
/// in which blocks stand in a file: without the care below, moving a block could change the last
/// bit of an error, with that a step, and with that all results.
///
/// Each square is rounded to a multiple of a unit that is common to all and so small, 2^-52 of a
/// bound on their sum, that every sum on the way is exact (J. Demmel, H. D. Nguyen: Fast
/// reproducible floating-point summation, ARITH 2013). The result's relative error is at most
/// 2^-51 n² for n values.
double RootMeanSquare(const std::vector<double>& values);

}  // namespace loopwright
