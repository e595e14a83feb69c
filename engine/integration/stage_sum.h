#pragma once

#include "engine/common/few_elements.h"
#include "engine/integration/runge_kutta.h"

// The sums of an explicit Runge-Kutta step: what a state becomes for the next stage, from the
// derivatives of the stages before it. Compiled for each number of terms, since a loop whose length
// the compiler knows keeps its weights in registers.

namespace loopwright::internal {

/// One stage's sum for a state of any size, for a number of terms that the compiler knows:
/// x = start + h (w_0 k_0 + ... + w_last newest). Keeps `start`, which x holds before, at the first
/// stage (kFirst), and the newest derivatives where they are needed again (kKeep).
template <typename T, int kTerms, bool kFirst, bool kKeep>
void SumStages(const double* weights, const int* stages, T* const* k, double h, int size,
               T* __restrict x, T* __restrict start, const T* __restrict newest,
               T* __restrict kept) {
  // Local copies: the compiler then knows that writing x does not change them.
  double w[kTerms];
  const T* term[kTerms] = {};
  for (int j = 0; j < kTerms; ++j) w[j] = weights[j];
  for (int j = 0; j + 1 < kTerms; ++j) term[j] = k[stages[j]];
  for (int n = 0; n < size; ++n) {
    const T last = newest[n];
    if constexpr (kKeep) kept[n] = last;
    if constexpr (kFirst) start[n] = x[n];
    T sum = kTerms == 1 ? w[0] * last : w[0] * term[0][n];
    for (int j = 1; j + 1 < kTerms; ++j) sum += w[j] * term[j][n];
    if constexpr (kTerms > 1) sum += w[kTerms - 1] * last;
    x[n] = start[n] + h * sum;
  }
}

/// Sums like the function above, for a state of kSize elements, which the compiler keeps in
/// registers, and so many terms; `term(j)` are the derivatives of the j-th but the last, the
/// newest. A stage takes as long as what waits for these: they are read where they were evaluated,
/// before they are kept, and all else is summed up first.
template <int kSize, typename T, typename Term>
[[gnu::always_inline]] inline void SumFew(const double* weights, int terms, const Term& term,
                                          double h, const T* start, const T* newest, T* kept,
                                          T* x) {
  T known[kSize], last[kSize];
  if (terms == 1) {
    for (int n = 0; n < kSize; ++n) known[n] = start[n];
  } else {
    const T* k = term(0);
    for (int n = 0; n < kSize; ++n) known[n] = weights[0] * k[n];
    for (int j = 1; j + 1 < terms; ++j) {
      k = term(j);
      for (int n = 0; n < kSize; ++n) known[n] += weights[j] * k[n];
    }
    for (int n = 0; n < kSize; ++n) known[n] = start[n] + h * known[n];
  }
  const double last_weight = h * weights[terms - 1];
  for (int n = 0; n < kSize; ++n) last[n] = ReadAlone(newest[n]);
  for (int n = 0; n < kSize; ++n) kept[n] = last[n];
  for (int n = 0; n < kSize; ++n) x[n] = known[n] + last_weight * last[n];
}

// The two functions for a row of kTerms terms: one that keeps the newest derivatives, and one that
// does not.
template <typename T, int kTerms>
void Choose(bool is_first, StageSum<T>* plain, StageSum<T>* keeping) {
  *plain = is_first ? SumStages<T, kTerms, true, false> : SumStages<T, kTerms, false, false>;
  *keeping = is_first ? SumStages<T, kTerms, true, true> : SumStages<T, kTerms, false, true>;
}

}  // namespace loopwright::internal
