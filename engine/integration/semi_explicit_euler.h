#pragma once

#include <vector>

#include "engine/integration/one_step_method.h"

namespace loopwright {

/// The semi-explicit (symplectic) Euler method, order 1: velocities first, then positions with the
/// new velocities,
///
///     (v1, z1) = (v0, z0) + h f_vz(t0, q0, v0, z0)
///     q1 = q0 + h f_q(t0, q0, v1, z1)
///
/// where f are the systems' derivatives, so f_q is N(q0) v1 of every system that is of second order
/// (Hairer, Lubich, Wanner: Geometric Numerical Integration, I.1, (1.9)). Two evaluations a step.
/// State that is all z, with no q, is advanced by the explicit Euler method with one. The
/// interpolant is the line. No error estimate.
template <typename T>
class SemiExplicitEuler final : public OneStepMethod<T> {
 public:
  SemiExplicitEuler(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                    const IntegrationSettings& settings)
      : OneStepMethod<T>(info, data, settings, 0), slope_(this->size_), end_(this->size_) {}

  void Restart() final {}
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final;

 protected:
  using Try = typename OneStepMethod<T>::Try;

  void EvaluateStart() final;
  const T* start_derivative() final { return slope_.data(); }
  Try TryStep() final;
  double ScaledError(int) final { return 0; }
  void AcceptEnd(bool) final {}

 private:
  std::vector<T> slope_, end_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SemiExplicitEuler)

}  // namespace loopwright
