#pragma once

#include "engine/context/dependency_ticket.h"

namespace loopwright {

/// The tickets that every system has: what a cache entry can depend on (the cache document). A
/// block names the tickets of what it reads when it declares an output: `{input_port_ticket(0),
/// pn_ticket()}` for a gain. The more exactly they are named, the less is computed again, and the
/// fewer wires look like algebraic loops.
class SystemTickets {
 public:
  /// For a constant: it is computed once.
  static constexpr DependencyTicket nothing_ticket() { return Well(internal::kNothingTicket); }
  /// Time, and the accuracy that a program asked for.
  static constexpr DependencyTicket time_ticket() { return Well(internal::kTimeTicket); }
  static constexpr DependencyTicket accuracy_ticket() { return Well(internal::kAccuracyTicket); }
  /// Positions q, velocities v and the rest z of the continuous state; xc is all three.
  static constexpr DependencyTicket q_ticket() { return Well(internal::kQTicket); }
  static constexpr DependencyTicket v_ticket() { return Well(internal::kVTicket); }
  static constexpr DependencyTicket z_ticket() { return Well(internal::kZTicket); }
  static constexpr DependencyTicket xc_ticket() { return Well(internal::kXcTicket); }
  /// All discrete groups, all abstract state, and all state of any kind.
  static constexpr DependencyTicket xd_ticket() { return Well(internal::kXdTicket); }
  static constexpr DependencyTicket xa_ticket() { return Well(internal::kXaTicket); }
  static constexpr DependencyTicket all_state_ticket() { return Well(internal::kXTicket); }
  /// The branches that a simulator holds (semantics 11).
  static constexpr DependencyTicket modes_ticket() { return Well(internal::kModesTicket); }
  /// Numeric parameters, abstract ones, and both.
  static constexpr DependencyTicket pn_ticket() { return Well(internal::kPnTicket); }
  static constexpr DependencyTicket pa_ticket() { return Well(internal::kPaTicket); }
  static constexpr DependencyTicket all_parameters_ticket() {
    return Well(internal::kAllParametersTicket);
  }
  /// Any input, whether connected or fixed.
  static constexpr DependencyTicket all_input_ports_ticket() {
    return Well(internal::kAllInputPortsTicket);
  }
  /// Everything that is not computed: the default, always right and often too much.
  static constexpr DependencyTicket all_sources_ticket() {
    return Well(internal::kAllSourcesTicket);
  }
  /// What positions in space may depend on: parameters and all state but velocities; kinematics
  /// adds these.
  static constexpr DependencyTicket configuration_ticket() {
    return Well(internal::kConfigurationTicket);
  }
  static constexpr DependencyTicket kinematics_ticket() {
    return Well(internal::kKinematicsTicket);
  }
  /// Computed values: time derivatives, potential and kinetic energy, conservative and other power.
  static constexpr DependencyTicket xcdot_ticket() { return Well(internal::kXcdotTicket); }
  static constexpr DependencyTicket pe_ticket() { return Well(internal::kPeTicket); }
  static constexpr DependencyTicket ke_ticket() { return Well(internal::kKeTicket); }
  static constexpr DependencyTicket pc_ticket() { return Well(internal::kPcTicket); }
  static constexpr DependencyTicket pnc_ticket() { return Well(internal::kPncTicket); }

 private:
  /// Well known tickets are the same numbers in every system.
  static constexpr DependencyTicket Well(internal::WellKnownTicket ticket) {
    return DependencyTicket(ticket);
  }
};

}  // namespace loopwright
