#pragma once

#include <vector>

#include "engine/linear/transfer_function.h"

namespace loopwright {

/// A gain at which a pole of the closed loop crosses the boundary of stability.
struct CriticalGain {
  double value = 0;
  double frequency = 0;  ///< rad/s
};

/// Where branches meet, on the real axis or off it.
struct Breakaway {
  double value = 0;  ///< the gain
  Complex point;     ///< s, or z
};

/// What is exact of the locus of 1 + k L = 0, k > 0.
struct RootLocus {
  std::vector<CriticalGain> critical;  ///< ascending
  std::vector<Breakaway> breakaway;    ///< ascending
};

/// The critical gains alone; of a loop with dead time those down to |L| = 0.01.
std::vector<CriticalGain> CriticalGainsOf(const ZeroPoleGain& loop);

/// UsageError for a loop with dead time, of which there are infinitely many branches.
RootLocus RootLocusOf(const ZeroPoleGain& loop);

/// The poles of the closed loop at gain k.
ComplexList ClosedLoopPoles(const ZeroPoleGain& loop, double gain);

/// Gains that show the whole locus: 0, then logarithmically around those of RootLocus.
std::vector<double> GainsToShow(const RootLocus& locus, int count);

}  // namespace loopwright
