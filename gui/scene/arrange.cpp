#include "gui/scene/arrange.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/edits/edit_helpers.h"
#include "gui/scene/block_appearance.h"
#include "gui/scene/layered_layout.h"

namespace loopwright {

namespace {

QString toQt(const std::string& text) { return QString::fromStdString(text); }

struct Arrangement {
  std::vector<std::string> names;
  std::vector<QSizeF> sizes;
  std::vector<LayoutPlace> places;
};

std::vector<double> heightsOf(const std::vector<PortPlace>& ports) {
  std::vector<double> heights;
  for (const PortPlace& port : ports) heights.push_back(port.position.y());
  return heights;
}

bool looksUpOrDown(const std::vector<PortPlace>& ports, int index) {
  return index >= 0 && ports[static_cast<std::size_t>(index)].outward.y() != 0;
}

/// The room that is kept above a block: where a port looks down, the name stands above.
double roomAbove(const BlockGeometry& geometry) {
  constexpr double kNameHeight = 20;
  for (const auto* side : {&geometry.inputs, &geometry.outputs}) {
    for (const PortPlace& port : *side) {
      if (port.outward.y() > 0) return kNameHeight;
    }
  }
  return 0;
}

/// About how wide the name of an output's signal is written; 0 where it has none.
double nameWidth(const DiagramModel& diagram, const std::string& output) {
  constexpr double kLetter = 6.5;
  const std::size_t index = diagram.FindSignal(output);
  if (index >= diagram.signal_settings.size()) return 0;
  const auto& name = diagram.signal_settings[index].name;
  return name ? kLetter * static_cast<double>(toQt(*name).size()) : 0;
}

int indexOf(const std::vector<PortPlace>& ports, const QString& name) {
  const auto found = std::find_if(ports.begin(), ports.end(),
                                  [&](const PortPlace& port) { return port.name == name; });
  return found == ports.end() ? -1 : static_cast<int>(found - ports.begin());
}

/// The places of some blocks of a level, the first corner at the origin.
Arrangement arrange(const Document& document, const std::string& level,
                    const BlockRegistry& registry, std::vector<std::string> names) {
  const DiagramModel& diagram = *document.FindDiagram(level);
  std::unordered_map<std::string, int> indices;
  std::vector<BlockGeometry> geometries;
  std::vector<LayoutNode> nodes;
  for (const std::string& name : names) {
    Block block = *diagram.blocks.Find(name);
    if (block.layout) {  // It will stand upright.
      block.layout->rotation.reset();
      block.layout->flipped.reset();
    }
    indices.emplace(name, static_cast<int>(nodes.size()));
    geometries.push_back(
        makeBlockGeometry(makeAppearance(document, toQt(level), block, registry).form));
    const BlockGeometry& geometry = geometries.back();
    nodes.push_back({geometry.size, heightsOf(geometry.inputs), heightsOf(geometry.outputs),
                     roomAbove(geometry)});
  }
  std::vector<LayoutEdge> edges;
  for (const Wire& wire : diagram.wires) {
    const auto from = ParseSignalPath(wire.from);
    const auto to = ParseSignalPath(wire.to);
    if (!from || !to) continue;
    const auto source = indices.find(from->block);
    const auto target = indices.find(to->block);
    if (source == indices.end() || target == indices.end()) continue;
    const auto& outputs = geometries[static_cast<std::size_t>(source->second)].outputs;
    const auto& inputs = geometries[static_cast<std::size_t>(target->second)].inputs;
    const int output = indexOf(outputs, toQt(from->port));
    const int input = indexOf(inputs, toQt(to->port));
    const bool bends = looksUpOrDown(outputs, output) || looksUpOrDown(inputs, input);
    edges.push_back(
        {source->second, output, target->second, input, bends, nameWidth(diagram, wire.from)});
  }
  std::vector<QSizeF> sizes;
  for (const LayoutNode& node : nodes) sizes.push_back(node.size);
  return {std::move(names), std::move(sizes), layeredLayout(nodes, edges)};
}

void put(const LayoutPlace& place, const QPointF& corner, Block* block) {
  if (!block->layout) block->layout.emplace();
  block->layout->x = corner.x() + place.corner.x();
  block->layout->y = corner.y() + place.corner.y();
  block->layout->rotation.reset();
  block->layout->flipped = place.flipped ? std::optional<bool>(true) : std::nullopt;
}

/// Puts the frames that held arranged blocks around them again.
void moveFrames(Transaction* transaction, const std::string& level, const Arrangement& arrangement,
                const std::vector<QPointF>& before, const QPointF& corner) {
  constexpr double kMargin = 20;
  constexpr double kName = 10;  // the name below a block is inside too
  for (std::size_t f = 0; f < transaction->Diagram(level).frames.size(); ++f) {
    Frame frame = transaction->Diagram(level).frames[f];
    const QRectF old(frame.x, frame.y, frame.width, frame.height);
    QRectF content;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!old.contains(QRectF(before[i], arrangement.sizes[i]))) continue;
      content |= QRectF(corner + arrangement.places[i].corner, arrangement.sizes[i]);
    }
    if (content.isNull()) continue;
    content.adjust(-kMargin, -kMargin, kMargin, kMargin + kName);
    frame.x = content.x();
    frame.y = content.y();
    frame.width = content.width();
    frame.height = content.height();
    transaction->Apply(FrameEdit{level, f, ListAction::kReplace, std::move(frame)});
  }
}

void giveLayouts(Document* document, const std::string& level, const BlockRegistry& registry) {
  DiagramModel* diagram = document->FindMutableDiagram(level);
  std::vector<std::string> without;
  std::optional<QPointF> below;  // of the blocks that have a place
  for (const Block& block : diagram->blocks) {
    if (!block.layout) {
      without.push_back(block.name);
      continue;
    }
    constexpr double kRoom = 120;  // for a block and its name
    const QPointF corner(block.layout->x,
                         block.layout->y + block.layout->height.value_or(0) + kRoom);
    const QPointF before = below.value_or(corner);
    below = QPointF(std::min(before.x(), corner.x()), std::max(before.y(), corner.y()));
  }
  if (!without.empty()) {
    const QPointF corner = below.value_or(QPointF());
    const Arrangement arrangement = arrange(*document, level, registry, without);
    diagram = document->FindMutableDiagram(level);
    for (std::size_t i = 0; i < arrangement.names.size(); ++i) {
      const std::size_t index = diagram->blocks.IndexOf(arrangement.names[i]);
      Block block = diagram->blocks[index];
      put(arrangement.places[i], corner, &block);
      diagram->blocks.Replace(index, std::move(block));
    }
  }
  std::vector<std::string> inner;
  for (const Block& block : diagram->blocks) {
    if (block.diagram) inner.push_back(JoinPath(level, block.name));
  }
  for (const std::string& deeper : inner) giveLayouts(document, deeper, registry);
}

bool lacksLayout(const DiagramModel& diagram) {
  for (const Block& block : diagram.blocks) {
    if (!block.layout || (block.diagram && lacksLayout(*block.diagram))) return true;
  }
  return false;
}

}  // namespace

void arrangeBlocks(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const QStringList& blocks,
                   const QPointF& corner) {
  const DiagramModel& diagram = transaction->Diagram(level);
  std::unordered_set<std::string> wanted;
  for (const QString& name : blocks) wanted.insert(name.toStdString());
  std::vector<std::string> names;
  for (const Block& block : diagram.blocks) {
    if (wanted.empty() || wanted.contains(block.name)) names.push_back(block.name);
  }
  const Arrangement arrangement =
      arrange(transaction->document(), level, registry, std::move(names));
  const std::unordered_set<std::string> arranged(arrangement.names.begin(),
                                                 arrangement.names.end());
  std::vector<QPointF> before;
  for (std::size_t i = 0; i < arrangement.names.size(); ++i) {
    ModifyBlock(transaction, level, arrangement.names[i], [&](Block* block) {
      const Layout old = block->layout.value_or(Layout{});
      before.emplace_back(old.x, old.y);
      put(arrangement.places[i], corner, block);
    });
  }
  moveFrames(transaction, level, arrangement, before, corner);
  const std::vector<Wire>& wires = transaction->Diagram(level).wires;
  for (std::size_t i = 0; i < wires.size(); ++i) {
    if (!wires[i].route) continue;
    const auto end = [&](const std::string& key) {
      return arranged.contains(key.substr(0, key.rfind('.')));
    };
    if (!end(wires[i].from) && !end(wires[i].to)) continue;
    Wire wire = wires[i];
    wire.route.reset();
    transaction->Apply(WireEdit{level, i, ListAction::kReplace, std::move(wire)});
  }
}

void giveLayouts(Document* document, const BlockRegistry& registry) {
  if (lacksLayout(document->root)) giveLayouts(document, std::string(), registry);
}

}  // namespace loopwright
