#include "engine/updates/rate_update.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/common/reachable.h"
#include "engine/context/cache_hits.h"
#include "engine/system/leaf_system.h"
#include "engine/updates/update_buffer.h"

namespace loopwright {

// The steps rely on each other in this order.
template <typename T>
std::unique_ptr<RateUpdate<T>> RateUpdate<T>::Make(internal::ContextData<T>* data,
                                                   const std::vector<int>& events) {
  std::unique_ptr<RateUpdate> update(new RateUpdate(data, events));
  if (!update->IsPossible()) return nullptr;
  update->FindRanges();
  update->FindDependents();
  update->FindInputs();
  update->Bind();
  return update;
}

// An override of DoCalcDiscreteVariableUpdates() wants to be called, and whether there is one shows
// when a first update is run.
template <typename T>
bool RateUpdate<T>::AreHooksKnown(const Plan<T>& plan, const std::vector<int>& events) {
  return std::all_of(events.begin(), events.end(), [&](int i) {
    return plan.systems[plan.events[i].node]->has_default_hook(SystemBase::kDiscreteUpdateHook);
  });
}

// Each event must be a kernel, all inputs of which have values, and belong to a leaf with discrete
// state.
template <typename T>
bool RateUpdate<T>::IsPossible() const {
  const auto& plan = *data_.plan;
  return std::all_of(events_.begin(), events_.end(), [&](int i) {
    const auto& [node, event] = plan.events[i];
    return plan.nodes[node].num_groups > 0 && event->kernel() != nullptr &&
           data_.HasInputsOf(node, *event->kernel());
  });
}

// What is committed: the discrete state of all leaves concerned, with neighbours joined to one
// range. Direct updates read the present values where they write, so these are copied there first;
// kernels write every element.
template <typename T>
void RateUpdate<T>::FindRanges() {
  const auto& plan = *data_.plan;
  const auto append = [&](const PlanNode& node, std::vector<Slot>* ranges) {
    for (int g = node.first_group; g < node.first_group + node.num_groups; ++g) {
      internal::AppendRange(plan.groups[g], ranges);
    }
  };
  int last = -1;
  for (const int i : events_) {
    const auto& [node, event] = plan.events[i];
    if (node != last) append(plan.nodes[node], &written_);
    const bool is_method = event->kernel()->is_of_leaf && event->kernel()->formulas == nullptr;
    if (is_method && node != last) append(plan.nodes[node], &started_);
    last = node;
  }
  next_.resize(plan.discrete_end);
}

// Two sets: entries that the new state makes stale, and entries that change with that state, with
// time or with continuous state, which are therefore computed anew for each update.
template <typename T>
void RateUpdate<T>::FindDependents() {
  const auto& plan = *data_.plan;
  std::vector<int> of_state, changing;
  const auto add = [&](int source, std::vector<int>* entries) {
    const auto dependents = plan.source_dependents[source];
    entries->insert(entries->end(), dependents.begin(), dependents.end());
  };
  for (const int i : events_) {
    const PlanNode& node = plan.nodes[plan.events[i].node];
    for (int g = node.first_group; g < node.first_group + node.num_groups; ++g) {
      add(plan.group_source(g), &of_state);
      affects_derivatives_ |= plan.affects_derivatives[plan.group_source(g)] != 0;
    }
  }
  const auto dependents_of = [&](int e) { return plan.entry_dependents[e]; };
  std::vector<char> reached(plan.num_entries(), 0);
  MarkReachable(of_state, dependents_of, &reached);
  for (int e = 0; e < plan.num_entries(); ++e) {
    if (reached[e]) dependents_.push_back(e);
  }
  changing_ = std::move(reached);
  add(Plan<T>::time_source(), &changing);
  for (const int n : plan.continuous_leaves) {
    for (int i = 0; i < 3; ++i) add(plan.q_source(n) + i, &changing);
  }
  MarkReachable(changing, dependents_of, &changing_);
}

// The entries that the updates' inputs are connected to.
template <typename T>
std::vector<int> RateUpdate<T>::InputEntries() const {
  const auto& plan = *data_.plan;
  std::vector<int> entries;
  for (const int i : events_) {
    const PlanNode& node = plan.nodes[plan.events[i].node];
    for (int input = node.first_input; input < node.first_input + node.num_inputs; ++input) {
      const int entry = data_.inputs.entry(input);
      if (entry >= 0) entries.push_back(entry);
    }
  }
  return entries;
}

// Of all that the updates need, what changes, in the order of evaluation.
template <typename T>
void RateUpdate<T>::FindInputs() {
  const auto& plan = *data_.plan;
  std::vector<char> needed(plan.num_entries(), 0);
  const std::vector<int> read = InputEntries();
  MarkReachable(
      read, [&](int e) { return plan.entry_prerequisites[e]; }, &needed);
  inputs_.clear();
  for (const int e : plan.order) {
    if (needed[e] && changing_[e]) inputs_.push_back(e);
  }
  FindConstants(read);
}

// Entries that are read but do not change with this rate: they are brought up to date one by one,
// which costs next to nothing where they are. State that is shown is no computation.
template <typename T>
void RateUpdate<T>::FindConstants(const std::vector<int>& read) {
  const auto& plan = *data_.plan;
  constants_.clear();
  const auto add = [&](int e) {
    if (!changing_[e] && plan.cache_entry(e).state_place().kind == StatePlace::kNone) {
      constants_.push_back(e);
    }
  };
  for (const int e : read) add(e);
  for (const int e : inputs_) {
    for (const int prerequisite : plan.entry_prerequisites[e]) add(prerequisite);
  }
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
}

template <typename T>
void RateUpdate<T>::Operations::Clear() {
  all.clear();
  stretches.clear();
}

template <typename T>
void RateUpdate<T>::Operations::Append(const BoundKernel<T>& operation, const Kernel<T>* kernel) {
  all.push_back(operation);
  // A blend, and formulas, run an entry by other means than its kernel.
  const bool is_plain = kernel != nullptr && operation.run == kernel->run;
  const auto run_all = is_plain ? kernel->run_all : nullptr;
  if (stretches.empty() || stretches.back().run_all != run_all) stretches.push_back({run_all, 0});
  ++stretches.back().count;
}

/// A stretch of a few operations costs more than it saves: those are run one by one, and stretches
/// of such become one.
template <typename T>
void RateUpdate<T>::Operations::JoinShortStretches() {
  constexpr int kFewest = 8;
  const std::vector<Stretch> found = std::exchange(stretches, {});
  for (Stretch stretch : found) {
    if (stretch.count < kFewest) stretch.run_all = nullptr;
    const bool joins =
        !stretches.empty() && stretches.back().run_all == nullptr && stretch.run_all == nullptr;
    if (joins) {
      stretches.back().count += stretch.count;
    } else {
      stretches.push_back(stretch);
    }
  }
  if (stretches.size() == 1 && stretches.front().run_all == nullptr) stretches.clear();
}

template <typename T>
inline void RateUpdate<T>::Operations::Run() const {
  if (stretches.empty()) {
    for (const BoundKernel<T>& operation : all) operation.run(operation);
    return;
  }
  RunStretches();
}

template <typename T>
void RateUpdate<T>::Operations::RunStretches() const {
  const BoundKernel<T>* next = all.data();
  for (const Stretch& stretch : stretches) {
    const BoundKernel<T>* const end = next + stretch.count;
    if (stretch.run_all != nullptr) {
      stretch.run_all(next, stretch.count);
      next = end;
    } else {
      for (; next != end; ++next) next->run(*next);
    }
  }
}

// Finds all places in this context. Where nothing but kernels is run, which read without asking,
// updates can be repeated without looking at flags in between.
template <typename T>
void RateUpdate<T>::Bind() {
  const auto& plan = *data_.plan;
  updates_.Clear();
  input_operations_.Clear();
  formulas_.clear();
  for (const int e : inputs_) {
    input_operations_.Append(data_.operation(e), plan.entries[e].declaration->kernel());
  }
  for (const int i : events_) {
    const auto& [node, event] = plan.events[i];
    T* out = next_.data() + plan.groups[plan.nodes[node].first_group].offset;
    formulas_.emplace_back();
    updates_.Append(data_.BindKernel(node, *event->kernel(), out, &formulas_.back()),
                    event->kernel());
  }
  input_operations_.JoinShortStretches();
  updates_.JoinShortStretches();
  are_kernels_ = started_.empty();
  for (const Operations* operations : {&input_operations_, &updates_}) {
    for (const BoundKernel<T>& operation : operations->all) {
      are_kernels_ = are_kernels_ && !operation.evaluates_inputs;
    }
  }
  hits_of_updates_ = CountInputsOfUpdates();
  bound_version_ = data_.binding_version();
}

// How many kept values the kernels read, for the count of cache hits.
template <typename T>
int64_t RateUpdate<T>::CountInputsOfUpdates() const {
  const auto& plan = *data_.plan;
  int64_t count = 0;
  for (size_t k = 0; k < events_.size(); ++k) {
    const auto& [node, event] = plan.events[events_[k]];
    if (updates_.all[k].evaluates_inputs) continue;
    int port = -1;
    for (const Operand& operand : event->kernel()->reads()) {
      // Several elements of one port are read at once.
      if (operand.kind != Operand::kInput || operand.index == std::exchange(port, operand.index)) {
        continue;
      }
      const int entry = data_.inputs.entry(plan.nodes[node].first_input + operand.index);
      const bool is_computed =
          entry >= 0 && plan.cache_entry(entry).state_place().kind == StatePlace::kNone;
      if (is_computed) ++count;
    }
  }
  return count;
}

// Both arrays have the layout of the arena.
template <typename T>
void RateUpdate<T>::Copy(const T* from, T* to, const std::vector<Slot>& ranges) const {
  for (const Slot& range : ranges) {
    std::copy_n(from + range.offset, range.size, to + range.offset);
  }
}

// All updates see the old values, since results are written to a buffer and copied at the end.
template <typename T>
void RateUpdate<T>::Run() {
  Copy(data_.arena.data(), next_.data(), started_);
  // What does not change with this rate can be stale all the same, after another one's update.
  for (const int e : constants_) data_.Evaluate(e);
  if (internal::CountsHits(data_)) {
    data_.statistics.cache_hits += hits_of_updates_ - std::ssize(constants_);
  }
  data_.EvaluateInOrder(inputs_, input_operations_.all);
  updates_.Run();
  Copy(next_.data(), data_.arena.data(), written_);
  data_.MarkStale(dependents_);
  data_.NoteChange(affects_derivatives_);
}

// Which values are up to date is settled once, at the end. So the loop itself is nothing but
// kernels, a copy and the time. A diagram of filters at one rate runs in it from instant to
// instant.
template <typename T>
int64_t RateUpdate<T>::RunRepeatedly(EventCalendar<T>* calendar, double limit_sec, int64_t most) {
  if (most <= 0 || !calendar->Repeat(limit_sec)) return 0;
  const double alone_until = calendar->AloneUntil(limit_sec);
  for (const int e : constants_) data_.Evaluate(e);
  int64_t count = 0;
  do {
    input_operations_.Run();
    updates_.Run();
    Copy(next_.data(), data_.arena.data(), written_);
    data_.write_time(T(calendar->next().time));
    ++count;
  } while (count < most && (calendar->RepeatBefore(alone_until) || calendar->Repeat(limit_sec)));
  for (const int e : inputs_) data_.serial_numbers[e] += count;
  if (internal::CountsHits(data_)) {
    int64_t hits = hits_of_updates_;
    for (const int e : inputs_) hits += internal::HitsOfComputation(&data_, e);
    data_.statistics.cache_hits += count * hits - std::ssize(constants_);
  }
  data_.MarkStale(dependents_);
  data_.InvalidateTimeAndContinuous();
  data_.NoteChange(affects_derivatives_);
  return count;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RateUpdate)

}  // namespace loopwright
