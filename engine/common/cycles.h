#pragma once

#include <span>
#include <utility>
#include <vector>

namespace loopwright {

/// The edges (from, to) of a graph, sorted by the node that they leave: those of node i end at
/// ends[starts[i]], ..., ends[starts[i + 1] - 1], in the order in which they were given.
struct SortedEdges {
  SortedEdges() = default;
  SortedEdges(int num_nodes, const std::vector<std::pair<int, int>>& edges);
  /// The nodes at the ends of a node's edges.
  std::span<const int> of(int node) const {
    return {ends.data() + starts[node], ends.data() + starts[node + 1]};
  }
  std::vector<int> starts, ends;
};

/// Cycles of a directed graph of `num_nodes` nodes and edges (from, to): the shortest cycle through
/// the first node of every strongly connected part that has one, each as its nodes in order,
/// beginning with that node. Empty where the graph has no cycle. Linear but for the parts that have
/// a cycle, and without recursion (Tarjan, 1972).
std::vector<std::vector<int>> FindCycles(int num_nodes,
                                         const std::vector<std::pair<int, int>>& edges);

/// The strongly connected parts that have a cycle, each as its nodes, ascending.
std::vector<std::vector<int>> FindStrongParts(int num_nodes,
                                              const std::vector<std::pair<int, int>>& edges);

/// Per node the number of its strongly connected part, from 0: nodes that reach each other have the
/// same, and no edge leads to a part of a greater number.
std::vector<int> NumberStrongParts(int num_nodes, const std::vector<std::pair<int, int>>& edges);

/// The nodes in an order in which no edge leads to an earlier one, those that may come first by
/// their numbers. Nodes on a cycle are left out, and those that can be reached from one (Kahn,
/// "Topological sorting of large networks", 1962).
std::vector<int> SortNodes(int num_nodes, const std::vector<std::pair<int, int>>& edges);

/// For each node whether a way along the edges leads to it from `start`, which is one of them.
std::vector<bool> FindReachable(int num_nodes, const std::vector<std::pair<int, int>>& edges,
                                int start);

}  // namespace loopwright
