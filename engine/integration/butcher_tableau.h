#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace loopwright {

/// How a method continues its solution between the ends of a step.
enum class Interpolation {
  kLine,     ///< order 1
  kHermite,  ///< cubic, from values and derivatives at both ends; order 3
  kStages    ///< the method's own polynomial in the stages
};

/// An explicit Runge-Kutta method as data. Stage i is evaluated at t + c_i h, x + h sum_j a_ij k_j;
/// the step is x + h sum b_i k_i and its error estimate h sum e_i k_i. tests/engine prove the
/// orders from the coefficients.
struct ButcherTableau {
  std::string_view name;
  int order = 0;
  int error_order = 0;  ///< of the embedded method; 0: there is none
  int stages = 0;
  std::vector<double> c = {};
  std::vector<double> a = {};  ///< row by row, row i has i elements
  std::vector<double> b = {};
  std::vector<double> error = {};  ///< b minus the embedded method's b; empty where there is none
  bool first_same_as_last = false;
  Interpolation interpolation = Interpolation::kHermite;
  /// For kStages: weights[i] = sum_p dense[i * dense_degree + p - 1] theta^p.
  int dense_degree = 0;
  std::vector<double> dense = {};

  double a_at(int i, int j) const { return a[i * (i - 1) / 2 + j]; }
};

/// The methods of this build, by the names that files and the command line use:
/// - `explicit_euler`
/// - `rk2`: Heun's method, the explicit trapezoidal rule (Hairer, Nørsett, Wanner: Solving ODEs I,
///   II.1)
/// - `rk3`: Kutta (1901), with the midpoint rule embedded, of order 2
/// - `rk4`: Kutta (1901), the classical method
/// - `bogacki_shampine3`: Bogacki and Shampine, Appl. Math. Lett. 2 (1989) 321-325, with their
///   embedded method of order 2
/// - `dopri5`: Dormand and Prince, J. Comp. Appl. Math. 6 (1980) 19-26, RK5(4)7M, with Shampine's
///   interpolant of order 4, Math. Comp. 46 (1986) 135-150.
///
/// Those without an interpolant of their own use the cubic Hermite polynomial, of order 3 (also
/// rk4, whose steps are of order 4); explicit_euler uses the line.
std::span<const ButcherTableau> RungeKuttaMethods();

/// Null where there is none of that name.
const ButcherTableau* FindRungeKuttaMethod(std::string_view name);

}  // namespace loopwright
