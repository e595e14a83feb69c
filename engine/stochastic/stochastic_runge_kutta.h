#pragma once

#include "engine/stochastic/stochastic_method.h"

namespace loopwright {

/// What methods share that find derivatives of B by evaluating it beside the state, at a point for
/// each of several groups of Wiener processes.
///
/// Where B of every leaf depends on noisy states as the leaf's own form says (FindNoiseFeedback()
/// finds nothing), leaves are independent of each other here, and all have their points in one
/// evaluation: process k of each leaf of general noise is in group k, and all processes of other
/// leaves, which do not disturb each other, are in group 0. Otherwise each process of the diagram
/// is a group of its own.
template <typename T>
class GroupedNoise : public StochasticMethod<T> {
 protected:
  using typename StochasticMethod<T>::NoisyLeaf;
  using typename StochasticMethod<T>::Values;

  GroupedNoise(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
               const StochasticSettings& grid);

  int num_groups() const { return num_groups_; }
  /// Whether several processes of a leaf disturb each other.
  bool has_mixed_noise(const NoisyLeaf& leaf) const {
    return is_coupled_ || leaf.form == DiffusionForm::kGeneral;
  }
  bool has_mixed_noise() const;
  /// The processes that `leaf`'s columns of a group belong to, and all whose B reads the same
  /// states.
  struct Range {
    int first, end;
  };
  Range ProcessesOf(const NoisyLeaf& leaf, int group) const;
  Range BlockOf(const NoisyLeaf& leaf) const;

  /// x += factor * Σ_k weight_k B_k over the processes of a group, in all leaves.
  void AddGroup(int group, const Values& noise, double factor, Values* x) const;

  Values noise0_, noise_, point_;

 private:
  const bool is_coupled_;
  int num_groups_ = 0;
};

/// Rößler's method SRI1 of strong order 1 for noise of any kind, without derivatives. For each
/// process k,
///
///     H±  = x0 ± Σ_l b_l(t0, x0) I_lk / sqrt(h)
///     x1  = x0 + f h + Σ_k b_k ΔW_k + sqrt(h)/2 Σ_k (b_k(t0, H+) - b_k(t0, H-))
///
/// Rößler: Runge-Kutta methods for the strong approximation of solutions of stochastic differential
/// equations, SIAM J. Numer. Anal. 48 (2010) 922-952. The iterated integrals I_lk belong to the
/// path (BrownianPath::CalcIteratedIntegrals()) and are expectations given 2^(5 + L) parts of a
/// step at refinement L: of the variance of Lévy's area 1/96 is missing at L = 0 (1/3 of 1/32),
/// and each level halves that, so that order 1 is kept under refinement.
template <typename T>
class Sri1 final : public GroupedNoise<T> {
 public:
  Sri1(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
       const StochasticSettings& grid);

 private:
  using typename GroupedNoise<T>::NoisyLeaf;

  bool TryStep(double h) override;
  void CalcIntegrals();
  void MovePoint(int group, double sign, double h);

  std::vector<double> integrals_;  ///< I_lk at l * m + k, for processes that disturb each other
  std::vector<double> scratch_;
};

/// Platen's explicit method of weak order 2 for noise of any kind: moments of x(t) are right to
/// O(h²). With ΔW of the path, and V_kr = -V_rk = ±h with equal chance, k > r,
///
///     X   = x0 + f h + Σ b_k ΔW_k,   R±_k = x0 + f h ± b_k sqrt(h),   U±_k = x0 ± b_k sqrt(h)
///     x1  = x0 + h/2 (f(t1, X) + f)
///         + 1/4 Σ_k (b_k(t1, R+_k) + b_k(t1, R-_k) + 2 b_k) ΔW_k
///         + 1/4 Σ_k (b_k(t1, R+_k) - b_k(t1, R-_k)) (ΔW_k² - h) / sqrt(h)
///         + 1/4 Σ_k Σ_{r≠k} (b_k(t0, U+_r) + b_k(t0, U-_r) - 2 b_k) ΔW_k
///         + 1/4 Σ_k Σ_{r≠k} (b_k(t0, U+_r) - b_k(t0, U-_r)) (ΔW_k ΔW_r + V_rk) / sqrt(h)
///
/// Kloeden, Platen: Numerical Solution of Stochastic Differential Equations (1992), 15.1.
template <typename T>
class PlatenWeak2 final : public GroupedNoise<T> {
 public:
  PlatenWeak2(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
              const StochasticSettings& grid);

 private:
  using typename GroupedNoise<T>::NoisyLeaf;

  bool TryStep(double h) override;
  void AddOwnTerms(int group, double sign, double h);
  void AddMixedTerms(int group, double sign, double h);
  /// V_rk / h.
  double PairSign(int r, int k);

  std::vector<T> drift_;
};

/// Rößler's method SRIW1 of strong order 1.5 for additive, scalar and diagonal noise, with the
/// coefficients in the source. With H of the path (BrownianPath) I_0 = ∫ W dt = h (H + ΔW/2), and
///
///     X_i = x0 + h Σ_j a_ij f(X_j) + 1/h Σ_j e_ij Σ_k b_k(Y_j) I_0k
///     Y_i = x0 + h Σ_j c_ij f(X_j) + sqrt(h) Σ_j g_ij Σ_k b_k(Y_j)
///     x1  = x0 + h Σ_i α_i f(X_i) + Σ_i Σ_k b_k(Y_i) w_ik
///
/// where w_ik = β1_i ΔW + β2_i I_11 / sqrt(h) + β3_i I_0 / h + β4_i I_111 / h of process k, and
/// I_11 = (ΔW² - h)/2, I_111 = (ΔW³ - 3 h ΔW)/6. Source as of SRI1.
template <typename T>
class Sriw1 final : public StochasticMethod<T> {
 public:
  Sriw1(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
        const StochasticSettings& grid);

 private:
  static constexpr int kStages = 4;
  using typename StochasticMethod<T>::Values;

  bool TryStep(double h) override;
  void AddStage(int stage, double h);
  void SetWeights(int stage, double h);

  Values point_, drift_[kStages], noise_[kStages];
  std::vector<double> time_integrals_;  ///< I_0 / h
  std::vector<double> ones_, weights_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GroupedNoise)
LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Sri1)
LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(PlatenWeak2)
LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(Sriw1)

}  // namespace loopwright
