#include "engine/integration/runge_kutta.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

template <typename T>
RungeKutta<T>::RungeKutta(const ButcherTableau& method, internal::ContextData<T>* data)
    : method_(method), data_(*data), size_(data->plan->num_continuous()) {
  k_.assign(method.stages, std::vector<T>(size_));
  start_.resize(size_);
  end_.resize(size_);
  end_derivative_.resize(size_);
}

template <typename T>
bool RungeKutta<T>::IsFinite(const std::vector<T>& values) const {
  double sum = 0;  // Not finite as soon as one term is not.
  for (const T& value : values) sum += 0 * ValueOf(value);
  return sum == 0;
}

// The context's time and state are those of the stage already.
template <typename T>
void RungeKutta<T>::EvaluateStage(int stage, double t_sec) {
  data_.write_time(T(t_sec));
  data_.EvaluateDerivativesAtStage();
  std::copy_n(data_.derivatives(), size_, k_[stage].begin());
  ++evaluations_;
}

template <typename T>
bool RungeKutta<T>::EvaluateStart(double t_sec) {
  if (!start_is_evaluated_) {
    EvaluateStage(0, t_sec);
    start_is_evaluated_ = true;
  }
  return IsFinite(k_[0]);
}

template <typename T>
const System<T>* RungeKutta<T>::FindNonFinite() const {
  const auto& plan = *data_.plan;
  for (const int n : plan.continuous_leaves) {
    const auto& derivative = data_.derivative_view(n);
    for (int i = 0; i < derivative.size(); ++i) {
      if (!std::isfinite(ValueOf(derivative[i]))) return plan.systems[n];
    }
  }
  return nullptr;
}

template <typename T>
bool RungeKutta<T>::Try(double t_sec, double h_sec, double end_sec) {
  T* x = data_.continuous();
  std::copy_n(x, size_, start_.begin());
  start_time_ = t_sec;
  end_time_ = end_sec;
  step_ = h_sec;
  shortened_ = false;
  end_is_evaluated_ = false;
  if (!EvaluateStart(t_sec)) return false;
  for (int i = 1; i < method_.stages; ++i) {
    for (int n = 0; n < size_; ++n) {
      T sum = method_.a_at(i, 0) * k_[0][n];
      for (int j = 1; j < i; ++j) sum += method_.a_at(i, j) * k_[j][n];
      x[n] = start_[n] + h_sec * sum;
    }
    EvaluateStage(i, method_.c[i] == 1 ? end_sec : t_sec + method_.c[i] * h_sec);
    if (!IsFinite(k_[i])) return false;
  }
  if (method_.first_same_as_last) {
    // The last stage was evaluated at the end: the context is there already.
    std::copy_n(x, size_, end_.begin());
    end_is_evaluated_ = true;
    return true;
  }
  for (int n = 0; n < size_; ++n) {
    T sum = method_.b[0] * k_[0][n];
    for (int i = 1; i < method_.stages; ++i) sum += method_.b[i] * k_[i][n];
    end_[n] = start_[n] + h_sec * sum;
    x[n] = end_[n];
  }
  data_.write_time(T(end_sec));
  data_.InvalidateTimeAndContinuous();
  return IsFinite(end_);
}

template <typename T>
void RungeKutta<T>::TakeBack() {
  std::copy_n(start_.begin(), size_, data_.continuous());
  data_.write_time(T(start_time_));
  data_.InvalidateTimeAndContinuous();
}

template <typename T>
void RungeKutta<T>::EvaluateEnd() {
  if (end_is_evaluated_) return;
  std::copy_n(end_.begin(), size_, data_.continuous());
  data_.write_time(T(end_time_));
  data_.EvaluateDerivativesAtStage();
  std::copy_n(data_.derivatives(), size_, end_derivative_.begin());
  ++evaluations_;
  end_is_evaluated_ = true;
}

template <typename T>
void RungeKutta<T>::Interpolate(double theta, T* x) {
  switch (method_.interpolation) {
    case Interpolation::kLine:
      for (int n = 0; n < size_; ++n) x[n] = start_[n] + theta * (end_[n] - start_[n]);
      return;
    case Interpolation::kHermite: {
      EvaluateEnd();
      // Hairer, Nørsett, Wanner: Solving ODEs I, II.6, eq. (6.7).
      const double far = theta - 1;
      for (int n = 0; n < size_; ++n) {
        const T rise = end_[n] - start_[n];
        x[n] = (1 - theta) * start_[n] + theta * end_[n] +
               theta * far *
                   ((1 - 2 * theta) * rise + far * step_ * k_[0][n] +
                    theta * step_ * end_derivative_[n]);
      }
      return;
    }
    case Interpolation::kStages:
      for (int n = 0; n < size_; ++n) x[n] = start_[n];
      for (int i = 0; i < method_.stages; ++i) {
        double weight = 0;
        for (int p = method_.dense_degree; p-- > 0;) {
          weight = theta * (weight + method_.dense[i * method_.dense_degree + p]);
        }
        for (int n = 0; n < size_; ++n) x[n] += step_ * weight * k_[i][n];
      }
      return;
  }
}

template <typename T>
void RungeKutta<T>::MoveTo(double t_sec) {
  if (t_sec == end_time_) {
    std::copy_n(end_.begin(), size_, data_.continuous());
  } else if (t_sec == start_time_) {
    std::copy_n(start_.begin(), size_, data_.continuous());
  } else {
    Interpolate((t_sec - start_time_) / step_, data_.continuous());
  }
  data_.write_time(T(t_sec));
  data_.InvalidateTimeAndContinuous();
}

template <typename T>
void RungeKutta<T>::ShortenTo(double t_sec) {
  MoveTo(t_sec);
  shortened_ = t_sec != end_time_;
}

template <typename T>
void RungeKutta<T>::Accept() {
  start_is_evaluated_ = end_is_evaluated_ && !shortened_;
  if (!start_is_evaluated_) return;
  if (method_.first_same_as_last) {
    std::swap(k_.front(), k_.back());
  } else {
    std::swap(k_.front(), end_derivative_);
  }
}

template <typename T>
double RungeKutta<T>::ScaledError(int n, double relative, double absolute) const {
  double error = 0;
  for (int i = 0; i < method_.stages; ++i) error += method_.error[i] * ValueOf(k_[i][n]);
  const double size = std::max(std::abs(ValueOf(start_[n])), std::abs(ValueOf(end_[n])));
  return step_ * error / (absolute + relative * size);
}

template <typename T>
double RungeKutta<T>::ErrorNorm(double relative, double absolute) const {
  double sum = 0;
  for (int n = 0; n < size_; ++n) {
    const double scaled = ScaledError(n, relative, absolute);
    sum += scaled * scaled;
  }
  return std::sqrt(sum / size_);
}

template <typename T>
const System<T>* RungeKutta<T>::FindWorst(double relative, double absolute) const {
  int worst = 0;
  double greatest = 0;
  for (int n = 0; n < size_; ++n) {
    const double error = std::abs(ScaledError(n, relative, absolute));
    if (error <= greatest) continue;
    worst = n;
    greatest = error;
    if (!std::isfinite(error)) break;
  }
  const auto& plan = *data_.plan;
  const auto holds = [](int first, int count, int n) { return n >= first && n < first + count; };
  for (const int leaf : plan.continuous_leaves) {
    const PlanNode& node = plan.nodes[leaf];
    if (holds(node.q, node.nq, worst) || holds(plan.num_q + node.v, node.nv, worst) ||
        holds(plan.num_q + plan.num_v + node.z, node.nz, worst)) {
      return plan.systems[leaf];
    }
  }
  return nullptr;
}

template <typename T>
double RungeKutta<T>::InitialStep(double t_sec, double relative, double absolute, double max_sec) {
  EvaluateStart(t_sec);
  T* x = data_.continuous();
  const auto norm = [&](const auto& value) {
    double sum = 0;
    for (int n = 0; n < size_; ++n) {
      const double scaled = value(n) / (absolute + relative * std::abs(ValueOf(x[n])));
      sum += scaled * scaled;
    }
    return std::sqrt(sum / size_);
  };
  constexpr double kTiny = 1e-5, kFallback = 1e-6;
  const double d0 = norm([&](int n) { return ValueOf(x[n]); });
  const double d1 = norm([&](int n) { return ValueOf(k_[0][n]); });
  double h0 = d0 < kTiny || d1 < kTiny ? kFallback : 0.01 * d0 / d1;
  h0 = std::min(h0, max_sec);
  std::copy_n(x, size_, start_.begin());
  for (int n = 0; n < size_; ++n) x[n] = start_[n] + h0 * k_[0][n];
  data_.write_time(T(t_sec + h0));
  data_.EvaluateDerivativesAtStage();
  std::copy_n(data_.derivatives(), size_, end_derivative_.begin());
  ++evaluations_;
  std::copy_n(start_.begin(), size_, x);
  data_.write_time(T(t_sec));
  data_.InvalidateTimeAndContinuous();
  const double d2 =
      norm([&](int n) { return ValueOf(end_derivative_[n]) - ValueOf(k_[0][n]); }) / h0;
  const double largest = std::max(d1, d2);
  const double h1 =
      largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 1. / method_.order);
  const double h = std::min({100 * h0, h1, max_sec});
  return std::isfinite(h) && h > 0 ? h : h0;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
