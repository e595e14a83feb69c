#pragma once

// What a constructor may ask of its parameters, which over Expression may be symbols.

#include <cmath>

#include "engine/expression/expression_scalar.h"

namespace loopwright {

/// Whether a condition on parameters holds, as far as one can know: a condition on symbols may. A
/// constructor refuses numbers that are wrong, `MayHold(gain > 0)`, and accepts symbols, whose
/// values are not known before the equations are used.
inline bool MayHold(bool condition) { return condition; }
inline bool MayHold(const Expression& condition) {
  return !condition.is_constant() || condition.value() != 0;
}

/// Whether a parameter is finite. A symbol is: what is infinite stays a number.
template <typename T>
bool IsFinite(const T& x) {
  if constexpr (kIsSymbolic<T>) {
    return !x.is_constant() || std::isfinite(x.value());
  } else {
    return std::isfinite(ValueOf(x));
  }
}

}  // namespace loopwright
