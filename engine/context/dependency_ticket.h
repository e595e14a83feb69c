#pragma once

namespace loopwright {

/// Names something that a cache entry of a system can depend on (the cache document, "dependency
/// tickets"). The well-known ones have fixed numbers; those of ports, state groups, parameters and
/// cache entries are given out in the order of declaration, starting at kNextFree.
class DependencyTicket {
 public:
  /// A number that is not one of a system's tickets is noticed when it is used (std::logic_error).
  constexpr explicit DependencyTicket(int number) : number_(number) {}
  /// The number, which is all that a ticket is.
  constexpr operator int() const { return number_; }  // NOLINT(google-explicit-constructor)

 private:
  int number_;
};

namespace internal {
/// The tickets that every system has, with the same numbers everywhere. Some name one value (time),
/// others stand for several: xc is q, v and z; x is all state; configuration is what positions are
/// a function of, and kinematics adds velocities.
enum WellKnownTicket : int {
  /// For constants.
  kNothingTicket,
  kTimeTicket,
  kAccuracyTicket,
  /// Parts of the continuous state: positions, velocities, the rest, and all three.
  kQTicket,
  kVTicket,
  kZTicket,
  kXcTicket,
  /// Discrete, abstract and all state.
  kXdTicket,
  kXaTicket,
  kXTicket,
  /// Branches that are held (semantics 11).
  kModesTicket,
  /// Numeric, abstract and all parameters.
  kPnTicket,
  kPaTicket,
  kAllParametersTicket,
  kAllInputPortsTicket,
  kAllSourcesTicket,
  kConfigurationTicket,
  kKinematicsTicket,
  /// Computed ones: time derivatives, potential and kinetic energy, conservative and other power.
  kXcdotTicket,
  kPeTicket,
  kKeTicket,
  kPcTicket,
  kPncTicket,
  kNextFreeTicket
};

/// Energy and power of a system may depend on all its sources.
constexpr bool MeansAllSources(int ticket) {
  return ticket == kAllSourcesTicket || (ticket >= kPeTicket && ticket <= kPncTicket);
}
}  // namespace internal
}  // namespace loopwright
