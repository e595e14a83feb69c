#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/analysis/trim.h"
#include "engine/linear/linear_model.h"

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
/// one period. The derivative is that along the run, through its updates and, by saltation
/// matrices, its events (RunDerivative); where there is none, as on a surface on which the motion
/// slides, it is taken of runs from beside the state, by central differences of fourth order. Its
/// eigenvalues are the multipliers. State that events set to fixed values (a Relay's) is not
/// varied, as it has no derivative; what they set to a value that follows from others (a
/// TriggeredSampler's) is.
class OrbitFinder {
 public:
  /// The point is where the search begins.
  explicit OrbitFinder(OperatingPoint point);
  ~OrbitFinder();

  /// An orbit of this period; without one, of a period that is found, for which the diagram must
  /// not depend on the time. NoResultError tells how far the search came, and names block and time
  /// where the orbit grazes a threshold or events meet, so that there are no multipliers.
  /// UsageError where the diagram has dead time, which would be state without end.
  PeriodicOrbit Find(std::optional<double> period_sec);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace loopwright
