#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
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

/// Where L(jω) = −1/N(A), N the describing function of a block whose characteristic is symmetric
/// about 0 (Gelb, Vander Velde: Multiple-Input Describing Functions, 1968, appendix B). The type's
/// descriptor in `types` gives the characteristic, and `index` the numbers that it is made from.
/// `loop` is what lies between the block's output and its input, with the sign of negative
/// feedback. UsageError for a block of a type without a characteristic, or one that is not
/// symmetric. Of rounding up to 50 steps are looked at.
std::vector<PredictedCycle> PredictCycles(const Document& document, const BlockRegistry& types,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop);

}  // namespace loopwright
