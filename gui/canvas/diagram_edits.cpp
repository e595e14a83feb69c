#include "gui/canvas/diagram_edits.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>

#include "engine/model/block_registry.h"
#include "engine/model/edit_helpers.h"
#include "engine/model/load.h"
#include "engine/model/save.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/note_item.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

/// Where the corners of a wire go when its ends' blocks move.
std::vector<Point> moveCorners(std::vector<Point> corners, const QPointF& offset, bool movesFrom,
                               bool movesTo) {
  if (corners.empty()) return corners;
  if (movesFrom && movesTo) {
    for (Point& corner : corners) corner = {corner.x + offset.x(), corner.y + offset.y()};
    return corners;
  }
  // The piece at the moving port stays in line with the port: its far corner slides along the next
  // piece, whose direction the first two corners tell.
  const auto slide = [&](Point* corner, const Point* next) {
    const bool nextIsVertical = next == nullptr || corner->x == next->x;
    (nextIsVertical ? corner->y : corner->x) += nextIsVertical ? offset.y() : offset.x();
  };
  if (movesFrom) slide(&corners.front(), corners.size() > 1 ? &corners[1] : nullptr);
  if (movesTo) {
    slide(&corners.back(), corners.size() > 1 ? &corners[corners.size() - 2] : nullptr);
  }
  return corners;
}

template <typename T>
void moveListed(Transaction* transaction, const std::string& level, const std::vector<T>& list,
                const std::vector<int>& indices, const QPointF& offset) {
  std::vector<ListEdit<T>> edits;
  for (int index : indices) {
    const auto place = static_cast<std::size_t>(index);
    if (place >= list.size()) continue;
    T moved = list[place];
    moved.x += offset.x();
    moved.y += offset.y();
    edits.push_back({level, place, ListAction::kReplace, std::move(moved)});
  }
  for (ListEdit<T>& edit : edits) transaction->Apply(std::move(edit));
}

template <typename T>
void removeListed(Transaction* transaction, const std::string& level, std::vector<int> indices) {
  std::sort(indices.rbegin(), indices.rend());
  for (int index : indices) {
    transaction->Apply(
        ListEdit<T>{level, static_cast<std::size_t>(index), ListAction::kRemove, std::nullopt});
  }
}

std::string blockOf(const std::string& key) { return key.substr(0, key.rfind('.')); }

void modifyLayouts(Transaction* transaction, const std::string& level, const QStringList& blocks,
                   const std::function<void(Layout*)>& change) {
  for (const QString& name : blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) {
      if (!block->layout) block->layout.emplace();
      change(&*block->layout);
    });
  }
}

/// A part of a list, copied out by index.
template <typename T>
std::vector<T> pick(const std::vector<T>& list, const std::vector<int>& indices) {
  std::vector<T> picked;
  for (int index : indices) picked.push_back(list[static_cast<std::size_t>(index)]);
  return picked;
}

}  // namespace

QString Selection::describe() const {
  const auto tr = [](const char* text) { return QCoreApplication::translate("Selection", text); };
  const auto others = static_cast<int>(notes.size() + frames.size());
  const auto things = static_cast<int>(blocks.size()) + others;
  if (blocks.size() == 1 && others == 0) return blocks.front();
  if (things == 0) {
    return wires.size() == 1 ? tr("wire") : QStringLiteral("%1 wires").arg(wires.size());
  }
  if (others == 0) return QStringLiteral("%1 blocks").arg(blocks.size());
  if (things == 1) return notes.empty() ? tr("frame") : tr("note");
  return QStringLiteral("%1 items").arg(things);
}

Selection currentSelection(const DiagramScene& scene) {
  Selection selection;
  selection.blocks = scene.selectedBlockNames();
  for (const QGraphicsItem* item : scene.selectedItems()) {
    if (const auto* wire = qgraphicsitem_cast<const WireItem*>(item)) {
      selection.wires += wire->to();
    } else if (const auto* note = qgraphicsitem_cast<const NoteItem*>(item)) {
      selection.notes.push_back(note->index());
    } else if (const auto* frame = qgraphicsitem_cast<const FrameItem*>(item)) {
      selection.frames.push_back(frame->index());
    }
  }
  selection.wires.sort();
  return selection;
}

void moveSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                   const QPointF& offset) {
  modifyLayouts(transaction, level, selection.blocks, [&](Layout* layout) {
    layout->x += offset.x();
    layout->y += offset.y();
  });
  QSet<QString> moved(selection.blocks.begin(), selection.blocks.end());
  std::vector<Wire> changed;
  for (const Wire& wire : transaction->Diagram(level).wires) {
    if (!wire.route) continue;
    const bool movesFrom = moved.contains(QString::fromStdString(blockOf(wire.from)));
    const bool movesTo = moved.contains(QString::fromStdString(blockOf(wire.to)));
    if (!movesFrom && !movesTo) continue;
    Wire copy = wire;
    copy.route = moveCorners(*wire.route, offset, movesFrom, movesTo);
    changed.push_back(std::move(copy));
  }
  for (Wire& wire : changed) {
    const std::string to = wire.to;
    SetWire(transaction, level, to, std::move(wire));
  }
  const DiagramModel& diagram = transaction->Diagram(level);
  moveListed(transaction, level, diagram.notes, selection.notes, offset);
  moveListed(transaction, level, diagram.frames, selection.frames, offset);
}

void deleteSelection(Transaction* transaction, const std::string& level,
                     const Selection& selection) {
  for (const QString& to : selection.wires) Disconnect(transaction, level, to.toStdString());
  std::vector<std::string> names;
  for (const QString& name : selection.blocks) names.push_back(name.toStdString());
  RemoveBlocks(transaction, level, names);
  removeListed<Note>(transaction, level, selection.notes);
  removeListed<Frame>(transaction, level, selection.frames);
}

void rotateBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks) {
  modifyLayouts(transaction, level, blocks, [](Layout* layout) {
    const int rotation = (layout->rotation.value_or(0) + 90) % 360;
    layout->rotation = rotation == 0 ? std::nullopt : std::optional<int>(rotation);
    std::swap(layout->width, layout->height);
  });
}

void flipBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks) {
  modifyLayouts(transaction, level, blocks, [](Layout* layout) {
    const bool flipped = !layout->flipped.value_or(false);
    layout->flipped = flipped ? std::optional<bool>(true) : std::nullopt;
  });
}

void toggleEnabled(Transaction* transaction, const std::string& level, const QStringList& blocks) {
  const DiagramModel& diagram = transaction->Diagram(level);
  bool anyEnabled = false;
  for (const QString& name : blocks) {
    const Block* block = diagram.blocks.Find(name.toStdString());
    anyEnabled = anyEnabled || (block != nullptr && block->is_enabled());
  }
  for (const QString& name : blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) {
      block->enabled = anyEnabled ? std::optional<bool>(false) : std::nullopt;
    });
  }
}

std::string addBlock(Transaction* transaction, const std::string& level,
                     const BlockRegistry& registry, const QString& type, const QPointF& position,
                     const QHash<QString, QString>& parameters) {
  const BlockDescriptor* descriptor = registry.Find(type.toStdString());
  if (descriptor == nullptr) throw EditError("there is no block type '" + type.toStdString() + "'");
  Block block;
  block.type = descriptor->type;
  block.layout.emplace();
  block.layout->x = position.x();
  block.layout->y = position.y();
  if (block.is_subsystem()) block.diagram.emplace();
  for (const ParameterDescriptor& parameter : descriptor->parameters) {
    const auto text = parameters.constFind(QString::fromStdString(parameter.name));
    if (text == parameters.constEnd()) continue;
    block.SetParameter(parameter.name, settingFromText(*text, parameter.kind));
  }
  return AddBlock(transaction, level, std::move(block));
}

void spliceBlock(Transaction* transaction, const std::string& level, const std::string& to,
                 const std::string& input, const std::string& output) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindWireTo(to);
  if (index >= diagram.wires.size()) throw EditError("there is no wire to '" + to + "'");
  Wire first = diagram.wires[index];
  Wire second;
  second.from = output;
  second.to = to;
  first.to = input;
  first.route.reset();
  Disconnect(transaction, level, to);
  Connect(transaction, level, std::move(first));
  Connect(transaction, level, std::move(second));
}

void setWireRoute(Transaction* transaction, const std::string& level, const std::string& to,
                  const std::vector<QPointF>& corners) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindWireTo(to);
  if (index >= diagram.wires.size()) throw EditError("there is no wire to '" + to + "'");
  Wire wire = diagram.wires[index];
  wire.route.emplace();
  for (const QPointF& corner : corners) wire.route->push_back({corner.x(), corner.y()});
  SetWire(transaction, level, to, std::move(wire));
}

void nameSignal(Transaction* transaction, const std::string& level, const std::string& key,
                const QString& name) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindSignal(key);
  SignalSetting setting;
  if (index < diagram.signal_settings.size()) setting = diagram.signal_settings[index];
  setting.key = key;
  setting.name = name.isEmpty() ? std::nullopt : std::optional<std::string>(name.toStdString());
  SetSignal(transaction, level, std::move(setting));
}

std::optional<QString> wireToSplice(const DiagramScene& scene, const QString& block) {
  const BlockItem* item = scene.findBlock(block);
  if (item == nullptr || !scene.wiresAt(block).isEmpty()) return {};
  const BlockGeometry& geometry = item->geometry();
  if (geometry.inputs.size() != 1 || geometry.outputs.size() != 1) return {};
  // Where the block goes over a wire, the wire has stepped aside already; what counts is the line
  // between its ends' ports through the middle of the block.
  const QPointF middle = item->box().center();
  for (const WireItem* wire : scene.wires()) {
    const PortRef from = scene.findPort(wire->from());
    const PortRef to = scene.findPort(wire->to());
    if (!from || !to) continue;
    const QPointF a = scene.endAt(from).position;
    const QPointF b = scene.endAt(to).position;
    const bool between = middle.x() > std::min(a.x(), b.x()) && middle.x() < std::max(a.x(), b.x());
    const bool levelled = a.y() == b.y() && std::abs(middle.y() - a.y()) <= 10;
    if (between && levelled) return wire->to();
  }
  return {};
}

std::string copySelection(const DiagramScene& scene, const Selection& selection) {
  const DiagramModel& diagram = scene.diagram();
  Document document;
  QSet<QString> copied;
  for (const QString& name : selection.blocks) {
    const Block* block = diagram.blocks.Find(name.toStdString());
    if (block == nullptr) continue;
    document.root.blocks.Append(*block);
    copied.insert(name);
  }
  for (const Wire& wire : diagram.wires) {
    const bool inside = copied.contains(QString::fromStdString(blockOf(wire.from))) &&
                        copied.contains(QString::fromStdString(blockOf(wire.to)));
    if (inside) document.root.wires.push_back(wire);
  }
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (copied.contains(QString::fromStdString(blockOf(setting.key)))) {
      document.root.signal_settings.push_back(setting);
    }
  }
  document.root.notes = pick(diagram.notes, selection.notes);
  document.root.frames = pick(diagram.frames, selection.frames);
  return SaveCanonical(document);
}

QStringList pasteSelection(Transaction* transaction, const std::string& level,
                           const BlockRegistry& registry, const std::string& bytes,
                           const QPointF& position) {
  const LoadResult loaded = LoadDocument(bytes, registry);
  if (!loaded.document) return {};
  const DiagramModel& source = loaded.document->root;
  std::optional<QPointF> corner;
  const auto include = [&](double x, double y) {
    corner = corner ? QPointF(std::min(corner->x(), x), std::min(corner->y(), y)) : QPointF(x, y);
  };
  for (const Block& block : source.blocks) {
    if (block.layout) include(block.layout->x, block.layout->y);
  }
  for (const Note& note : source.notes) include(note.x, note.y);
  for (const Frame& frame : source.frames) include(frame.x, frame.y);
  const QPointF offset = position - corner.value_or(QPointF());

  QHash<QString, std::string> names;
  QStringList added;
  for (Block block : source.blocks) {
    const QString before = QString::fromStdString(block.name);
    if (!block.layout) block.layout.emplace();
    block.layout->x += offset.x();
    block.layout->y += offset.y();
    names.insert(before, AddBlock(transaction, level, std::move(block)));
    added += QString::fromStdString(names.value(before));
  }
  const auto renamed = [&](const std::string& key) {
    return names.value(QString::fromStdString(blockOf(key))) + key.substr(key.rfind('.'));
  };
  for (Wire wire : source.wires) {
    wire.from = renamed(wire.from);
    wire.to = renamed(wire.to);
    if (wire.route) wire.route = moveCorners(*wire.route, offset, true, true);
    Connect(transaction, level, std::move(wire));
  }
  for (SignalSetting setting : source.signal_settings) {
    if (setting.key.find('/') != std::string::npos) continue;
    setting.key = renamed(setting.key);
    SetSignal(transaction, level, std::move(setting));
  }
  const auto addAll = [&](const auto& list) {
    for (auto value : list) {
      using T = decltype(value);
      value.x += offset.x();
      value.y += offset.y();
      std::size_t end = 0;
      if constexpr (std::is_same_v<T, Note>) {
        end = transaction->Diagram(level).notes.size();
      } else {
        end = transaction->Diagram(level).frames.size();
      }
      transaction->Apply(ListEdit<T>{level, end, ListAction::kInsert, std::move(value)});
    }
  };
  addAll(source.notes);
  addAll(source.frames);
  return added;
}

}  // namespace loopwright
