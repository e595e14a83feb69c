#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

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
/// the scalar is AutoDiff itself, it is a central difference.
template <typename T>
class SurfaceRates {
 public:
  using Data = internal::ContextData<T>;
  /// `surfaces` and `copy`, which is one of the same context, must outlive this. Who else uses the
  /// copy says NoteChange() afterwards.
  SurfaceRates(Data* data, const std::vector<SlidingSurface>* surfaces, AutoDiffCopy<T>* copy);

  /// One margin per surface, at the context's time and state.
  void CalcMargins(std::vector<T>* margins);
  /// dg/dt of all surfaces at the context's time and state, whose derivatives are up to date.
  void Calc(std::vector<T>* rates);

  /// Whether the gradients of the margins by the state are constant, as far as is known.
  bool IsAffine();
  /// g_x v of all surfaces for a vector v like the continuous state, where IsAffine().
  Eigen::VectorXd CalcAlong(const Eigen::VectorXd& vector) const;
  /// After Calc() where IsAffine(), with the rates that it gave: whether margins and rates here are
  /// what constant gradients make of them. Where they are not, IsAffine() is false from now on: a
  /// table may be a straight line where it was looked at, and bend further on.
  bool AgreesHere(const std::vector<T>& rates);

  /// Something else than time and continuous state has changed, or the copy was used.
  void NoteChange() { copy_is_current_ = gradient_is_current_ = false; }
  /// The copy was used by another one.
  void NoteCopyUsed() { copy_is_current_ = false; }
  /// A step of this length was accepted: differences are taken over a part of it.
  void NoteStep(double step_sec) { last_step_ = step_sec; }

 private:
  T CalcSum(size_t surface) const;
  const std::vector<T>* FindBeside();
  std::vector<T>& KeepBeside();
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
  std::vector<double> offset_;  ///< of the margins, where they are sums of states and this
  /// Derivatives of the margins by time, one per surface, at the times last asked for; NaN where
  /// none was.
  struct Beside {
    double time = 0;
    std::vector<T> rates;
  };
  std::array<Beside, 8> beside_;
  size_t next_beside_ = 0;
  double last_step_ = 0;
  // Scratch.
  SurfaceScratch<T> scratch_;
  SurfaceScratch<AutoDiff> copy_scratch_;
  std::vector<AutoDiff> copy_margins_;
  std::vector<T> margins_, state_here_, slope_here_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SurfaceRates)

}  // namespace loopwright
