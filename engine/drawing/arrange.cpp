#include "engine/drawing/arrange.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/port_key.h"
#include "engine/drawing/block_box.h"
#include "engine/drawing/layered_layout.h"
#include "engine/edits/edit_helpers.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// What was found for some blocks, one entry each in all three lists.
struct Arrangement {
  std::vector<std::string> names;
  std::vector<Size> sizes;
  std::vector<LayoutPlace> places;
};

std::vector<double> HeightsOf(const std::vector<BoxPort>& ports) {
  std::vector<double> heights;
  for (const BoxPort& port : ports) heights.push_back(port.position.y);
  return heights;
}

// Such a port, as those of a sum that is drawn as a circle, has its wire bend whatever the heights
// are.
bool LooksUpOrDown(const std::vector<BoxPort>& ports, int index) {
  return index >= 0 && ports[index].outward.y != 0;
}

// Whether a port of a box looks down, or with `direction` -1 up.
bool HasPortTo(double direction, const BlockBox& box) {
  const auto looks = [&](const BoxPort& port) { return direction * port.outward.y > 0; };
  return std::ranges::any_of(box.inputs, looks) || std::ranges::any_of(box.outputs, looks);
}

// The room that is kept above a block: where a port looks down, the name stands above.
double RoomAbove(const BlockBox& box) {
  constexpr double kNameHeight = 20;
  return HasPortTo(1, box) ? kNameHeight : 0;
}

// How much wider than its box a block counts, so that its name keeps off the blocks beside it and
// their names: a multiple of twice the grid, 0 for all but long names. A name may stick out as far
// as the room between two blocks allows: below a block on both sides, and where ports look up and
// down, which it stands right of, on one.
double WiderByName(const std::string& name, const BlockBox& box) {
  constexpr double kLetter = 6.2;
  constexpr double kGrid = 10;
  constexpr double kBesidePorts =
      0.2;  // of the box's width, above which a name at the right stands
  const double width = kLetter * static_cast<double>(CountCharacters(name));
  const bool is_right = HasPortTo(1, box) && HasPortTo(-1, box);
  const double sticks_out =
      is_right ? width - kBesidePorts * box.size.width : (width - box.size.width) / 2;
  const double room = is_right ? 25 : 20;
  return std::max(0.0, 2 * kGrid * std::ceil((sticks_out - room) / kGrid));
}

// About how wide the name of an output's signal is written; 0 where it has none.
double NameWidth(const DiagramModel& diagram, const std::string& output) {
  constexpr double kLetter = 6.5;
  const std::size_t index = diagram.FindSignal(output);
  if (index >= diagram.signal_settings.size()) return 0;
  const auto& name = diagram.signal_settings[index].name;
  return name ? kLetter * static_cast<double>(CountCharacters(*name)) : 0;
}

int IndexOfPort(const std::vector<BoxPort>& ports, const std::string& name) {
  const auto found = std::ranges::find(ports, name, &BoxPort::name);
  return found == ports.end() ? -1 : static_cast<int>(found - ports.begin());
}

// The places of some blocks of a level, the first corner at the origin.
Arrangement Arrange(const Document& document, const std::string& level,
                    const BlockRegistry& registry, std::vector<std::string> names) {
  const DiagramModel& diagram = *document.FindDiagram(level);
  std::unordered_map<std::string, int> indices;
  std::vector<BlockBox> boxes;
  std::vector<LayoutNode> nodes;
  std::vector<double> wider;
  for (const std::string& name : names) {
    Block block = *diagram.blocks.Find(name);
    if (block.layout) {  // It will stand upright.
      block.layout->rotation.reset();
      block.layout->flipped.reset();
    }
    indices.emplace(name, static_cast<int>(nodes.size()));
    boxes.push_back(MakeBlockBox(FindBlockForm(document, level, block, registry)));
    const BlockBox& box = boxes.back();
    wider.push_back(WiderByName(name, box));
    nodes.push_back({{box.size.width + wider.back(), box.size.height},
                     HeightsOf(box.inputs),
                     HeightsOf(box.outputs),
                     RoomAbove(box)});
  }
  std::vector<LayoutEdge> edges;
  for (const Wire& wire : diagram.wires) {
    const auto from = ParseSignalPath(wire.from);
    const auto to = ParseSignalPath(wire.to);
    if (!from || !to) continue;
    const auto source = indices.find(from->block);
    const auto target = indices.find(to->block);
    if (source == indices.end() || target == indices.end()) continue;
    const auto& outputs = boxes[source->second].outputs;
    const auto& inputs = boxes[target->second].inputs;
    const int output = IndexOfPort(outputs, from->port);
    const int input = IndexOfPort(inputs, to->port);
    const bool bends = LooksUpOrDown(outputs, output) || LooksUpOrDown(inputs, input);
    edges.push_back(
        {source->second, output, target->second, input, bends, NameWidth(diagram, wire.from)});
  }
  std::vector<Size> sizes;
  for (const BlockBox& box : boxes) sizes.push_back(box.size);
  std::vector<LayoutPlace> places = LayeredLayout(nodes, edges);
  // Each block stands in the middle of the room that it counts for.
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].corner.x += wider[i] / 2;
    first = std::min(first, places[i].corner.x);
  }
  for (LayoutPlace& place : places) place.corner.x -= first;
  return {std::move(names), std::move(sizes), std::move(places)};
}

// Writes a place into the block. It stands upright afterwards, because the places were found for
// upright blocks.
void Put(const LayoutPlace& place, Point corner, Block* block) {
  if (!block->layout) block->layout.emplace();
  block->layout->x = corner.x + place.corner.x;
  block->layout->y = corner.y + place.corner.y;
  block->layout->rotation.reset();
  block->layout->flipped = place.flipped ? std::optional<bool>(true) : std::nullopt;
}

// Puts the frames that held arranged blocks around them again.
void MoveFrames(Transaction* transaction, const std::string& level, const Arrangement& arrangement,
                const std::vector<Point>& before, Point corner) {
  constexpr double kMargin = 20;
  constexpr double kName = 10;  // the name below a block is inside too
  for (std::size_t f = 0; f < transaction->Diagram(level).frames.size(); ++f) {
    Frame frame = transaction->Diagram(level).frames[f];
    const Rect old{{frame.x, frame.y}, {frame.width, frame.height}};
    std::optional<Rect> content;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!old.Contains({before[i], arrangement.sizes[i]})) continue;
      const Rect box{corner + arrangement.places[i].corner, arrangement.sizes[i]};
      content = content ? content->United(box) : box;
    }
    if (!content) continue;
    frame.x = content->corner.x - kMargin;
    frame.y = content->corner.y - kMargin;
    frame.width = content->size.width + 2 * kMargin;
    frame.height = content->size.height + 2 * kMargin + kName;
    transaction->Apply(FrameEdit{level, f, ListAction::kReplace, std::move(frame)});
  }
}

// Blocks of a level that have no place, and where they are put: below those that have one.
struct Unplaced {
  std::vector<std::string> names;
  Point corner;
};

Unplaced FindUnplaced(const DiagramModel& diagram) {
  std::vector<std::string> names;
  std::optional<Point> below;
  for (const Block& block : diagram.blocks) {
    if (!block.layout) {
      names.push_back(block.name);
      continue;
    }
    constexpr double kRoom = 120;  // for a block and its name
    const Point corner{block.layout->x, block.layout->y + block.layout->height.value_or(0) + kRoom};
    const Point before = below.value_or(corner);
    below = Point{std::min(before.x, corner.x), std::max(before.y, corner.y)};
  }
  return {std::move(names), below.value_or(Point())};
}

// Blocks without a place, as a script writes them, are arranged among themselves and put below
// those that have one, which stay where they are. Then the levels inside.
void GiveLayouts(Document* document, const std::string& level, const BlockRegistry& registry) {
  DiagramModel* diagram = document->FindMutableDiagram(level);
  const Unplaced unplaced = FindUnplaced(*diagram);
  if (!unplaced.names.empty()) {
    const Arrangement arrangement = Arrange(*document, level, registry, unplaced.names);
    diagram = document->FindMutableDiagram(level);
    for (std::size_t i = 0; i < arrangement.names.size(); ++i) {
      const std::size_t index = diagram->blocks.IndexOf(arrangement.names[i]);
      Block block = diagram->blocks[index];
      Put(arrangement.places[i], unplaced.corner, &block);
      diagram->blocks.Replace(index, std::move(block));
    }
  }
  std::vector<std::string> inner;
  for (const Block& block : diagram->blocks) {
    if (block.diagram) inner.push_back(JoinPath(level, block.name));
  }
  for (const std::string& deeper : inner) GiveLayouts(document, deeper, registry);
}

// Looked at first, so that a document that has all its places is not copied for nothing.
bool LacksLayout(const DiagramModel& diagram) {
  for (const Block& block : diagram.blocks) {
    if (!block.layout || (block.diagram && LacksLayout(*block.diagram))) return true;
  }
  return false;
}

}  // namespace

// After the blocks have moved, frames follow those that they held. Wires whose corners were set by
// hand lose them, as they were made for the old places.
void ArrangeBlocks(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const std::vector<std::string>& blocks,
                   Point corner) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::unordered_set<std::string> wanted(blocks.begin(), blocks.end());
  std::vector<std::string> names;
  for (const Block& block : diagram.blocks) {
    if (wanted.empty() || wanted.contains(block.name)) names.push_back(block.name);
  }
  const Arrangement arrangement =
      Arrange(transaction->document(), level, registry, std::move(names));
  const std::unordered_set<std::string> arranged(arrangement.names.begin(),
                                                 arrangement.names.end());
  std::vector<Point> before;
  for (std::size_t i = 0; i < arrangement.names.size(); ++i) {
    ModifyBlock(transaction, level, arrangement.names[i], [&](Block* block) {
      const Layout old = block->layout.value_or(Layout{});
      before.push_back({old.x, old.y});
      Put(arrangement.places[i], corner, block);
    });
  }
  MoveFrames(transaction, level, arrangement, before, corner);
  const std::vector<Wire>& wires = transaction->Diagram(level).wires;
  for (std::size_t i = 0; i < wires.size(); ++i) {
    if (!wires[i].route) continue;
    const auto end = [&](const std::string& key) { return arranged.contains(BlockOf(key)); };
    if (!end(wires[i].from) && !end(wires[i].to)) continue;
    Wire wire = wires[i];
    wire.route.reset();
    transaction->Apply(WireEdit{level, i, ListAction::kReplace, std::move(wire)});
  }
}

void ArrangeLevels(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry) {
  std::vector<std::string> inner;
  std::optional<Point> corner;
  for (const Block& block : transaction->Diagram(level).blocks) {
    if (block.diagram) inner.push_back(JoinPath(level, block.name));
    if (!block.layout) continue;
    const Point before = corner.value_or(Point{block.layout->x, block.layout->y});
    corner = Point{std::min(before.x, block.layout->x), std::min(before.y, block.layout->y)};
  }
  ArrangeBlocks(transaction, level, registry, {}, SnapToGrid(corner.value_or(Point())));
  for (const std::string& deeper : inner) ArrangeLevels(transaction, deeper, registry);
}

void GiveLayouts(Document* document, const BlockRegistry& registry) {
  if (LacksLayout(document->root)) GiveLayouts(document, std::string(), registry);
}

void GiveLayouts(Transaction* transaction, const std::string& level,
                 const BlockRegistry& registry) {
  const Unplaced unplaced = FindUnplaced(transaction->Diagram(level));
  if (unplaced.names.empty()) return;
  const Arrangement arrangement = Arrange(transaction->document(), level, registry, unplaced.names);
  for (std::size_t i = 0; i < arrangement.names.size(); ++i) {
    ModifyBlock(transaction, level, arrangement.names[i],
                [&](Block* block) { Put(arrangement.places[i], unplaced.corner, block); });
  }
}

}  // namespace loopwright
