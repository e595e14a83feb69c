#include "gui/edits/diagram_edits.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/port_key.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "gui/document/qt_text.h"
#include "gui/document/setting_text.h"
#include "gui/scene/block_appearance.h"
#include "gui/scene/block_geometry.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

// Whether the port `key` of a level looks up or down; a port that is not there looks to a side.
bool looksUpOrDown(const Document& document, const std::string& level,
                   const BlockRegistry& registry, const std::string& key) {
  const Block* const block = document.FindBlock(JoinPath(level, BlockOf(key)));
  if (block == nullptr) return false;
  const BlockGeometry geometry =
      makeBlockGeometry(makeAppearance(document, toQt(level), *block, registry).form);
  const PortPlace* const port = geometry.findPort(toQt(PortOf(key)));
  return port != nullptr && port->outward.x() == 0;
}

// Where the corners of a wire go when the blocks at one end or both move by `offset`.
// `portIsVertical` tells of the end that moves whether its port looks up or down.
std::vector<Point> moveCorners(std::vector<Point> corners, const QPointF& offset, bool movesFrom,
                               bool movesTo, const std::function<bool()>& portIsVertical) {
  if (corners.empty()) return corners;
  if (movesFrom && movesTo) {
    for (Point& corner : corners) corner = {corner.x + offset.x(), corner.y + offset.y()};
    return corners;
  }
  // The piece at the moving port stays in line with the port: its far corner slides along the next
  // piece. That one's direction the two corners at this end tell; behind a single corner it runs
  // across the direction of the port.
  Point& corner = movesFrom ? corners.front() : corners.back();
  const bool nextIsVertical =
      corners.size() == 1 ? !portIsVertical()
                          : corner.x == (movesFrom ? corners[1] : corners[corners.size() - 2]).x;
  (nextIsVertical ? corner.y : corner.x) += nextIsVertical ? offset.y() : offset.x();
  return corners;
}

// Moves notes or frames of a level, given by index. The new values are collected before the first
// is applied, since applying an edit may move the list.
template <typename T>
void moveListed(Transaction* transaction, const std::string& level, const std::vector<T>& list,
                const std::vector<int>& indices, const QPointF& offset) {
  std::vector<ListEdit<T>> edits;
  for (int index : indices) {
    const std::size_t place = index;
    if (place >= list.size()) continue;
    T moved = list[place];
    moved.x += offset.x();
    moved.y += offset.y();
    edits.push_back({level, place, ListAction::kReplace, std::move(moved)});
  }
  for (ListEdit<T>& edit : edits) transaction->Apply(std::move(edit));
}

// Removes notes or frames by index, the last one first: so the indices of those still to be removed
// stay right.
template <typename T>
void removeListed(Transaction* transaction, const std::string& level, std::vector<int> indices) {
  std::sort(indices.rbegin(), indices.rend());
  for (int index : indices) {
    transaction->Apply(
        ListEdit<T>{level, static_cast<std::size_t>(index), ListAction::kRemove, std::nullopt});
  }
}

// Removes the wires of a level of which `isOut` holds, the last one first.
void removeWires(Transaction* transaction, const std::string& level,
                 const std::function<bool(const Wire&)>& isOut) {
  const std::vector<Wire>& wires = transaction->Diagram(level).wires;
  for (std::size_t i = wires.size(); i-- > 0;) {
    if (!isOut(wires[i])) continue;
    transaction->Apply(WireEdit{level, i, ListAction::kRemove, std::nullopt});
  }
}

// Changes the layouts of some blocks; a block without one gets an empty one first.
void modifyLayouts(Transaction* transaction, const std::string& level, const QStringList& blocks,
                   const std::function<void(Layout*)>& change) {
  for (const QString& name : blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) {
      if (!block->layout) block->layout.emplace();
      change(&*block->layout);
    });
  }
}

// What a selection is called in the names of undo steps.
class Texts {
  Q_DECLARE_TR_FUNCTIONS(Selection)
};

}  // namespace

// One block is called by its name, other selections by their number. Wires are not counted beside
// other things: they go along with these.
QString Selection::describe() const {
  const auto others = static_cast<int>(notes.size() + frames.size());
  const auto things = static_cast<int>(blocks.size()) + others;
  if (blocks.size() == 1 && others == 0) return blocks.front();
  if (things == 0) {
    return wires.size() == 1 ? Texts::tr("wire")
                             : Texts::tr("%n wires", nullptr, static_cast<int>(wires.size()));
  }
  if (others == 0) return Texts::tr("%n blocks", nullptr, static_cast<int>(blocks.size()));
  if (things == 1) return notes.empty() ? Texts::tr("frame") : Texts::tr("note");
  return Texts::tr("%n items", nullptr, things);
}

// Reads the selection off the items. Notes and frames are told by index, so the answer holds only
// until the level's lists change.
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

// What is named in the selection but no longer on the scene is left out.
QList<QGraphicsItem*> itemsOf(const DiagramScene& scene, const Selection& selection) {
  QList<QGraphicsItem*> items;
  for (const QString& name : selection.blocks) items += scene.findBlock(name);
  for (const QString& to : selection.wires) items += scene.findWire(to);
  for (int index : selection.notes) items += scene.findNote(index);
  for (int index : selection.frames) items += scene.findFrame(index);
  items.removeAll(nullptr);
  return items;
}

// Adds what lies wholly within a selected frame. What is selected already is not added again.
void includeFramed(const DiagramScene& scene, Selection* selection) {
  const auto isIn = [&](const QRectF& box) {
    return std::any_of(selection->frames.begin(), selection->frames.end(), [&](int index) {
      const FrameItem* frame = scene.findFrame(index);
      return frame != nullptr && frame->box().contains(box);
    });
  };
  if (selection->frames.empty()) return;
  for (const Block& block : scene.diagram().blocks) {
    const QString name = QString::fromStdString(block.name);
    const BlockItem* item = scene.findBlock(name);
    if (item != nullptr && !selection->blocks.contains(name) && isIn(item->box())) {
      selection->blocks += name;
    }
  }
  for (int i = 0; const NoteItem* note = scene.findNote(i); ++i) {
    const auto& known = selection->notes;
    if (std::find(known.begin(), known.end(), i) != known.end()) continue;
    if (isIn(QRectF(note->pos(), note->size()))) selection->notes.push_back(i);
  }
}

// Only wires with corners in the document are changed here; all others find their ways by
// themselves when the blocks have moved.
void moveSelection(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const Selection& selection,
                   const QPointF& offset) {
  modifyLayouts(transaction, level, selection.blocks, [&](Layout* layout) {
    layout->x += offset.x();
    layout->y += offset.y();
  });
  // Wires with corners of their own: whole ones move along, others only at the end that moves.
  std::unordered_set<std::string> moved;
  for (const QString& name : selection.blocks) moved.insert(name.toStdString());
  std::vector<Wire> changed;
  for (const Wire& wire : transaction->Diagram(level).wires) {
    if (!wire.route) continue;
    const bool movesFrom = moved.contains(BlockOf(wire.from));
    const bool movesTo = moved.contains(BlockOf(wire.to));
    if (!movesFrom && !movesTo) continue;
    Wire copy = wire;
    copy.route = moveCorners(*wire.route, offset, movesFrom, movesTo, [&] {
      return looksUpOrDown(transaction->document(), level, registry,
                           movesFrom ? wire.from : wire.to);
    });
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

// Wires that join what deleted blocks were between: where a block has one wired input and one
// output, its source takes over where it led.
std::vector<Wire> healedWires(const DiagramModel& diagram, const Selection& selection) {
  // The wires into and out of a deleted block, and whether all that lead out come from one output.
  struct Between {
    std::vector<const Wire*> in;
    std::vector<const Wire*> out;
    bool hasOneOutput = true;
  };
  // The wires into and out of each deleted block.
  std::unordered_map<std::string, Between> deleted;
  for (const QString& name : selection.blocks) deleted[name.toStdString()];
  for (const Wire& wire : diagram.wires) {
    if (const auto at = deleted.find(BlockOf(wire.to)); at != deleted.end()) {
      at->second.in.push_back(&wire);
    }
    if (const auto at = deleted.find(BlockOf(wire.from)); at != deleted.end()) {
      Between& block = at->second;
      block.hasOneOutput &= block.out.empty() || block.out.front()->from == wire.from;
      block.out.push_back(&wire);
    }
  }
  std::vector<Wire> healed;
  for (const auto& [name, block] : deleted) {
    for (const Wire* out : block.out) {
      if (deleted.contains(BlockOf(out->to))) continue;
      // Back through deleted blocks to a source that stays.
      Wire whole = *out;
      whole.route.reset();
      std::size_t turns = 0;
      auto at = deleted.find(name);
      while (at != deleted.end() && turns++ <= deleted.size()) {
        if (at->second.in.size() != 1 || !at->second.hasOneOutput) break;
        whole.from = at->second.in.front()->from;
        at = deleted.find(BlockOf(whole.from));
      }
      if (at != deleted.end()) continue;
      // Past a single block both halves of the way are known; their corners become those of the new
      // wire.
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

// Selected wires go first, so that healing does not join what was to be cut. What is healed is
// worked out before the blocks go, with whom their wires go, and connected afterwards.
void deleteSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     bool heals) {
  std::unordered_set<std::string> ends;
  for (const QString& to : selection.wires) ends.insert(to.toStdString());
  removeWires(transaction, level, [&](const Wire& wire) { return ends.contains(wire.to); });
  std::vector<Wire> healed;
  if (heals) healed = healedWires(transaction->Diagram(level), selection);
  std::vector<std::string> names;
  for (const QString& name : selection.blocks) names.push_back(name.toStdString());
  RemoveBlocks(transaction, level, names);
  for (Wire& wire : healed) Connect(transaction, level, std::move(wire));
  removeListed<Note>(transaction, level, selection.notes);
  removeListed<Frame>(transaction, level, selection.frames);
}

namespace {

constexpr double kLeastSize = 20;
constexpr double kLeastFrame = 40;

// Gives a note or frame another size, but none below `least`.
template <typename T>
void resizeInList(Transaction* transaction, const std::string& level, const std::vector<T>& list,
                  int index, const QSizeF& size, double least) {
  const std::size_t place = index;
  T value = list.at(place);
  value.width = std::max(least, size.width());
  value.height = std::max(least, size.height());
  transaction->Apply(ListEdit<T>{level, place, ListAction::kReplace, std::move(value)});
}

}  // namespace

// A block without a layout gets one; its place is then the origin.
void resizeBlock(Transaction* transaction, const std::string& level, const QString& name,
                 const QSizeF& size) {
  modifyLayouts(transaction, level, QStringList{name}, [&](Layout* layout) {
    layout->width = std::max(kLeastSize, size.width());
    layout->height = std::max(kLeastSize, size.height());
  });
}

// A note's size is what the text may take up; it grows beyond it where the text needs more.
void resizeNote(Transaction* transaction, const std::string& level, int index, const QSizeF& size) {
  resizeInList(transaction, level, transaction->Diagram(level).notes, index, size, kLeastSize);
}

void resizeFrame(Transaction* transaction, const std::string& level, int index,
                 const QSizeF& size) {
  resizeInList(transaction, level, transaction->Diagram(level).frames, index, size, kLeastFrame);
}

// Blocks whose size is fixed, such as circles, are passed over.
void growSelection(Transaction* transaction, const std::string& level, const DiagramScene& scene,
                   const Selection& selection, const QSizeF& growth) {
  for (const QString& name : selection.blocks) {
    const BlockItem* item = scene.findBlock(name);
    if (item == nullptr || !item->canBeResized()) continue;
    resizeBlock(transaction, level, name, item->box().size() + growth);
  }
  for (int index : selection.notes) {
    resizeNote(transaction, level, index, scene.findNote(index)->size() + growth);
  }
  for (int index : selection.frames) {
    resizeFrame(transaction, level, index, scene.findFrame(index)->size() + growth);
  }
}

// Wires between two selected blocks, and between two that are not, stay.
void disconnectSelection(Transaction* transaction, const std::string& level,
                         const Selection& selection) {
  std::vector<Wire> healed = healedWires(transaction->Diagram(level), selection);
  const auto isSelected = [&](const std::string& key) {
    return selection.blocks.contains(QString::fromStdString(BlockOf(key)));
  };
  removeWires(transaction, level,
              [&](const Wire& wire) { return isSelected(wire.from) != isSelected(wire.to); });
  for (Wire& wire : healed) Connect(transaction, level, std::move(wire));
}

// An invalid colour removes the entry from the document, which then says nothing of a colour.
void colourSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     const QColor& colour) {
  const auto text =
      colour.isValid() ? std::optional<std::string>(colour.name().toStdString()) : std::nullopt;
  for (const QString& name : selection.blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) { block->color = text; });
  }
  for (int index : selection.frames) {
    Frame frame = transaction->Diagram(level).frames.at(index);
    frame.color = text;
    transaction->Apply(
        FrameEdit{level, static_cast<std::size_t>(index), ListAction::kReplace, std::move(frame)});
  }
}

// A block's random numbers follow from its path unless it names its stream. So the streams are
// written down under the old name first, and the renamed block goes on with the same numbers.
void renameBlock(Transaction* transaction, const std::string& level, const BlockRegistry& registry,
                 const QString& before, const QString& name) {
  const std::string old = before.toStdString();
  ModifyBlock(transaction, level, old,
              [&](Block* block) { KeepStreams(block, JoinPath(level, old), registry); });
  RenameBlock(transaction, level, old, name.toStdString());
}

// Width and height change places. The corner moves so that the middle stays where it is: a block of
// 60 x 40 px moves 10 px to the right and 10 px up.
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

// A block that is not flipped says nothing of it in the document.
void flipBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks) {
  modifyLayouts(transaction, level, blocks, [](Layout* layout) {
    const bool flipped = !layout->flipped.value_or(false);
    layout->flipped = flipped ? std::optional<bool>(true) : std::nullopt;
  });
}

// Where at least one block is enabled all are commented out, so that a mixed selection comes to one
// state with one step.
void toggleEnabled(Transaction* transaction, const std::string& level, const QStringList& blocks) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const bool anyEnabled = std::any_of(blocks.begin(), blocks.end(), [&](const QString& name) {
    const Block* block = diagram.blocks.Find(name.toStdString());
    return block != nullptr && block->is_enabled();
  });
  for (const QString& name : blocks) {
    ModifyBlock(transaction, level, name.toStdString(), [&](Block* block) {
      block->enabled = anyEnabled ? std::optional<bool>(false) : std::nullopt;
    });
  }
}

// The index is the place of the port at the outside of the subsystem. A block without the parameter
// has the first one.
void takeFreeIndex(const DiagramModel& diagram, Block* block) {
  if (!block->is_port()) return;
  const auto indexOf = [](const Block& port) {
    const BlockParameter* given = port.FindParameter("index");
    return given != nullptr && given->value.is_number() ? given->value.number() : 1;
  };
  double most = 0;
  bool isTaken = false;
  for (const Block& other : diagram.blocks) {
    if (other.type != block->type) continue;
    most = std::max(most, indexOf(other));
    isTaken = isTaken || indexOf(other) == indexOf(*block);
  }
  if (isTaken) block->SetParameter("index", ParameterSetting(most + 1));
}

// Parameters that are not given keep the default of their type and are not written into the
// document.
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
  takeFreeIndex(transaction->Diagram(level), &block);
  return AddBlock(transaction, level, std::move(block));
}

}  // namespace loopwright
