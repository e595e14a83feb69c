#include "engine/simulation/simulated_run.h"

#include <type_traits>
#include <utility>

#include "engine/stochastic/noise_structure.h"
#include "engine/system/plan_maker.h"

namespace loopwright {

namespace {
// The default context, or the given one, which may have been made before the system declared its
// last event.
template <typename T>
std::unique_ptr<Context<T>> Prepared(const System<T>& system, std::unique_ptr<Context<T>> context) {
  if (context == nullptr) return system.CreateDefaultContext();
  system.ValidateContext(*context);
  internal::AdoptPresentPlan(system, *context);
  return context;
}
}  // namespace

template <typename T>
SimulatedRun<T>::SimulatedRun(const System<T>& of_system, std::unique_ptr<Context<T>> of_context,
                              RunObservers<T>* of_observers)
    : system(of_system),
      context(Prepared(of_system, std::move(of_context))),
      data(context->data()),
      has_continuous_state(data.plan->num_continuous() > 0),
      observers(*of_observers),
      histories(&data) {}

template <typename T>
void SimulatedRun<T>::Begin() {
  status = SimulatorStatus(time());
  statistics = {};
  data.statistics = {};
  start_time = time();
  grid = {time(), config.fixed_step.value_or(0), 0};
  step_limit = 0;
  data.accuracy = config.accuracy;
  histories.Find();
  is_stochastic = !config.ignores_diffusion && HasDiffusion(*data.plan);
}

template <typename T>
AutoDiffSource SimulatedRun<T>::autodiff_source() {
  using Result = std::shared_ptr<const System<AutoDiff>>;
  if constexpr (std::is_same_v<T, AutoDiff>) {
    return [this] { return Result(Result(), &system); };
  } else {
    if (given_autodiff_source) return given_autodiff_source;
    return [this] { return Result(system.ToAutoDiffXdMaybe()); };
  }
}

template <typename T>
std::string SimulatedRun<T>::PathsOf(const std::vector<int>& nodes) const {
  std::string paths;
  for (const int n : nodes) {
    paths += (paths.empty() ? "" : ", ") + data.plan->systems[n]->GetSystemPathname();
  }
  return paths;
}

template <typename T>
void SimulatedRun<T>::StopAfter(const EventStatus& answer) {
  if (answer.failed()) {
    status.SetEventHandlerFailed(time(), answer.system(), answer.message());
  } else if (answer.reached_termination() && !ended()) {
    status.SetReachedTermination(time(), answer.system(), answer.message());
  }
}

template <typename T>
void SimulatedRun<T>::MoveTo(double t_sec) {
  if (t_sec == time()) return;  // within a step, time tells where the context is
  if (has_continuous_state) {
    integrator->MoveTo(t_sec);
  } else {
    data.write_time(T(t_sec));
    data.InvalidateTimeAndContinuous();
  }
  SettleSliding();
}

template <typename T>
void SimulatedRun<T>::RestartIntegration() {
  integrator->Restart();
  if (sliding != nullptr) sliding->NoteCorner();
  if (statistics.steps > 0 && has_continuous_state) ++statistics.restarts;
}

template <typename T>
void SimulatedRun<T>::SettleWeights() {
  sliding->Settle();
  if (!sliding->has_failed() || HasFailed()) return;
  const int node = sliding->surfaces()[0].branches[0].node;
  FailAt(time(), data.plan->systems[node],
         "no combination of its branches keeps the motion on its threshold (sliding)");
}

template struct SimulatedRun<double>;
template struct SimulatedRun<AutoDiff>;

}  // namespace loopwright
