#include "engine/drawing/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/common/cycles.h"
#include "engine/common/depth_first.h"

namespace loopwright {

namespace {

constexpr double kGrid = 10;
constexpr double kRowGap = 40;    // between blocks of a layer: the name stands there
constexpr double kLayerGap = 50;  // between layers, and for each wire that bends there
constexpr double kChannel = 10;   // so much more,
constexpr int kMostChannels = 8;  // up to so many
constexpr double kWireGap = 20;   // between a wire that passes and what is beside it
constexpr int kOrderSweeps = 8;
constexpr int kHeightSweeps = 6;
constexpr int kLongestSpan = 30;    // A wire over more layers has no places kept free for it.
constexpr double kNameMargin = 30;  // of a wire's name, in its piece between two layers

// How much it matters that a piece of a wire is straight: between two blocks, beyond a block on the
// long way of a wire, and where it cannot be.
constexpr double kBlocksWeight = 4;
constexpr double kPassingWeight = 0.2;
constexpr double kBendWeight = 0.05;

double Snap(double value) { return std::round(value / kGrid) * kGrid; }

// A node, or a place where a long wire passes a layer.
struct Vertex {
  int node = -1;  // -1: a wire passes
  int layer = 0;
  double height = 0;
  double y = 0;
};

// A piece of a wire from one layer to the next; ports are heights below the vertices' tops.
struct Link {
  int from;
  int to;
  double output;
  double input;
  double weight;
  double room;  // for the wire's name
};

class Layering {
 public:
  Layering(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges)
      : nodes_(nodes), edges_(edges) {}

  std::vector<LayoutPlace> Run();

 private:
  void FindLoops();
  void FindFeedback();
  // Whether an edge joins two nodes of the rows from left to right, and closes no loop.
  bool IsForward(std::size_t i) const {
    const int from = edges_[i].from, to = edges_[i].to;
    return !is_back_[i] && from != to && !is_feedback_[from] && !is_feedback_[to];
  }
  void ChooseLayers();
  void MakeVertices();
  void AddLink(const LayoutEdge& edge, const Link& link);
  void OrderLayers();
  void ChooseHeights();
  void AlignLayer(std::vector<int>* layer, bool to_the_left);
  std::vector<LayoutPlace> Places() const;
  void PlaceFeedback(std::vector<LayoutPlace>* places) const;

  double OutputOf(const LayoutEdge& edge) const;
  double InputOf(const LayoutEdge& edge) const;

  const std::vector<LayoutNode>& nodes_;
  const std::vector<LayoutEdge>& edges_;
  std::vector<bool> is_back_;      // by edge: it closes a loop
  std::vector<bool> is_feedback_;  // by node: it goes below
  std::vector<int> layer_of_;
  std::vector<Vertex> vertices_;  // the nodes, then the passing wires
  std::vector<Link> links_;
  std::vector<std::vector<int>> left_links_;  // by vertex
  std::vector<std::vector<int>> right_links_;
  std::vector<std::vector<int>> layers_;  // vertices from top to bottom
};

// The height of a port below the top of its block, the middle where the port is unknown.
double PortHeight(const std::vector<double>& ports, int index, double height) {
  const std::size_t place = index;
  return index >= 0 && place < ports.size() ? ports[place] : height / 2;
}

double Layering::OutputOf(const LayoutEdge& edge) const {
  const LayoutNode& node = nodes_[edge.from];
  return node.above + PortHeight(node.outputs, edge.output, node.size.height);
}

double Layering::InputOf(const LayoutEdge& edge) const {
  const LayoutNode& node = nodes_[edge.to];
  return node.above + PortHeight(node.inputs, edge.input, node.size.height);
}

// Marks the edges that lead back to where a walk from the sources came from.
void Layering::FindLoops() {
  is_back_.assign(edges_.size(), false);
  std::vector<std::vector<int>> out(nodes_.size());
  std::vector<int> incoming(nodes_.size(), 0);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    out[edges_[i].from].push_back(static_cast<int>(i));
    ++incoming[edges_[i].to];
  }
  std::vector<VisitState> states(nodes_.size(), VisitState::kNew);
  std::vector<int> starts(nodes_.size());
  std::iota(starts.begin(), starts.end(), 0);
  std::stable_partition(starts.begin(), starts.end(),
                        [&](int node) { return incoming[node] == 0; });
  const auto edge_of = [&](int node, int i) { return out[node][i]; };
  for (const int start : starts) {
    WalkDepthFirst(
        start, &states,
        [&](int node, int i) {
          const bool is_behind = i == std::ssize(out[node]);
          return is_behind ? -1 : edges_[edge_of(node, i)].to;
        },
        [&](const std::vector<VisitStep>& path, int) {
          is_back_[edge_of(path.back().node, path.back().next - 1)] = true;
        },
        [](int) {});
  }
}

// A block that leads a signal back (a gain in a feedback, for example) has wires out that all close
// loops, and what comes in goes on elsewhere too. Without the second condition the last block of a
// chain that closes a loop would hang below the others.
void Layering::FindFeedback() {
  is_feedback_.assign(nodes_.size(), false);
  std::vector<int> forward(nodes_.size(), 0);  // edges out that close no loop
  std::vector<int> back(nodes_.size(), 0);
  std::vector<int> in(nodes_.size(), 0);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (edges_[i].from == edges_[i].to) continue;
    ++(is_back_[i] ? back : forward)[edges_[i].from];
    ++in[edges_[i].to];
  }
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    is_feedback_[node] = forward[node] == 0 && back[node] > 0 && in[node] > 0;
  }
  // What comes in goes on elsewhere too.
  for (const LayoutEdge& edge : edges_) {
    if (!is_feedback_[edge.to] || edge.from == edge.to) continue;
    if (forward[edge.from] < 2 || is_feedback_[edge.from]) is_feedback_[edge.to] = false;
  }
}

// In topological order, each block comes one layer behind the last block that leads to it: the
// longest way from a source.
void Layering::ChooseLayers() {
  layer_of_.assign(nodes_.size(), 0);
  std::vector<std::vector<int>> out(nodes_.size());
  std::vector<std::pair<int, int>> forward;
  std::vector<bool> has_input(nodes_.size(), false);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (!IsForward(i)) continue;
    out[edges_[i].from].push_back(edges_[i].to);
    forward.emplace_back(edges_[i].from, edges_[i].to);
    has_input[edges_[i].to] = true;
  }
  const std::vector<int> order = SortNodes(static_cast<int>(nodes_.size()), forward);
  for (const int node : order) {
    for (int to : out[node]) {
      int& layer = layer_of_[to];
      layer = std::max(layer, layer_of_[node] + 1);
    }
  }
  // A source stands just before what it drives.
  for (auto from = order.rbegin(); from != order.rend(); ++from) {
    const int node = *from;
    if (has_input[node] || out[node].empty()) continue;
    int nearest = std::numeric_limits<int>::max();
    for (int to : out[node]) nearest = std::min(nearest, layer_of_[to]);
    layer_of_[node] = nearest - 1;
  }
}

// `links_` has every piece of a wire once, and each vertex knows those at its left and right.
void Layering::AddLink(const LayoutEdge& edge, const Link& link) {
  right_links_[link.from].push_back(static_cast<int>(links_.size()));
  left_links_[link.to].push_back(static_cast<int>(links_.size()));
  links_.push_back(link);
  if (edge.bends && link.to == edge.to) links_.back().weight = kBendWeight;
}

// A wire over several layers gets a vertex in each layer between, which keeps room for it. Very
// long wires get none: in a diagram with a chain of a thousand blocks they would be more than the
// blocks.
void Layering::MakeVertices() {
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    const double height = nodes_[node].above + nodes_[node].size.height + kRowGap;
    vertices_.push_back({static_cast<int>(node), layer_of_[node], height, 0});
  }
  left_links_.resize(nodes_.size());
  right_links_.resize(nodes_.size());
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const LayoutEdge& edge = edges_[i];
    if (!IsForward(i)) continue;
    const int span = layer_of_[edge.to] - layer_of_[edge.from];
    int last = edge.from;
    double output = OutputOf(edge);
    double room = edge.room;
    const double weight = span > 1 ? kPassingWeight : kBlocksWeight;
    for (int layer = layer_of_[edge.from] + 1; span <= kLongestSpan && layer < layer_of_[edge.to];
         ++layer) {
      const int passing = static_cast<int>(vertices_.size());
      vertices_.push_back({-1, layer, kWireGap, 0});
      left_links_.emplace_back();
      right_links_.emplace_back();
      AddLink(edge, {last, passing, output, 0, weight, room});
      last = passing;
      output = 0;
      room = 0;
    }
    if (span > kLongestSpan) continue;
    AddLink(edge, {last, edge.to, output, InputOf(edge), weight, room});
  }
  int count = 0;
  for (const Vertex& vertex : vertices_) count = std::max(count, vertex.layer + 1);
  layers_.resize(count);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const Vertex& vertex = vertices_[i];
    if (vertex.node >= 0 && is_feedback_[vertex.node]) continue;
    layers_[vertex.layer].push_back(static_cast<int>(i));
  }
}

// Sweeps to and fro: each layer is sorted by the mean place of its vertices' neighbours, ports
// counting as parts of a place.
void Layering::OrderLayers() {
  std::vector<double> place(vertices_.size(), 0);
  const auto number = [&](const std::vector<int>& layer) {
    for (std::size_t i = 0; i < layer.size(); ++i) {
      place[layer[i]] = static_cast<double>(i);
    }
  };
  for (const std::vector<int>& layer : layers_) number(layer);
  const auto sort_by = [&](std::vector<int>* layer, bool to_the_left) {
    std::vector<std::pair<double, int>> keys;
    for (int vertex : *layer) {
      double sum = 0;
      const std::vector<int>& links = to_the_left ? left_links_[vertex] : right_links_[vertex];
      for (int link : links) {
        const Link& way = links_[link];
        const std::size_t other = to_the_left ? way.from : way.to;
        const double port = to_the_left ? way.output : way.input;
        sum += place[other] + port / (vertices_[other].height + 1);
      }
      keys.emplace_back(links.empty() ? place[vertex] : sum / static_cast<double>(links.size()),
                        vertex);
    }
    std::ranges::stable_sort(keys, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < keys.size(); ++i) (*layer)[i] = keys[i].second;
    number(*layer);
  };
  for (int sweep = 0; sweep < kOrderSweeps; ++sweep) {
    if (sweep % 2 == 0) {
      for (std::size_t i = 1; i < layers_.size(); ++i) sort_by(&layers_[i], true);
    } else {
      for (std::size_t i = layers_.size(); i-- > 1;) sort_by(&layers_[i - 1], false);
    }
  }
}

// Brings a layer's vertices as near as possible to the heights at which their wires are straight,
// in the sense of least squares, keeping their order and gaps: pool adjacent violators.
void Layering::AlignLayer(std::vector<int>* layer, bool to_the_left) {
  struct Pool {
    double sum;
    double weight;
    std::size_t count;
    double mean() const { return sum / weight; }
  };
  std::vector<Pool> pools;
  double above = 0;  // the room that the vertices above take
  std::vector<double> offsets;
  for (int vertex : *layer) {
    const std::vector<int>& links = to_the_left ? left_links_[vertex] : right_links_[vertex];
    double wanted = 0;
    double weight = 0;
    for (int link : links) {
      const Link& way = links_[link];
      const std::size_t other = to_the_left ? way.from : way.to;
      const double step = way.output - way.input;
      wanted += way.weight * (vertices_[other].y + (to_the_left ? step : -step));
      weight += way.weight;
    }
    wanted = links.empty() ? vertices_[vertex].y : wanted / weight;
    if (links.empty()) weight = 0.01;
    offsets.push_back(above);
    pools.push_back({(wanted - above) * weight, weight, 1});
    above += vertices_[vertex].height;
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
      pools.back().count += last.count;
    }
  }
  std::size_t at = 0;
  for (const Pool& pool : pools) {
    for (std::size_t i = 0; i < pool.count; ++i, ++at) {
      vertices_[(*layer)[at]].y = Snap(pool.mean()) + offsets[at];
    }
  }
}

// All layers begin at the top with their blocks close together. Then sweeps to the left and to the
// right bring each layer to its neighbours, each time a little straighter; after a few the picture
// hardly changes.
void Layering::ChooseHeights() {
  for (const std::vector<int>& layer : layers_) {
    double y = 0;
    for (int vertex : layer) {
      vertices_[vertex].y = y;
      y += vertices_[vertex].height;
    }
  }
  for (int sweep = 0; sweep < kHeightSweeps; ++sweep) {
    if (sweep % 2 == 0) {
      for (std::size_t i = layers_.size(); i-- > 1;) AlignLayer(&layers_[i - 1], false);
    } else {
      for (std::size_t i = 1; i < layers_.size(); ++i) AlignLayer(&layers_[i], true);
    }
  }
}

// Columns from left to right, each as wide as its widest block, with blocks in the middle. The gap
// behind it has room for the names of wires and for a channel for each wire that bends there.
std::vector<LayoutPlace> Layering::Places() const {
  std::vector<LayoutPlace> places(nodes_.size());
  double x = 0;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    double width = 0;
    int bends = 0;
    double room = 0;
    for (int vertex : layers_[i]) {
      const int node = vertices_[vertex].node;
      if (node >= 0) width = std::max(width, nodes_[node].size.width);
      for (int link : right_links_[vertex]) {
        const Link& way = links_[link];
        const double from = vertices_[vertex].y + way.output;
        const double to = vertices_[way.to].y + way.input;
        bends += from != to ? 1 : 0;
        if (way.room > 0) room = std::max(room, way.room + kNameMargin);
      }
    }
    for (int vertex : layers_[i]) {
      const Vertex& placed = vertices_[vertex];
      if (placed.node < 0) continue;
      const int node = placed.node;
      places[node].corner = {x + Snap((width - nodes_[node].size.width) / 2),
                             placed.y + nodes_[node].above};
    }
    const double channels = kChannel * std::min(bends, kMostChannels);
    x += Snap(width) + std::max(kLayerGap, std::ceil(room / kGrid) * kGrid) + channels;
  }
  return places;
}

// Puts what leads signals back in rows below all others, above each other where they would meet.
void Layering::PlaceFeedback(std::vector<LayoutPlace>* places) const {
  double bottom = 0;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (is_feedback_[node]) continue;
    bottom = std::max(bottom, (*places)[node].corner.y + nodes_[node].size.height);
  }
  struct Row {
    double y;
    double height;
    std::vector<std::pair<double, double>> taken;
  };
  std::vector<Row> rows;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (!is_feedback_[node]) continue;
    double sum = 0;
    int count = 0;
    for (const LayoutEdge& edge : edges_) {
      const bool from = static_cast<std::size_t>(edge.from) == node;
      if (!from && static_cast<std::size_t>(edge.to) != node) continue;
      const std::size_t other = from ? edge.to : edge.from;
      sum += (*places)[other].corner.x + nodes_[other].size.width / 2;
      ++count;
    }
    const Size size = nodes_[node].size;
    const double x = Snap(sum / std::max(count, 1) - size.width / 2);
    const auto is_free = [&](const Row& row) {
      return std::none_of(row.taken.begin(), row.taken.end(), [&](const auto& taken) {
        return x < taken.second + kLayerGap && taken.first < x + size.width + kLayerGap;
      });
    };
    auto row = std::find_if(rows.begin(), rows.end(), is_free);
    if (row == rows.end()) {
      const double y =
          rows.empty() ? bottom + kRowGap : rows.back().y + rows.back().height + kRowGap;
      row = rows.insert(rows.end(), {Snap(y), 0, {}});
    }
    row->height = std::max(row->height, size.height);
    row->taken.emplace_back(x, x + size.width);
    (*places)[node] = {Point{x, row->y}, true};
  }
}

// The stages of the method that the header names.
std::vector<LayoutPlace> Layering::Run() {
  if (nodes_.empty()) return {};
  FindLoops();
  FindFeedback();
  ChooseLayers();
  MakeVertices();
  OrderLayers();
  ChooseHeights();
  std::vector<LayoutPlace> result = Places();
  PlaceFeedback(&result);
  Point corner = result.front().corner;
  for (const LayoutPlace& place : result) {
    corner = {std::min(corner.x, place.corner.x), std::min(corner.y, place.corner.y)};
  }
  for (LayoutPlace& place : result) place.corner = place.corner - corner;
  return result;
}

}  // namespace

std::vector<LayoutPlace> LayeredLayout(const std::vector<LayoutNode>& nodes,
                                       const std::vector<LayoutEdge>& edges) {
  return Layering(nodes, edges).Run();
}

}  // namespace loopwright
