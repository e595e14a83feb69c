#pragma once

#include "engine/context/dependency_ticket.h"

namespace loopwright {

/// The tickets that every system has: what a cache entry can depend on (the cache document).
class SystemTickets {
 public:
  static constexpr DependencyTicket nothing_ticket() { return Well(internal::kNothingTicket); }
  static constexpr DependencyTicket time_ticket() { return Well(internal::kTimeTicket); }
  static constexpr DependencyTicket accuracy_ticket() { return Well(internal::kAccuracyTicket); }
  static constexpr DependencyTicket q_ticket() { return Well(internal::kQTicket); }
  static constexpr DependencyTicket v_ticket() { return Well(internal::kVTicket); }
  static constexpr DependencyTicket z_ticket() { return Well(internal::kZTicket); }
  static constexpr DependencyTicket xc_ticket() { return Well(internal::kXcTicket); }
  static constexpr DependencyTicket xd_ticket() { return Well(internal::kXdTicket); }
  static constexpr DependencyTicket xa_ticket() { return Well(internal::kXaTicket); }
  static constexpr DependencyTicket all_state_ticket() { return Well(internal::kXTicket); }
  static constexpr DependencyTicket modes_ticket() { return Well(internal::kModesTicket); }
  static constexpr DependencyTicket pn_ticket() { return Well(internal::kPnTicket); }
  static constexpr DependencyTicket pa_ticket() { return Well(internal::kPaTicket); }
  static constexpr DependencyTicket all_parameters_ticket() {
    return Well(internal::kAllParametersTicket);
  }
  static constexpr DependencyTicket all_input_ports_ticket() {
    return Well(internal::kAllInputPortsTicket);
  }
  static constexpr DependencyTicket all_sources_ticket() {
    return Well(internal::kAllSourcesTicket);
  }
  static constexpr DependencyTicket configuration_ticket() {
    return Well(internal::kConfigurationTicket);
  }
  static constexpr DependencyTicket kinematics_ticket() {
    return Well(internal::kKinematicsTicket);
  }
  static constexpr DependencyTicket xcdot_ticket() { return Well(internal::kXcdotTicket); }
  static constexpr DependencyTicket pe_ticket() { return Well(internal::kPeTicket); }
  static constexpr DependencyTicket ke_ticket() { return Well(internal::kKeTicket); }
  static constexpr DependencyTicket pc_ticket() { return Well(internal::kPcTicket); }
  static constexpr DependencyTicket pnc_ticket() { return Well(internal::kPncTicket); }

 private:
  static constexpr DependencyTicket Well(internal::WellKnownTicket ticket) {
    return DependencyTicket(ticket);
  }
};

}  // namespace loopwright
