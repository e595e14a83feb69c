#include "engine/integration/semi_explicit_euler.h"

#include <algorithm>

namespace loopwright {

template <typename T>
void SemiExplicitEuler<T>::EvaluateStart() {
  std::copy_n(this->data_.continuous(), this->size_, this->start_.begin());
  std::copy_n(this->Evaluate(this->start_time_), this->size_, slope_.begin());
}

template <typename T>
auto SemiExplicitEuler<T>::TryStep() -> Try {
  const int size = this->size_, num_q = this->data_.plan->num_q;
  const double h = this->end_time_ - this->start_time_;
  T* x = this->data_.continuous();
  if (!this->IsFinite(slope_.data(), size)) return Try::kNotFinite;
  for (int n = num_q; n < size; ++n) x[n] = this->start_[n] + h * slope_[n];
  if (num_q > 0) {
    const T* derivative = this->Evaluate(this->start_time_);
    if (!this->IsFinite(derivative, num_q)) return Try::kNotFinite;
    for (int n = 0; n < num_q; ++n) x[n] = this->start_[n] + h * derivative[n];
  }
  std::copy_n(x, size, end_.begin());
  this->data_.write_time(T(this->end_time_));
  this->data_.InvalidateTimeAndContinuous();
  return this->IsFinite(x, size) ? Try::kDone : Try::kNotFinite;
}

template <typename T>
void SemiExplicitEuler<T>::MoveTo(double t_sec) {
  const double theta = (t_sec - this->start_time_) / (this->end_time_ - this->start_time_);
  T* x = this->data_.continuous();
  if (t_sec == this->end_time_) {
    std::copy(end_.begin(), end_.end(), x);
  } else {
    for (int n = 0; n < this->size_; ++n) {
      x[n] = this->start_[n] + theta * (end_[n] - this->start_[n]);
    }
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
