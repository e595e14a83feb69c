#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "engine/expression/expression_scalar.h"

namespace loopwright {

/// A function of one variable, made of polynomials of degree 3 at most between bounds, as
/// LookupTable1D computes it. A simulation stays on one piece within a step and ends the step where
/// the piece does, so that the integrator sees a smooth function.
///
/// Piece k holds from bound k-1 (inclusive) to bound k, the first from -infinity and the last to
/// infinity.
class PiecewiseCubic {
 public:
  /// How values between the breakpoints are found.
  enum class Interpolation { kLinear, kNearest, kCubic };
  /// How the function goes on outside of them.
  enum class Extrapolation { kHold, kLinear };

  /// The function through the points (breakpoints[i], values[i]), breakpoints strictly increasing
  /// and finite. `kNearest` takes the upper of two breakpoints that are equally near, `kCubic` is
  /// the spline of SplineSlopes(). Outside, `kHold` keeps the end values; `kLinear` goes on with
  /// the end slopes (kNearest: with those between the two last points).
  static PiecewiseCubic Interpolate(const Eigen::VectorXd& breakpoints,
                                    const Eigen::VectorXd& values, Interpolation interpolation,
                                    Extrapolation extrapolation);

  /// How many pieces there are, at least one.
  int num_pieces() const { return static_cast<int>(pieces_.size()); }
  /// Whether no coefficient has overflown.
  bool is_finite() const;

  /// The piece that `u` lies in; the last one for NaN.
  int64_t FindPiece(double u) const;
  /// The value by piece `piece`, wherever u is.
  template <typename T>
  T Evaluate(int64_t piece, const T& u) const;
  /// The value at u by its own piece, for expressions too. NaN for NaN.
  template <typename T>
  T Evaluate(const T& u) const;
  /// How far `u` is inside piece `piece`: falls through 0 where u leaves it.
  template <typename T>
  T Margin(int64_t piece, const T& u) const;

 private:
  /// c[0] + c[1] s + c[2] s² + c[3] s³ with s = u - origin.
  struct Piece {
    double origin;
    double c[4];
    int degree;
  };

  /// Appends the piece with these coefficients about `origin`.
  void Add(double origin, double c0, double c1, double c2, double c3);
  /// The pieces of the interpolation kNearest, without extrapolation.
  void AddNearest(const Eigen::VectorXd& breakpoints, const Eigen::VectorXd& values);
  /// The pieces through values with given slopes, one between each two points.
  void AddCubics(const Eigen::VectorXd& breakpoints, const Eigen::VectorXd& values,
                 const Eigen::VectorXd& slopes);

  std::vector<double> bounds_;  ///< one fewer than pieces
  std::vector<Piece> pieces_;
};

template <typename T>
T PiecewiseCubic::Evaluate(int64_t piece, const T& u) const {
  const Piece& p = pieces_[piece];
  T value(p.c[p.degree]);
  if (p.degree == 0) return value;
  const T s = u - T(p.origin);
  for (int k = p.degree - 1; k >= 0; --k) value = value * s + T(p.c[k]);
  return value;
}

template <typename T>
T PiecewiseCubic::Evaluate(const T& u) const {
  if constexpr (kIsSymbolic<T>) {
    T value = Evaluate(num_pieces() - 1, u);
    for (int k = num_pieces() - 2; k >= 0; --k) {
      value = select(u < T(bounds_[k]), Evaluate(k, u), value);
    }
    return select(u == u, value, u);  // NOLINT(misc-redundant-expression): u may be NaN.
  } else {
    return u != u ? u : Evaluate(FindPiece(ValueOf(u)), u);
  }
}

/// Inside a piece it is the distance to the nearer bound, so that a simulator can locate where the
/// piece ends. A function of one piece is never left: its margin is 1.
template <typename T>
T PiecewiseCubic::Margin(int64_t piece, const T& u) const {
  const size_t k = piece;
  if (bounds_.empty()) return T(1);
  if (k == 0) return T(bounds_[0]) - u;
  if (k == bounds_.size()) return u - T(bounds_[k - 1]);
  const T above = u - T(bounds_[k - 1]);
  const T below = T(bounds_[k]) - u;
  return select(below < above, below, above);
}

}  // namespace loopwright
