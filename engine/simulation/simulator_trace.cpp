#include <algorithm>
#include <limits>
#include <string_view>

#include "engine/index/diagram_index.h"
#include "engine/simulation/simulator.h"

// What a trace tells of a phase: its causes, and the values before and after.

namespace loopwright {
namespace {

// The words that stand in a trace for what triggered an event.
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

}  // namespace

// Tells of one phase: the blocks that took part, those that changed, why, and the values of what
// changed before and after. The values are kept afterwards, as the next phase's "before".
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

// All state of numbers, and all modes, as they are now.
template <typename T>
void Simulator<T>::KeepTracedState() {
  traced_state_.assign(data_.arena.begin(), data_.arena.begin() + data_.plan->discrete_end);
  traced_modes_.resize(data_.modes.size());
  for (int i = 0; i < std::ssize(traced_modes_); ++i) traced_modes_[i] = ShownMode(i);
  traced_time_ = time();
}

// Why the phase took place: the start, branches that changed, the end of a step, or the events that
// were due.
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
    if (has_triggered_) record->readings = traced_readings_;
  } else {
    for (const PendingEvent& e : due_) {
      TraceCause cause{NameOf(e.event->trigger()), data_.plan->systems[e.node], {}, {}, nullptr};
      if (e.event->trigger() == TriggerType::kPeriodic) cause.period_sec = e.event->period_sec();
      cause.event = e.event;
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

// What a step ended for: a witness, an event, the boundary of the run, or its length alone.
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

/// What the diagram has, for the names of its state.
template <typename T>
const DiagramIndex<T>& Simulator<T>::index() const {
  if (!index_ || &index_->plan() != data_.plan.get()) {
    index_ = std::make_shared<const DiagramIndex<T>>(data_.plan);
  }
  return *index_;
}

/// The vectors of a leaf's state that the phase of `record` can change.
template <typename T>
void Simulator<T>::AddValues(int node, TracePhase* record) const {
  const std::string_view phase = record->phase;
  const auto add = [&](const Quantity& quantity, int begin, int end) {
    TraceValue value{data_.plan->systems[node], index().NameOf(quantity, begin), {}, {}};
    for (int i = quantity.place + begin; i < quantity.place + end; ++i) {
      const bool is_mode = quantity.kind == QuantityKind::kMode;
      value.before.push_back(is_mode ? traced_modes_[i] : ValueOf(traced_state_[i]));
      value.after.push_back(is_mode ? ShownMode(i) : ValueOf(data_.arena[i]));
    }
    record->values.push_back(std::move(value));
  };
  const auto add_all = [&](QuantityKind kind) {
    for (const Quantity& quantity : index().quantities(kind, node)) {
      // Elements that have a name each are values of their own.
      const int step = index().HasElementNames(quantity) ? 1 : std::max(quantity.size, 1);
      for (int i = 0; i < quantity.size; i += step) add(quantity, i, i + step);
    }
  };
  if (phase == "mode") return add_all(QuantityKind::kMode);
  if (phase != "discrete") add_all(QuantityKind::kContinuousState);
  if (phase != "continuous") add_all(QuantityKind::kDiscreteState);
}

template class Simulator<double>;
template class Simulator<AutoDiff>;

}  // namespace loopwright
