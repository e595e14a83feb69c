#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/branches/beside_series.h"
#include "engine/branches/sliding_surface.h"
#include "engine/integration/autodiff_copy.h"

namespace loopwright {

/// How fast the margins g(t, x) of some surfaces change along the motion,
///
///     dg/dt = g_t + g_x x',
///
/// with x' as the context's derivatives are. Of the pendulum that is held on the line
/// angle + speed = 0, g is that sum, and dg/dt is the sum of speed and acceleration.
///
/// dg/dt is exact: a sum of derivatives where g is linear in the state, as it often is; otherwise
/// the margins are differentiated along the motion, by AutoDiff. Where there is no such system, or
/// the scalar is AutoDiff itself, it is a central difference. What a linear margin has beside its
/// sum over the state, as - sin t in x - sin t, is looked up in a series of it where steps are
/// short enough for that (BesideSeries).
template <typename T>
class SurfaceRates {
 public:
  using Data = internal::ContextData<T>;
  /// `surfaces` and `copy`, which is one of the same context, must outlive this. Who else uses the
  /// copy says NoteChange() afterwards.
  SurfaceRates(Data* data, const std::vector<SlidingSurface>* surfaces, AutoDiffCopy<T>* copy);

  /// One margin per surface, at the context's time and state.
  void CalcMargins(std::vector<T>* margins);
  /// dg/dt of all surfaces at the context's time and state, whose derivatives are up to date. Where
  /// `margins` are asked for, these too: CalcMargins(), but to within rounding where they are known
  /// as sums of the state.
  void Calc(std::vector<T>* rates, std::vector<T>* margins = nullptr);

  /// Whether the gradients of the margins by the state are constant, as far as is known.
  bool IsAffine() {
    if (!gradient_is_current_) FindGradient();
    return is_affine_;
  }
  /// g_x v of all surfaces for a vector v like the continuous state, where IsAffine().
  Eigen::VectorXd CalcAlong(const Eigen::VectorXd& vector) const;
  /// After Calc() where IsAffine(), with rates and margins as they are: whether these are
  /// what constant gradients make of them. Where they are not, IsAffine() is false from now on: a
  /// table may be a straight line where it was looked at, and bend further on. Where a series was
  /// used, it is given up if it does not give the margin to rounding: that is the sum of all errors
  /// that rates from it have had.
  bool AgreesHere(const std::vector<T>& rates, const std::vector<T>& margins);

  /// Something else than time and continuous state has changed, or the copy was used.
  void NoteChange() { copy_is_current_ = gradient_is_current_ = false; }
  /// A source may go on in another way from here, as a ramp does where it begins.
  void NoteCorner();
  /// The copy was used by another one.
  void NoteCopyUsed() { copy_is_current_ = false; }
  /// A step of this length was accepted: differences are taken over a part of it.
  void NoteStep(double step_sec) { last_step_ = step_sec; }

 private:
  /// What the margins of constant gradient have, at a time, beside the sums over the state: the
  /// margins less these, and their derivatives by time; one number per surface. The time is NaN
  /// where there is none. With x - sin t at t = 0.5: -sin 0.5 and -cos 0.5.
  struct Beside {
    double time = 0;
    std::vector<T> margins, rates;
  };
  T CalcSum(size_t surface, const T* values) const;
  void CalcWithoutSums(std::vector<T>* rates, std::vector<T>* margins);
  const Beside* FindBeside();
  const Beside* FindBesideInSeries();
  bool ExpandBeside();
  bool AreSumsHere(const std::vector<T>& margins, const Beside* beside, double rounding) const;
  Beside* KeepBeside();
  void FindGradient();
  void CalcGradient(uint64_t* random, Eigen::MatrixXd* gradient);
  bool UpdateCopy();
  bool CalcByCopy(std::vector<T>* rates);
  void CalcByDifferences(std::vector<T>* rates);
  void CalcMarginsOfCopy();
  void MoveAlong(double start, double duration);

  Data& data_;
  const std::vector<SlidingSurface>& surfaces_;
  AutoDiffCopy<T>& copy_;
  bool copy_is_current_ = false, has_copy_ = true;
  /// Whether the gradients of the margins are constant: (element of the state, factor) per surface;
  /// and whether the margins do not depend on time.
  bool is_affine_ = false, is_autonomous_ = false, gradient_is_current_ = false;
  Eigen::MatrixXd gradient_here_, gradient_there_;
  std::vector<std::vector<std::pair<int, double>>> gradient_;
  std::vector<double> offset_;    ///< of the margins, where they are sums of states and this
  std::array<Beside, 8> beside_;  ///< at the times last asked for
  size_t next_beside_ = 0;
  BesideSeries series_;
  bool may_use_series_ = false;
  /// As the series gave it at the last two times: the end and the middle of a step take turns.
  std::array<Beside, 2> in_series_;
  size_t last_in_series_ = 0;
  double last_step_ = 0;
  // Scratch.
  SurfaceScratch<T> scratch_;
  SurfaceScratch<AutoDiff> copy_scratch_;
  std::vector<AutoDiff> copy_margins_;
  std::vector<T> margins_, state_here_, slope_here_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SurfaceRates)

}  // namespace loopwright
