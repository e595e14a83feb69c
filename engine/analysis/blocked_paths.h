#pragma once

#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/linear/sparse_model.h"

namespace loopwright {

/// Why outputs do not follow inputs although they are connected: the blocks on the way whose output
/// does not follow their input at the point, because the derivative is 0 there (a Saturation beyond
/// its limit). `input_nodes` and `output_nodes` are the blocks of the model's ports, in the order
/// of these; only ports of one element are looked at.
std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const HybridModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes);
std::vector<BlockedPath> FindBlockedPaths(const OperatingPoint& point, const SparseModel& model,
                                          const std::vector<int>& input_nodes,
                                          const std::vector<int>& output_nodes);

/// Blocks on the ways from the blocks `sources` to the block `target`, both included, that may not
/// do the same to whatever comes along them: they have branches, witness functions or state that
/// is no number, are moved by events of their own, or their derivative is 0 at the point (as of a
/// Comparison). Whether what is left is linear its derivatives tell.
std::vector<std::string> FindBranchingBlocks(const OperatingPoint& point,
                                             const std::vector<int>& sources, int target);

/// The first block, in the order of the plan, on the ways from the block `source` to the block
/// `target`, both included, of which an output, a time derivative or what a periodic update makes
/// of it has an infinite or no derivative by an input or by its state, as the square root at 0.
/// Empty where none is found.
std::string FindSteepBlock(const OperatingPoint& point, int source, int target);

/// Which of the nodes `from` the block `target` depends on, in their order.
std::vector<int> NodesBefore(const DiagramIndex<double>& index, const std::vector<int>& from,
                             int target);

}  // namespace loopwright
