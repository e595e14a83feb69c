#pragma once

#include <vector>

#include "engine/integration/one_step_method.h"

namespace loopwright {

/// The semi-explicit (symplectic) Euler method, order 1: velocities first, then positions with the
/// new velocities,
///
///     (v1, z1) = (v0, z0) + h f_vz(t0, q0, v0, z0)
///     q1 = q0 + h N(q0) v1
///
/// where f are the systems' derivatives and N is their MapVelocityToQDot() (Hairer, Lubich, Wanner:
/// Geometric Numerical Integration, I.1, (1.9)). One evaluation a step. z, and q of a system that
/// has no v, is advanced by the explicit Euler method. The interpolant is the line. No error
/// estimate.
template <typename T>
class SemiExplicitEuler final : public OneStepMethod<T> {
 public:
  SemiExplicitEuler(const IntegrationMethodInfo& info, internal::ContextData<T>* data,
                    const IntegrationSettings& settings)
      : OneStepMethod<T>(info, data, settings, 0),
        slope_(this->size_),
        qdot_(data->plan->num_q),
        end_(this->size_) {}

  void Restart() final {}
  std::unique_ptr<typename IntegrationMethod<T>::Memory> Keep() final {
    return this->CopyOf(this->RememberedByAll());
  }
  void Recall(const typename IntegrationMethod<T>::Memory& memory) final {
    this->PutBack(memory, this->RememberedByAll());
  }
  void MoveTo(double t_sec) final;
  void ShortenTo(double t_sec) final;

 protected:
  using Try = typename OneStepMethod<T>::Try;

  /// The only evaluation of a step: f at its start.
  void EvaluateStart() final;
  const T* start_derivative() final { return slope_.data(); }
  Try TryStep() final;
  double ScaledError(int) final { return 0; }
  void AcceptEnd(bool) final {}

 private:
  /// Fills qdot_ from the velocities in the context, and from slope_ where a system has none.
  void MapVelocities();

  std::vector<T> slope_, qdot_, end_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(SemiExplicitEuler)

}  // namespace loopwright
