#pragma once

#include <Eigen/Core>

#include "engine/context/basic_vector.h"

namespace loopwright {

/// `values` as a vector of `width` elements: a single value applies to every element. Anything
/// else must have `width` elements already (std::logic_error).
template <typename T>
VectorX<T> Spread(const VectorX<T>& values, int width) {
  LOOPWRIGHT_THROW_UNLESS(values.size() == 1 || values.size() == width);
  VectorX<T> result(width);
  for (int i = 0; i < width; ++i) result[i] = values[values.size() == 1 ? 0 : i];
  return result;
}

/// How far apart the elements of a signal of `size` elements lie when it is read elementwise: 0
/// where a single element is spread, 1 otherwise. Element i is then at i * Stride(size).
inline int Stride(int size) { return size == 1 ? 0 : 1; }

}  // namespace loopwright
