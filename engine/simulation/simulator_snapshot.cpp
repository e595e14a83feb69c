#include <optional>
#include <tuple>

#include "engine/simulation/simulator.h"

// A run taken back to where it stood.
//
// A snapshot is a copy of what the rest of a run is a function of: the time, state, parameters and
// branches of the context, what the integrator remembers, the event calendar, and what is known of
// guards. Values that are computed from these are not in it: they are marked as out of date and
// computed again, with the same result to the bit. So a snapshot takes about twice the memory of
// the state, and a few hundred of them cost nothing beside the recording.

namespace loopwright {

// Everything that a step leaves to the next one. What is missing here is scratch memory of one
// step, a cache of something that never changes, or what the caller has set.
template <typename T>
auto Simulator<T>::WhereItStands() {
  return std::tie(status_, statistics_, initialized_, calendar_, earlier_cost_, instant_arrived_,
                  instant_published_, per_step_pending_, modes_may_change_, recorded_before_,
                  is_log_time_, step_is_unfinished_, start_time_, witnessed_, ran_,
                  triggered_at_start_, steps_without_advance_, grid_, step_limit_,
                  collapsed_events_, guard_values_, guard_before_update_, carried_sign_,
                  carried_before_, way_to_zero_, former_way_to_zero_, some_rest_at_zero_,
                  triggered_, crossed_, former_crossed_, returns_, zeros_, has_triggered_,
                  modes_before_, modes_before_at_, chosen_at_, modes_chosen_, modes_are_chosen_,
                  num_corrections_, undecided_, resting_modes_, asked_zeros_, asked_modes_,
                  chatter_, slid_, sliding_modes_, has_left_, surface_margins_,
                  former_surface_margins_, warned_group_, corrections_, num_slides_at_start_,
                  early_modes_, guard_history_, isolated_times_, isolated_next_);
}

namespace {

// Copies of what references refer to.
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

// What Keep() gives.
template <typename T>
class Simulator<T>::Snapshot {
 public:
  explicit Snapshot(Simulator<T>* of)
      : stand_(CopiesOf(of->WhereItStands())),
        histories_(of->histories_),
        guards_(of->guards_),
        time_(of->data_.time),
        values_(of->data_.arena.begin(), of->data_.arena.begin() + of->data_.plan->parameters_end),
        modes_(of->data_.modes),
        modes_held_(of->data_.modes_held),
        guards_are_known_(of->guards_known_at_ == of->data_.change_event()),
        derivatives_changed_(of->data_.TakeDerivativesChanged()) {
    of->data_.NoteChange(derivatives_changed_);
    for (const auto& state : of->data_.abstract_states) abstract_.push_back(state->Clone());
    if (of->integrator_) integration_ = of->integrator_->Keep();
  }

  bool IsWhole(const Simulator<T>& of) const {
    return of.integrator_ == nullptr || integration_ != nullptr || !of.has_continuous_state();
  }

  int64_t bytes() const {
    constexpr size_t kMethod = 16;  // of a Runge-Kutta method, times the state
    constexpr size_t kObjects = 4096;
    const auto& guard_values = std::get<std::vector<GuardValue>>(stand_);
    return static_cast<int64_t>(kObjects + kMethod * sizeof(T) * values_.size() +
                                abstract_.size() * kObjects +
                                8 * sizeof(GuardValue) * guard_values.size());
  }

  void PutBack(Simulator<T>* to) const {
    auto& data = to->data_;
    if (to->sliding_ != nullptr) to->StopSliding();
    to->change_ = nullptr;
    to->step_is_announced_ = false;
    data.time = time_;
    std::copy(values_.begin(), values_.end(), data.arena.begin());
    for (size_t i = 0; i < abstract_.size(); ++i) data.abstract_states[i]->SetFrom(*abstract_[i]);
    data.modes = modes_;
    data.modes_held = modes_held_;
    data.InvalidateAllButInputs();
    data.MarkAllStale();
    data.TakeDerivativesChanged();
    data.NoteChange(derivatives_changed_);
    to->WhereItStands() = stand_;
    MakeAgain(histories_, &to->histories_);
    MakeAgain(guards_, &to->guards_);
    if (integration_) to->integrator_->Recall(*integration_);
    to->guards_known_at_ = guards_are_known_ ? data.change_event() : -1;
  }

 private:
  decltype(CopiesOf(std::declval<Simulator<T>*>()->WhereItStands())) stand_;
  StepHistories<T> histories_;
  Guards<T> guards_;
  T time_;
  std::vector<T> values_;  // of the arena: state, derivatives, parameters
  std::vector<int64_t> modes_;
  bool modes_held_;
  bool guards_are_known_;
  bool derivatives_changed_;
  std::vector<std::unique_ptr<AbstractValue>> abstract_;
  std::unique_ptr<typename IntegrationMethod<T>::Memory> integration_;
};

template <typename T>
std::shared_ptr<const typename Simulator<T>::Snapshot> Simulator<T>::Keep() {
  const bool is_possible = is_between_steps_ && sliding_ == nullptr && data_.blend() == nullptr &&
                           data_.plan->loops == nullptr && dynamic_events_.empty();
  if (!is_possible) return nullptr;
  auto snapshot = std::make_shared<const Snapshot>(this);
  return snapshot->IsWhole(*this) ? snapshot : nullptr;
}

template <typename T>
int64_t Simulator<T>::BytesOf(const Snapshot& snapshot) {
  return snapshot.bytes();
}

template <typename T>
void Simulator<T>::Restore(const Snapshot& snapshot) {
  snapshot.PutBack(this);
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
