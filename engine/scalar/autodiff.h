#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>

namespace loopwright {

class AutoDiff;

/// What a truncated power series needs beside sums; see AutoDiff::Series().
namespace series {
/// The first nine coefficients of the product and of the quotient.
/// The coefficient of t^n of a product is the sum of a_k b_(n-k), k = 0 … n (Cauchy's product).
AutoDiff Multiply(const AutoDiff& a, const AutoDiff& b);
AutoDiff Divide(const AutoDiff& a, const AutoDiff& b);
/// Functions that a series is carried through by a recurrence for its coefficients.
enum class Function {
  kSqrt,
  kCbrt,
  kExp,
  kLog,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh
};
/// The function of a series; `x` has the coefficients of its argument.
AutoDiff Apply(Function function, const AutoDiff& x);
/// base^exponent, and the angle of the point (x, y), as series.
AutoDiff Power(const AutoDiff& base, double exponent);
AutoDiff Power(const AutoDiff& base, const AutoDiff& exponent);
AutoDiff ArcTangent(const AutoDiff& y, const AutoDiff& x);
/// The sign, just after t = 0, of a(t) - b(t): -1, 0 or 1. Coefficients that differ by no more than
/// rounding are equal. 0 where one is not a number.
int Order(const AutoDiff& a, const AutoDiff& b);
/// The sign of a(t) - a(0) just after t = 0.
int Direction(const AutoDiff& a);
/// The value that decides a branch just after t = 0: that of `a`, or the number next to it in the
/// direction in which it moves.
double JustAfter(const AutoDiff& a);
}  // namespace series

/// Forward-mode automatic differentiation: a value and its derivatives with respect to
/// kDerivatives independent variables at once. A Jacobian with more columns is made in passes.
/// Fixed width, so it needs no heap and two of them never differ in size.
///
/// Comparisons compare values. At a kink (abs, min, max, floor ...) the derivative is that of the
/// branch that the value lies on.
///
/// The same numbers can be a truncated power series in one variable instead: Series(a0) and
/// coefficient(k) stand for a0 + a1 t + a2 t² + ... + a8 t⁸. The two never meet in one formula. A
/// comparison of series says what holds just after t = 0, so 0 + t > 0.
///
/// For example the derivative of x sin(x) at 2:
///
///     const AutoDiff x(2, 0);         // value 2, variable number 0
///     const AutoDiff y = x * sin(x);
///     y.value();                      // 2 sin(2)
///     y.derivatives()[0];             // sin(2) + 2 cos(2)
class AutoDiff {
 public:
  static constexpr int kDerivatives = 8;
  /// With respect to variables 0, 1, ... 7; those that a program does not use stay 0.
  using Derivatives = std::array<double, kDerivatives>;

  /// A power series of which the other coefficients are 0 as yet.
  static AutoDiff Series(double value) {
    AutoDiff result(value);
    result.is_series_ = true;
    return result;
  }
  /// Whether the other numbers are coefficients and not derivatives.
  bool is_series() const { return is_series_; }
  /// Of t^order, 0 <= order <= kDerivatives.
  double coefficient(int order) const { return order == 0 ? value_ : derivatives_[order - 1]; }
  void set_coefficient(int order, double value) {
    (order == 0 ? value_ : derivatives_[order - 1]) = value;
  }

  /// The constant 0.
  AutoDiff() = default;
  /// A constant. Implicit on purpose: literals mix with AutoDiff in formulas.
  AutoDiff(double value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  /// The independent variable number `index` (0 <= index < kDerivatives).
  AutoDiff(double value, int index) : value_(value) { derivatives_[index] = 1; }
  /// The same as Drake writes it: number `index` of `count` variables, count <= kDerivatives.
  AutoDiff(double value, int count, int index);

  /// The number itself, and what it is with derivatives left alone.
  double value() const { return value_; }
  double& value() { return value_; }
  /// Written by who seeds variables by hand, as Jacobians do.
  const Derivatives& derivatives() const { return derivatives_; }
  Derivatives& derivatives() { return derivatives_; }

  /// As for numbers; the left side may stand on the right too.
  AutoDiff& operator+=(const AutoDiff& o) { return *this = *this + o; }
  AutoDiff& operator-=(const AutoDiff& o) { return *this = *this - o; }
  AutoDiff& operator*=(const AutoDiff& o) { return *this = *this * o; }
  AutoDiff& operator/=(const AutoDiff& o) { return *this = *this / o; }

  /// The result of a function with value `value` and partial derivative `slope` at `x`. Of a series
  /// only where the function is linear.
  static AutoDiff Chain(double value, double slope, const AutoDiff& x) {
    AutoDiff result(value);
    result.is_series_ = x.is_series_;
    for (int i = 0; i < kDerivatives; ++i) result.derivatives_[i] = slope * x.derivatives_[i];
    return result;
  }
  /// As Chain() for a slope that may be infinite: what `x` does not vary with, its function does
  /// not vary with either, so 0 times infinity is 0 here. sqrt(0) of a constant has no derivatives.
  static AutoDiff ChainSteep(double value, double slope, const AutoDiff& x) {
    AutoDiff result(value);
    for (int i = 0; i < kDerivatives; ++i) {
      if (x.derivatives_[i] != 0) result.derivatives_[i] = slope * x.derivatives_[i];
    }
    return result;
  }
  /// As Chain() for a function of two arguments.
  static AutoDiff Chain(double value, double slope_a, const AutoDiff& a, double slope_b,
                        const AutoDiff& b) {
    AutoDiff result(value);
    result.is_series_ = a.is_series_ || b.is_series_;
    for (int i = 0; i < kDerivatives; ++i) {
      result.derivatives_[i] = slope_a * a.derivatives_[i] + slope_b * b.derivatives_[i];
    }
    return result;
  }

  /// The rules of differentiation: sums, products, quotients. Of two series, products and quotients
  /// need all coefficients and are made elsewhere.
  friend AutoDiff operator+(const AutoDiff& a, const AutoDiff& b) {
    return Chain(a.value_ + b.value_, 1, a, 1, b);
  }
  friend AutoDiff operator-(const AutoDiff& a, const AutoDiff& b) {
    return Chain(a.value_ - b.value_, 1, a, -1, b);
  }
  friend AutoDiff operator*(const AutoDiff& a, const AutoDiff& b) {
    if (a.is_series_ && b.is_series_) [[unlikely]]
      return series::Multiply(a, b);
    return Chain(a.value_ * b.value_, b.value_, a, a.value_, b);
  }
  friend AutoDiff operator/(const AutoDiff& a, const AutoDiff& b) {
    if (b.is_series_) [[unlikely]]
      return series::Divide(a, b);
    const double value = a.value_ / b.value_;
    return Chain(value, 1 / b.value_, a, -value / b.value_, b);
  }
  friend AutoDiff operator-(const AutoDiff& a) { return Chain(-a.value_, -1, a); }
  friend AutoDiff operator+(const AutoDiff& a) { return a; }

  /// Values decide; only where they are equal and one is a series do further coefficients count.
  friend bool operator<(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) < 0 : a.value_ < b.value_;
  }
  friend bool operator<=(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) <= 0 : a.value_ <= b.value_;
  }
  friend bool operator>(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) > 0 : a.value_ > b.value_;
  }
  friend bool operator>=(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) >= 0 : a.value_ >= b.value_;
  }
  friend bool operator==(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) == 0 : a.value_ == b.value_;
  }
  friend bool operator!=(const AutoDiff& a, const AutoDiff& b) {
    return AreTiedSeries(a, b) ? series::Order(a, b) != 0 : a.value_ != b.value_;
  }

  /// Shows the value only, without derivatives.
  friend std::ostream& operator<<(std::ostream& out, const AutoDiff& x) { return out << x.value_; }

 private:
  /// Whether a comparison has to look beyond the values.
  static bool AreTiedSeries(const AutoDiff& a, const AutoDiff& b) {
    return a.value_ == b.value_ && (a.is_series_ || b.is_series_);
  }

  /// a(0), and either the derivatives or the coefficients of t, t², … t⁸.
  double value_ = 0;
  Derivatives derivatives_{};
  bool is_series_ = false;
};

inline AutoDiff::AutoDiff(double value, int count, int index) : value_(value) {
  if (count > kDerivatives || index < 0 || index >= count) {
    throw std::logic_error("AutoDiff: there is no variable " + std::to_string(index) + " of " +
                           std::to_string(count) + ": it has room for " +
                           std::to_string(kDerivatives) + " derivatives");
  }
  derivatives_[index] = 1;
}

/// The plain number behind a scalar of the engine.
inline double ValueOf(double x) { return x; }
inline double ValueOf(const AutoDiff& x) { return x.value(); }
/// The number that decides a branch at a scalar: its value, but of a power series the number next
/// to that in the direction in which the series moves, so that floor(2 - t) has the branch 1.
inline double JustAfter(double x) { return x; }
inline double JustAfter(const AutoDiff& x) {
  return x.is_series() ? series::JustAfter(x) : x.value();
}
/// Drake's name of ValueOf(); of an expression that is not constant it throws (engine/expression).
inline double ExtractDoubleOrThrow(double x) { return x; }
inline double ExtractDoubleOrThrow(const AutoDiff& x) { return x.value(); }

/// |x|. It has a corner at 0 and no derivative there; the one of x, to the right, is taken.
inline AutoDiff abs(const AutoDiff& x) { return x < 0 ? -x : x; }
/// x², as Eigen asks for it in norms.
inline AutoDiff abs2(const AutoDiff& x) { return x * x; }
/// The functions of the C++ library, each with its derivative: (√x)' = 1 / (2 √x).
inline AutoDiff sqrt(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kSqrt, x);
  const double root = std::sqrt(x.value());
  return AutoDiff::ChainSteep(root, 0.5 / root, x);
}
/// (∛x)' = 1 / (3 ∛x²).
inline AutoDiff cbrt(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kCbrt, x);
  const double root = std::cbrt(x.value());
  return AutoDiff::ChainSteep(root, 1 / (3 * root * root), x);
}
/// exp' = exp.
inline AutoDiff exp(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kExp, x);
  const double value = std::exp(x.value());
  return AutoDiff::Chain(value, value, x);
}
/// log' = 1/x.
inline AutoDiff log(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kLog, x);
  return AutoDiff::ChainSteep(std::log(x.value()), 1 / x.value(), x);
}
/// The logarithm to the base 10; its value is computed as such, so that log10(1000) is exactly 3.
inline AutoDiff log10(const AutoDiff& x) {
  constexpr double kLog10OfE = 0.43429448190325182765;
  if (x.is_series()) {
    AutoDiff result = kLog10OfE * log(x);
    result.value() = std::log10(x.value());
    return result;
  }
  return AutoDiff::ChainSteep(std::log10(x.value()), kLog10OfE / x.value(), x);
}
/// sin' = cos.
inline AutoDiff sin(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kSin, x);
  return AutoDiff::Chain(std::sin(x.value()), std::cos(x.value()), x);
}
/// cos' = -sin.
inline AutoDiff cos(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kCos, x);
  return AutoDiff::Chain(std::cos(x.value()), -std::sin(x.value()), x);
}
/// tan' = 1 + tan².
inline AutoDiff tan(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kTan, x);
  const double value = std::tan(x.value());
  return AutoDiff::Chain(value, 1 + value * value, x);
}
/// asin' = 1 / √(1 - x²), and acos' its negative; infinite at ±1.
inline AutoDiff asin(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAsin, x);
  return AutoDiff::ChainSteep(std::asin(x.value()), 1 / std::sqrt(1 - x.value() * x.value()), x);
}
inline AutoDiff acos(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAcos, x);
  return AutoDiff::ChainSteep(std::acos(x.value()), -1 / std::sqrt(1 - x.value() * x.value()), x);
}
/// atan' = 1 / (1 + x²).
inline AutoDiff atan(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAtan, x);
  return AutoDiff::Chain(std::atan(x.value()), 1 / (1 + x.value() * x.value()), x);
}
/// The angle of (x, y), in rad: its gradient is (-y, x) / (x² + y²).
inline AutoDiff atan2(const AutoDiff& y, const AutoDiff& x) {
  if (x.is_series() || y.is_series()) return series::ArcTangent(y, x);
  const double square = x.value() * x.value() + y.value() * y.value();
  return AutoDiff::Chain(std::atan2(y.value(), x.value()), x.value() / square, y,
                         -y.value() / square, x);
}
/// sinh' = cosh, cosh' = sinh, tanh' = 1 - tanh².
inline AutoDiff sinh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kSinh, x);
  return AutoDiff::Chain(std::sinh(x.value()), std::cosh(x.value()), x);
}
inline AutoDiff cosh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kCosh, x);
  return AutoDiff::Chain(std::cosh(x.value()), std::sinh(x.value()), x);
}
inline AutoDiff tanh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kTanh, x);
  const double value = std::tanh(x.value());
  return AutoDiff::Chain(value, 1 - value * value, x);
}
/// asinh' = 1 / √(x² + 1), acosh' = 1 / √(x² - 1), atanh' = 1 / (1 - x²).
inline AutoDiff asinh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAsinh, x);
  return AutoDiff::Chain(std::asinh(x.value()), 1 / std::sqrt(x.value() * x.value() + 1), x);
}
inline AutoDiff acosh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAcosh, x);
  return AutoDiff::ChainSteep(std::acosh(x.value()), 1 / std::sqrt(x.value() * x.value() - 1), x);
}
inline AutoDiff atanh(const AutoDiff& x) {
  if (x.is_series()) return series::Apply(series::Function::kAtanh, x);
  return AutoDiff::ChainSteep(std::atanh(x.value()), 1 / (1 - x.value() * x.value()), x);
}
/// The derivative of a constant exponent is left out of the sum, so that a negative base keeps a
/// finite derivative.
inline AutoDiff pow(const AutoDiff& base, double exponent) {
  if (base.is_series()) return series::Power(base, exponent);
  const double slope = exponent == 0 ? 0 : exponent * std::pow(base.value(), exponent - 1);
  return AutoDiff::ChainSteep(std::pow(base.value(), exponent), slope, base);
}
/// b^e with a varying exponent: the derivative gets e' b^e log(b) besides, where e varies at all.
/// Where b^e is 0 (b = 0, e > 0) it stays 0 for exponents nearby, though log(b) is infinite.
inline AutoDiff pow(const AutoDiff& base, const AutoDiff& exponent) {
  if (base.is_series() || exponent.is_series()) return series::Power(base, exponent);
  AutoDiff result = pow(base, exponent.value());
  for (int i = 0; i < AutoDiff::kDerivatives; ++i) {
    if (exponent.derivatives()[i] != 0 && result.value() != 0) {
      result.derivatives()[i] +=
          exponent.derivatives()[i] * result.value() * std::log(base.value());
    }
  }
  return result;
}
/// Steps: constant between jumps, so all derivatives are 0. A power series becomes a constant too,
/// so who has to know on which step it is going to be asks JustAfter() first.
inline AutoDiff floor(const AutoDiff& x) { return {std::floor(x.value())}; }
inline AutoDiff ceil(const AutoDiff& x) { return {std::ceil(x.value())}; }
inline AutoDiff round(const AutoDiff& x) { return {std::round(x.value())}; }
/// The argument itself, with its derivatives; of two equal ones the first.
inline AutoDiff min(const AutoDiff& a, const AutoDiff& b) { return b < a ? b : a; }
inline AutoDiff max(const AutoDiff& a, const AutoDiff& b) { return a < b ? b : a; }
/// Ask about the value alone; derivatives may still be infinite, as that of sqrt(x) at 0 is.
inline bool isfinite(const AutoDiff& x) { return std::isfinite(x.value()); }
inline bool isnan(const AutoDiff& x) { return std::isnan(x.value()); }
inline bool isinf(const AutoDiff& x) { return std::isinf(x.value()); }

/// Drake's name for the scalar of differentiated systems.
using AutoDiffXd = AutoDiff;

}  // namespace loopwright

namespace Eigen {
/// What Eigen has to know of a scalar: that it is real, must be constructed, and what operations
/// cost in terms of those of doubles.
template <>
struct NumTraits<loopwright::AutoDiff> : NumTraits<double> {
  using Real = loopwright::AutoDiff;
  using NonInteger = loopwright::AutoDiff;
  using Nested = loopwright::AutoDiff;
  using Literal = loopwright::AutoDiff;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 9,
    AddCost = 9,
    MulCost = 18
  };
};
/// Matrices of double and of AutoDiff mix.
template <typename Operation>
struct ScalarBinaryOpTraits<double, loopwright::AutoDiff, Operation> {
  using ReturnType = loopwright::AutoDiff;
};
template <typename Operation>
struct ScalarBinaryOpTraits<loopwright::AutoDiff, double, Operation> {
  using ReturnType = loopwright::AutoDiff;
};
}  // namespace Eigen
