#pragma once

namespace loopwright::benchmarks {

// Runge-Kutta methods as constants of the program, so that a loop over a small system is unrolled
// and keeps everything in registers.

struct Rk3 {
  static constexpr int kStages = 3, kErrorOrder = 2, kOrder = 3;
  static constexpr bool kFirstSameAsLast = false;
  static constexpr double a[3][3] = {{}, {0.5}, {-1, 2}};
  static constexpr double b[3] = {1. / 6, 4. / 6, 1. / 6};
  static constexpr double e[3] = {1. / 6, 4. / 6 - 1, 1. / 6};
};

struct BogackiShampine3 {
  static constexpr int kStages = 4, kErrorOrder = 2, kOrder = 3;
  static constexpr bool kFirstSameAsLast = true;
  static constexpr double a[4][4] = {{}, {0.5}, {0, 0.75}, {2. / 9, 1. / 3, 4. / 9}};
  static constexpr double b[4] = {2. / 9, 1. / 3, 4. / 9, 0};
  static constexpr double e[4] = {2. / 9 - 7. / 24, 1. / 3 - 1. / 4, 4. / 9 - 1. / 3, -1. / 8};
};

struct DormandPrince5 {
  static constexpr int kStages = 7, kErrorOrder = 4, kOrder = 5;
  static constexpr bool kFirstSameAsLast = true;
  static constexpr double a[7][7] = {
      {},
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static constexpr double b[7] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784,
                                  11. / 84,  0};
  static constexpr double e[7] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                  -17253. / 339200, 22. / 525, -1. / 40};
};

struct Pair {
  double x, v;
};

/// `sum` + h * (weights of row `s` of a, times the derivatives so far); weights of 0 cost nothing.
template <class M, int s, int j = 0>
inline Pair AddStages(Pair sum, const Pair* k, double h) {
  if constexpr (j < s) {
    if constexpr (M::a[s][j] != 0) {
      sum.x += h * M::a[s][j] * k[j].x;
      sum.v += h * M::a[s][j] * k[j].v;
    }
    return AddStages<M, s, j + 1>(sum, k, h);
  }
  return sum;
}

/// The same with the weights of the step (`error` false) or of its error.
template <class M, bool error, int j = 0>
inline Pair AddWeighted(Pair sum, const Pair* k, double h) {
  if constexpr (j < M::kStages) {
    constexpr double weight = error ? M::e[j] : M::b[j];
    if constexpr (weight != 0) {
      sum.x += h * weight * k[j].x;
      sum.v += h * weight * k[j].v;
    }
    return AddWeighted<M, error, j + 1>(sum, k, h);
  }
  return sum;
}

/// Stages 1 and on of a step from `start`, k[0] being known; returns the end.
template <class M, int s = 1, class F>
inline Pair Step(Pair start, Pair* k, double h, const F& derivative) {
  if constexpr (s < M::kStages) {
    k[s] = derivative(AddStages<M, s>(start, k, h));
    return Step<M, s + 1>(start, k, h, derivative);
  }
  return AddWeighted<M, false>(start, k, h);
}

}  // namespace loopwright::benchmarks
