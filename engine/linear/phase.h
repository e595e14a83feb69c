#pragma once

#include <functional>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The phase in degrees of `response`, the values at `frequencies` (rad/s) of a model of one input
/// and one output. Where the model is a quotient with one dead time before or behind it, its own
/// poles, zeros and dead time say the phase, with all its turns (ZeroPoleGain::PhaseDegrees()).
/// Elsewhere, as with a dead time inside a loop, it is UnwrappedPhase().
std::vector<double> PhaseOf(const LinearModel& model, const std::vector<double>& frequencies,
                            const ComplexList& response);

/// The angle of a response at a frequency, rad, and how it changes there, rad per rad/s; not a
/// number where that is not known, as where the response is 0.
struct AngleWithSlope {
  double angle = 0, slope = 0;
};

/// A phase in degrees, and whether all of its turns are certain.
struct FollowedPhase {
  std::vector<double> degrees;
  bool is_certain = true;
};

/// The phase at `frequencies` (rad/s), followed from the first, which is in (−180, 180], to each
/// next one: of all the turns that the angles allow that one which the slopes lead to. Where the
/// slopes at two frequencies do not tell it, because they differ too much or lead elsewhere, `at`
/// is asked between them, and again between those. So it is right on coarse frequencies too, unless
/// what happens between two of them leaves no trace at either. After one look for each frequency,
/// and 200, the nearest turn is taken, and the phase is not certain. `angles` are those at
/// `frequencies`.
FollowedPhase FollowPhase(const std::vector<double>& frequencies,
                          const std::vector<AngleWithSlope>& angles,
                          const std::function<AngleWithSlope(double)>& at);

/// The angle of each value in degrees, the first in (−180, 180], with whole turns added so that two
/// neighbours are at most 180° apart. It is the phase only where the frequencies are close.
std::vector<double> UnwrappedPhase(const ComplexList& response);

}  // namespace loopwright
