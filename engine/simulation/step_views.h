#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/integration/piecewise_polynomial.h"
#include "engine/simulation/cache_state.h"
#include "engine/simulation/partial_look.h"
#include "engine/simulation/simulated_run.h"

namespace loopwright {

/// Shows the inside of steps to who looks into them: the step viewer, for plots, and dense output.
/// Nothing that is evaluated there changes the run, or what is counted.
template <typename T>
class StepViews {
 public:
  explicit StepViews(SimulatedRun<T>* run) : run_(*run), data_(run->data) {}

  /// Whether anybody looks.
  bool is_on() const { return run_.observers.step_viewer || dense_output; }
  /// An accepted step, at whose end the context is, and the guards that ended it.
  void Show(double start_sec, double end_sec, const std::vector<StepTrigger>& ended_by);

  /// The continuous state as a function of time, while it is kept.
  std::unique_ptr<trajectories::PiecewisePolynomial<T>> dense_output;

 private:
  void ShowTo(const std::function<void(const StepInterior<T>&)>& viewer, PartialLook<T>* look,
              double start, double end, const std::vector<StepTrigger>& ended_by);
  void NoteDenseSegment(const StepInterior<T>& step);
  PartialLook<T>* FindLook();

  SimulatedRun<T>& run_;
  internal::ContextData<T>& data_;
  std::optional<PartialLook<T>> partial_look_;  ///< of the signals that are viewed, if known
  int64_t look_of_ = 0;                         ///< the viewer that it is of, by its number
  internal::CacheState<T> kept_cache_;          ///< while a step is shown
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(StepViews)

}  // namespace loopwright
