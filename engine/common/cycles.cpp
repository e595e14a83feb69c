#include "engine/common/cycles.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "engine/common/reachable.h"

namespace loopwright {
namespace {

class CycleFinder {
 public:
  CycleFinder(int num_nodes, const std::vector<std::pair<int, int>>& edges)
      : edges_(num_nodes, edges),
        order_(num_nodes, kNew),
        low_(num_nodes, 0),
        component_(num_nodes, kNew) {}

  // The components that have a cycle: several nodes, or one with an edge to itself.
  std::vector<std::vector<int>> Parts() {
    FindComponents();
    std::vector<std::vector<int>> parts(num_components_);
    std::vector<char> has_cycle(parts.size(), 0);
    for (int i = 0; i < std::ssize(order_); ++i) {
      const int component = component_[i];
      parts[component].push_back(i);
      for (const int to : edges_.of(i)) {
        if (component_[to] == component) has_cycle[component] = 1;
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (has_cycle[i]) std::swap(parts[kept++], parts[i]);
    }
    parts.resize(kept);
    return parts;
  }

  // Tarjan's method closes a component after all that can be reached from it.
  std::vector<int> Numbers() {
    FindComponents();
    return std::move(component_);
  }

  std::vector<std::vector<int>> Cycles() {
    FindComponents();
    std::vector<std::vector<int>> cycles;
    std::vector<char> seen(num_components_, 0);
    for (int i = 0; i < std::ssize(order_); ++i) {
      char& done = seen[component_[i]];
      if (done) continue;
      done = 1;
      std::vector<int> cycle = ShortestCycle(i);
      if (!cycle.empty()) cycles.push_back(std::move(cycle));
    }
    return cycles;
  }

 private:
  static constexpr int kNew = -1;
  struct Frame {
    int node;
    int next;
  };

  // Tarjan's method: a walk in depth numbers the nodes as it meets them, and `low` of a node is the
  // least number that can be reached from below it. Where that is its own number, everything still
  // open above it is one strongly connected component.
  void FindComponents() {
    for (int i = 0; i < std::ssize(order_); ++i) {
      if (order_[i] == kNew) Visit(i);
    }
  }

  // The walk, with a stack of its own instead of recursion: a chain of a million blocks must not
  // overflow the program's stack.
  void Visit(int root) {
    std::vector<Frame> calls{Enter(root)};
    while (!calls.empty()) {
      Frame& frame = calls.back();
      const int node = frame.node;
      if (frame.next < edges_.starts[node + 1]) {
        const int to = edges_.ends[frame.next++];
        if (order_[to] == kNew) {
          calls.push_back(Enter(to));
        } else if (component_[to] == kNew) {
          low_[node] = std::min(low_[node], order_[to]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) {
        int& low = low_[calls.back().node];
        low = std::min(low, low_[node]);
      }
      if (low_[node] == order_[node]) Close(node);
    }
  }

  Frame Enter(int node) {
    order_[node] = low_[node] = count_++;
    open_.push_back(node);
    return {node, edges_.starts[node]};
  }

  void Close(int root) {
    int node = kNew;
    do {
      node = open_.back();
      open_.pop_back();
      component_[node] = num_components_;
    } while (node != root);
    ++num_components_;
  }

  // By breadth first within the component of `first`, back to it.
  std::vector<int> ShortestCycle(int first) {
    std::vector<std::pair<int, int>> reached{{first, kNew}};  // node, index of its predecessor
    if (visited_.empty()) visited_.assign(order_.size(), 0);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const int node = reached[i].first;
      for (const int to : edges_.of(node)) {
        if (to == first) {
          std::vector<int> cycle;
          for (int j = static_cast<int>(i); j != kNew; j = reached[j].second) {
            cycle.push_back(reached[j].first);
          }
          std::reverse(cycle.begin(), cycle.end());
          return cycle;
        }
        if (component_[to] != component_[first] || visited_[to]) continue;
        visited_[to] = 1;
        reached.emplace_back(to, static_cast<int>(i));
      }
    }
    return {};
  }

  SortedEdges edges_;
  std::vector<int> order_, low_, component_;
  std::vector<int> open_;
  std::vector<char> visited_;
  int count_ = 0;
  int num_components_ = 0;
};

}  // namespace

// A counting sort.
SortedEdges::SortedEdges(int num_nodes, const std::vector<std::pair<int, int>>& edges)
    : starts(num_nodes + 1, 0), ends(edges.size()) {
  for (const auto& [from, to] : edges) ++starts[from + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<int> next(starts.begin(), starts.end() - 1);
  for (const auto& [from, to] : edges) ends[next[from]++] = to;
}

std::vector<std::vector<int>> FindCycles(int num_nodes,
                                         const std::vector<std::pair<int, int>>& edges) {
  return CycleFinder(num_nodes, edges).Cycles();
}

std::vector<std::vector<int>> FindStrongParts(int num_nodes,
                                              const std::vector<std::pair<int, int>>& edges) {
  return CycleFinder(num_nodes, edges).Parts();
}

std::vector<int> NumberStrongParts(int num_nodes, const std::vector<std::pair<int, int>>& edges) {
  return CycleFinder(num_nodes, edges).Numbers();
}

// Kahn's method: takes a node as soon as all nodes before it are taken. Nodes with none before them
// come by their numbers and the others as they become free, so the result is always the same.
std::vector<int> SortNodes(int num_nodes, const std::vector<std::pair<int, int>>& edges) {
  SortedEdges sorted(num_nodes, edges);
  std::vector<int> waiting(num_nodes, 0);  // edges from nodes not reached
  for (const int to : sorted.ends) ++waiting[to];
  std::vector<int> order;
  for (int node = 0; node < num_nodes; ++node) {
    if (waiting[node] == 0) order.push_back(node);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int node = order[i];
    for (const int to : sorted.of(node)) {
      if (--waiting[to] == 0) order.push_back(to);
    }
  }
  return order;
}

std::vector<bool> FindReachable(int num_nodes, const std::vector<std::pair<int, int>>& edges,
                                int start) {
  const SortedEdges sorted(num_nodes, edges);
  std::vector<bool> is_reached(num_nodes);
  MarkReachable(
      {start}, [&](int node) { return sorted.of(node); }, &is_reached);
  return is_reached;
}

}  // namespace loopwright
