#pragma once

#include <vector>

#include "engine/analysis/hybrid_model.h"

namespace loopwright {

/// The model without the states that no input moves, and those that no output shows: the sum in a
/// PidController without integral gain, say, whose pole at 1 is in no response. Responses from the
/// inputs to the outputs are the same. It is asked of the structure, which elements are 0, and not
/// of their values.
HybridModel ConnectedPart(const HybridModel& model);

/// Leaves these states, numbered in ascending order, and drops the others.
void KeepStates(const std::vector<int>& kept, HybridModel* model);

}  // namespace loopwright
