#pragma once

#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The phase in degrees of `response`, the values at `frequencies` (rad/s) of a model of one input
/// and one output. Where the model is a quotient with one dead time before or behind it, its own
/// poles, zeros and dead time say the phase, with all its turns (ZeroPoleGain::PhaseDegrees()).
/// Elsewhere, as with a dead time inside a loop, it is UnwrappedPhase().
std::vector<double> PhaseOf(const LinearModel& model, const std::vector<double>& frequencies,
                            const ComplexList& response);

/// The angle of each value in degrees, the first in (−180, 180], with whole turns added so that two
/// neighbours are at most 180° apart. It is the phase only where the frequencies are close.
std::vector<double> UnwrappedPhase(const ComplexList& response);

}  // namespace loopwright
