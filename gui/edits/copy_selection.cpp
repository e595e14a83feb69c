// The part of diagram_edits.h that copies and pastes.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/port_key.h"
#include "engine/edits/edit_helpers.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

// A part of a list, copied out by index.
template <typename T>
std::vector<T> pick(const std::vector<T>& list, const std::vector<int>& indices) {
  std::vector<T> picked;
  for (int index : indices) picked.push_back(list[index]);
  return picked;
}

}  // namespace

// Wires are copied where both of their ends are; names and settings of signals with their blocks.
Document copyOf(const DiagramScene& scene, const Selection& selection) {
  const DiagramModel& diagram = scene.diagram();
  Document document;
  std::unordered_set<std::string> copied;
  for (const QString& name : selection.blocks) {
    const Block* block = diagram.blocks.Find(name.toStdString());
    if (block == nullptr) continue;
    document.root.blocks.Append(*block);
    copied.insert(block->name);
  }
  for (const Wire& wire : diagram.wires) {
    const bool inside = copied.contains(BlockOf(wire.from)) && copied.contains(BlockOf(wire.to));
    if (inside) document.root.wires.push_back(wire);
  }
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (copied.contains(BlockOf(setting.key))) document.root.signal_settings.push_back(setting);
  }
  document.root.notes = pick(diagram.notes, selection.notes);
  document.root.frames = pick(diagram.frames, selection.frames);
  return document;
}

// The least x and the least y of all things, which need not be those of one thing.
QPointF cornerOf(const Document& document) {
  std::optional<QPointF> corner;
  const auto include = [&](double x, double y) {
    corner = corner ? QPointF(std::min(corner->x(), x), std::min(corner->y(), y)) : QPointF(x, y);
  };
  for (const Block& block : document.root.blocks) {
    if (block.layout) include(block.layout->x, block.layout->y);
  }
  for (const Note& note : document.root.notes) include(note.x, note.y);
  for (const Frame& frame : document.root.frames) include(frame.x, frame.y);
  return corner.value_or(QPointF());
}

namespace {

// The random streams that blocks of a document name.
void collectStreams(const DiagramModel& diagram, const std::string& level,
                    std::unordered_set<std::string>* streams) {
  for (const Block& block : diagram.blocks) {
    const std::string path = JoinPath(level, block.name);
    const BlockParameter* given = block.FindParameter("stream");
    const bool named = given != nullptr && given->value.is_text() && !given->value.text().empty();
    streams->insert(named ? given->value.text() : path);
    if (block.diagram) collectStreams(*block.diagram, path, streams);
  }
}

// A copy draws numbers of its own: it gives up streams that the document has.
void forgetStreams(Block* block, const std::unordered_set<std::string>& taken) {
  const BlockParameter* given = block->FindParameter("stream");
  if (given != nullptr && given->value.is_text() && taken.contains(given->value.text())) {
    block->SetParameter("stream", std::nullopt);
  }
  if (!block->diagram) return;
  BlockList& blocks = block->diagram->blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block inner = blocks[i];
    forgetStreams(&inner, taken);
    if (inner != blocks[i]) blocks.Replace(i, std::move(inner));
  }
}

}  // namespace

// Blocks come first and may get other names, "Gain" becoming "Gain 2"; wires and settings of
// signals then use the new names.
QStringList pasteDocument(Transaction* transaction, const std::string& level,
                          const BlockRegistry& registry, const Document& source,
                          const QPointF& corner) {
  // Everything is moved by the same way.
  const QPointF offset = corner - cornerOf(source);
  std::unordered_set<std::string> streams;
  collectStreams(transaction->document().root, "", &streams);
  std::unordered_map<std::string, std::string> names;
  QStringList added;
  for (Block block : source.root.blocks) {
    const std::string before = block.name;
    if (!block.layout) block.layout.emplace();
    block.layout->x += offset.x();
    block.layout->y += offset.y();
    if (registry.Find(block.type) != nullptr) forgetStreams(&block, streams);
    takeFreeIndex(transaction->Diagram(level), &block);
    names[before] = AddBlock(transaction, level, std::move(block));
    added += QString::fromStdString(names[before]);
  }
  const auto renamed = [&](const std::string& key) {
    return names[BlockOf(key)] + key.substr(key.rfind('.'));
  };
  // Wires follow the new names of their blocks.
  for (Wire wire : source.root.wires) {
    wire.from = renamed(wire.from);
    wire.to = renamed(wire.to);
    if (wire.route) {
      for (Point& point : *wire.route) point = {point.x + offset.x(), point.y + offset.y()};
    }
    Connect(transaction, level, std::move(wire));
  }
  for (SignalSetting setting : source.root.signal_settings) {
    if (setting.key.find('/') != std::string::npos) continue;
    setting.key = renamed(setting.key);
    SetSignal(transaction, level, std::move(setting));
  }
  const auto addAll = [&](auto list) {
    for (auto value : source.root.*list) {
      value.x += offset.x();
      value.y += offset.y();
      const std::size_t end = (transaction->Diagram(level).*list).size();
      transaction->Apply(
          ListEdit<decltype(value)>{level, end, ListAction::kInsert, std::move(value)});
    }
  };
  addAll(&DiagramModel::notes);
  addAll(&DiagramModel::frames);
  return added;
}

}  // namespace loopwright
