#include "engine/simulation/partial_look.h"

#include <algorithm>
#include <iterator>

#include "engine/context/cache_hits.h"
#include "engine/system/cache_entry.h"
#include "engine/system/system.h"

namespace loopwright {

// What has to be computed for the viewed signals follows from the plan, once.
template <typename T>
PartialLook<T>::PartialLook(internal::ContextData<T>* data,
                            const std::vector<const OutputPort<T>*>& viewed)
    : data_(*data) {
  const Plan<T>& plan = *data_.plan;
  for (const OutputPort<T>* port : viewed) {
    const PlanNode& node = plan.nodes[plan.node_of(port->get_system())];
    signals_.push_back(plan.outputs[node.first_output + port->get_index()].entry);
  }
  FindEntries();
  FindElements();
}

/// Against the order, every entry comes before what it needs.
template <typename T>
void PartialLook<T>::FindEntries() {
  using Role = typename Plan<T>::StageRole;
  const Plan<T>& plan = *data_.plan;
  std::vector<char> is_needed(plan.num_entries(), 0);
  for (const int e : signals_) is_needed[e] = 1;
  for (auto e = plan.order.rbegin(); e != plan.order.rend(); ++e) {
    if (!is_needed[*e]) continue;
    const auto& needs = plan.entry_prerequisites;
    for (const int* p = needs.begin(*e); p != needs.end(*e); ++p) is_needed[*p] = 1;
    const Role role = plan.stage_roles[*e];
    if (role == Role::kScheduled || role == Role::kOther) entries_.push_back(*e);
  }
  std::reverse(entries_.begin(), entries_.end());
}

/// What the entries read, and signals that are no entry's value but lie in the state itself.
template <typename T>
void PartialLook<T>::FindElements() {
  const Plan<T>& plan = *data_.plan;
  std::vector<char> computes(plan.num_entries(), 0), is_read(plan.num_continuous(), 0);
  for (const int e : entries_) computes[e] = 1;
  const auto add = [&](int first, int count) {
    std::fill_n(is_read.begin() + first, count, char{1});
  };
  const auto add_source = [&](int source, int first, int count) {
    const int* const begin = plan.source_dependents.begin(source);
    const int* const end = plan.source_dependents.end(source);
    if (std::any_of(begin, end, [&](int e) { return computes[e] != 0; })) add(first, count);
  };
  for (const int leaf : plan.continuous_leaves) {
    int source = plan.q_source(leaf);
    for (const auto& [first, count] : plan.continuous_slots(leaf)) {
      add_source(source++, first, count);
    }
  }
  for (const int e : signals_) {
    const bool is_state = plan.cache_entry(e).state_place().kind == StatePlace::kContinuous;
    if (is_state) add(plan.entries[e].offset, plan.entries[e].size);
  }
  for (int n = 0; n < plan.num_continuous(); ++n) {
    if (is_read[n]) elements_.push_back(n);
  }
}

// Everything that is looked at is evaluated at the end of the step first: that is the state to
// which End() comes back.
template <typename T>
bool PartialLook<T>::Begin(IntegrationMethod<T>* method, double end_sec) {
  if (!internal::MayTakeShortcuts(data_) || !method->PrepareElements(end_sec)) return false;
  method_ = method;
  end_sec_ = end_sec;
  for (const int e : signals_) data_.Evaluate(e);
  // Who records the end asks for them once more, and finds what was computed here.
  const bool counts = internal::CountsHits(data_);
  if (counts) data_.statistics.cache_hits -= std::ssize(signals_);
  // An entry that keeps no value is not up to date even now.
  using Flag = typename internal::ContextData<T>::Flag;
  const int fresh = counts ? Flag::kCounted : 0;
  const auto is_fresh = [&](int e) { return data_.flags[e] == fresh; };
  if (!std::all_of(entries_.begin(), entries_.end(), is_fresh)) return false;
  if (bound_version_ == data_.binding_version()) return true;
  operations_.clear();
  for (const int e : entries_) operations_.push_back(data_.operation(e));
  bound_version_ = data_.binding_version();
  return true;
}

/// No mark in the cache changes: the entries are up to date before and after.
template <typename T>
void PartialLook<T>::MoveTo(double t_sec) {
  if (t_sec == ValueOf(data_.time)) return;
  method_->MoveElements(t_sec, elements_);
  data_.write_time(T(t_sec));
  try {
    for (const auto& operation : operations_) operation.run(operation);
  } catch (...) {
    data_.MarkAllStale();  // some are of another time
    throw;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(PartialLook)

}  // namespace loopwright
