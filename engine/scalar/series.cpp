// Truncated power series: the coefficients a_0 ... a_N of a0 + a1 t + ... + aN t^N, and what
// functions make of them.
//
// A product is the convolution of both rows. Every other function here is known by its derivative:
// where y = f(x(t)), then y' = f'(x) x', and comparing coefficients gives
//
//     y_k = 1/k · sum over j = 1 ... k of  j x_j w_{k-j},     w = f'(x(t)).
//
// w is either a series that can be made first (for log: 1/x) or follows from those coefficients of
// y that are known already (for exp: y itself; for tan: 1 + y²). Source: A. Griewank, A. Walther,
// Evaluating Derivatives, 2nd edition, SIAM 2008, chapter 13, tables 13.1 and 13.2.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/scalar/autodiff.h"

namespace loopwright::series {
namespace {

constexpr int kOrder = AutoDiff::kDerivatives;
using Coefficients = std::array<double, kOrder + 1>;

Coefficients CoefficientsOf(const AutoDiff& x) {
  Coefficients result{};
  for (int k = 0; k <= kOrder; ++k) result[k] = x.coefficient(k);
  return result;
}

AutoDiff MakeSeries(const Coefficients& a) {
  AutoDiff result = AutoDiff::Series(a[0]);
  for (int k = 1; k <= kOrder; ++k) result.set_coefficient(k, a[k]);
  return result;
}

// Coefficient k of the product.
double Product(const Coefficients& a, const Coefficients& b, int k) {
  double sum = 0;
  for (int j = 0; j <= k; ++j) {
    // What is zero counts as zero also beside what is infinite: coefficients that do not matter.
    if (a[j] != 0 && b[k - j] != 0) sum += a[j] * b[k - j];
  }
  return sum;
}

// Coefficient k >= 1 of the y with y' = w x'; w is needed up to k - 1.
double Integral(const Coefficients& x, const Coefficients& w, int k) {
  double sum = 0;
  for (int j = 1; j <= k; ++j) {
    if (x[j] != 0) sum += j * x[j] * w[k - j];
  }
  return sum / k;
}

// y with y(0) = `start` and y' = w x'.
AutoDiff Integrate(const AutoDiff& x, const AutoDiff& w, double start) {
  const Coefficients along = CoefficientsOf(x), slope = CoefficientsOf(w);
  Coefficients y{};
  y[0] = start;
  for (int k = 1; k <= kOrder; ++k) y[k] = Integral(along, slope, k);
  return MakeSeries(y);
}

// y with y(0) = `start` and y' = (1 + sign_of_square y²) x': tan and tanh.
AutoDiff SolveRiccati(const AutoDiff& x, double start, double sign_of_square) {
  const Coefficients along = CoefficientsOf(x);
  Coefficients y{}, w{};
  y[0] = start;
  for (int k = 1; k <= kOrder; ++k) {
    w[k - 1] = (k == 1 ? 1 : 0) + sign_of_square * Product(y, y, k - 1);
    y[k] = Integral(along, w, k);
  }
  return MakeSeries(y);
}

AutoDiff Exponential(const AutoDiff& x) {
  const Coefficients along = CoefficientsOf(x);
  Coefficients y{};
  y[0] = std::exp(along[0]);
  for (int k = 1; k <= kOrder; ++k) y[k] = Integral(along, y, k);
  return MakeSeries(y);
}

// The solution of s' = c x', c' = sign s x': sine and cosine, or both hyperbolic ones.
struct Pair {
  AutoDiff sine, cosine;
};
Pair SolvePair(const AutoDiff& x, double sine, double cosine, double sign) {
  const Coefficients along = CoefficientsOf(x);
  Coefficients s{}, c{};
  s[0] = sine;
  c[0] = cosine;
  for (int k = 1; k <= kOrder; ++k) {
    s[k] = Integral(along, c, k);
    c[k] = sign * Integral(along, s, k);
  }
  return {MakeSeries(s), MakeSeries(c)};
}

bool IsConstant(const AutoDiff& x) {
  for (const double d : x.derivatives()) {
    if (d != 0) return false;
  }
  return true;
}

// The value is known, the coefficients are not.
AutoDiff WithoutCoefficients(double value) {
  AutoDiff result = AutoDiff::Series(value);
  result.derivatives().fill(std::numeric_limits<double>::quiet_NaN());
  return result;
}

AutoDiff IntegerPower(const AutoDiff& base, int exponent) {
  AutoDiff result = AutoDiff::Series(1);
  for (int i = 0; i < exponent; ++i) result = Multiply(result, base);
  return result;
}

// Of a series that leaves zero like a t^m, m times the exponent being whole: as sqrt(a t² + ...)
// is t sqrt(a + ...) for t > 0. So many of the last coefficients are not known then as were taken
// out.
AutoDiff PowerFromZero(const Coefficients& x, double exponent) {
  int m = 1;
  while (m < kOrder && x[m] == 0) ++m;
  const double whole = m * exponent;
  AutoDiff result = WithoutCoefficients(std::pow(0., exponent));
  if (!(x[m] > 0) || whole != std::floor(whole) || whole < 1 || whole > kOrder) return result;
  AutoDiff rest = AutoDiff::Series(x[m]);
  for (int k = 1; k <= kOrder - m; ++k) rest.set_coefficient(k, x[m + k]);
  const AutoDiff power = Power(rest, exponent);
  const int first = static_cast<int>(whole);
  for (int k = 1; k < first; ++k) result.set_coefficient(k, 0);
  for (int k = 0; k <= kOrder - m && first + k <= kOrder; ++k) {
    result.set_coefficient(first + k, power.coefficient(k));
  }
  return result;
}

}  // namespace

AutoDiff Multiply(const AutoDiff& a, const AutoDiff& b) {
  const Coefficients x = CoefficientsOf(a), y = CoefficientsOf(b);
  Coefficients result{};
  result[0] = x[0] * y[0];
  for (int k = 1; k <= kOrder; ++k) result[k] = Product(x, y, k);
  return MakeSeries(result);
}

AutoDiff Divide(const AutoDiff& a, const AutoDiff& b) {
  const Coefficients x = CoefficientsOf(a), y = CoefficientsOf(b);
  Coefficients result{};
  for (int k = 0; k <= kOrder; ++k) {
    double rest = x[k];
    for (int j = 1; j <= k; ++j) {
      if (y[j] != 0) rest -= y[j] * result[k - j];
    }
    result[k] = rest / y[0];
  }
  return MakeSeries(result);
}

AutoDiff Power(const AutoDiff& base, double exponent) {
  const Coefficients x = CoefficientsOf(base);
  if (IsConstant(base)) return AutoDiff::Series(std::pow(x[0], exponent));
  if (x[0] == 0) {
    constexpr double kLargest = 64;  // beyond, every coefficient that is kept is zero anyway
    const bool is_whole = exponent >= 0 && exponent == std::floor(exponent);
    if (!is_whole) return PowerFromZero(x, exponent);
    return IntegerPower(base, static_cast<int>(std::min(exponent, kLargest)));
  }
  // x y' = r x' y, coefficient by coefficient.
  Coefficients y{};
  y[0] = std::pow(x[0], exponent);
  for (int k = 1; k <= kOrder; ++k) {
    double sum = 0;
    for (int j = 1; j <= k; ++j) {
      if (x[j] != 0) sum += (exponent * j - (k - j)) * x[j] * y[k - j];
    }
    y[k] = sum / (k * x[0]);
  }
  return MakeSeries(y);
}

AutoDiff Power(const AutoDiff& base, const AutoDiff& exponent) {
  if (IsConstant(exponent)) {
    return base.is_series() ? Power(base, exponent.value())
                            : AutoDiff::Series(std::pow(base.value(), exponent.value()));
  }
  AutoDiff result = Exponential(exponent * Apply(Function::kLog, base));
  result.value() = std::pow(base.value(), exponent.value());
  return result;
}

AutoDiff ArcTangent(const AutoDiff& y, const AutoDiff& x) {
  // Of the two quotients, the one that is finite; both have the same derivative.
  const bool is_flat = std::abs(x.value()) >= std::abs(y.value());
  AutoDiff result =
      is_flat ? Apply(Function::kAtan, Divide(y, x)) : -Apply(Function::kAtan, Divide(x, y));
  result.value() = std::atan2(y.value(), x.value());
  return result;
}

AutoDiff Apply(Function function, const AutoDiff& x) {
  const double value = x.value();
  const AutoDiff one(1);
  switch (function) {
    case Function::kSqrt:
      return Power(x, 0.5);
    case Function::kCbrt: {
      AutoDiff result = value < 0 ? -Power(-x, 1. / 3) : Power(x, 1. / 3);
      result.value() = std::cbrt(value);
      return result;
    }
    case Function::kExp:
      return Exponential(x);
    case Function::kLog:
      return Integrate(x, Divide(one, x), std::log(value));
    case Function::kSin:
      return SolvePair(x, std::sin(value), std::cos(value), -1).sine;
    case Function::kCos:
      return SolvePair(x, std::sin(value), std::cos(value), -1).cosine;
    case Function::kTan:
      return SolveRiccati(x, std::tan(value), 1);
    case Function::kAsin:
      return Integrate(x, Power(one - x * x, -0.5), std::asin(value));
    case Function::kAcos:
      return Integrate(x, -Power(one - x * x, -0.5), std::acos(value));
    case Function::kAtan:
      return Integrate(x, Divide(one, one + x * x), std::atan(value));
    case Function::kSinh:
      return SolvePair(x, std::sinh(value), std::cosh(value), 1).sine;
    case Function::kCosh:
      return SolvePair(x, std::sinh(value), std::cosh(value), 1).cosine;
    case Function::kTanh:
      return SolveRiccati(x, std::tanh(value), -1);
    case Function::kAsinh:
      return Integrate(x, Power(x * x + one, -0.5), std::asinh(value));
    case Function::kAcosh:
      return Integrate(x, Power(x * x - one, -0.5), std::acosh(value));
    case Function::kAtanh:
      return Integrate(x, Divide(one, one - x * x), std::atanh(value));
  }
  return WithoutCoefficients(value);
}

int Order(const AutoDiff& a, const AutoDiff& b) {
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  for (int k = 0; k <= kOrder; ++k) {
    const double x = a.coefficient(k), y = b.coefficient(k);
    if (std::isnan(x) || std::isnan(y)) return 0;
    const double difference = x - y;
    const double noise = k == 0 ? 0 : kRounding * std::min(std::abs(x), std::abs(y));
    if (std::abs(difference) > noise) return difference > 0 ? 1 : -1;
  }
  return 0;
}

int Direction(const AutoDiff& a) { return Order(a, AutoDiff(a.value())); }

double JustAfter(const AutoDiff& a) {
  const int direction = a.is_series() ? Direction(a) : 0;
  if (direction == 0) return a.value();
  return std::nextafter(a.value(), direction * std::numeric_limits<double>::infinity());
}

}  // namespace loopwright::series
