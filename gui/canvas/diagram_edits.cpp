#include "gui/canvas/diagram_edits.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/model/block_registry.h"
#include "engine/model/edit_helpers.h"
#include "engine/model/group_blocks.h"
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
  std::unordered_set<std::string> moved;
  for (const QString& name : selection.blocks) moved.insert(name.toStdString());
  std::vector<Wire> changed;
  for (const Wire& wire : transaction->Diagram(level).wires) {
    if (!wire.route) continue;
    const bool movesFrom = moved.contains(blockOf(wire.from));
    const bool movesTo = moved.contains(blockOf(wire.to));
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

namespace {

/// Wires that join what deleted blocks were between: where a block has one wired input and one
/// output, its source takes over where it led.
std::vector<Wire> healedWires(const DiagramModel& diagram, const Selection& selection) {
  struct Between {
    std::vector<const Wire*> in;
    std::vector<const Wire*> out;
    bool hasOneOutput = true;
  };
  std::unordered_map<std::string, Between> deleted;
  for (const QString& name : selection.blocks) deleted[name.toStdString()];
  for (const Wire& wire : diagram.wires) {
    if (const auto at = deleted.find(blockOf(wire.to)); at != deleted.end()) {
      at->second.in.push_back(&wire);
    }
    if (const auto at = deleted.find(blockOf(wire.from)); at != deleted.end()) {
      Between& block = at->second;
      block.hasOneOutput = block.out.empty() || block.out.front()->from == wire.from;
      block.out.push_back(&wire);
    }
  }
  std::vector<Wire> healed;
  for (const auto& [name, block] : deleted) {
    for (const Wire* out : block.out) {
      if (deleted.contains(blockOf(out->to))) continue;
      // Back through deleted blocks to a source that stays.
      Wire whole = *out;
      whole.route.reset();
      std::size_t turns = 0;
      auto at = deleted.find(name);
      while (at != deleted.end() && turns++ <= deleted.size()) {
        if (at->second.in.size() != 1 || !at->second.hasOneOutput) break;
        whole.from = at->second.in.front()->from;
        at = deleted.find(blockOf(whole.from));
      }
      if (at != deleted.end()) continue;
      const Wire* in = block.in.front();
      if (turns == 1 && (in->route || out->route)) {
        whole.route = in->route.value_or(std::vector<Point>());
        if (out->route) {
          whole.route->insert(whole.route->end(), out->route->begin(), out->route->end());
        }
      }
      healed.push_back(std::move(whole));
    }
  }
  return healed;
}

}  // namespace

void deleteSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     bool heals) {
  for (const QString& to : selection.wires) Disconnect(transaction, level, to.toStdString());
  std::vector<Wire> healed;
  if (heals) healed = healedWires(transaction->Diagram(level), selection);
  std::vector<std::string> names;
  for (const QString& name : selection.blocks) names.push_back(name.toStdString());
  RemoveBlocks(transaction, level, names);
  for (Wire& wire : healed) Connect(transaction, level, std::move(wire));
  removeListed<Note>(transaction, level, selection.notes);
  removeListed<Frame>(transaction, level, selection.frames);
}

QRectF selectionBox(const DiagramScene& scene, const Selection& selection) {
  QRectF box;
  for (const QString& name : selection.blocks) {
    if (const BlockItem* block = scene.findBlock(name)) box |= block->box();
  }
  for (int index : selection.notes) {
    if (const NoteItem* note = scene.findNote(index)) box |= QRectF(note->pos(), note->size());
  }
  for (int index : selection.frames) {
    if (const FrameItem* frame = scene.findFrame(index)) box |= frame->box();
  }
  return box;
}

namespace {

/// One selected thing and where it is.
struct PlacedThing {
  Selection thing;
  QRectF box;
};

std::vector<PlacedThing> placedThings(const DiagramScene& scene, const Selection& selection) {
  std::vector<PlacedThing> things;
  const auto add = [&](Selection thing) {
    const QRectF box = selectionBox(scene, thing);
    things.push_back({std::move(thing), box});
  };
  for (const QString& name : selection.blocks) {
    Selection thing;
    thing.blocks = QStringList{name};
    add(std::move(thing));
  }
  for (int index : selection.notes) {
    Selection thing;
    thing.notes = {index};
    add(std::move(thing));
  }
  for (int index : selection.frames) {
    Selection thing;
    thing.frames = {index};
    add(std::move(thing));
  }
  return things;
}

QPointF alignmentStep(const QRectF& box, const QRectF& whole, Alignment alignment) {
  switch (alignment) {
    case Alignment::kLeft:
      return {whole.left() - box.left(), 0};
    case Alignment::kCentre:
      return {whole.center().x() - box.center().x(), 0};
    case Alignment::kRight:
      return {whole.right() - box.right(), 0};
    case Alignment::kTop:
      return {0, whole.top() - box.top()};
    case Alignment::kMiddle:
      return {0, whole.center().y() - box.center().y()};
    case Alignment::kBottom:
      return {0, whole.bottom() - box.bottom()};
    default:
      return {};
  }
}

/// The steps that make the gaps between neighbours equal.
std::vector<QPointF> distributionSteps(const std::vector<PlacedThing>& things, bool across) {
  const auto start = [&](const QRectF& box) { return across ? box.left() : box.top(); };
  const auto size = [&](const QRectF& box) { return across ? box.width() : box.height(); };
  std::vector<std::size_t> order(things.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return start(things[a].box) < start(things[b].box);
  });
  double filled = 0;
  for (const PlacedThing& thing : things) filled += size(thing.box);
  const QRectF& last = things[order.back()].box;
  const double first = start(things[order.front()].box);
  const double gap =
      (start(last) + size(last) - first - filled) / static_cast<double>(things.size() - 1);
  std::vector<QPointF> steps(things.size());
  double at = first;
  for (std::size_t i : order) {
    // In eighths, so that places stay exact in later sums.
    const double step = std::round((at - start(things[i].box)) * 8) / 8;
    if (i != order.back()) steps[i] = across ? QPointF(step, 0) : QPointF(0, step);
    at += size(things[i].box) + gap;
  }
  return steps;
}

}  // namespace

void alignSelection(Transaction* transaction, const std::string& level, const DiagramScene& scene,
                    const Selection& selection, Alignment alignment) {
  const std::vector<PlacedThing> things = placedThings(scene, selection);
  if (things.size() < 2) return;
  const QRectF whole = selectionBox(scene, selection);
  const bool distributes = alignment == Alignment::kAcross || alignment == Alignment::kDown;
  std::vector<QPointF> steps;
  if (distributes) steps = distributionSteps(things, alignment == Alignment::kAcross);
  for (std::size_t i = 0; i < things.size(); ++i) {
    const QPointF step = distributes ? steps[i] : alignmentStep(things[i].box, whole, alignment);
    if (!step.isNull()) moveSelection(transaction, level, things[i].thing, step);
  }
}

void colourSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     const QColor& colour) {
  const auto text =
      colour.isValid() ? std::optional<std::string>(colour.name().toStdString()) : std::nullopt;
  for (const QString& name : selection.blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) { block->color = text; });
  }
  for (int index : selection.frames) {
    Frame frame = transaction->Diagram(level).frames.at(static_cast<std::size_t>(index));
    frame.color = text;
    transaction->Apply(
        FrameEdit{level, static_cast<std::size_t>(index), ListAction::kReplace, std::move(frame)});
  }
}

void renameBlock(Transaction* transaction, const std::string& level, const BlockRegistry& registry,
                 const QString& before, const QString& name) {
  const std::string old = before.toStdString();
  ModifyBlock(transaction, level, old,
              [&](Block* block) { KeepStreams(block, JoinPath(level, old), registry); });
  RenameBlock(transaction, level, old, name.toStdString());
}

void rotateBlocks(Transaction* transaction, const std::string& level, const DiagramScene& scene,
                  const QStringList& blocks) {
  for (const QString& name : blocks) {
    const BlockItem* item = scene.findBlock(name);
    const QSizeF size = item != nullptr ? item->box().size() : QSizeF();
    modifyLayouts(transaction, level, QStringList{name}, [&](Layout* layout) {
      const int rotation = (layout->rotation.value_or(0) + 90) % 360;
      layout->rotation = rotation == 0 ? std::nullopt : std::optional<int>(rotation);
      std::swap(layout->width, layout->height);
      layout->x += (size.width() - size.height()) / 2;
      layout->y += (size.height() - size.width()) / 2;
    });
  }
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

WireWays wireWays(const DiagramScene& scene) {
  WireWays ways;
  ways.reserve(scene.wires().size());
  for (auto wire = scene.wires().begin(); wire != scene.wires().end(); ++wire) {
    ways.insert(wire.key(), (*wire)->points());
  }
  return ways;
}

std::optional<SplicePlace> splicePlace(const DiagramScene& scene, const QString& block,
                                       const WireWays& ways) {
  constexpr double kReach = 10;
  const BlockItem* item = scene.findBlock(block);
  if (item == nullptr || !scene.wiresAt(block).isEmpty()) return {};
  const BlockGeometry& geometry = item->geometry();
  if (geometry.inputs.size() != 1 || geometry.outputs.size() != 1) return {};
  const QPointF middle = item->box().center();
  const bool flat = geometry.outputs.front().outward.x() != 0;
  const QPointF port = item->portPosition(geometry.outputs.front().name);
  std::optional<SplicePlace> found;
  double least = kReach;
  for (auto way = ways.begin(); way != ways.end(); ++way) {
    for (std::size_t i = 0; i + 1 < way->size(); ++i) {
      const QRectF piece = QRectF((*way)[i], (*way)[i + 1]).normalized();
      if (flat ? piece.height() > 0 : piece.width() > 0) continue;
      const bool along = flat ? middle.x() > piece.left() && middle.x() < piece.right()
                              : middle.y() > piece.top() && middle.y() < piece.bottom();
      const double off = flat ? piece.top() - port.y() : piece.left() - port.x();
      if (!along || std::abs(off) > least) continue;
      least = std::abs(off);
      found = {way.key(),
               i,
               *way,
               flat ? QPointF(0, off) : QPointF(off, 0),
               geometry.inputs.front().name,
               geometry.outputs.front().name};
    }
  }
  return found;
}

void spliceBlock(Transaction* transaction, const std::string& level, const SplicePlace& place,
                 const QString& block) {
  const std::string to = place.wire.toStdString();
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindWireTo(to);
  if (index >= diagram.wires.size()) throw EditError("there is no wire to '" + to + "'");
  Wire first = diagram.wires[index];
  Wire second;
  second.from = (block + u'.' + place.output).toStdString();
  second.to = to;
  first.to = (block + u'.' + place.input).toStdString();
  if (first.route) {
    const auto corners = [&](std::size_t begin, std::size_t end) {
      std::optional<std::vector<Point>> route;
      for (std::size_t i = begin; i < end; ++i) {
        if (!route) route.emplace();
        route->push_back({place.way[i].x(), place.way[i].y()});
      }
      return route;
    };
    first.route = corners(1, place.piece + 1);
    second.route = corners(place.piece + 1, place.way.size() - 1);
  }
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

void moveSignalName(Transaction* transaction, const std::string& level, const std::string& before,
                    const std::string& after) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const auto nameOf = [&](const std::string& key) -> std::optional<std::string> {
    const std::size_t index = diagram.FindSignal(key);
    if (index >= diagram.signal_settings.size()) return {};
    return diagram.signal_settings[index].name;
  };
  const std::optional<std::string> name = nameOf(before);
  if (!name || nameOf(after)) return;
  for (const Wire& wire : diagram.wires) {
    if (wire.from == before) return;
  }
  nameSignal(transaction, level, before, QString());
  nameSignal(transaction, level, after, QString::fromStdString(*name));
}

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
    const bool inside = copied.contains(blockOf(wire.from)) && copied.contains(blockOf(wire.to));
    if (inside) document.root.wires.push_back(wire);
  }
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (copied.contains(blockOf(setting.key))) document.root.signal_settings.push_back(setting);
  }
  document.root.notes = pick(diagram.notes, selection.notes);
  document.root.frames = pick(diagram.frames, selection.frames);
  return document;
}

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

/// The random streams that blocks of a document name.
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

/// A copy draws numbers of its own: it gives up streams that the document has.
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

QStringList pasteDocument(Transaction* transaction, const std::string& level,
                          const BlockRegistry& registry, const Document& source,
                          const QPointF& corner) {
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
    names[before] = AddBlock(transaction, level, std::move(block));
    added += QString::fromStdString(names[before]);
  }
  const auto renamed = [&](const std::string& key) {
    return names[blockOf(key)] + key.substr(key.rfind('.'));
  };
  for (Wire wire : source.root.wires) {
    wire.from = renamed(wire.from);
    wire.to = renamed(wire.to);
    if (wire.route) wire.route = moveCorners(*wire.route, offset, true, true);
    Connect(transaction, level, std::move(wire));
  }
  for (SignalSetting setting : source.root.signal_settings) {
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
  addAll(source.root.notes);
  addAll(source.root.frames);
  return added;
}

}  // namespace loopwright
