#include "engine/simulation/simulator_snapshot.h"

#include <algorithm>
#include <tuple>

namespace loopwright {

namespace {

// A tuple of references as a tuple of copies of what they refer to.
template <typename... Values>
std::tuple<Values...> CopiesOf(const std::tuple<Values&...>& references) {
  return references;
}

// Parts that refer to their context are made anew, as they cannot be assigned.
template <typename Part>
void MakeAgain(const Part& kept, Part* part) {
  std::destroy_at(part);
  std::construct_at(part, kept);
}

}  // namespace

// What is missing here is scratch memory of one step, a cache of something that never changes, or
// what the caller has set.
template <typename T>
auto Simulator<T>::WhereItStands() {
  return std::tuple_cat(std::tie(run_.status, run_.statistics, run_.start_time, run_.grid,
                                 run_.step_limit, initialized_, step_is_unfinished_),
                        records_.WhereItStands(), events_.WhereItStands(),
                        isolation_.WhereItStands(), continuous_.WhereItStands());
}

template <typename T>
struct SimulatorSnapshot<T>::Stand {
  decltype(CopiesOf(std::declval<Simulator<T>*>()->WhereItStands())) values;
};

template <typename T>
SimulatorSnapshot<T>::SimulatorSnapshot(Simulator<T>* of)
    : stand_(new Stand{CopiesOf(of->WhereItStands())}),
      histories_(of->run_.histories),
      guards_(of->isolation_.guards()),
      time_(of->run_.data.time),
      values_(of->run_.data.arena.begin(),
              of->run_.data.arena.begin() + of->run_.data.plan->parameters_end),
      modes_(of->run_.data.modes),
      modes_held_(of->run_.data.modes_held),
      guards_are_known_(of->isolation_.are_known()),
      derivatives_changed_(of->run_.data.TakeDerivativesChanged()) {
  of->run_.data.NoteChange(derivatives_changed_);
  for (const auto& state : of->run_.data.abstract_states) abstract_.push_back(state->Clone());
  if (of->run_.integrator) integration_ = of->run_.integrator->Keep();
}
template <typename T>
SimulatorSnapshot<T>::~SimulatorSnapshot() = default;

// Whether the method could be copied, where there is something for it to remember.
template <typename T>
bool SimulatorSnapshot<T>::IsWhole(const Simulator<T>& of) const {
  return of.run_.integrator == nullptr || integration_ != nullptr || !of.run_.has_continuous_state;
}

template <typename T>
int64_t SimulatorSnapshot<T>::bytes() const {
  constexpr size_t kMethod = 16;  // of a Runge-Kutta method, times the state
  constexpr size_t kObjects = 4096;
  const auto& guard_values = std::get<std::vector<GuardValue>>(stand_->values);
  return static_cast<int64_t>(kObjects + kMethod * sizeof(T) * values_.size() +
                              abstract_.size() * kObjects +
                              8 * sizeof(GuardValue) * guard_values.size());
}

template <typename T>
void SimulatorSnapshot<T>::Restore(Simulator<T>* to) const {
  auto& data = to->run_.data;
  if (to->run_.sliding != nullptr) to->isolation_.StopSliding();
  to->ForgetChange();
  to->announcements_.set_is_announced(false);
  data.time = time_;
  std::copy(values_.begin(), values_.end(), data.arena.begin());
  for (size_t i = 0; i < abstract_.size(); ++i) data.abstract_states[i]->SetFrom(*abstract_[i]);
  data.modes = modes_;
  data.modes_held = modes_held_;
  data.InvalidateAllButInputs();
  data.MarkAllStale();
  data.TakeDerivativesChanged();
  data.NoteChange(derivatives_changed_);
  to->WhereItStands() = stand_->values;
  MakeAgain(histories_, &to->run_.histories);
  MakeAgain(guards_, &to->isolation_.guards());
  if (integration_) to->run_.integrator->Recall(*integration_);
  to->isolation_.set_are_known(guards_are_known_);
}

template <typename T>
std::shared_ptr<const SimulatorSnapshot<T>> SimulatorSnapshot<T>::Of(Simulator<T>* simulator) {
  const auto& run = simulator->run_;
  const bool is_possible = simulator->is_between_steps_ && run.sliding == nullptr &&
                           run.data.blend() == nullptr && run.data.plan->loops == nullptr &&
                           !simulator->events_.has_dynamic_events();
  if (!is_possible) return nullptr;
  std::shared_ptr<const SimulatorSnapshot> snapshot(new SimulatorSnapshot(simulator));
  return snapshot->IsWhole(*simulator) ? snapshot : nullptr;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(Simulator)
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(SimulatorSnapshot)

}  // namespace loopwright
