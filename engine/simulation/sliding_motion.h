#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/context/blend.h"
#include "engine/integration/autodiff_copy.h"
#include "engine/simulation/sliding_surface.h"

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
/// With several surfaces the branches of a leaf are combined as Blend says, and the weights are the
/// solution of as many equations. They are found at every evaluation of the derivatives, so that an
/// integrator sees a smooth motion, by Broyden's method from the weights and the matrix
/// S = ∂(dg/dt)/∂w of the last accepted step (Broyden, Math. Comp. 19 (1965) 577-593): two
/// evaluations where S is still right, and S need not be made anew where it is not. dg/dt is exact:
/// a sum of derivatives where g is linear in state, as it often is; otherwise the margins are
/// evaluated with power series in the time since (AutoDiff::Series), or, where there is no such
/// system or the scalar is AutoDiff itself, by central differences along the motion.
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
  /// Steps are at most `max_step_sec` long, which may be infinite. `copy`, of the same context,
  /// must outlive this. Who else uses it says NoteChange() afterwards.
  SlidingMotion(Data* data, std::vector<SlidingSurface> surfaces,
                std::vector<internal::BlendedLeaf> leaves, AutoDiffCopy<T>* copy,
                double max_step_sec);

  const std::vector<SlidingSurface>& surfaces() const { return surfaces_; }

  bool Governs(int mode) const override;
  /// Of a branch on a surface the lesser of w and 1 - w. Of another one the least margin that it
  /// has in any corner, where it is held as it is there: with that, another combination begins.
  double CalcMargin(int mode) const override;
  /// Whether a branch has left what is held in some corner.
  bool HasOtherBranches() const;

  /// What FindWeights() says of a surface.
  enum Place : char { kSide0, kSide1, kOn };
  /// After SetBlend() of this. Where the motion goes from here, by its first derivative: along
  /// which surfaces, and to which side of the others. A surface is left to side 1 where its margin
  /// grows with w = 1, and to side 0 where it falls with w = 0; it is slid on where 0 <= w <= 1.
  /// That is a complementarity problem with bounds (Stewart, Numer. Math. 58 (1990) 299-328),
  /// solved by changing one surface after the other that contradicts. False where none was found
  /// that agrees, or margins depend on the weights themselves.
  /// The search begins with `places`, one per surface.
  bool FindWeights(const std::vector<Place>& places);
  /// Whether other places are possible, too, with another motion.
  bool are_several() const { return are_several_; }
  /// What was found, per surface.
  const std::vector<Place>& places() const { return places_; }
  /// Moves the continuous state, in the directions in which the weights push it: on those surfaces
  /// that are slid on the margins are zero but for rounding, and on the others they are beyond zero
  /// by about rounding, on the side that was found. False where that is impossible, or the state is
  /// not near the surfaces.
  bool PutOnSides();

  /// Something else than time and continuous state has changed, or the copy was used.
  void NoteChange();
  /// A step of this length was accepted, and the context is at its end.
  void NoteStep(double step_sec);
  /// The margins as they are now.
  void CalcMargins(std::vector<T>* margins);
  /// Whether the last search for weights failed.
  bool has_failed() const { return has_failed_; }
  const Eigen::MatrixXd& inverse_sensitivity() const { return inverse_; }

  void EvaluateDerivatives() override;
  void Settle() override;

 private:
  /// Branches of a leaf that are not on a surface and depend on the sides of some.
  struct Governed {
    int node = 0;
    std::vector<int> surfaces;
    std::vector<int> modes;       ///< which of the leaf's
    std::vector<double> margins;  ///< of these, at the time and state for which all is settled
  };

  bool Solve(double stabilization);
  void CalcRates(bool is_first, std::vector<T>* rates);
  void FindGradient();
  void CalcGradient(uint64_t* random, Eigen::MatrixXd* gradient);
  bool UpdateCopy();
  bool CalcRatesBySeries(std::vector<T>* rates);
  void CalcRatesByDifferences(std::vector<T>* rates);
  template <typename U>
  void CalcMarginsIn(const internal::ContextData<U>& data, std::vector<U>* margins);
  void MoveAlong(double start, double duration);
  bool MarginsDependOnWeights();
  bool FindGoverned();
  bool DependOnCorners(Governed* governed);
  template <typename Visit>
  void VisitCorners(const Governed& governed, const Visit& visit);
  void CalcGovernedMargins();
  void CalcSensitivity(const std::vector<T>& weights);
  bool SolveInside(std::vector<T>* weights);
  bool IsUnique() const;
  bool IsAttractive() const;
  bool FindOne(std::vector<T>* weights);
  int FindAll(std::vector<T>* weights);
  bool CorrectPlaces(const std::vector<T>& weights, bool only_first);
  double CalcChanges();
  void ImproveInverse();
  bool Push(const std::vector<T>& missing);
  void EvaluateWith(const std::vector<T>& weights);

  const std::vector<SlidingSurface> surfaces_;
  std::vector<Governed> governed_;
  std::vector<T> corner_weights_;
  AutoDiffCopy<T>& copy_;
  bool copy_is_current_ = false, has_copy_ = true;
  /// Whether the gradients of the margins are constant: (element of the state, factor) per surface;
  /// and whether the margins do not depend on time.
  bool is_affine_ = false, is_autonomous_ = false, gradient_is_current_ = false;
  Eigen::MatrixXd gradient_here_, gradient_there_;
  std::vector<std::vector<std::pair<int, double>>> gradient_;
  std::vector<T> beside_;  ///< of the rates, per surface, at the present time
  std::vector<Place> places_;
  std::vector<T> start_;  ///< weights from which a search begins
  Eigen::MatrixXd sensitivity_, inverse_, used_inverse_;
  Eigen::MatrixXd push_;      ///< ∂f/∂w, one column per surface
  double stabilization_ = 0;  ///< 1/τ; 0 until it is known
  double last_step_ = 0;
  int64_t settled_at_ = -1;  ///< the context's change event
  bool has_failed_ = false, are_several_ = false;
  // Scratch.
  std::vector<T> rates_, margins_, weights_now_, changes_;
  Eigen::VectorXd rates_before_, step_, answer_;
  Eigen::RowVectorXd row_;
  std::vector<AutoDiff> series_margins_;
  std::vector<T> state_here_, slope_here_;
  std::vector<int64_t> held_;
  std::vector<char> sides_;
  std::vector<T> leaf_margins_;
  std::vector<AutoDiff> leaf_series_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SlidingMotion)

}  // namespace loopwright
