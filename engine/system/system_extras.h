#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/events/event_collection.h"
#include "engine/system/system_constraint.h"

namespace loopwright::internal {

/// What few systems have, kept apart so that the others stay small. A diagram of 10 000 gains has
/// 10 000 null pointers in place of these.
template <typename T>
struct SystemExtras {
  template <typename V>
  using ByNumber = std::map<int, std::unique_ptr<V>>;

  // Models that are of a subclass of BasicVector, by the number that they have in the system.
  // The continuous state's is the last one; plans from before it was declared refer to the others.
  std::vector<std::unique_ptr<BasicVector<T>>> continuous_models;
  const BasicVector<T>* continuous_model() const {
    return continuous_models.empty() ? nullptr : continuous_models.back().get();
  }
  ByNumber<BasicVector<T>> group_models, parameter_models, entry_models, input_models;

  /// Cache entries of ports that show continuous state of several kinds, gathered into one vector.
  std::vector<int> gathered_state_entries;

  /// Of the time derivatives as an implicit equation; -1 where it is that of the state.
  int implicit_residual_size = -1;

  /// Own ones in the order of declaration, and what a program added, kept to be added to
  /// conversions too.
  std::vector<std::unique_ptr<SystemConstraint<T>>> constraints;
  std::vector<ExternalSystemConstraint> external_constraints;

  /// Null until they are asked for.
  std::unique_ptr<EventCollection<PublishEvent<T>>> forced_publish;
  std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> forced_discrete;
  std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> forced_unrestricted;

  /// By cache entry, the inputs that it reads according to its symbolic form, where only that says
  /// so (symbolic_feedthrough.h): known of leaves that are part of a diagram.
  std::optional<std::map<int, std::set<int>>> symbolic_inputs;

  /// Whether the system's class has called DeclareEnergies().
  bool declares_energies = false;
  /// Cache entries of potential and kinetic energy, conservative and non-conservative power; -1
  /// where the system has none.
  std::array<int, 4> energy_entries{-1, -1, -1, -1};
};

}  // namespace loopwright::internal
