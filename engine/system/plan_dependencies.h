#pragma once

#include <utility>
#include <vector>

#include "engine/context/loop.h"
#include "engine/context/plan.h"
#include "engine/system/leaf_system.h"

namespace loopwright::internal {

/// The source of the plan that a ticket stands for which the system of `node` gave out when
/// something was declared; -1 where that is computed, as an output port or a cache entry.
template <typename T>
int DeclaredSource(const Plan<T>& plan, const PlanNode& node,
                   const typename System<T>::TicketInfo& info) {
  using Info = typename System<T>::TicketInfo;
  const int index = static_cast<int>(info.index);
  switch (info.kind) {
    case Info::kInput:
      return plan.input_source(node.first_input + index);
    case Info::kDiscrete:
      return plan.group_source(node.first_group + index);
    case Info::kAbstractState:
      return plan.abstract_state_source(node.first_abstract_state + index);
    case Info::kParameter:
      return plan.parameter_source(node.first_parameter + index);
    case Info::kAbstractParameter:
      return plan.abstract_parameter_source(node.first_abstract_parameter + index);
    case Info::kOutput:
    case Info::kEntry:
      break;
  }
  return -1;
}

/// Finds out what has to be computed again when something changes. Every cache entry was declared
/// with tickets for what it reads: "time", "all inputs", "the second parameter". Here each ticket
/// becomes the sources and entries that it means in this diagram, and these become the edges of a
/// graph in the plan. Of a gain behind an integrator: the state's source leads to the gain's
/// output, since the integrator's output is its state and nothing that is computed.
template <typename T>
class PlanDependencies {
 public:
  /// Of a plan whose values are numbered and whose ports are resolved; `leaves` are its leaves by
  /// node, null for diagrams. Both outlive this.
  PlanDependencies(Plan<T>* plan, const std::vector<const LeafSystem<T>*>& leaves)
      : plan_(*plan), leaves_(leaves) {}

  /// Fills the plan's source_dependents, entry_dependents and entry_prerequisites. `loops` are the
  /// algebraic loops that were torn open; null as long as there are none.
  void Link(const LoopSet<T>* loops);
  /// Per entry: the entries that it reads and that show state, which are no edges of the graph.
  const Adjacency& shown_state() const { return shown_state_; }

 private:
  using Pairs = std::vector<std::pair<int, int>>;

  // Each is explained in the source.
  void LinkLoops();
  void FromSource(int source, int entry, int count = 1);
  void FromInput(int input, int entry);
  void FromEntry(int source, int entry);
  void FromContinuous(int index, int entry);
  void Expand(int ticket, int entry);
  void ExpandState(int ticket, int index, int entry);
  void ExpandParameters(int ticket, const PlanNode& node, int entry);
  void ExpandInputs(int ticket, int index, int entry);
  void ExpandDeclared(int ticket, int index, int entry);

  Plan<T>& plan_;
  const std::vector<const LeafSystem<T>*>& leaves_;
  const LoopSet<T>* loops_ = nullptr;
  Pairs source_pairs_, entry_pairs_, shown_state_pairs_;  ///< edges, from what is read
  Adjacency shown_state_;
};

/// Sorts what a plan holds, once its dependencies are linked: all entries, what an integrator's
/// stage computes, and the leaves with branches. Of x' = -k x with a plot of 2 x, a stage computes
/// -k x only; 2 x is marked out of date, and computed where the plot asks for it.
template <typename T>
class PlanOrder {
 public:
  /// `leaves` are the plan's leaves by node, null for diagrams. Both outlive this.
  PlanOrder(Plan<T>* plan, const std::vector<const LeafSystem<T>*>& leaves)
      : plan_(*plan), leaves_(leaves) {}

  /// Fills `order`. False where some entries depend on themselves, by way of others.
  bool SortEntries();
  /// After that: a std::logic_error that names one of these.
  [[noreturn]] void ThrowDependsOnItself() const;
  /// Fills derivative_schedule, and what else is known beforehand of a stage.
  void MakeDerivativeSchedule();
  /// Fills mode_leaves and ordered_initialization_leaves. `shown_state` as in PlanDependencies.
  void OrderLeaves(const Adjacency& shown_state);

 private:
  void PushFeedingLeaves(int n, const Adjacency& shown_state, const std::vector<char>& done,
                         std::vector<int>* stack) const;

  Plan<T>& plan_;
  const std::vector<const LeafSystem<T>*>& leaves_;
  std::vector<int> waiting_;  ///< per entry: how many prerequisites are not sorted yet
};

}  // namespace loopwright::internal
