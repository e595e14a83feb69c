#include "engine/stochastic/euler_maruyama.h"

namespace loopwright {

template <typename T>
bool EulerMaruyama<T>::TryStep(double h) {
  for (int n = 0; n < this->size_; ++n) {
    this->end_[n] = this->start_[n] + h * this->drift0_[n];
  }
  AddNoiseOfStart(h);
  return true;
}

template <typename T>
void EulerMaruyama<T>::AddNoiseOfStart(double h) {
  this->EvaluateNoiseHere(&noise_);
  this->AddNoise(noise_, this->path().increments(), 1, &this->end_);
  if (is_milstein_) AddMilsteinTerm(h);
}

// Additive noise has no derivative.
template <typename T>
void EulerMaruyama<T>::AddMilsteinTerm(double h) {
  for (const auto& leaf : this->leaves()) {
    if (leaf.derivative_entry < 0) continue;
    this->data_.Evaluate(leaf.derivative_entry);
    const T* derivative = this->data_.entry_data(leaf.derivative_entry);
    const double* increments = this->path().increments().data() + leaf.first_noise;
    for (std::size_t i = 0; i < leaf.states.size(); ++i) {
      const double dw = increments[leaf.form == DiffusionForm::kDiagonal ? i : 0];
      this->end_[leaf.states[i]] += 0.5 * (dw * dw - h) * derivative[i];
    }
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EulerMaruyama)

}  // namespace loopwright
