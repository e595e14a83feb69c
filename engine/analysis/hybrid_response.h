#pragma once

#include <map>
#include <vector>

#include "engine/analysis/hybrid_model.h"
#include "engine/linear/step_response.h"

namespace loopwright {

/// The response of the output of a diagram to a unit step of the input at t = 0, from rest, between
/// the samples too: each stretch between two instants is a matrix exponential. One input, one
/// output. Dead time that stands before, between or behind the parts of a continuous model, or that
/// is finite state of a sampled one, is exact; elsewhere its Padé approximation of order
/// `pade_order` takes its place, which `is_approximate` tells. What is in no connection with the
/// response may be as unstable as it likes; NoResultError where the response itself does not
/// settle.
struct DiagramStep {
  StepResponse response;
  bool is_approximate = false;
};
DiagramStep StepOfDiagram(const HybridModel& model, int pade_order);

/// What comes out of a hybrid model in steady state for the continuous input e^(jωt): with the
/// common period T the output is e^(jωt) times something of period T, so that it has components at
/// ω + 2πn/T.
struct LensResponse {
  std::vector<Complex> response;                ///< at ω, for each frequency
  std::map<int, std::vector<Complex>> aliases;  ///< by n, −aliases … aliases without 0
};

/// Exact for any number of rates: the steady state is the fixed point of one period, and each
/// component the integral over it of y e^(−j(ω+2πn/T)t)/T. Both are what a matrix exponential makes
/// of a vector (van Loan, IEEE Trans. Automat. Contr. 23 (1978) 395-404). One input, one output, no
/// dead times.
LensResponse LensResponseOf(const HybridModel& model, const std::vector<double>& frequencies,
                            int aliases);

}  // namespace loopwright
