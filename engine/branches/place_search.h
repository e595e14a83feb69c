#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "engine/branches/other_choices.h"
#include "engine/branches/surface_rates.h"
#include "engine/context/blend.h"

namespace loopwright {

/// Where a motion goes from an instant at which it stands on several surfaces, by its first
/// derivative: along which of them, and to which side of the others.
///
/// With the weight w_s of each surface's side 1 the rates of the margins are r(w), linear in each
/// weight. A surface is left to side 1 where w_s = 1 and its margin grows, r_s >= 0; to side 0
/// where w_s = 0 and r_s <= 0; it is slid on where 0 <= w_s <= 1 and r_s = 0. That is a
/// complementarity problem with bounds (Stewart, Numer. Math. 58 (1990) 299-328), solved by
/// changing one surface after the other that contradicts. Where its solution is not the only one (S
/// = ∂r/∂w tells), all places of up to five surfaces are tried, and those that the motion comes
/// back to are taken.
///
/// A surface whose margin no weight moves, while it does move, is *crossed*: as t = 0.5, on which
/// max(t - 0.5, 0) bends, whatever slides at that instant. The sign of its rate is its side.
template <typename T>
class PlaceSearch {
 public:
  using Data = internal::ContextData<T>;
  enum Place : char { kSide0, kSide1, kOn };

  /// All must outlive this: `blend` is that of the context `data`, and `rates` those of `surfaces`.
  PlaceSearch(Data* data, internal::Blend<T>* blend, const std::vector<SlidingSurface>* surfaces,
              SurfaceRates<T>* rates);

  /// Whether a margin is another number with other weights, or in other branches of the same leaf:
  /// then it jumps itself, its rate is no function of the weights, and this class does not apply.
  bool MarginsDependOnWeights();

  /// The search begins with `places`, one per surface. False where none was found that agrees.
  bool Find(const std::vector<Place>& places);
  /// What was found, per surface.
  const std::vector<Place>& places() const { return places_; }
  const std::vector<T>& weights() const { return weights_; }
  /// The other places that are possible, too, with another motion, by the branches on them.
  const OtherChoices& others() const { return others_; }
  /// S⁻¹ there, 1/(1/s²). Where S has no inverse, that of the surfaces that are slid on alone, and
  /// zero of the others.
  Eigen::MatrixXd CalcInverse() const;

  /// After Find(): moves the continuous state, in the directions in which the weights push it: on
  /// those surfaces that are slid on the margins are zero but for rounding, and on the others they
  /// are beyond zero by about rounding, on the side that was found. One that cannot be pushed from
  /// zero may stay there if its rate leads to that side. False where that is impossible, or the
  /// state is not near the surfaces: `drift` is how large margins may be by what integration has
  /// lost of them.
  bool PutOnSides(double drift);

 private:
  void Evaluate(const std::vector<T>& weights);
  void CalcRates(const std::vector<T>& weights);
  void CalcSensitivity(const std::vector<T>& weights);
  void FindCrossed();
  std::vector<int> ListUncrossed() const;
  std::vector<int> ListInside() const;
  bool SolveInside(std::vector<T>* weights);
  bool CorrectPlaces(const std::vector<T>& weights, bool only_first);
  bool IsUnique() const;
  bool IsAttractive(const std::vector<T>& weights) const;
  bool FindOne(std::vector<T>* weights);
  bool FindAll(std::vector<T>* weights);
  std::string TextOfPlaces() const;
  bool Push(const std::vector<T>& missing);

  Data& data_;
  internal::Blend<T>& blend_;
  const std::vector<SlidingSurface>& surfaces_;
  SurfaceRates<T>& rates_of_;
  std::vector<Place> places_;
  std::vector<char> is_crossed_;  ///< per surface
  std::vector<T> weights_;
  Eigen::MatrixXd sensitivity_;  ///< S
  Eigen::MatrixXd push_;         ///< ∂x'/∂w, one column per surface
  OtherChoices others_;
  std::vector<T> rates_, margins_;  ///< scratch
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(PlaceSearch)

}  // namespace loopwright
