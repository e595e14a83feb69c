#include "blocklib/common/cubic_spline.h"

#include <cstddef>

#include "engine/common/checks.h"

namespace loopwright {
namespace {

// Rows of a tridiagonal system: below*s[i-1] + diagonal*s[i] + above*s[i+1] = right.
struct Row {
  double below;
  double diagonal;
  double above;
  double right;
};

// Gaussian elimination without exchanging rows (the Thomas algorithm), which takes time in
// proportion to the number of rows. Overwrites `rows`.
std::vector<double> SolveTridiagonal(std::vector<Row>* rows) {
  const std::size_t n = rows->size();
  for (std::size_t i = 1; i < n; ++i) {
    Row& row = (*rows)[i];
    const Row& last = (*rows)[i - 1];
    const double factor = row.below / last.diagonal;
    row.diagonal -= factor * last.above;
    row.right -= factor * last.right;
  }
  std::vector<double> solution(n);
  for (std::size_t i = n; i-- > 0;) {
    const Row& row = (*rows)[i];
    solution[i] = (row.right - (i + 1 < n ? row.above * solution[i + 1] : 0)) / row.diagonal;
  }
  return solution;
}

}  // namespace

// The slopes s_i solve a tridiagonal system: inside, the second derivatives of neighbouring pieces
// agree; at both ends the third derivatives of the first two and of the last two pieces do
// (not-a-knot), which here is written with two unknowns by eliminating the third.
std::vector<double> SplineSlopes(std::span<const double> knots, std::span<const double> values) {
  const std::size_t n = knots.size();
  LOOPWRIGHT_THROW_UNLESS(n > 0 && values.size() == n);
  if (n == 1) return {0};
  std::vector<double> h(n - 1), secant(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = knots[i + 1] - knots[i];
    secant[i] = (values[i + 1] - values[i]) / h[i];
  }
  if (n == 2) return {secant[0], secant[0]};
  // Through three points not-a-knot leads one parabola.
  if (n == 3) {
    const double bend = (secant[1] - secant[0]) / (h[0] + h[1]);  // of the parabola
    return {secant[0] - bend * h[0], secant[0] + bend * h[0], secant[1] + bend * h[1]};
  }
  // The first and the last row are the ends, the others the points between.
  std::vector<Row> rows(n);
  const double first = h[0] + h[1];
  rows[0] = {0, h[1], first,
             ((h[0] + 2 * first) * h[1] * secant[0] + h[0] * h[0] * secant[1]) / first};
  for (std::size_t i = 1; i + 1 < n; ++i) {
    rows[i] = {h[i], 2 * (h[i - 1] + h[i]), h[i - 1],
               3 * (h[i] * secant[i - 1] + h[i - 1] * secant[i])};
  }
  const double last = h[n - 3] + h[n - 2];
  rows[n - 1] = {
      last, h[n - 3], 0,
      (h[n - 2] * h[n - 2] * secant[n - 3] + (2 * last + h[n - 2]) * h[n - 3] * secant[n - 2]) /
          last};
  return SolveTridiagonal(&rows);
}

}  // namespace loopwright
