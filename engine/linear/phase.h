#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/linear/linear_model.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {

/// The phase in degrees of `response`, the values at `frequencies` (rad/s) of a model of one input
/// and one output. Where the model is a quotient with one dead time before or behind it, its own
/// poles, zeros and dead time say the phase, with all its turns (ZeroPoleGain::PhaseDegrees()).
/// Elsewhere, as with a dead time inside a loop, it is UnwrappedPhase().
std::vector<double> PhaseOf(const LinearModel& model, const std::vector<double>& frequencies,
                            const ComplexList& response);
/// The same of a model that is known as AsSeries() gives it.
std::vector<double> PhaseOf(const std::optional<ZeroPoleGain>& series,
                            const std::vector<double>& frequencies, const ComplexList& response);

/// A model of one input and one output as poles, zeros, a gain and one dead time; nothing where a
/// dead time stands inside it.
std::optional<ZeroPoleGain> AsSeries(const LinearModel& model);

/// A response G near a frequency ω: its value, and the Taylor coefficients of the derivative of its
/// logarithm, d log G/dω at ω + δ = Σ rates[k] δᵏ, whose imaginary part is how fast the phase
/// turns, rad per rad/s. They are not numbers where the response is 0 or infinite.
struct LocalResponse {
  Complex value;
  ComplexList rates;
};

/// The same from the Taylor coefficients of G itself, G(ω + δ) = Σ taylor[k] δᵏ: one rate less.
LocalResponse LocalResponseOf(const ComplexList& taylor);

/// A phase in degrees, and whether all of its turns are certain.
struct FollowedPhase {
  std::vector<double> degrees;
  bool is_certain = true;
};

/// The phase at `frequencies` (rad/s), followed from the first, which is in (−180, 180], to each
/// next one. What lies between two frequencies is believed only where the Taylor series of log G
/// from both of them converge and meet in the middle, and tell gain and phase at the one from those
/// at the other: a pole or a zero near the way, however little damped, keeps them from it, also
/// where several turn the phase by whole turns together. Elsewhere `at` is asked between the two,
/// and again between those. So the phase is right on frequencies as coarse as one likes, unless a
/// pole and a zero stand on the two sides of the axis so near to each other that they change
/// log G at both frequencies by less than a thousandth, and a millionth where nothing else does.
/// After two looks for each frequency, and 1000, the nearest turn is taken, and the phase is not
/// certain. `responses` are those at `frequencies`, with at least four rates.
FollowedPhase FollowPhase(const std::vector<double>& frequencies,
                          const std::vector<LocalResponse>& responses,
                          const std::function<LocalResponse(double)>& at);

/// The angle of each value in degrees, the first in (−180, 180], with whole turns added so that two
/// neighbours are at most 180° apart. It is the phase only where the frequencies are close.
std::vector<double> UnwrappedPhase(const ComplexList& response);

}  // namespace loopwright
