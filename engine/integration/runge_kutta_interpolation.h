#pragma once

#include "engine/common/few_elements.h"
#include "engine/integration/runge_kutta.h"

// Values between the ends of a step, for the two sources that are compiled with them: steps with a
// look into each (runge_kutta.cpp), and looks after a step (runge_kutta_looks.cpp).

namespace loopwright {

template <typename T>
template <int kSize>
inline void RungeKutta<T>::Copy(const T* from, T* to) const {
  if constexpr (kSize > 0) {
    for (int n = 0; n < kSize; ++n) to[n] = ReadAlone(from[n]);
  } else {
    CopyElements(from, this->size_, to);
  }
}

// The state at the end, before the context is moved into the step.
template <typename T>
template <int kSize>
inline void RungeKutta<T>::SaveEnd() {
  if (end_is_saved_) return;
  Copy<kSize>(this->data_.continuous(), end_.data());
  end_is_saved_ = true;
}

/// The derivatives at the end, where the context is.
template <typename T>
template <int kSize>
inline void RungeKutta<T>::TakeEndSlope() {
  Copy<kSize>(this->Evaluate(this->end_time_), end_slope_);
  end_is_evaluated_ = end_is_counted_ = true;
  end_slope_is_finite_ = AreFinite<kSize>(end_slope_);
  if (!end_slope_is_finite_) [[unlikely]]
    ReplaceEndSlope();
}

/// The elements of `x` that `for_each` gives to what it is called with. `theta` goes from 0 at the
/// start to 1 at the end. Of the three kinds, the line is Euler's; Hermite's cubic needs the
/// derivatives at the end, which are evaluated when first asked for; the last is the method's own
/// polynomial in its stages (Dormand and Prince).
template <typename T>
template <int kSize, class ForEach>
inline void RungeKutta<T>::Interpolate(double theta, T* x, const ForEach& for_each) {
  const double h = this->end_time_ - this->start_time_;
  const T* start = this->start_.data();
  const auto end = [this](int n) { return kSize > 0 ? ReadAlone(end_[n]) : end_[n]; };
  switch (table_.interpolation) {
    case Interpolation::kLine:
      for_each([&](int n) { x[n] = start[n] + theta * (end(n) - start[n]); });
      return;
    case Interpolation::kHermite: {
      if (!end_is_evaluated_) {
        EvaluateEnd();
      } else if (!end_is_counted_) [[unlikely]] {
        CountEnd();
      }
      const auto slope = [this](int n) {
        return kSize > 0 ? ReadAlone(end_slope_[n]) : end_slope_[n];
      };
      // Hairer, Nørsett, Wanner: Solving ODEs I, II.6, eq. (6.7), ordered by what it depends on.
      const double far = theta - 1, both = theta * far;
      const double of_rise = theta + both * (1 - 2 * theta);
      const double of_start_slope = both * far * h, of_end_slope = both * theta * h;
      const T* const start_slope = k_[0];
      for_each([&](int n) {
        x[n] = start[n] + of_rise * (end(n) - start[n]) + of_start_slope * start_slope[n] +
               of_end_slope * slope(n);
      });
      return;
    }
    case Interpolation::kStages:
      for_each([&](int n) { x[n] = start[n]; });
      for (int i = 0; i < table_.stages; ++i) {
        double weight = 0;
        for (int p = table_.dense_degree; p-- > 0;) {
          weight = theta * (weight + table_.dense[i * table_.dense_degree + p]);
        }
        if (weight == 0) continue;
        const T* const k = k_[i];
        for_each([&](int n) { x[n] += h * weight * k[n]; });
      }
      return;
  }
}

/// The derivatives at the end, where they are known, are those at the next start.
template <typename T>
inline void RungeKutta<T>::KeepEndSlope() {
  start_is_evaluated_ = end_is_evaluated_ && end_slope_is_finite_;
  start_is_counted_ = end_is_counted_;
  if (!start_is_evaluated_) return;
  SwapSlopes();
}

}  // namespace loopwright
