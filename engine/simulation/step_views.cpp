#include "engine/simulation/step_views.h"

#include "engine/context/cache_overlay.h"

namespace loopwright {

template <typename T>
void StepViews<T>::Show(double start_sec, double end_sec,
                        const std::vector<StepTrigger>& ended_by) {
  if (run_.observers.step_viewer) {
    PartialLook<T>* look = FindLook();
    // What a history or a sliding motion needs besides is not known to the plan.
    const bool is_partial = run_.histories.empty() && run_.sliding == nullptr;
    ShowTo(run_.observers.step_viewer, is_partial ? look : nullptr, start_sec, end_sec, ended_by);
  }
  if (dense_output) {
    const auto note = [this](const StepInterior<T>& step) { NoteDenseSegment(step); };
    ShowTo(note, nullptr, start_sec, end_sec, ended_by);
  }
}

// Looked up when a viewer looks for the first time; null where it has not said what it looks at.
template <typename T>
PartialLook<T>* StepViews<T>::FindLook() {
  const RunObservers<T>& observers = run_.observers;
  if (look_of_ != observers.num_viewers) {
    look_of_ = observers.num_viewers;
    partial_look_.reset();
    if (!observers.viewed_signals.empty()) partial_look_.emplace(&data_, observers.viewed_signals);
  }
  return partial_look_ ? &*partial_look_ : nullptr;
}

// `look` may be null: then all of the context is moved.
template <typename T>
void StepViews<T>::ShowTo(const std::function<void(const StepInterior<T>&)>& viewer,
                          PartialLook<T>* look, double start, double end,
                          const std::vector<StepTrigger>& ended_by) {
  const internal::CountingPause<T> pause(&data_);
  kept_cache_.Keep(data_);
  run_.integrator->BeginLook();
  if (look != nullptr && look->Begin(run_.integrator.get(), end)) {
    kept_cache_.KeepCounts(data_);
    const auto at = [this, look](double t) -> const Context<T>& {
      look->MoveTo(t);
      return *run_.context;
    };
    viewer({start, end, at, ended_by});
    look->End();
  } else {
    const auto at = [this](double t) -> const Context<T>& {
      run_.MoveTo(t);
      return *run_.context;
    };
    viewer({start, end, at, ended_by});
    run_.MoveTo(end);
  }
  run_.integrator->EndLook();
  kept_cache_.Restore(&data_);
}

// Values and derivatives at both ends make a cubic segment of the dense output.
template <typename T>
void StepViews<T>::NoteDenseSegment(const StepInterior<T>& step) {
  const auto state = [&](double t) {
    return step.at(t).get_continuous_state_vector().CopyToVector();
  };
  const auto derivatives = [&](double t) {
    return run_.system.EvalTimeDerivatives(step.at(t)).CopyToVector();
  };
  dense_output->Append(step.start_sec, step.end_sec, state(step.start_sec),
                       derivatives(step.start_sec), state(step.end_sec), derivatives(step.end_sec));
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StepViews)

}  // namespace loopwright
