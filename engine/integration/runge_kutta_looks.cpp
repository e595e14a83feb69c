#include "engine/integration/runge_kutta_interpolation.h"

#include "engine/context/cache_hits.h"

// Looks into a step that was taken. They leave no trace in what the run counts: an evaluation at
// the end of the step that only a look has asked for is counted where the next step uses it.

namespace loopwright {

// Evaluates the derivatives at the end; the context may be anywhere in the step.
template <typename T>
[[gnu::noinline]] void RungeKutta<T>::EvaluateEnd() {
  if (ValueOf(this->data_.time) != this->end_time_) {
    CopyElements(end_.data(), this->size_, this->data_.continuous());
  }
  TakeEndSlope<0>();
}

// Where the derivatives at the end are not finite (beyond a guard that ends the step), those of
// the parabola with the start's derivatives that leads to the end.
template <typename T>
[[gnu::noinline]] void RungeKutta<T>::ReplaceEndSlope() {
  const double h = this->end_time_ - this->start_time_;
  for (int n = 0; n < this->size_; ++n) {
    end_slope_[n] = 2. / h * (end_[n] - this->start_[n]) - k_[0][n];
  }
}

// The derivatives at the end are needed, and were evaluated by a look.
template <typename T>
[[gnu::noinline]] void RungeKutta<T>::CountEnd() {
  ++this->statistics_.derivative_evaluations;
  end_is_counted_ = true;
}

// What a look evaluates is not counted: EndLook() puts back what was counted before.
template <typename T>
void RungeKutta<T>::BeginLook() {
  IntegrationMethod<T>::BeginLook();
  end_was_counted_ = end_is_counted_;
}

// Derivatives at the end that only the look has asked for are there for the next start, which
// counts them. Where values are not kept, or checked, they are evaluated again, as without it.
template <typename T>
void RungeKutta<T>::EndLook() {
  IntegrationMethod<T>::EndLook();
  end_is_counted_ = end_was_counted_;
  if (!internal::MayTakeShortcuts(this->data_)) end_is_evaluated_ = end_is_counted_;
}

// Possible only where the context is at the step's end, so that nothing but the looked at elements
// moves. All that interpolation needs is evaluated now.
template <typename T>
bool RungeKutta<T>::PrepareElements(double end_sec) {
  if (end_sec != this->end_time_ || ValueOf(this->data_.time) != end_sec) return false;
  SaveEnd<0>();
  if (table_.interpolation == Interpolation::kHermite && !end_is_evaluated_) TakeEndSlope<0>();
  return true;
}

// As Move(), for a few elements of the state and without marking anything.
template <typename T>
void RungeKutta<T>::MoveElements(double t_sec, const std::vector<int>& elements) {
  T* const x = this->data_.continuous();
  const auto for_each = [&elements](const auto& set) {
    for (const int n : elements) set(n);
  };
  if (t_sec == this->end_time_) {
    for_each([&](int n) { x[n] = end_[n]; });
  } else if (t_sec == this->start_time_) {
    for_each([&](int n) { x[n] = this->start_[n]; });
  } else {
    Interpolate<0>(PartOfStep(t_sec), x, for_each);
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
