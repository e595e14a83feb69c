#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/branches/attraction.h"
#include "engine/branches/constant_push.h"
#include "engine/branches/corner_branches.h"
#include "engine/branches/place_search.h"
#include "engine/branches/sliding_branches.h"
#include "engine/branches/surface_rates.h"
#include "engine/context/blend.h"
#include "engine/integration/autodiff_copy.h"

namespace loopwright {

/// The motion along surfaces that it is driven to from both sides (semantics 11; Filippov,
/// "Differential Equations with Discontinuous Righthand Sides", Kluwer 1988).
///
/// On a surface g(t, x) = 0 with x' = f_1 on its side g > 0 and x' = f_0 on the other, where both
/// lead into each other, the motion stays on the surface with x' = w f_1 + (1 - w) f_0 and the
/// weight w in [0, 1] for which
///
///     dg/dt = g_t + g_x x' = 0.
///
/// For example sign(x) with x' = 0.5 - sign(x) at x = 0: f_1 = -0.5, f_0 = 1.5, so that w = 0.75,
/// x' = 0 and the output of sign, 0.75 · 1 + 0.25 · (-1), is 0.5.
///
/// With several surfaces the branches of a leaf are combined as Blend says, and the weights are the
/// solution of as many equations. They are found at every evaluation of the derivatives, so that an
/// integrator sees a smooth motion, by Broyden's method from the weights and the matrix
/// S = ∂(dg/dt)/∂w of the last accepted step (Broyden, Math. Comp. 19 (1965) 577-593): two
/// evaluations where S is still right, and S need not be made anew where it is not. Where weights
/// push the state by a constant matrix (ConstantPush), a single evaluation, of side 0, is enough: a
/// step of a body that sticks costs then about half (benchmark sliding), and once in a step,
/// at its end, the result is compared with an evaluation of both sides.
///
/// What integration loses of g = 0 comes back slowly: derivatives are those for which
/// dg/dt = -g / τ (Baumgarte, Comput. Methods Appl. Mech. Engrg. 1 (1972) 1-16). The time τ is
/// several of the longest steps: a shorter one would make the equations stiff, and the inner points
/// of a step, which are further from the surface than its end, would lead the motion astray
/// (Prothero, Robinson, Math. Comp. 28 (1974) 145-162). What is shown has dg/dt = 0.
template <typename T>
class SlidingMotion final : public internal::Blend<T> {
 public:
  using Data = internal::ContextData<T>;
  using Place = typename PlaceSearch<T>::Place;
  /// Steps are at most `max_step_sec` long, which may be infinite. `copy`, of the same context,
  /// must outlive this. Who else uses it says NoteChange() afterwards.
  SlidingMotion(Data* data, std::vector<SlidingSurface> surfaces, SlidingBranches branches,
                AutoDiffCopy<T>* copy, double max_step_sec);

  const std::vector<SlidingSurface>& surfaces() const { return surfaces_; }

  bool Governs(int mode) const override;
  /// Of a branch on a surface the least of w, 1 - w and the attraction(). Of another one the least
  /// margin that it has in any corner, where it is held as it is there: with that, another
  /// combination begins.
  double CalcMargin(int mode) const override;
  /// Whether a branch has left what is held in some corner.
  bool HasOtherBranches() const { return corner_branches_.HaveLeft(); }

  /// After SetBlend() of this: where the motion goes from here (PlaceSearch). False where nothing
  /// was found that agrees, margins depend on the weights themselves, or too many branches depend
  /// on them. The search begins with `places`, one per surface.
  bool FindWeights(const std::vector<Place>& places);
  /// How fast a motion beside the surfaces comes back to all of them (CalcAttraction()), as it is
  /// after Settle(): where it no longer does, sliding ends. Infinite where S is constant and they
  /// attract with all weights.
  double attraction() const { return attraction_; }

  /// What FindWeights() found.
  PlaceSearch<T>& search() { return search_; }

  /// Something else than time and continuous state has changed, or the copy was used.
  void NoteChange();
  /// A source may go on in another way from here.
  void NoteCorner();
  /// A step of this length was accepted, and the context is at its end. Gives the margins there.
  void NoteStep(double step_sec, std::vector<T>* margins);
  /// The margins as they are now, one per surface.
  void CalcMargins(std::vector<T>* margins);
  /// Whether the last search for weights failed.
  bool has_failed() const { return has_failed_; }
  const Eigen::MatrixXd& inverse_sensitivity() const { return inverse_; }

  void EvaluateDerivatives() override;
  void Settle() override;

 private:
  /// What side 0 of all surfaces has at a time and state: derivatives, rates, and margins as sums
  /// of the state (SurfaceRates::Calc()). The time is NaN where there is none. Where both sides
  /// were compared there, also the margins as the blocks say them.
  struct Side0 {
    double time = 0;
    std::vector<T> state, slope, rates, margins;
    bool is_compared = false;
    std::vector<T> true_margins;
  };
  bool FindWeightsHere(double stabilization);
  bool Solve(double stabilization);
  /// Whether derivatives and rates are linear in the weights with constant factors, as far as is
  /// known.
  bool MaySolveByPush() {
    return push_is_known_ ? is_pushed_constantly_ && rates_of_.IsAffine() : FindPush();
  }
  bool FindPush();
  bool SolveByPush(double stabilization);
  const Side0* FindSide0();
  bool IsAt(const Side0& known) const;
  void ForgetKnown();
  void CheckPush();
  bool IsPushRight();
  void PredictWeights(double stabilization);
  double CalcChanges();
  void ImproveInverse();
  void EvaluateWith(const std::vector<T>& weights);
  void LookAtCorners();
  void NoteAttraction();
  void FindSensitivity();

  const std::vector<SlidingSurface> surfaces_;
  SurfaceRates<T> rates_of_;
  CornerBranches<T> corner_branches_;
  PlaceSearch<T> search_;
  ConstantPush<T> push_;
  bool push_is_known_ = false, is_pushed_constantly_ = false;
  Eigen::MatrixXd push_sensitivity_;  ///< S, constant too then, …
  std::vector<double> push_inverse_;  ///< … and S⁻¹, row by row
  bool may_repel_ = false;            ///< with that S and some weights
  /// The elements of the state that are pushed, each with one number per surface.
  std::vector<int> pushed_;
  std::vector<double> pushes_;
  std::vector<T> start_;          ///< weights of the last accepted step
  Eigen::MatrixXd inverse_;       ///< S⁻¹ of the last accepted step …
  Eigen::MatrixXd used_inverse_;  ///< … and of the last search
  double stabilization_ = 0;      ///< 1/τ; 0 until it is known
  int64_t settled_at_ = -1;       ///< the context's change event
  /// As found last: a step's end is looked at by its last stage, by whoever settles there and,
  /// after a look at its middle, once more.
  std::array<Side0, 2> known_;
  size_t last_known_ = 0;
  /// Whether what is computed is that of known_[last_known_] …
  bool is_evaluated_there_ = false;
  /// … and whether the push was compared with both sides since the last stage.
  bool is_checked_ = false;
  bool has_failed_ = false;
  double attraction_ = std::numeric_limits<double>::infinity();
  Eigen::MatrixXd sensitivity_;  ///< scratch for it …
  std::vector<double> weights_there_;
  Eigen::EigenSolver<Eigen::MatrixXd> eigenvalues_;  ///< … too
  /// The last search: weights, margins, for which time and which 1/τ. NaN: none was.
  std::vector<T> weights_now_, margins_;
  double solved_at_ = 0, solved_for_ = 0;
  // Scratch.
  std::vector<T> rates_, changes_, no_weights_;
  std::vector<T> slope_;
  std::vector<double> rates_before_, step_, answer_, row_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SlidingMotion)

}  // namespace loopwright
