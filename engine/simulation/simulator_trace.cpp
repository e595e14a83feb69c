#include <algorithm>
#include <limits>
#include <string_view>

#include "engine/simulation/simulator.h"
#include "engine/system/state_names.h"

// What a trace tells of a phase: its causes, and the values before and after.

namespace loopwright {
namespace {

const char* NameOf(TriggerType trigger) {
  switch (trigger) {
    case TriggerType::kInitialization:
      return "initialization";
    case TriggerType::kPerStep:
      return "per_step";
    case TriggerType::kPeriodic:
      return "periodic";
    case TriggerType::kTimed:
      return "timed";
    case TriggerType::kWitness:
      return "witness";
    default:
      return "forced";
  }
}

// Of group `g` of `count`, beside continuous state or not.
std::string NameOfGroup(int g, int count, bool has_continuous_state) {
  const std::string name = has_continuous_state ? "xd" : "x";
  return count > 1 ? name + std::to_string(g) : name;
}

}  // namespace

template <typename T>
void Simulator<T>::Trace(const char* phase, const std::vector<int>& blocks,
                         const std::vector<int>& changed) {
  TracePhase record;
  record.time = time();
  record.phase = phase;
  for (const int n : blocks) record.blocks.push_back(data_.plan->systems[n]);
  for (const int n : changed) record.changed.push_back(data_.plan->systems[n]);
  AddCauses(blocks, &record);
  for (const int n : changed) AddValues(n, &record);
  KeepTracedState();
  trace_(record);
}

/// The number of a branch; not a number where the motion slides on it.
template <typename T>
double Simulator<T>::ShownMode(int mode) const {
  const bool slides = sliding_ != nullptr && sliding_->Combines(mode);
  return slides ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(data_.modes[mode]);
}

template <typename T>
void Simulator<T>::KeepTracedState() {
  traced_state_.assign(data_.arena.begin(), data_.arena.begin() + data_.plan->discrete_end);
  traced_modes_.resize(data_.modes.size());
  for (int i = 0; i < std::ssize(traced_modes_); ++i) traced_modes_[i] = ShownMode(i);
  traced_time_ = time();
}

template <typename T>
void Simulator<T>::AddCauses(const std::vector<int>& blocks, TracePhase* record) const {
  const std::string_view phase = record->phase;
  if (phase == "initialize") {
    record->causes.push_back({"start", nullptr, {}, {}, nullptr});
  } else if (phase == "mode") {
    for (const int n : blocks) {
      record->causes.push_back({"branch", data_.plan->systems[n], {}, {}, nullptr});
    }
  } else if (phase == "continuous") {
    record->causes.push_back(CauseOfStep());
  } else {
    for (const PendingEvent& e : due_) {
      TraceCause cause{NameOf(e.event->trigger()), data_.plan->systems[e.node], {}, {}, nullptr};
      if (e.event->trigger() == TriggerType::kPeriodic) cause.period_sec = e.event->period_sec();
      record->causes.push_back(cause);
    }
    const bool is_log = phase == "publish" && is_log_time_;
    if (is_log) record->causes.push_back({"log", nullptr, {}, {}, nullptr});
    if (due_.empty() && !is_log) {
      record->causes.push_back(
          {statistics_.steps > 0 ? "step" : "start", nullptr, {}, {}, nullptr});
    }
  }
}

template <typename T>
TraceCause Simulator<T>::CauseOfStep() const {
  TraceCause cause{"step", nullptr, {}, traced_time_, "length"};
  if (has_triggered_ && !triggered_.empty()) {
    cause.ended_by = "witness";
    cause.block = data_.plan->systems[guards_.node(triggered_[0])];
  } else if (instant_arrived_ &&
             (calendar_.next().has_updates() || calendar_.next().has_publishes() ||
              calendar_.next().is_corner || is_log_time_)) {
    cause.ended_by = "event";
  } else if (time() == status_.return_time()) {
    cause.ended_by = "boundary";
  }
  return cause;
}

/// The vectors of a leaf's state that the phase of `record` can change.
template <typename T>
void Simulator<T>::AddValues(int node, TracePhase* record) const {
  const std::string_view phase = record->phase;
  const auto& plan = *data_.plan;
  const PlanNode& n = plan.nodes[node];
  const SystemBase* block = plan.systems[node];
  const auto* names = dynamic_cast<const StateNames*>(block);
  const auto add = [&](const std::string& name, int begin, int size) {
    TraceValue value{block, name, {}, {}};
    for (int i = begin; i < begin + size; ++i) {
      value.before.push_back(ValueOf(traced_state_[i]));
      value.after.push_back(ValueOf(data_.arena[i]));
    }
    if (size > 0) record->values.push_back(std::move(value));
  };
  // `group` is that of StateNames, whose names are those of single elements.
  const auto add_vector = [&](const std::string& name, int group, int begin, int size) {
    if (names == nullptr) return add(name, begin, size);
    for (int i = 0; i < size; ++i) add(names->NameOfState(group, i), begin + i, 1);
  };
  if (phase == "mode") {
    TraceValue value{block, "mode", {}, {}};
    for (int i = n.first_mode; i < n.first_mode + n.num_modes; ++i) {
      value.before.push_back(traced_modes_[i]);
      value.after.push_back(ShownMode(i));
    }
    record->values.push_back(std::move(value));
    return;
  }
  const bool has_continuous = n.nq + n.nv + n.nz > 0;
  if (phase != "discrete") {
    add_vector("q", -1, n.q, n.nq);
    add_vector("v", -1, plan.num_q + n.v, n.nv);
    add_vector(n.nq + n.nv > 0 ? "z" : "x", -1, plan.num_q + plan.num_v + n.z, n.nz);
  }
  if (phase == "continuous") return;
  for (int g = 0; g < n.num_groups; ++g) {
    const auto& slot = plan.groups[n.first_group + g];
    add_vector(NameOfGroup(g, n.num_groups, has_continuous), g, slot.offset, slot.size);
  }
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
