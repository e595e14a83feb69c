#include "gui/analysis/locus_branches.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace loopwright {

namespace {

QPointF placeOf(const Complex& pole) { return {pole.real(), pole.imag()}; }

// A pole on the real axis, but for rounding.
bool isReal(const Complex& pole) { return std::abs(pole.imag()) <= 1e-9 * std::abs(pole); }

// For each pole of `from` the number of the one in `to` that it goes to; both have as many.
std::vector<size_t> successors(const ComplexList& from, const ComplexList& to) {
  std::vector<std::tuple<double, size_t, size_t>> pairs;
  for (size_t i = 0; i < from.size(); ++i) {
    for (size_t k = 0; k < to.size(); ++k) pairs.emplace_back(std::abs(from[i] - to[k]), i, k);
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<size_t> next(from.size(), to.size());
  std::vector<bool> isTaken(to.size(), false);
  for (const auto& [distance, i, k] : pairs) {
    if (next[i] < to.size() || isTaken[k]) continue;
    next[i] = k;
    isTaken[k] = true;
  }
  return next;
}

// What a pair of real poles `a` and `b` runs through on its way to a conjugate pair, of which `c`
// is the one that `a` becomes: the points of `a`, without both ends.
QPolygonF departure(const Complex& a, const Complex& b, const Complex& c) {
  constexpr int kPoints = 8;  // on each side of the point where they meet
  const double half = (a.real() - b.real()) / 2;
  const double middle = (a.real() + b.real()) / 2;
  const double square = half * half;               // of half the difference, at the one end,
  const double end = -(c.imag() * c.imag());       // and at the other: there it is imaginary
  const double meeting = square / (square - end);  // part of the way
  QPolygonF points;
  // The points stand as far from each other as square roots of equal steps of their squares.
  for (int i = -kPoints + 1; i < kPoints; ++i) {
    const double part = static_cast<double>(i) / kPoints;
    const double way = i < 0 ? meeting * (1 - part * part) : meeting + (1 - meeting) * part * part;
    const double sum = middle + way * (c.real() - middle);
    const double root = std::sqrt(std::abs(square + way * (end - square)));
    points.append(i < 0 ? QPointF(sum + std::copysign(root, half), 0)
                        : QPointF(sum, i == 0 ? 0 : std::copysign(root, c.imag())));
  }
  return points;
}

// The points between pole `i` of `from` and the one that it goes to, where that is not straight.
QPolygonF between(const ComplexList& from, const ComplexList& to, const std::vector<size_t>& next,
                  size_t i) {
  const Complex& a = from[i];
  const Complex& c = to[next[i]];
  if (isReal(a) == isReal(c)) return {};
  for (size_t k = 0; k < from.size(); ++k) {
    const Complex& b = from[k];
    const Complex& d = to[next[k]];
    if (k == i) continue;
    const bool leaves = isReal(a) && isReal(b) && d == std::conj(c);
    if (leaves) return departure(a, b, c);
    const bool returns = isReal(c) && isReal(d) && b == std::conj(a);
    if (!returns) continue;
    QPolygonF points = departure(c, d, a);
    std::reverse(points.begin(), points.end());
    return points;
  }
  return {};
}

}  // namespace

// Poles come as sets, one for each value of the factor. Lines are made of them by following each
// pole to the one of the next set that it has become; where their number is another, lines begin
// anew.
std::vector<QPolygonF> locusBranches(const std::vector<ComplexList>& locus) {
  std::vector<QPolygonF> branches;
  std::vector<size_t> open;  // of each pole of the factor before, the number of its branch
  for (size_t step = 0; step < locus.size(); ++step) {
    const ComplexList& poles = locus[step];
    std::vector<size_t> present(poles.size());
    if (step == 0 || locus[step - 1].size() != poles.size()) {
      for (size_t i = 0; i < poles.size(); ++i) {
        present[i] = branches.size();
        branches.push_back({placeOf(poles[i])});
      }
    } else {
      const ComplexList& before = locus[step - 1];
      const std::vector<size_t> next = successors(before, poles);
      for (size_t i = 0; i < before.size(); ++i) {
        QPolygonF& branch = branches[open[i]];
        branch += between(before, poles, next, i);
        branch.append(placeOf(poles[next[i]]));
        present[next[i]] = open[i];
      }
    }
    open = std::move(present);
  }
  return branches;
}

}  // namespace loopwright
