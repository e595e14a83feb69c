#include "engine/integration/runge_kutta.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/integration/runge_kutta_interpolation.h"
#include "engine/integration/stage_sum.h"

namespace loopwright {

using internal::StageSum;
using internal::SumFew;

// Turns the table into rows. Row i leads from the stages before it to stage i; the last one leads
// to the end of the step, unless the method's last stage is evaluated there anyway. All stages lie
// in one piece of memory.
template <typename T>
RungeKutta<T>::RungeKutta(const IntegrationMethodInfo& info, const ButcherTableau& table,
                          internal::ContextData<T>* data, const IntegrationSettings& settings)
    : OneStepMethod<T>(info, data, settings, table.error_order), table_(table) {
  for (int i = 1; i < table.stages; ++i) {
    const auto row = table.a.begin() + i * (i - 1) / 2;
    rows_.push_back(MakeRow(i - 1, {row, row + i}));
    rows_.back().time = table.c[i];
    rows_.back().shows_at_end = table.b[i] != 0;
  }
  if (!table.first_same_as_last) {
    rows_.push_back(MakeRow(table.stages - 1, table.b));
    rows_.back().is_end = true;
    rows_.back().keeps_newest =
        table.stages == 1 || (!table.error.empty() && table.error.back() != 0);
  }
  for (size_t i = 0; i < table.error.size(); ++i) {
    if (table.error[i] == 0) continue;
    error_stages_.push_back(static_cast<int>(i));
    error_weights_.push_back(table.error[i]);
  }
  storage_.resize((static_cast<size_t>(table.stages) + 1) * this->size_);
  for (int i = 0; i < table.stages; ++i) {
    k_.push_back(storage_.data() + static_cast<size_t>(i) * this->size_);
  }
  end_slope_ =
      table.first_same_as_last ? k_.back() : storage_.data() + storage_.size() - this->size_;
  end_.resize(this->size_);
  ChooseCode<1>();
}

// A row with its zeros left out, and the function that was compiled for so many terms. The newest
// stage stays in the row even where its weight is zero, since it may have to be kept.
template <typename T>
auto RungeKutta<T>::MakeRow(int newest, const std::vector<double>& weights) const -> Row {
  Row row;
  std::copy(weights.begin(), weights.begin() + newest + 1, row.all_weights.begin());
  for (int j = 0; j <= newest; ++j) {
    if (weights[j] == 0 && j < newest) continue;
    row.stages[row.terms] = j;
    row.weights[row.terms] = weights[j];
    ++row.terms;
  }
  row.newest = newest;
  row.is_first = newest == 0;
  using Chooser = void (*)(bool, StageSum<T>*, StageSum<T>*);
  constexpr Chooser kChoosers[] = {internal::Choose<T, 1>, internal::Choose<T, 2>,
                                   internal::Choose<T, 3>, internal::Choose<T, 4>,
                                   internal::Choose<T, 5>, internal::Choose<T, 6>,
                                   internal::Choose<T, 7>};
  static_assert(std::size(kChoosers) == kMostStages);
  kChoosers[row.terms - 1](row.is_first, &row.sum, &row.sum_and_keep);
  return row;
}

// Finds the size of the state among those that have code of their own, by counting up at compile
// time. A state of two numbers then takes a step in registers, without loops.
template <typename T>
template <int kSize>
void RungeKutta<T>::ChooseCode() {
  if constexpr (kSize > kMostUnrolled) {
    UseCode<0, 0>();
  } else if (this->size_ != kSize) {
    ChooseCode<kSize + 1>();
  } else if (rows_.size() == kUnrolledRows) {
    UseCode<kSize, kUnrolledRows>();
  } else {
    UseCode<kSize, 0>();
  }
}

// For a state of kSize elements and a table of kRows rows, or any number where that is 0.
template <typename T>
template <int kSize, int kRows>
void RungeKutta<T>::UseCode() {
  run_stages_ = &RungeKutta::RunStages<kSize, kRows>;
  move_ = &RungeKutta::Move<kSize>;
  take_steps_and_look_ = &RungeKutta::TakeStepsAndLook<kSize, kRows>;
}

// The derivatives at the start may be known from the end of the last step; if they are, only their
// count may still be missing.
template <typename T>
void RungeKutta<T>::EvaluateStart() {
  if (start_is_evaluated_) {
    newest_ = nullptr;
    if (!start_is_counted_) ++this->statistics_.derivative_evaluations;
  } else {
    newest_ = this->Evaluate(this->start_time_);
  }
  start_is_counted_ = true;
}

// Moves the derivatives at the start to where they are kept, if they are still where they were
// evaluated.
template <typename T>
const T* RungeKutta<T>::start_derivative() {
  if (!start_is_evaluated_) KeepNewest(0);
  start_is_evaluated_ = true;
  return k_[0];
}

// The context's state `x` for what follows the row's stages in a step of size h. The newest
// derivatives lie at `newest`, where they were evaluated, or are kept already where that is null.
template <typename T>
void RungeKutta<T>::CombineMany(const Row& row, double h, const T* newest, T* x) {
  T* kept = k_[row.newest];
  const bool keeps = newest != nullptr && row.keeps_newest;
  if (newest == nullptr) newest = kept;
  (keeps ? row.sum_and_keep : row.sum)(row.weights.data(), row.stages.data(), k_.data(), h,
                                       this->size_, x, this->start_.data(), newest, kept);
}

// As TryStepUnseen(), with the cache left in order for others.
template <typename T>
auto RungeKutta<T>::TryStep() -> Try {
  const Try outcome = TryStepUnseen();
  if (!table_.first_same_as_last) this->data_.InvalidateTimeAndContinuous();
  return outcome;
}

// Leaves values in the cache marked as up to date that are those of the last stage.
template <typename T>
auto RungeKutta<T>::TryStepUnseen() -> Try {
  end_is_saved_ = end_is_evaluated_ = end_is_counted_ = false;
  if (start_is_evaluated_) newest_ = nullptr;
  return (this->*run_stages_)(false);
}

// What comes before the stages where nothing has been said of the step yet.
template <typename T>
void RungeKutta<T>::BeginFixedStep(double t_sec, double end_sec) {
  this->start_time_ = t_sec;
  this->end_time_ = end_sec;
  this->shortened_ = end_is_saved_ = end_is_evaluated_ = end_is_counted_ = false;
  newest_ = nullptr;
  if (!start_is_evaluated_ || !start_is_counted_) EvaluateStart();
}

// One fixed step with the cache left as the last stage has it, for loops that take many.
template <typename T>
auto RungeKutta<T>::TryFixedStep(double t_sec, double end_sec) -> Try {
  BeginFixedStep(t_sec, end_sec);
  return (this->*run_stages_)(false);
}

template <typename T>
bool RungeKutta<T>::TakeFixedStep(double t_sec, double end_sec) {
  const Try outcome = TryFixedStep(t_sec, end_sec);
  if (!table_.first_same_as_last) this->data_.InvalidateTimeAndContinuous();
  return outcome == Try::kDone || this->FailFixedStep(outcome);
}

// Fixed steps need no step control, so only the derivatives at the end are passed on.
template <typename T>
void RungeKutta<T>::Accept() {
  if (this->settings_.fixed_step) {
    AcceptEnd(!this->shortened_);
  } else {
    OneStepMethod<T>::Accept();
  }
}

// Steps of a grid with nothing between them: the cache is put in order once, at the end.
template <typename T>
bool RungeKutta<T>::TakeFixedSteps(double target_sec, int64_t most, StepGrid* grid,
                                   int64_t* taken) {
  Try outcome = Try::kDone;
  double t = ValueOf(this->data_.time);
  for (*taken = 0; t < target_sec && *taken < most; ++*taken) {
    const double end = grid->NextEnd(target_sec);
    outcome = TryFixedStep(t, end);
    if (outcome != Try::kDone) break;
    AcceptEnd(true);
    t = end;
    grid->CountStepTo(end, target_sec);
  }
  if (!table_.first_same_as_last) this->data_.InvalidateTimeAndContinuous();
  return outcome == Try::kDone || this->FailFixedStep(outcome);
}

template <typename T>
bool RungeKutta<T>::TakeWatchedSteps(double target_sec, int64_t most, StepGrid* grid,
                                     StepWatch* watch, int64_t* taken) {
  return (this->*take_steps_and_look_)(target_sec, most, grid, watch, taken);
}

// TakeWatchedSteps() for one size of state, with the look compiled into the loop. Where the watch
// stops, the step is left as tried: the simulator goes on with it by MoveTo() and ShortenTo().
template <typename T>
template <int kSize, int kRows>
bool RungeKutta<T>::TakeStepsAndLook(double target_sec, int64_t most, StepGrid* grid,
                                     StepWatch* watch, int64_t* taken) {
  const auto move_within = [this](double t_sec) { MoveWithin<kSize>(t_sec); };
  const auto move_to_end = [this] { MoveToEnd<kSize>(); };
  const bool needs_slope = table_.interpolation == Interpolation::kHermite &&
                           (watch->points() > 1 || watch->looks_early());
  double t = ValueOf(this->data_.time);
  for (*taken = 0; t < target_sec && *taken < most; ++*taken) {
    const double end = grid->NextEnd(target_sec);
    BeginFixedStep(t, end);
    const Try outcome = RunStagesInline<kSize, kRows>(false);
    if (outcome != Try::kDone) {
      this->data_.InvalidateTimeAndContinuous();
      return this->FailFixedStep(outcome);
    }
    // The context is at the end already, and nothing is marked yet.
    SaveEnd<kSize>();
    if (needs_slope && !end_is_evaluated_) TakeEndSlope<kSize>();
    if (!watch->LookInto(t, end, move_within, move_to_end)) return true;
    KeepEndSlope();
    t = end;
    grid->CountStepTo(end, target_sec);
  }
  return true;
}

// Once more, up to the stage that is not finite.
template <typename T>
const System<T>* RungeKutta<T>::FindCulprit() {
  this->SetContext(this->start_time_, this->start_.data());
  newest_ = nullptr;
  (this->*run_stages_)(true);
  return this->FindNonFinite();
}

// The start is evaluated, and the context there. With `check_all` it stays at the first stage that
// is not finite. A state of kSize elements and a table of kRows rows, or of any number where that
// is 0.
template <typename T>
template <int kSize, int kRows>
auto RungeKutta<T>::RunStages(bool check_all) -> Try {
  return RunStagesInline<kSize, kRows>(check_all);
}

// The step itself: row after row, each a sum and an evaluation. Derivatives stay where they were
// evaluated until the next sum has read them.
template <typename T>
template <int kSize, int kRows>
inline auto RungeKutta<T>::RunStagesInline(bool check_all) -> Try {
  const double end = this->end_time_, h = end - this->start_time_;
  T* const x = this->data_.continuous();
  const T* newest = std::exchange(newest_, nullptr);
  if constexpr (kSize > 0) {
    if (newest == nullptr) newest = k_[0];
    Copy<kSize>(x, this->start_.data());
  }
  bool is_finite = true;
  if constexpr (kRows > 0) {
    is_finite = RunRows<kSize, kRows, 0>(rows_.data(), h, check_all, &newest);
  } else {
    for (const Row& row : rows_) {
      is_finite = RunRow<kSize, -1>(row, h, check_all, &newest);
      if (!is_finite) break;
    }
  }
  start_is_evaluated_ = true;
  if (!is_finite) return Try::kNotFinite;
  if (table_.first_same_as_last) {
    // The last stage was evaluated at the end: the context is there already.
    Copy<kSize>(newest, k_.back());
    end_is_evaluated_ = end_is_counted_ = true;
  } else {
    this->data_.write_time(T(end));
  }
  return AreFinite<kSize>(x) ? Try::kDone : Try::kNotFinite;
}

// All rows from the kRow-th on; false where one is not finite.
template <typename T>
template <int kSize, int kRows, int kRow>
inline bool RungeKutta<T>::RunRows(const Row* row, double h, bool check_all, const T** newest) {
  if constexpr (kRow == kRows) {
    return true;
  } else {
    return RunRow<kSize, kRow>(*row, h, check_all, newest) &&
           RunRows<kSize, kRows, kRow + 1>(row + 1, h, check_all, newest);
  }
}

// Goes to where a row leads, and evaluates the stage there, if there is one. False where that is
// not finite. The number of the row is known to the compiler where it is not negative.
template <typename T>
template <int kSize, int kRow>
inline bool RungeKutta<T>::RunRow(const Row& row, double h, bool check_all, const T** newest) {
  T* const x = this->data_.continuous();
  T* const* const k = k_.data();
  const T* const start = this->start_.data();
  if constexpr (kRow >= 0) {
    const auto term = [k](int j) { return k[j]; };
    SumFew<kSize>(row.all_weights.data(), kRow + 1, term, h, start, *newest, k[kRow], x);
  } else if constexpr (kSize > 0) {
    const auto term = [k, &row](int j) { return k[row.stages[j]]; };
    SumFew<kSize>(row.weights.data(), row.terms, term, h, start, *newest, k[row.newest], x);
  } else {
    CombineMany(row, h, *newest, x);
  }
  if (row.is_end) return true;
  const double t = row.time == 1 ? this->end_time_ : this->start_time_ + row.time * h;
  *newest = this->Evaluate(t);
  const int size = kSize > 0 ? kSize : this->size_;
  if (row.shows_at_end && !check_all) [[likely]]
    return true;
  if (this->IsFinite(*newest, size)) return true;
  CopyElements(*newest, size, k[row.newest + 1]);
  return false;
}

// Copies the derivatives that were evaluated last to the place of their stage, if that was not
// done.
template <typename T>
void RungeKutta<T>::KeepNewest(int stage) {
  if (newest_ != nullptr) CopyElements(newest_, this->size_, k_[stage]);
  newest_ = nullptr;
}

template <typename T>
void RungeKutta<T>::MoveTo(double t_sec) {
  (this->*move_)(t_sec);
}

// Puts the context at a time within the step, with the state that the method's polynomial has
// there.
template <typename T>
template <int kSize>
inline void RungeKutta<T>::MoveWithin(double t_sec) {
  Interpolate<kSize>(PartOfStep(t_sec), this->data_.continuous(),
                     [size = kSize > 0 ? kSize : this->size_](const auto& set) {
                       for (int n = 0; n < size; ++n) set(n);
                     });
  NoteMove(t_sec);
}

template <typename T>
template <int kSize>
inline void RungeKutta<T>::MoveToEnd() {
  Copy<kSize>(end_.data(), this->data_.continuous());
  NoteMove(this->end_time_);
}

// The ends of the step are copied, not interpolated, so that they are exact to the bit.
template <typename T>
template <int kSize>
inline void RungeKutta<T>::Move(double t_sec) {
  SaveEnd<kSize>();
  if (t_sec == this->end_time_) {
    MoveToEnd<kSize>();
  } else if (t_sec == this->start_time_) {
    Copy<kSize>(this->start_.data(), this->data_.continuous());
    NoteMove(t_sec);
  } else {
    MoveWithin<kSize>(t_sec);
  }
}

template <typename T>
void RungeKutta<T>::ShortenTo(double t_sec) {
  if (ValueOf(this->data_.time) != t_sec) MoveTo(t_sec);
  this->shortened_ = t_sec != this->end_time_;
}

// Derivatives at the end of the try are no good where the step was shortened.
template <typename T>
void RungeKutta<T>::AcceptEnd(bool is_end_of_try) {
  if (is_end_of_try) {
    KeepEndSlope();
  } else {
    start_is_evaluated_ = false;
  }
}

// h times the weighted sum of the stages, divided by what is tolerated.
template <typename T>
double RungeKutta<T>::ScaledError(int n) {
  return ScaledErrorOf(n);
}

// Compiled into the loop over all elements, which then finds stages and weights once for all.
template <typename T>
[[gnu::always_inline]] inline double RungeKutta<T>::ScaledErrorOf(int n) const {
  double error = 0;
  const size_t count = error_stages_.size();
  for (size_t i = 0; i < count; ++i) {
    error += error_weights_[i] * ValueOf(k_[error_stages_[i]][n]);
  }
  const double x1 = ValueOf(this->data_.continuous()[n]);
  return (this->end_time_ - this->start_time_) * error /
         this->Tolerance(ValueOf(this->start_[n]), x1);
}

template <typename T>
double RungeKutta<T>::ErrorNorm() {
  return this->NormOf([this](int n) { return ScaledErrorOf(n); });
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
