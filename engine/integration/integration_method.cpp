#include "engine/integration/integration_method.h"

#include <cmath>

#include "engine/integration/state_ranges.h"

namespace loopwright {

namespace {
// What to do about a value that is not finite, in all messages alike.
const char* const kNotFiniteAdvice =
    "look for a division by zero, or a root or logarithm outside its range, in it or in what it "
    "reads";
}  // namespace

// Steps with no look into them: the plain loop, which methods that can do better override.
template <typename T>
bool IntegrationMethod<T>::TakeFixedSteps(double target_sec, int64_t most, StepGrid* grid,
                                          int64_t* taken) {
  return IntegrationMethod::TakeWatchedSteps(target_sec, most, grid, nullptr, taken);
}

// As above, where the method chooses each step.
template <typename T>
bool IntegrationMethod<T>::TakeControlledSteps(double target_sec, int64_t most, int64_t* taken) {
  double t = ValueOf(data_.time);
  for (*taken = 0; t < target_sec && *taken < most; ++*taken) {
    t = TakeControlledStep(t, target_sec, 0);
    if (std::isnan(t)) return false;
    Accept();
  }
  return true;
}

// The same with a look into each step before it is accepted. Where the watch stops, the step stays
// as tried.
template <typename T>
bool IntegrationMethod<T>::TakeWatchedSteps(double target_sec, int64_t most, StepGrid* grid,
                                            StepWatch* watch, int64_t* taken) {
  double t = ValueOf(data_.time);
  for (*taken = 0; t < target_sec && *taken < most; ++*taken) {
    const double end = grid->NextEnd(target_sec);
    if (!TakeFixedStep(t, end)) return false;
    const auto move_within = [this](double at) { MoveTo(at); };
    const auto move_to_end = [this, end] { MoveTo(end); };
    if (watch != nullptr && !watch->LookInto(t, end, move_within, move_to_end)) return true;
    Accept();
    t = end;
    grid->CountStepTo(end, target_sec);
  }
  return true;
}

// The texts of failures say what happened, and what to look at.
template <typename T>
void IntegrationMethod<T>::FailNotFinite(const System<T>* system) {
  Fail(system, std::string("its time derivative is not finite: ") + kNotFiniteAdvice);
}

template <typename T>
void IntegrationMethod<T>::FailNotFiniteLater(const System<T>* system) {
  FailBeyondStart(
      system, std::string("its time derivative is not finite right after that, with any step: ") +
                  kNotFiniteAdvice);
}

template <typename T>
void IntegrationMethod<T>::FailIteration(const System<T>* system) {
  FailBeyondStart(
      system,
      "the iteration finds no solution of a step's equations, however short the step: try another "
      "integrator, or another accuracy");
}

template <typename T>
void IntegrationMethod<T>::FailAccuracy(const System<T>* system) {
  Fail(system,
       "no step is short enough for the accuracy: loosen it, or look for a singularity of the "
       "solution at that time");
}

// In build order, so that the leaf that is named does not depend on the method.
template <typename T>
const System<T>* IntegrationMethod<T>::FindNonFinite() const {
  const auto& plan = *data_.plan;
  for (const int n : plan.continuous_leaves) {
    const auto& derivative = data_.value_views.derivatives(n);
    for (int i = 0; i < derivative.size(); ++i) {
      if (!std::isfinite(ValueOf(derivative[i]))) return plan.systems[n];
    }
  }
  return nullptr;
}

// Leaves are few and this is only called to name one in a message, so it is a plain search.
template <typename T>
const System<T>* IntegrationMethod<T>::LeafOf(int n) const {
  const auto& plan = *data_.plan;
  for (const int leaf : plan.continuous_leaves) {
    for (const StateRange& range : StateRangesOf(plan, leaf)) {
      if (n >= range.begin && n < range.begin + range.count) return plan.systems[leaf];
    }
  }
  return nullptr;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(IntegrationMethod)

}  // namespace loopwright
