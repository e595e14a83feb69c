#pragma once

#include <vector>

#include "engine/analysis/linearisation.h"

namespace loopwright {

/// Why outputs do not follow inputs although they are connected: the blocks on the way whose output
/// does not follow their input at the point, because the derivative is 0 there (a Saturation beyond
/// its limit). `input_nodes` and `output_nodes` are the blocks of the model's ports, in the order
/// of these; only ports of one element are looked at.
std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const HybridModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes);

}  // namespace loopwright
