#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "engine/system/event_collection.h"
#include "engine/system/system_constraint.h"

namespace loopwright::internal {

/// What few systems have, kept apart so that the others stay small.
template <typename T>
struct SystemExtras {
  template <typename V>
  using ByNumber = std::map<int, std::unique_ptr<V>>;

  // Models that are of a subclass of BasicVector, by the number that they have in the system.
  std::unique_ptr<BasicVector<T>> continuous_model;
  ByNumber<BasicVector<T>> group_models, parameter_models, entry_models, input_models;

  /// Of the time derivatives as an implicit equation; -1 where it is that of the state.
  int implicit_residual_size = -1;

  std::vector<std::unique_ptr<SystemConstraint<T>>> constraints;
  std::vector<ExternalSystemConstraint> external_constraints;

  std::unique_ptr<EventCollection<PublishEvent<T>>> forced_publish;
  std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> forced_discrete;
  std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> forced_unrestricted;

  /// Cache entries of potential and kinetic energy, conservative and non-conservative power; -1
  /// where the system has none.
  std::array<int, 4> energy_entries{-1, -1, -1, -1};
};

}  // namespace loopwright::internal
