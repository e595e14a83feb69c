#include "engine/integration/runge_kutta.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loopwright {

namespace {

/// One stage's sum, for a number of terms that the compiler knows:
/// x = start + h (w_0 k_0 + ... + w_last newest). Keeps `start`, which x holds before, at the first
/// stage, and the newest derivatives where they are needed again.
template <int kTerms, typename T>
struct StageSum {
  const double* weights;
  const T* const* k;
  double h;

  template <bool kFirst, bool kKeep>
  void Run(int size, T* __restrict x, T* __restrict start, const T* __restrict newest,
           T* __restrict kept) const {
    for (int n = 0; n < size; ++n) {
      const T last = newest[n];
      if constexpr (kKeep) kept[n] = last;
      if constexpr (kFirst) start[n] = x[n];
      T sum = last;
      if constexpr (kTerms == 1) {
        sum = weights[0] * last;
      } else {
        sum = weights[0] * k[0][n];
        for (int j = 1; j + 1 < kTerms; ++j) sum += weights[j] * k[j][n];
        sum += weights[kTerms - 1] * last;
      }
      x[n] = start[n] + h * sum;
    }
  }
};

template <int kTerms, typename T>
void RunStageSum(const double* weights, const T* const* k, double h, int size, T* x, T* start,
                 const T* newest, T* kept, bool is_first) {
  // Local copies: the compiler then knows that writing x does not change them.
  double w[kTerms];
  const T* stages[kTerms] = {};
  for (int j = 0; j < kTerms; ++j) w[j] = weights[j];
  for (int j = 0; j + 1 < kTerms; ++j) stages[j] = k[j];
  const StageSum<kTerms, T> sum{w, stages, h};
  if (is_first) {
    if (kept != nullptr) {
      sum.template Run<true, true>(size, x, start, newest, kept);
    } else {
      sum.template Run<true, false>(size, x, start, newest, kept);
    }
  } else if (kept != nullptr) {
    sum.template Run<false, true>(size, x, start, newest, kept);
  } else {
    sum.template Run<false, false>(size, x, start, newest, kept);
  }
}

constexpr int kMostTerms = 7;

}  // namespace

template <typename T>
RungeKutta<T>::RungeKutta(const IntegrationMethodInfo& info, const ButcherTableau& table,
                          internal::ContextData<T>* data, const IntegrationSettings& settings)
    : OneStepMethod<T>(info, data, settings, table.error_order), table_(table) {
  static_assert(kMostTerms == 7);
  for (int i = 1; i < table.stages; ++i) {
    const auto row = table.a.begin() + i * (i - 1) / 2;
    rows_.push_back(MakeRow(i - 1, {row, row + i}));
  }
  if (!table.first_same_as_last) {
    rows_.push_back(MakeRow(table.stages - 1, table.b));
    rows_.back().keeps_newest =
        table.stages == 1 || (!table.error.empty() && table.error.back() != 0);
  }
  for (size_t i = 0; i < table.error.size(); ++i) {
    if (table.error[i] == 0) continue;
    error_stages_.push_back(static_cast<int>(i));
    error_weights_.push_back(table.error[i]);
  }
  storage_.resize(static_cast<size_t>(table.stages + 1) * this->size_);
  for (int i = 0; i < table.stages; ++i) {
    k_.push_back(storage_.data() + static_cast<size_t>(i) * this->size_);
  }
  end_slope_ =
      table.first_same_as_last ? k_.back() : storage_.data() + storage_.size() - this->size_;
  end_.resize(this->size_);
}

template <typename T>
auto RungeKutta<T>::MakeRow(int newest, const std::vector<double>& weights) const -> Row {
  Row row;
  for (int j = 0; j <= newest; ++j) {
    if (weights[j] == 0 && j < newest) continue;
    row.stages.push_back(j);
    row.weights.push_back(weights[j]);
  }
  return row;
}

template <typename T>
void RungeKutta<T>::EvaluateStart() {
  newest_ = start_is_evaluated_ ? nullptr : this->Evaluate(this->start_time_);
}

template <typename T>
const T* RungeKutta<T>::start_derivative() {
  if (!start_is_evaluated_) KeepNewest(0);
  start_is_evaluated_ = true;
  return k_[0];
}

template <typename T>
void RungeKutta<T>::Combine(const Row& row, bool is_first) {
  const int terms = static_cast<int>(row.stages.size());
  const int newest = row.stages.back();
  const T* stages[kMostTerms];
  for (int j = 0; j + 1 < terms; ++j) stages[j] = k_[row.stages[j]];
  // The newest derivatives still lie where they were evaluated, but for a start known before.
  T* kept = newest_ == nullptr || !row.keeps_newest ? nullptr : k_[newest];
  const T* last = newest_ == nullptr ? k_[newest] : newest_;
  const double h = this->end_time_ - this->start_time_;
  const auto run = [&](auto count) {
    RunStageSum<count.value, T>(row.weights.data(), stages, h, this->size_,
                                this->data_.continuous(), this->start_.data(), last, kept,
                                is_first);
  };
  switch (terms) {
    case 1:
      return run(std::integral_constant<int, 1>());
    case 2:
      return run(std::integral_constant<int, 2>());
    case 3:
      return run(std::integral_constant<int, 3>());
    case 4:
      return run(std::integral_constant<int, 4>());
    case 5:
      return run(std::integral_constant<int, 5>());
    case 6:
      return run(std::integral_constant<int, 6>());
    default:
      return run(std::integral_constant<int, kMostTerms>());
  }
}

template <typename T>
auto RungeKutta<T>::TryStep() -> Try {
  end_is_saved_ = end_is_evaluated_ = false;
  if (start_is_evaluated_) newest_ = nullptr;
  const Try outcome = RunStages(false);
  if (outcome == Try::kDone || !this->settings_.fixed_step) return outcome;
  // Once more, up to the stage that is to blame.
  this->SetContext(this->start_time_, this->start_);
  newest_ = nullptr;
  RunStages(true);
  return outcome;
}

/// The start is evaluated, and the context there. With `check_all` it stays at the first stage that
/// is not finite.
template <typename T>
auto RungeKutta<T>::RunStages(bool check_all) -> Try {
  const double t = this->start_time_, end = this->end_time_, h = end - t;
  const int size = this->size_;
  T* x = this->data_.continuous();
  for (int i = 1; i < table_.stages; ++i) {
    Combine(rows_[i - 1], i == 1);
    start_is_evaluated_ = true;
    newest_ = this->Evaluate(table_.c[i] == 1 ? end : t + table_.c[i] * h);
    if ((check_all || table_.b[i] == 0) && !this->IsFinite(newest_, size)) {
      KeepNewest(i);
      return Try::kNotFinite;
    }
  }
  if (table_.first_same_as_last) {
    // The last stage was evaluated at the end: the context is there already.
    KeepNewest(table_.stages - 1);
    end_is_evaluated_ = true;
  } else {
    Combine(rows_.back(), table_.stages == 1);
    start_is_evaluated_ = true;
    newest_ = nullptr;
    this->data_.write_time(T(end));
    this->data_.InvalidateTimeAndContinuous();
  }
  return this->IsFinite(x, size) ? Try::kDone : Try::kNotFinite;
}

template <typename T>
void RungeKutta<T>::KeepNewest(int stage) {
  if (newest_ != nullptr) std::copy_n(newest_, this->size_, k_[stage]);
  newest_ = nullptr;
}

template <typename T>
void RungeKutta<T>::SaveEnd() {
  if (end_is_saved_) return;
  std::copy_n(this->data_.continuous(), this->size_, end_.begin());
  end_is_saved_ = true;
}

template <typename T>
void RungeKutta<T>::EvaluateEnd() {
  if (end_is_evaluated_) return;
  std::copy_n(end_.begin(), this->size_, this->data_.continuous());
  std::copy_n(this->Evaluate(this->end_time_), this->size_, end_slope_);
  end_is_evaluated_ = true;
}

template <typename T>
void RungeKutta<T>::Interpolate(double theta, T* x) {
  const int size = this->size_;
  const double h = this->end_time_ - this->start_time_;
  const T* start = this->start_.data();
  const T* end = end_.data();
  switch (table_.interpolation) {
    case Interpolation::kLine:
      for (int n = 0; n < size; ++n) x[n] = start[n] + theta * (end[n] - start[n]);
      return;
    case Interpolation::kHermite: {
      EvaluateEnd();
      // Hairer, Nørsett, Wanner: Solving ODEs I, II.6, eq. (6.7).
      const double far = theta - 1;
      for (int n = 0; n < size; ++n) {
        const T rise = end[n] - start[n];
        x[n] =
            (1 - theta) * start[n] + theta * end[n] +
            theta * far * ((1 - 2 * theta) * rise + far * h * k_[0][n] + theta * h * end_slope_[n]);
      }
      return;
    }
    case Interpolation::kStages:
      for (int n = 0; n < size; ++n) x[n] = start[n];
      for (int i = 0; i < table_.stages; ++i) {
        double weight = 0;
        for (int p = table_.dense_degree; p-- > 0;) {
          weight = theta * (weight + table_.dense[i * table_.dense_degree + p]);
        }
        if (weight == 0) continue;
        for (int n = 0; n < size; ++n) x[n] += h * weight * k_[i][n];
      }
      return;
  }
}

template <typename T>
void RungeKutta<T>::MoveTo(double t_sec) {
  SaveEnd();
  if (t_sec == this->end_time_) {
    this->SetContext(t_sec, end_);
  } else if (t_sec == this->start_time_) {
    this->SetContext(t_sec, this->start_);
  } else {
    Interpolate((t_sec - this->start_time_) / (this->end_time_ - this->start_time_),
                this->data_.continuous());
    this->data_.write_time(T(t_sec));
    this->data_.InvalidateTimeAndContinuous();
  }
}

template <typename T>
void RungeKutta<T>::ShortenTo(double t_sec) {
  MoveTo(t_sec);
  this->shortened_ = t_sec != this->end_time_;
}

template <typename T>
void RungeKutta<T>::AcceptEnd(bool is_end_of_try) {
  start_is_evaluated_ = end_is_evaluated_ && is_end_of_try;
  if (!start_is_evaluated_) return;
  std::swap(k_.front(), end_slope_);
  if (table_.first_same_as_last) k_.back() = end_slope_;
}

template <typename T>
double RungeKutta<T>::ScaledError(int n) {
  double error = 0;
  for (size_t i = 0; i < error_stages_.size(); ++i) {
    error += error_weights_[i] * ValueOf(k_[error_stages_[i]][n]);
  }
  const double x1 = ValueOf(this->data_.continuous()[n]);
  return (this->end_time_ - this->start_time_) * error /
         this->Tolerance(ValueOf(this->start_[n]), x1);
}

template <typename T>
double RungeKutta<T>::ErrorNorm() {
  double sum = 0;
  for (int n = 0; n < this->size_; ++n) {
    const double scaled = ScaledError(n);
    sum += scaled * scaled;
  }
  return std::sqrt(sum / this->size_);
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
