#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "engine/integration/butcher_tableau.h"
#include "engine/integration/one_step_method.h"

namespace loopwright {

namespace internal {
/// Adds up a row of a table (stage_sum.h).
template <typename T>
using StageSum = void (*)(const double* weights, const int* stages, T* const* k, double h, int size,
                          T* x, T* start, const T* newest, T* kept);
}  // namespace internal

/// An explicit Runge-Kutta method, from its table. The derivatives at the end of a step, where they
/// are known (of a method that is first same as last, or after interpolation), are those at the
/// start of the next. Where only looks have asked for them, they are counted as evaluated when the
/// next step needs them.
///
/// A stage with values that are not finite shows in the end of the step, so only that is checked
/// (and the stages that have no weight there). The code is the same for all tables. What makes it
/// long is speed: small states have loops unrolled at compile time, sums are chosen by their number
/// of terms, and derivatives are copied only where they are needed again. Made by
/// MakeIntegrationMethod().
template <typename T>
class RungeKutta final : public OneStepMethod<T> {
 public:
  /// `table` must outlive this; the rest is as for every method.
  RungeKutta(const IntegrationMethodInfo& info, const ButcherTableau& table,
             internal::ContextData<T>* data, const IntegrationSettings& settings);

  /// The derivatives at the start are not known any more, as after an event.
  void Restart() final { start_is_evaluated_ = false; }
  std::unique_ptr<typename IntegrationMethod<T>::Memory> Keep() final {
    slopes_are_swapped_ = AreSlopesSwapped();
    return this->CopyOf(Remembered());
  }
  void Recall(const typename IntegrationMethod<T>::Memory& memory) final {
    this->PutBack(memory, Remembered());
    if (slopes_are_swapped_ != AreSlopesSwapped()) SwapSlopes();
  }
  void MoveTo(double t_sec) final;
  void BeginLook() final;
  void EndLook() final;
  bool PrepareElements(double end_sec) final;
  void MoveElements(double t_sec, const std::vector<int>& elements) final;
  void ShortenTo(double t_sec) final;
  void Accept() final;
  bool TakeFixedStep(double t_sec, double end_sec) final;
  bool TakeFixedSteps(double target_sec, int64_t most, StepGrid* grid, int64_t* taken) final;
  bool TakeWatchedSteps(double target_sec, int64_t most, StepGrid* grid, StepWatch* watch,
                        int64_t* taken) final;

 protected:
  using Try = typename OneStepMethod<T>::Try;

  /// The parts of an adaptive step that OneStepMethod puts together.
  void EvaluateStart() final;
  const T* start_derivative() final;
  Try TryStep() final;
  const System<T>* FindCulprit() final;
  double ScaledError(int n) final;
  double ScaledErrorOf(int n) const;
  double ErrorNorm() final;
  void AcceptEnd(bool is_end_of_try) final;

 private:
  /// Of Dormand and Prince's method, the largest of the tables.
  static constexpr int kMostStages = 7;
  /// States of up to so many numbers have code of their own, and with them tables of so many rows.
  static constexpr int kMostUnrolled = std::is_same_v<T, double> ? 8 : 0, kUnrolledRows = 3;

  /// A weighted sum of stages; weights of zero are left out. It leads to the next stage, or to the
  /// end.
  struct Row {
    std::array<double, kMostStages> weights{};
    std::array<int, kMostStages> stages{};
    std::array<double, kMostStages> all_weights{};  ///< also those of zero
    int terms = 0;
    int newest = 0;            ///< the last of the stages
    bool is_end = false;       ///< it leads to the end, where nothing is evaluated
    bool is_first = false;     ///< the start is the only stage so far
    bool keeps_newest = true;  ///< the newest stage is needed again later
    internal::StageSum<T> sum = nullptr, sum_and_keep = nullptr;
    double time = 1;           ///< of that stage, as part of the step
    bool shows_at_end = true;  ///< what that stage is shows in the end of the step
  };
  /// The row behind stage `newest`, whose weights are `weights` (one for each stage up to it).
  Row MakeRow(int newest, const std::vector<double>& weights) const;
  /// Set the pointers below to code for the state's size and, where the table has so few, its rows.
  template <int kSize>
  void ChooseCode();
  template <int kSize, int kRows>
  void UseCode();
  /// The step in one of these forms; see the source.
  template <int kSize, int kRows>
  Try RunStages(bool check_all);
  template <int kSize, int kRows>
  [[gnu::always_inline]] Try RunStagesInline(bool check_all);
  template <int kSize, int kRows, int kRow>
  [[gnu::always_inline]] bool RunRows(const Row* row, double h, bool check_all, const T** newest);
  template <int kSize, int kRow>
  [[gnu::always_inline]] bool RunRow(const Row& row, double h, bool check_all, const T** newest);
  /// A step from where EvaluateStart() was called.
  Try TryStepUnseen();
  /// Steps whose ends are given, without error control.
  void BeginFixedStep(double t_sec, double end_sec);
  Try TryFixedStep(double t_sec, double end_sec);
  template <int kSize, int kRows>
  bool TakeStepsAndLook(double target_sec, int64_t most, StepGrid* grid, StepWatch* watch,
                        int64_t* taken);
  /// Of the state's kSize elements, or any number where that is 0.
  template <int kSize>
  [[gnu::always_inline]] void Copy(const T* from, T* to) const;
  /// 0 times a number is 0, and times infinity or what is not a number it is not a number: so one
  /// comparison tells of all of them.
  template <int kSize>
  bool AreFinite(const T* values) const {
    if constexpr (kSize > 0) {
      double sum = 0 * ValueOf(values[0]);
      for (int n = 1; n < kSize; ++n) sum += 0 * ValueOf(values[n]);
      return sum == 0;
    } else {
      return this->IsFinite(values, this->size_);
    }
  }
  /// Where the stages' derivatives go, and the sums that lead from them to the next state.
  void KeepNewest(int stage);
  void CombineMany(const Row& row, double h, const T* newest, T* x);
  template <int kSize>
  [[gnu::always_inline]] void SaveEnd();
  /// The derivatives at the end of the step, which interpolation and the next step need.
  void EvaluateEnd();
  [[gnu::always_inline]] void KeepEndSlope();
  template <int kSize>
  [[gnu::always_inline]] void TakeEndSlope();
  void ReplaceEndSlope();
  void CountEnd();
  template <int kSize, class ForEach>
  [[gnu::always_inline]] void Interpolate(double theta, T* x, const ForEach& for_each);
  template <int kSize>
  [[gnu::always_inline]] void Move(double t_sec);
  template <int kSize>
  [[gnu::always_inline]] void MoveWithin(double t_sec);
  template <int kSize>
  [[gnu::always_inline]] void MoveToEnd();
  /// From 0 at the start to 1 at the end.
  double PartOfStep(double t_sec) const {
    return (t_sec - this->start_time_) / (this->end_time_ - this->start_time_);
  }
  /// The derivatives at the end of a step become those at the start of the next one.
  void SwapSlopes() {
    std::swap(k_.front(), end_slope_);
    if (table_.first_same_as_last) k_.back() = end_slope_;
  }
  bool AreSlopesSwapped() const { return k_.front() != storage_.data(); }
  /// All that one step leaves to the next. Another method may take it over, so there is no pointer
  /// into the method's own storage among it.
  auto Remembered() {
    return std::tuple_cat(this->RememberedByAll(),
                          std::tie(storage_, end_, newest_, slopes_are_swapped_,
                                   start_is_evaluated_, start_is_counted_, end_is_saved_,
                                   end_is_evaluated_, end_is_counted_, end_slope_is_finite_));
  }
  /// The state was moved by hand: its time, and what depends on both.
  void NoteMove(double t_sec) {
    this->data_.write_time(T(t_sec));
    this->data_.InvalidateTimeAndContinuous();
  }

  const ButcherTableau& table_;
  // For the size of the state.
  Try (RungeKutta::*run_stages_)(bool check_all) = nullptr;
  void (RungeKutta::*move_)(double t_sec) = nullptr;
  bool (RungeKutta::*take_steps_and_look_)(double target_sec, int64_t most, StepGrid* grid,
                                           StepWatch* watch, int64_t* taken) = nullptr;
  std::vector<Row> rows_;  ///< of stages 1, 2, ... and, where that is another one, of the end
  std::vector<int> error_stages_;
  std::vector<double> error_weights_;
  std::vector<T> storage_, end_;
  std::vector<T*> k_;                ///< the stages' derivatives, each in a part of storage_
  bool slopes_are_swapped_ = false;  ///< when they were kept last
  T* end_slope_;               ///< the derivatives at the end; the last of k_ where it is the same
  const T* newest_ = nullptr;  ///< derivatives that are not in k_ yet
  bool start_is_evaluated_ = false;
  bool start_is_counted_ = true;  ///< where it is evaluated, the statistics have it
  bool end_is_saved_ = false;
  bool end_is_evaluated_ = false;
  bool end_is_counted_ = false;   ///< … and the statistics have it
  bool end_was_counted_ = false;  ///< at BeginLook()
  bool end_slope_is_finite_ = true;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RungeKutta)

}  // namespace loopwright
