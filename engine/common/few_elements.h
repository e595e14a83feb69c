#pragma once

#include <algorithm>
#include <type_traits>

namespace loopwright {

/// Reads one element by itself. Elements that were stored one by one just now (as kernels store
/// them) are at hand for a load of one; a load of several at once, as compilers and memmove() like
/// to make it, would wait until they have arrived in the cache: longer than a stage of a small
/// system takes.
template <typename T>
T ReadAlone(const T& element) {
  if constexpr (std::is_same_v<T, double>) return static_cast<const volatile double&>(element);
  return element;
}

/// Copies elements, one by one where they are few.
template <typename T>
void CopyElements(const T* from, int size, T* to) {
  constexpr int kFew = 16;
  if (size > kFew) {
    std::copy_n(from, size, to);
    return;
  }
#pragma GCC unroll 1
  for (int n = 0; n < size; ++n) to[n] = ReadAlone(from[n]);
}

/// Gives elements, which should be few, one value, one by one: of a plain loop the compiler makes a
/// call, which takes longer than a few of them.
template <typename T>
void FillElements(const T& value, int size, T* to) {
#pragma GCC unroll 1
  for (int n = 0; n < size; ++n) to[n] = ReadAlone(value);
}

}  // namespace loopwright
