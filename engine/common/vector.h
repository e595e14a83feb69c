#pragma once

#include <Eigen/Core>

namespace loopwright {

/// A column and a matrix of any size, of numbers or of another scalar.
template <typename T>
using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <typename T>
using MatrixX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace loopwright
