#include "engine/system/plan_dependencies.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <stdexcept>

#include "engine/common/reachable.h"

namespace loopwright::internal {

namespace {
// Composite tickets are taken apart by asking of each source which tickets contain it.
bool IsOneOf(int ticket, std::initializer_list<int> which) {
  return std::find(which.begin(), which.end(), ticket) != which.end();
}
}  // namespace

// Fills the graph: from each source and entry to the entries that read it, and the reverse.
// Entries that show state, and those that a loop makes, do not depend on what they were declared
// with.
template <typename T>
void PlanDependencies<T>::Link(const LoopSet<T>* loops) {
  loops_ = loops;
  for (Pairs* pairs : {&source_pairs_, &entry_pairs_, &shown_state_pairs_}) pairs->clear();
  for (int e = 0; e < plan_.num_entries(); ++e) {
    if (plan_.cache_entry(e).state_place().kind != StatePlace::kNone) continue;
    if (loops_ && loops_->is_made_by_loop(e)) continue;
    for (const DependencyTicket ticket : plan_.cache_entry(e).prerequisites()) {
      Expand(ticket, e);
    }
  }
  if (loops_) LinkLoops();
  shown_state_ = Adjacency(plan_.num_entries(), shown_state_pairs_);
  plan_.source_dependents = Adjacency(plan_.num_sources(), source_pairs_);
  plan_.entry_dependents = Adjacency(plan_.num_entries(), entry_pairs_);
  Pairs reversed;
  reversed.reserve(entry_pairs_.size());
  for (const auto& [from, to] : entry_pairs_) reversed.emplace_back(to, from);
  plan_.entry_prerequisites = Adjacency(plan_.num_entries(), reversed);
}

// The solution of a loop depends on all that its members depend on from outside, and what shows
// an unknown depends on the solution alone.
template <typename T>
void PlanDependencies<T>::LinkLoops() {
  const auto add_from_outside = [&](Pairs* pairs, const auto& is_outside) {
    const size_t count = pairs->size();
    for (size_t i = 0; i < count; ++i) {
      const auto [from, to] = (*pairs)[i];
      const int loop = loops_->member_of(to);
      if (loop >= 0 && is_outside(from, loop)) {
        pairs->emplace_back(from, loops_->loops[loop].solution);
      }
    }
  };
  add_from_outside(&source_pairs_, [](int, int) { return true; });
  add_from_outside(&entry_pairs_,
                   [this](int from, int loop) { return loops_->roles[from].loop != loop; });
  for (const Loop& loop : loops_->loops) {
    for (const auto& unknown : loop.unknowns) {
      entry_pairs_.emplace_back(loop.solution, unknown.entry);
      if (unknown.input >= 0) FromSource(plan_.input_source(unknown.input), loop.solution);
    }
  }
}

// `entry` reads the source directly, or `count` of a kind from it on.
template <typename T>
void PlanDependencies<T>::FromSource(int source, int entry, int count) {
  for (int i = 0; i < count; ++i) source_pairs_.emplace_back(source + i, entry);
}

// Reading an input means reading what is connected to it, and its fixed value if it gets one
// later.
template <typename T>
void PlanDependencies<T>::FromInput(int input, int entry) {
  FromSource(plan_.input_source(input), entry);
  const int source = plan_.input_entry[input];
  if (source >= 0) FromEntry(source, entry);
}

// What lies in the state depends on nothing that is computed: who reads it depends on the state.
template <typename T>
void PlanDependencies<T>::FromEntry(int source, int entry) {
  const CacheEntryDeclaration<T>& read = plan_.cache_entry(source);
  if (read.state_place().kind == StatePlace::kNone) {
    entry_pairs_.emplace_back(source, entry);
    return;
  }
  shown_state_pairs_.emplace_back(entry, source);
  const int index = plan_.entries[source].node;
  if (read.state_place().kind == StatePlace::kDiscrete) {
    return FromSource(plan_.group_source(plan_.nodes[index].first_group + read.state_place().group),
                      entry);
  }
  FromContinuous(index, entry);
}

// Only the kinds of continuous state that the leaf has.
template <typename T>
void PlanDependencies<T>::FromContinuous(int index, int entry) {
  if (leaves_[index]->num_q() > 0) FromSource(plan_.q_source(index), entry);
  if (leaves_[index]->num_v() > 0) FromSource(plan_.v_source(index), entry);
  if (leaves_[index]->num_z() > 0) FromSource(plan_.z_source(index), entry);
}

// What the ticket means for the entry's system; the table is that of the cache document.
template <typename T>
void PlanDependencies<T>::Expand(int ticket, int entry) {
  const int index = plan_.entries[entry].node;
  const PlanNode& node = plan_.nodes[index];
  // What the system itself declared: a port, a group, a parameter, another entry.
  if (ticket >= kNextFreeTicket) return ExpandDeclared(ticket, index, entry);
  if (ticket >= kPeTicket && ticket <= kPncTicket) {
    // A diagram sums over its parts, which may have inputs fixed that it knows nothing of.
    for (int i = node.first_input; i < plan_.nodes[node.end].first_input; ++i) {
      FromInput(i, entry);
    }
    ticket = kAllSourcesTicket;
  }
  // From here on composite tickets are taken apart: each line asks whether the ticket is, or
  // contains, a certain source.
  const auto is = [ticket](std::initializer_list<int> which) { return IsOneOf(ticket, which); };
  if (is({kTimeTicket, kAllSourcesTicket})) FromSource(Plan<T>::time_source(), entry);
  if (is({kAccuracyTicket, kAllSourcesTicket, kConfigurationTicket, kKinematicsTicket})) {
    FromSource(Plan<T>::accuracy_source(), entry);
  }
  ExpandState(ticket, index, entry);
  ExpandParameters(ticket, node, entry);
  ExpandInputs(ticket, index, entry);
}

// The part of a ticket that is state: of a diagram that of all leaves in it.
template <typename T>
void PlanDependencies<T>::ExpandState(int ticket, int index, int entry) {
  const PlanNode& node = plan_.nodes[index];
  const auto is = [ticket](std::initializer_list<int> which) { return IsOneOf(ticket, which); };
  const bool configuration = is({kConfigurationTicket, kKinematicsTicket});
  const bool all_x = is({kXTicket, kAllSourcesTicket});
  const bool q = all_x || configuration || is({kQTicket, kXcTicket});
  const bool v = all_x || is({kVTicket, kXcTicket, kKinematicsTicket});
  const bool z = all_x || configuration || is({kZTicket, kXcTicket});
  const bool modes = all_x || is({kModesTicket});
  // Of a diagram these are the sources of all leaves in it.
  for (int n = index; n < node.end; ++n) {
    if (leaves_[n] == nullptr) continue;
    if (q && leaves_[n]->num_q() > 0) FromSource(plan_.q_source(n), entry);
    if (v && leaves_[n]->num_v() > 0) FromSource(plan_.v_source(n), entry);
    if (z && leaves_[n]->num_z() > 0) FromSource(plan_.z_source(n), entry);
    if (modes && leaves_[n]->num_modes() > 0) FromSource(plan_.modes_source(n), entry);
    if (ticket == kXcdotTicket && leaves_[n]->derivative_entry() >= 0) {
      entry_pairs_.emplace_back(plan_.nodes[n].first_entry + leaves_[n]->derivative_entry(), entry);
    }
  }
  if (all_x || configuration || is({kXdTicket})) {
    FromSource(plan_.group_source(node.first_group), entry, node.num_groups);
  }
  if (all_x || configuration || is({kXaTicket})) {
    FromSource(plan_.abstract_state_source(node.first_abstract_state), entry,
               node.num_abstract_states);
  }
}

// The part of a ticket that is parameters.
template <typename T>
void PlanDependencies<T>::ExpandParameters(int ticket, const PlanNode& node, int entry) {
  const auto is = [ticket](std::initializer_list<int> which) { return IsOneOf(ticket, which); };
  const bool configuration = is({kConfigurationTicket, kKinematicsTicket});
  const bool all_p = configuration || is({kAllParametersTicket, kAllSourcesTicket});
  if (all_p || is({kPnTicket})) {
    FromSource(plan_.parameter_source(node.first_parameter), entry, node.num_parameters);
  }
  if (all_p || is({kPaTicket})) {
    FromSource(plan_.abstract_parameter_source(node.first_abstract_parameter), entry,
               node.num_abstract_parameters);
  }
}

// The part of a ticket that is inputs.
template <typename T>
void PlanDependencies<T>::ExpandInputs(int ticket, int index, int entry) {
  const PlanNode& node = plan_.nodes[index];
  const auto is = [ticket](std::initializer_list<int> which) { return IsOneOf(ticket, which); };
  // An author who named no prerequisites gets "all inputs", but for what the symbolic form of the
  // leaf shows not to matter.
  const std::set<int>* symbolic =
      is({kAllSourcesTicket}) ? plan_.systems[index]->symbolic_inputs(plan_.cache_entry(entry))
                              : nullptr;
  if (symbolic != nullptr) {
    for (const int i : *symbolic) FromInput(node.first_input + i, entry);
  } else if (is({kAllInputPortsTicket, kAllSourcesTicket})) {
    for (int i = 0; i < node.num_inputs; ++i) FromInput(node.first_input + i, entry);
  }
}

// A ticket that was given out when something was declared names exactly one thing.
template <typename T>
void PlanDependencies<T>::ExpandDeclared(int ticket, int index, int entry) {
  const PlanNode& node = plan_.nodes[index];
  const auto info = plan_.systems[index]->ticket_info(DependencyTicket(ticket));
  using Info = typename System<T>::TicketInfo;
  if (info.kind == Info::kInput) {
    FromInput(node.first_input + info.index, entry);
  } else if (info.kind == Info::kOutput) {
    entry_pairs_.emplace_back(plan_.outputs[node.first_output + info.index].entry, entry);
  } else if (info.kind == Info::kEntry) {
    FromEntry(node.first_entry + info.index, entry);
  } else {
    FromSource(DeclaredSource(plan_, node, info), entry);
  }
}

// --- what follows from them: orders ---

// Entries such that each comes after all its prerequisites (Kahn); without those on a cycle and
// behind one. A. B. Kahn, "Topological sorting of large networks": an entry without unsorted
// prerequisites is put out, and its dependents then wait for one less. `waiting_` keeps what is
// left over for ThrowDependsOnItself().
template <typename T>
bool PlanOrder<T>::SortEntries() {
  const int count = plan_.num_entries();
  waiting_.assign(count, 0);
  std::vector<int>& order = plan_.order;
  order.clear();
  order.reserve(count);
  for (int e = 0; e < count; ++e) {
    waiting_[e] = plan_.entry_prerequisites.size(e);
    if (waiting_[e] == 0) order.push_back(e);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const int dependent : plan_.entry_dependents[order[i]]) {
      if (--waiting_[dependent] == 0) order.push_back(dependent);
    }
  }
  return std::ssize(order) == count;
}

// Names one of the entries that could not be sorted. It may only stand behind the circle, but
// leads there.
template <typename T>
void PlanOrder<T>::ThrowDependsOnItself() const {
  const auto first = std::find_if(waiting_.begin(), waiting_.end(), [](int n) { return n > 0; });
  const int e = static_cast<int>(first - waiting_.begin());
  throw std::logic_error(plan_.NameOf(e) + " depends on itself");
}

// What an integrator's stage computes. A search from time and continuous state finds what changes
// at a stage, one back from the derivatives what they need; what is in both is the schedule.
// Of the rest, what is needed but does not change is computed once, and what changes but is not
// needed is only marked out of date.
template <typename T>
void PlanOrder<T>::MakeDerivativeSchedule() {
  std::vector<int> changing;
  const auto add_source = [&](int source) {
    const auto dependents = plan_.source_dependents[source];
    changing.insert(changing.end(), dependents.begin(), dependents.end());
  };
  add_source(Plan<T>::time_source());
  for (const int n : plan_.continuous_leaves) {
    for (int i = 0; i < 3; ++i) add_source(plan_.q_source(n) + i);
  }
  std::vector<char> changes(plan_.num_entries(), 0), needed(plan_.num_entries(), 0);
  MarkReachable(
      changing, [&](int e) { return plan_.entry_dependents[e]; }, &changes);
  MarkReachable(
      plan_.derivative_entry, [&](int e) { return plan_.entry_prerequisites[e]; }, &needed);
  using Role = typename Plan<T>::StageRole;
  plan_.stage_roles.assign(plan_.num_entries(), Role::kNone);
  for (const int e : plan_.order) {
    plan_.stage_roles[e] = changes[e] && needed[e] ? Role::kScheduled
                           : needed[e]             ? Role::kConstant
                           : changes[e]            ? Role::kOther
                                                   : Role::kNone;
    if (changes[e] && needed[e]) plan_.derivative_schedule.push_back(e);
    if (changes[e] && !needed[e]) plan_.other_time_and_state_dependents.push_back(e);
  }
  plan_.affects_derivatives.assign(plan_.num_sources(), 0);
  for (int source = 0; source < plan_.num_sources(); ++source) {
    for (const int entry : plan_.source_dependents[source]) {
      plan_.affects_derivatives[source] |= needed[entry];
    }
  }
}

// Leaves with modes or ordered initialization, each after those that its inputs come from. Depth
// first search with a stack of its own. A leaf is met twice: first (1) the leaves that feed it
// are pushed above it, then, when they are done, it is put out (2).
template <typename T>
void PlanOrder<T>::OrderLeaves(const Adjacency& shown_state) {
  std::vector<char> done(plan_.num_nodes(), 0);
  std::vector<int> stack;
  for (const int start : plan_.leaves) {
    stack.push_back(start);
    while (!stack.empty()) {
      const int n = stack.back();
      if (done[n] == 0) {
        done[n] = 1;
        PushFeedingLeaves(n, shown_state, done, &stack);
      } else {
        stack.pop_back();
        if (done[n] == 2) continue;
        done[n] = 2;
        if (leaves_[n]->num_modes() > 0) plan_.mode_leaves.push_back(n);
        if (leaves_[n]->ordered_initialization() != nullptr) {
          plan_.ordered_initialization_leaves.push_back(n);
        }
      }
    }
  }
}

// The leaves that have to come before leaf `n`. Modes and ordered initialization read the inputs
// whether or not an output does; other leaves pass on only what their outputs need.
template <typename T>
void PlanOrder<T>::PushFeedingLeaves(int n, const Adjacency& shown_state,
                                     const std::vector<char>& done, std::vector<int>* stack) const {
  const PlanNode& node = plan_.nodes[n];
  const bool needs_all_inputs =
      leaves_[n]->num_modes() > 0 || leaves_[n]->ordered_initialization() != nullptr;
  const auto push = [&](int entry) {
    const int from = plan_.entries[entry].node;
    if (done[from] == 0) stack->push_back(from);
  };
  if (needs_all_inputs) {
    for (int i = 0; i < node.num_inputs; ++i) {
      const int entry = plan_.input_entry[node.first_input + i];
      if (entry >= 0) push(entry);
    }
    return;
  }
  for (int i = 0; i < node.num_outputs; ++i) {
    const int output = plan_.outputs[node.first_output + i].entry;
    for (const int prerequisite : plan_.entry_prerequisites[output]) push(prerequisite);
    for (const int prerequisite : shown_state[output]) push(prerequisite);
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(PlanDependencies)
LOOPWRIGHT_INSTANTIATE_CLASS(PlanOrder)

}  // namespace loopwright::internal
