#pragma once

#include <cstdint>

#include "engine/context/context_data.h"
#include "engine/context/dependency_ticket.h"

namespace loopwright::internal {

// What a change of a composite value of a node's subtree means for its constituents, all within one
// change event: the composites are reached from there.

/// Only the q, v or z (by ticket) of all systems in the node's subtree have changed. A diagram asks
/// each of its leaves, as only these have sources of their own. Leaves without such state have
/// nothing that could depend on it.
template <typename T>
void NoteContinuousKind(ContextData<T>* data, int node, WellKnownTicket kind,
                        int64_t change_event) {
  for (int n = node; n < data->plan->nodes[node].end; ++n) {
    const PlanNode& part = data->plan->nodes[n];
    // The three sources of a node are neighbours, in the order of the tickets.
    const int count = kind == kQTicket ? part.nq : kind == kVTicket ? part.nv : part.nz;
    if (count > 0) data->Invalidate(data->plan->q_source(n) + (kind - kQTicket), change_event);
  }
}

/// All groups of discrete state of a node's subtree, which are neighbours in the plan, have
/// changed.
template <typename T>
void NoteDiscreteState(ContextData<T>* data, int node, int64_t change_event) {
  const PlanNode& n = data->plan->nodes[node];
  for (int i = 0; i < n.num_groups; ++i) {
    data->Invalidate(data->plan->group_source(n.first_group + i), change_event);
  }
}

/// All abstract values of state of a node's subtree have changed.
template <typename T>
void NoteAbstractState(ContextData<T>* data, int node, int64_t change_event) {
  const PlanNode& n = data->plan->nodes[node];
  for (int i = 0; i < n.num_abstract_states; ++i) {
    data->Invalidate(data->plan->abstract_state_source(n.first_abstract_state + i), change_event);
  }
}

/// All state of a subtree has changed: what an unrestricted update or a copied state means.
template <typename T>
void NoteState(ContextData<T>* data, int node, int64_t change_event) {
  data->InvalidateContinuous(node, change_event);
  NoteDiscreteState(data, node, change_event);
  NoteAbstractState(data, node, change_event);
}

/// All numeric and abstract parameters of a subtree have changed.
template <typename T>
void NoteParameters(ContextData<T>* data, int node, int64_t change_event) {
  const PlanNode& n = data->plan->nodes[node];
  for (int i = 0; i < n.num_parameters; ++i) {
    data->Invalidate(data->plan->parameter_source(n.first_parameter + i), change_event);
  }
  for (int i = 0; i < n.num_abstract_parameters; ++i) {
    data->Invalidate(data->plan->abstract_parameter_source(n.first_abstract_parameter + i),
                     change_event);
  }
}

/// Gives the cache entries of a node's subtree, which are contiguous, a flag or takes it. The
/// entries of a subtree begin with those of its node and end where the next subtree's begin.
template <typename T>
void SetFlagOfEntries(ContextData<T>* data, int node, typename ContextData<T>::Flag flag, bool on) {
  const auto& plan = *data->plan;
  const int end = plan.nodes[plan.nodes[node].end].first_entry;
  for (int e = plan.nodes[node].first_entry; e < end; ++e) {
    data->flags[e] = static_cast<uint8_t>(on ? data->flags[e] | flag : data->flags[e] & ~flag);
  }
}

}  // namespace loopwright::internal
