#pragma once

// The branches of operations that have them: index, value and margin as tabulated in tape.h.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/expression/expression_scalar.h"
#include "engine/expression/operation.h"
#include "engine/scalar/autodiff.h"

namespace loopwright {

namespace tape_branches {

/// From here on every double is an integer: the largest index of floor, ceil, round and mod. NaN
/// has it too.
inline constexpr int64_t kLargestIndex = int64_t{1} << 53;
/// The index of sign(NaN), beside -1, 0 and 1, which are those of numbers.
inline constexpr int64_t kSignOfNan = 2;

/// A whole number as an index, with the limits of kLargestIndex on both sides.
inline int64_t IntegerIndex(double value) {
  constexpr double kLargest = static_cast<double>(kLargestIndex);
  if (value <= -kLargest) return -kLargestIndex;
  return value < kLargest ? static_cast<int64_t>(value) : kLargestIndex;
}

/// From +-this on a quotient is not exact to its integer: mod then has the index kLargestIndex, and
/// so it has where it is NaN.
inline constexpr double kLargestModQuotient = static_cast<double>(kLargestIndex / 8);

/// floor(a / b) as Mod() rounds it: 7 and 2 give 3, as 7 = 3 · 2 + 1. Of an infinite b it is 0, or
/// -1 where a has the other sign.
inline int64_t ModIndex(double a, double b) {
  const double remainder = Mod(a, b);
  if (std::isinf(b) && std::isfinite(a)) return remainder == a ? 0 : -1;
  const double quotient = std::nearbyint((a - remainder) / b);
  const bool exact = quotient >= -kLargestModQuotient && quotient < kLargestModQuotient;
  return exact ? static_cast<int64_t>(quotient) : kLargestIndex;
}

/// The branch of `operation` at the values a, b.
inline int64_t Index(Operation operation, double a, double b) {
  switch (operation) {
    // -0 belongs to the negative branch, so that its value comes out as 0.
    case Operation::kAbs:
      return std::signbit(a) ? -1 : 1;
    case Operation::kSign:
      return std::isnan(a) ? kSignOfNan : static_cast<int64_t>(Sign(a));
    // The whole number itself is the branch, for ceil and round too.
    case Operation::kFloor:
      return IntegerIndex(std::floor(a));
    case Operation::kCeil:
      return IntegerIndex(std::ceil(a));
    case Operation::kRound:
      return IntegerIndex(std::round(a));
    case Operation::kMod:
      return ModIndex(a, b);
    // 0 where the first operand is taken, 1 where the second.
    case Operation::kMin:
      return MinTakesSecond(a, b) ? 1 : 0;
    case Operation::kMax:
      return MaxTakesSecond(a, b) ? 1 : 0;
    // Comparisons: 1 where they hold.
    case Operation::kLess:
      return a < b;
    case Operation::kLessEqual:
      return a <= b;
    case Operation::kEqual:
      return a == b;
    case Operation::kNotEqual:
      return a != b;
    case Operation::kGreaterEqual:
      return a >= b;
    // All that is left is kGreater.
    default:
      return a > b;
  }
}

/// The branch of `operation` at the values a, b; of power series the one just after t = 0, also
/// where a and b stand on the end of a branch there. Branches are told by integers, which a context
/// keeps as modes.
template <typename T>
int64_t IndexOf(Operation operation, const T& a, const T& b) {
  return Index(operation, ValueOf(a), ValueOf(b));
}
/// Of series, the branch just after t = 0: floor(2 - t) is in branch 1, though its value at 0 is 2.
template <>
inline int64_t IndexOf(Operation operation, const AutoDiff& a, const AutoDiff& b) {
  if (!a.is_series() && !b.is_series()) return Index(operation, a.value(), b.value());
  switch (operation) {
    // Functions of one argument: that is moved to the number next to it.
    case Operation::kAbs:
    case Operation::kSign:
    case Operation::kFloor:
    case Operation::kCeil:
    case Operation::kRound:
      return Index(operation, series::JustAfter(a), 0);
    case Operation::kMod: {
      // mod changes its branch where the quotient passes a whole number: where it moves off one,
      // the argument is moved a little in that direction.
      const AutoDiff quotient = a / b;
      const double moved = series::JustAfter(quotient);
      if (moved == quotient.value()) return Index(operation, a.value(), b.value());
      const double direction = (moved - quotient.value()) * b.value();
      const double infinity = std::numeric_limits<double>::infinity();
      return Index(operation, std::nextafter(a.value(), std::copysign(infinity, direction)),
                   b.value());
    }
    // Two operands are compared: only where they are equal at t = 0 does it matter how they go on,
    // and then min, max and comparisons see only whether their difference is negative, 0 or
    // positive.
    default:
      if (a.value() != b.value()) return Index(operation, a.value(), b.value());
      return Index(operation, series::Order(a, b), 0);
  }
}

/// The value of `operation` on a, b, whatever its branch.
template <typename T>
T Follow(Operation operation, const T& a, const T& b) {
  if constexpr (kIsSymbolic<T>) {
    return Expression::Make(operation, a, b);
  } else {
    return T(Apply(operation, ValueOf(a), ValueOf(b)));
  }
}

/// a - index · b: in one branch of mod the value is a line. For example mod(7, 2) in its branch 3
/// is 7 - 3 · 2 = 1; held in branch 3, mod(8, 2) is 2 and not 0, so that an integrator may step
/// over the end of the branch smoothly.
template <typename T>
T ModValue(int64_t index, const T& a, const T& b) {
  if (index == 0) return a + T(0.0);  // Never -0, as Mod().
  if (index == kLargestIndex) return Follow(Operation::kMod, a, b);
  if constexpr (std::is_same_v<T, double>) {
    return std::fma(-static_cast<double>(index), b, a) + 0.0;  // Rounded once, as Mod() is.
  } else {
    return a - T(static_cast<double>(index)) * b;
  }
}

/// The value of `operation` on a, b in branch `index`. In a branch each of these operations is
/// smooth: abs is u or -u, floor a constant, min one of its operands. Holding the branch within a
/// step is what lets integrators keep their order.
template <typename T>
T Value(Operation operation, int64_t index, const T& a, const T& b) {
  switch (operation) {
    case Operation::kAbs:
      return index < 0 ? -a : a;
    case Operation::kSign:
      return index == kSignOfNan ? a : T(static_cast<double>(index));
    // Numbers so large that they are whole, and NaN, have no branch to hold.
    case Operation::kFloor:
    case Operation::kCeil:
    case Operation::kRound:
      return std::abs(index) == kLargestIndex ? Follow(operation, a, b)
                                              : T(static_cast<double>(index));
    case Operation::kMod:
      return ModValue(index, a, b);
    case Operation::kMin:
    case Operation::kMax:
      return index == 0 ? a : b;
    // Of comparisons, 1 or 0.
    default:
      return T(static_cast<double>(index));
  }
}

/// The lesser of the distances of `u` above `low` and below `low` + 1, where `low` goes with the
/// integer branch `index`. floor(u) in branch 3 is right from 3 to 4: at 3.2 the margin is 0.2, at
/// 3.9 it is 0.1.
template <typename T>
T IntegerMargin(int64_t index, const T& u, double low) {
  if (index == kLargestIndex) return u - T(low);
  if (index == -kLargestIndex) return T(low + 1) - u;
  const T above = u - T(low);
  const T below = T(low + 1) - u;
  return select(below < above, below, above);
}

/// |u|, by select(), which every scalar has.
template <typename T>
T Magnitude(const T& u) {
  return select(u < 0, T(-u), u);
}

/// How far a, b are inside branch `index` of `operation`. Positive inside the branch and zero at
/// its end, as the table in tape.h says. A simulator looks for where it falls through zero and ends
/// its step there.
template <typename T>
T Margin(Operation operation, int64_t index, const T& a, const T& b) {
  // Of the operations on whole numbers, the end of the branch is written in this.
  const double n = static_cast<double>(index);
  switch (operation) {
    case Operation::kAbs:
      return index < 0 ? -a : a;
    // 0 is a point and not an interval: its margin is never positive.
    case Operation::kSign:
      if (index == 0 || index == kSignOfNan) return -Magnitude(a);
      return index < 0 ? -a : a;
    case Operation::kFloor:
      return IntegerMargin(index, a, n);
    // ceil(u) is n from above n - 1 to n, round(u) from n - 0.5 to n + 0.5.
    case Operation::kCeil:
      return IntegerMargin(index, a, n - 1);
    case Operation::kRound:
      return IntegerMargin(index, a, n - 0.5);
    case Operation::kMod:
      return index == kLargestIndex ? Magnitude<T>(a / b) - T(kLargestModQuotient)
                                    : IntegerMargin<T>(index, a / b, n);
    // min takes its first operand, and < holds, while b - a > 0.
    case Operation::kMin:
    case Operation::kLess:
    case Operation::kLessEqual:
      return (operation == Operation::kMin) == (index == 0) ? b - a : a - b;
    // max takes its first operand while a - b > 0.
    case Operation::kMax:
      return index == 0 ? a - b : b - a;
    case Operation::kGreater:
    case Operation::kGreaterEqual:
      return index == 0 ? b - a : a - b;
    // Equality holds at a single point, so its margin is never positive.
    case Operation::kEqual:
      return index == 0 ? Magnitude<T>(a - b) : -Magnitude<T>(a - b);
    // kNotEqual: the other way round.
    default:
      return index == 0 ? -Magnitude<T>(a - b) : Magnitude<T>(a - b);
  }
}

}  // namespace tape_branches
}  // namespace loopwright
