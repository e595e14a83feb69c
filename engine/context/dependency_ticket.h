#pragma once

#include <compare>

namespace loopwright {

/// Names something that a cache entry of a system can depend on (the cache document, "dependency
/// tickets"). The well-known ones have fixed numbers; those of ports, state groups, parameters and
/// cache entries are given out in the order of declaration, starting at kNextFree.
class DependencyTicket {
 public:
  constexpr explicit DependencyTicket(int number) : number_(number) {}
  constexpr operator int() const { return number_; }  // NOLINT(google-explicit-constructor)

 private:
  int number_;
};

namespace internal {
enum WellKnownTicket : int {
  kNothingTicket,
  kTimeTicket,
  kAccuracyTicket,
  kQTicket,
  kVTicket,
  kZTicket,
  kXcTicket,
  kXdTicket,
  kXaTicket,
  kXTicket,
  kModesTicket,
  kPnTicket,
  kPaTicket,
  kAllParametersTicket,
  kAllInputPortsTicket,
  kAllSourcesTicket,
  kConfigurationTicket,
  kKinematicsTicket,
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
