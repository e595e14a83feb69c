#pragma once

#include <utility>
#include <vector>

namespace loopwright::internal {

/// Nodes of a directed graph without which it has no cycle, as few and as cheap as a greedy choice
/// finds (the fewest are NP-hard to find: Karp, 1972). `cost` of a node is negative where it cannot
/// be chosen; `given` are chosen already. As long as there are strongly connected parts, of each
/// the node is taken through which the most pairs of edges lead for its cost; one with an edge to
/// itself goes before all others, since it has to be taken anyway.
///
/// Empty where no choice breaks all cycles.
std::vector<int> ChooseTears(int num_nodes, const std::vector<std::pair<int, int>>& edges,
                             const std::vector<int>& cost, const std::vector<int>& given);

}  // namespace loopwright::internal
