#include "engine/loops/choose_tears.h"

#include <cstddef>

#include "engine/common/cycles.h"

namespace loopwright::internal {

namespace {
using Edges = std::vector<std::pair<int, int>>;

// What speaks for a node of the remaining graph.
struct Degrees {
  int in = 0, out = 0;
  bool has_loop = false;
};

// Edges within strongly connected parts, of nodes that are not taken.
Edges RemainingEdges(const Edges& edges, const std::vector<char>& is_taken,
                     const std::vector<int>& part) {
  Edges remaining;
  for (const auto& [from, to] : edges) {
    if (is_taken[from] || is_taken[to] || part[from] != part[to]) continue;
    remaining.emplace_back(from, to);
  }
  return remaining;
}

// The best node of a part; -1 where none can be taken.
int BestOf(const std::vector<int>& nodes, const std::vector<Degrees>& degrees,
           const std::vector<int>& cost) {
  int best = -1;
  double best_score = -1;
  for (const int node : nodes) {
    if (cost[node] < 0) continue;
    const Degrees& d = degrees[node];
    double score = static_cast<double>(d.in) * d.out / (cost[node] + 1e-9);
    if (d.has_loop) score += 1e18;
    if (score <= best_score) continue;
    best_score = score;
    best = node;
  }
  return best;
}
}  // namespace

std::vector<int> ChooseTears(int num_nodes, const Edges& edges, const std::vector<int>& cost,
                             const std::vector<int>& given) {
  std::vector<int> tears = given;
  std::vector<char> is_taken(num_nodes, 0);
  for (const int node : given) is_taken[node] = 1;
  std::vector<int> part(num_nodes, 0);
  Edges remaining = RemainingEdges(edges, is_taken, part);
  for (;;) {
    const auto parts = FindStrongParts(num_nodes, remaining);
    if (parts.empty()) return tears;
    part.assign(num_nodes, -1);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (const int node : parts[p]) part[node] = static_cast<int>(p);
    }
    remaining = RemainingEdges(remaining, is_taken, part);
    std::vector<Degrees> degrees(num_nodes);
    for (const auto& [from, to] : remaining) {
      ++degrees[from].out;
      ++degrees[to].in;
      if (from == to) degrees[from].has_loop = true;
    }
    for (const auto& nodes : parts) {
      const int node = BestOf(nodes, degrees, cost);
      if (node < 0) return {};
      tears.push_back(node);
      is_taken[node] = 1;
    }
    remaining = RemainingEdges(remaining, is_taken, part);
  }
}

}  // namespace loopwright::internal
