#include "engine/simulation/run_trace.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "engine/index/diagram_index.h"

namespace loopwright {

template <typename T>
void RunTrace<T>::Tell(const char* phase, const std::vector<int>& blocks,
                       const std::vector<int>& changed, std::vector<TraceCause> causes,
                       std::vector<TraceReading> readings) {
  TracePhase record;
  record.time = run_.time();
  record.phase = phase;
  for (const int n : blocks) record.blocks.push_back(data_.plan->systems[n]);
  for (const int n : changed) record.changed.push_back(data_.plan->systems[n]);
  record.causes = std::move(causes);
  record.readings = std::move(readings);
  for (const int n : changed) AddValues(n, &record);
  KeepState();
  handler_(record);
}

template <typename T>
void RunTrace<T>::TellOfBranches(const std::vector<int>& changed) {
  std::vector<TraceCause> causes;
  for (const int n : changed) {
    causes.push_back({"branch", data_.plan->systems[n], {}, {}, nullptr});
  }
  Tell("mode", changed, changed, std::move(causes));
}

/// The number of a branch; not a number where the motion slides on it.
template <typename T>
double RunTrace<T>::ShownMode(int mode) const {
  const bool slides = run_.sliding != nullptr && run_.sliding->Combines(mode);
  return slides ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(data_.modes[mode]);
}

// All state of numbers, and all modes, as they are now.
template <typename T>
void RunTrace<T>::KeepState() {
  state_.assign(data_.arena.begin(), data_.arena.begin() + data_.plan->discrete_end);
  modes_.resize(data_.modes.size());
  for (int i = 0; i < std::ssize(modes_); ++i) modes_[i] = ShownMode(i);
  time_ = run_.time();
}

/// What the diagram has, for the names of its state.
template <typename T>
const DiagramIndex<T>& RunTrace<T>::index() const {
  if (!index_ || &index_->plan() != data_.plan.get()) {
    index_ = std::make_shared<const DiagramIndex<T>>(data_.plan);
  }
  return *index_;
}

/// The vectors of a leaf's state that the phase of `record` can change.
template <typename T>
void RunTrace<T>::AddValues(int node, TracePhase* record) const {
  const std::string_view phase = record->phase;
  const auto add = [&](const Quantity& quantity, int begin, int end) {
    TraceValue value{data_.plan->systems[node], index().NameOf(quantity, begin), {}, {}};
    for (int i = quantity.place + begin; i < quantity.place + end; ++i) {
      const bool is_mode = quantity.kind == QuantityKind::kMode;
      value.before.push_back(is_mode ? modes_[i] : ValueOf(state_[i]));
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

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RunTrace)

}  // namespace loopwright
