#pragma once

#include "engine/linear/linear_model.h"

namespace loopwright {

/// √(trace(C W Cᵀ)), W the controllability Gramian (and + trace(D Dᵀ) of a sampled model); infinite
/// where the model is not stable but for rounding, or is continuous with a direct gain.
double H2Norm(const LinearModel& model);

/// The largest singular value of the response over all frequencies, and where it is, rad/s.
struct PeakGain {
  double norm = 0;
  double frequency = 0;
};

/// Infinite where a pole is on the boundary of stability but for rounding. The largest gain among a
/// few frequencies is raised until no frequency has it any more, which the eigenvalues of a
/// Hamiltonian matrix tell (Bruinsma, Steinbuch, Systems & Control Letters 14 (1990) 287-293); a
/// last search at the peak finds it to rounding. A sampled model is mapped to a continuous one with
/// the same gains. UsageError for dead times.
PeakGain HInfinityNorm(const LinearModel& model);

}  // namespace loopwright
