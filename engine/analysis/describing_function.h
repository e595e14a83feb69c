#pragma once

#include <string>
#include <vector>

#include "engine/document/document.h"
#include "engine/index/diagram_index.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {

/// A limit cycle that the describing function predicts: a sine of this amplitude at the block's
/// input.
struct PredictedCycle {
  double frequency = 0;  ///< rad/s
  double amplitude = 0;
};

/// Where L(jω) = −1/N(A), N the describing function of a Relay, Saturation or DeadZone that is
/// symmetric about 0, of a Quantizer (of up to 50 steps) or of a Backlash (Gelb, Vander Velde:
/// Multiple-Input Describing Functions, 1968, appendix B). `loop` is what lies between the block's
/// output and its input, with the sign of negative feedback. UsageError for another block, or one
/// that is not symmetric.
std::vector<PredictedCycle> PredictCycles(const Document& document,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop);

}  // namespace loopwright
