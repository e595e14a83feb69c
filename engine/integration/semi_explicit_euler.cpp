#include "engine/integration/semi_explicit_euler.h"

#include <algorithm>

#include "engine/system/system.h"

namespace loopwright {

template <typename T>
void SemiExplicitEuler<T>::EvaluateStart() {
  std::copy_n(this->data_.continuous(), this->size_, this->start_.begin());
  std::copy_n(this->Evaluate(this->start_time_), this->size_, slope_.begin());
}

// Velocities and the rest move by the derivatives at the start. Then positions move by the new
// velocities, which is what keeps the energy of a pendulum bounded for ever, where the explicit
// Euler method lets it grow.
template <typename T>
auto SemiExplicitEuler<T>::TryStep() -> Try {
  const int size = this->size_, num_q = this->data_.plan->num_q;
  const double h = this->end_time_ - this->start_time_;
  T* x = this->data_.continuous();
  if (!this->IsFinite(slope_.data(), size)) return Try::kNotFinite;
  for (int n = num_q; n < size; ++n) x[n] = this->start_[n] + h * slope_[n];
  if (num_q > 0) {
    MapVelocities();
    for (int n = 0; n < num_q; ++n) x[n] = this->start_[n] + h * qdot_[n];
  }
  std::copy_n(x, size, end_.begin());
  this->data_.write_time(T(this->end_time_));
  this->data_.InvalidateTimeAndContinuous();
  return this->IsFinite(x, size) ? Try::kDone : Try::kNotFinite;
}

// The context stands at the start time with the old positions and the new velocities.
template <typename T>
void SemiExplicitEuler<T>::MapVelocities() {
  internal::ContextData<T>& data = this->data_;
  const Plan<T>& plan = *data.plan;
  data.write_time(T(this->start_time_));
  data.InvalidateTimeAndContinuous();
  std::copy_n(slope_.begin(), plan.num_q, qdot_.begin());
  for (const int leaf : plan.continuous_leaves) {
    const PlanNode& node = plan.nodes[leaf];
    if (node.nv == 0) continue;
    const ConstVectorMap<T> velocity(data.continuous() + plan.num_q + node.v, node.nv);
    BasicVector<T> qdot(qdot_.data() + node.q, node.nq);
    plan.systems[leaf]->MapVelocityToQDot(data.views[leaf], velocity, &qdot);
  }
}

// On the straight line between start and end; the end itself is copied, so that it is exact.
template <typename T>
void SemiExplicitEuler<T>::MoveTo(double t_sec) {
  if (t_sec == this->end_time_) return this->SetContext(t_sec, end_.data());
  const double theta = (t_sec - this->start_time_) / (this->end_time_ - this->start_time_);
  T* x = this->data_.continuous();
  for (int n = 0; n < this->size_; ++n) {
    x[n] = this->start_[n] + theta * (end_[n] - this->start_[n]);
  }
  this->data_.write_time(T(t_sec));
  this->data_.InvalidateTimeAndContinuous();
}

template <typename T>
void SemiExplicitEuler<T>::ShortenTo(double t_sec) {
  MoveTo(t_sec);
  this->shortened_ = t_sec != this->end_time_;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(SemiExplicitEuler)

}  // namespace loopwright
