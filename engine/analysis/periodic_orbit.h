#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/analysis/trim.h"

namespace loopwright {

/// The least and greatest value of a signal on an orbit.
struct SignalRange {
  std::string signal;
  double least = 0, greatest = 0;
};

/// A motion that repeats.
struct PeriodicOrbit {
  double period_sec = 0;
  std::vector<NamedValue> states;  ///< at its beginning, before the updates there
  ComplexList multipliers;
  std::vector<SignalRange> extremes;
  double residual = 0;  ///< by how much a state misses its beginning after a period
};

/// Finds periodic orbits of a diagram by Newton's method on what its real run makes of a state in
/// one period. The derivative is taken of that run too, by central differences of fourth order: so
/// it goes through every event, and contains how the event's time moves with the state, as the
/// saltation matrix does (Leine, Nijmeijer: Dynamics and Bifurcations of Non-Smooth Mechanical
/// Systems, 2004, chapter 7). State that events alone set (a Relay's) is not varied.
class OrbitFinder {
 public:
  /// The point is where the search begins.
  explicit OrbitFinder(OperatingPoint point);
  ~OrbitFinder();

  /// An orbit of this period; without one, of a period that is found, for which the diagram must
  /// not depend on the time. NoResultError tells how far the search came.
  PeriodicOrbit Find(std::optional<double> period_sec);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace loopwright
