#include "gui/scene/diagram_scene.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/signal_edits.h"
#include "gui/scene/block_appearance.h"
#include "gui/scene/block_item.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

// Whether `path` is `level` or lies above it.
bool isAtOrAbove(const QString& path, const QString& level) {
  return path.isEmpty() || path == level || level.startsWith(path + u'/');
}

}  // namespace

QString PortRef::key() const { return block->name() + u'.' + port->name; }

QString blockOfKey(const QString& key) { return key.left(key.lastIndexOf(u'.')); }

QString portOfKey(const QString& key) { return key.mid(key.lastIndexOf(u'.') + 1); }

// Shows the top level at once. From here on the scene follows the document by itself: changes one
// by one, another content by making all anew, and what a check found when it is there.
DiagramScene::DiagramScene(DiagramDocument* document, QObject* parent)
    : QGraphicsScene(parent), document_(document) {
  connect(document, &DiagramDocument::changed, this, &DiagramScene::onChanged);
  connect(document, &DiagramDocument::reset, this, [this] {
    level_.clear();
    rebuild();
    Q_EMIT levelChanged(level_);
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, &DiagramScene::showReport);
  rebuild();
}

// During a change the level may be gone for a moment, before followLevel() has found another one;
// an empty diagram spares its callers to ask.
const DiagramModel& DiagramScene::diagram() const {
  static const DiagramModel empty;
  const DiagramModel* found = document_->document().FindDiagram(level_.toStdString());
  return found != nullptr ? *found : empty;
}

// The items of the level that is left are deleted; whoever comes back to it gets new ones.
void DiagramScene::setLevel(const QString& level) {
  if (level == level_) return;
  level_ = level;
  rebuild();
  Q_EMIT levelChanged(level_);
}

void DiagramScene::setDisplayedValues(const QHash<QString, QString>& values) {
  // Called for every picture of a run: most levels have nothing to show.
  if (values.isEmpty() && !displaysValues_) return;
  displaysValues_ = !values.isEmpty();
  for (BlockItem* block : blocks_) block->setValue(values.value(block->name()));
}

// ---- following the document -------------------------------------------------------------------

// Follows a change set of the document: first the level itself, which may have been renamed or
// removed, then what is removed, changed and added on it. What goes comes first, so that a block
// that takes the name of a removed one finds the name free.
void DiagramScene::onChanged(const ChangeSet& changes) {
  followLevel(changes);
  for (ChangeKind kind : {ChangeKind::kRemoved, ChangeKind::kChanged, ChangeKind::kAdded}) {
    for (const Change& change : changes.changes()) {
      if (change.kind == kind) applyChange(change);
    }
  }
  finishUpdate();
}

// Finds the level to show after a change. Where the subsystem on show, or one that holds it, was
// renamed, the scene follows it under its new path and keeps all items. Where it is gone, the
// nearest level above that exists is shown.
void DiagramScene::followLevel(const ChangeSet& changes) {
  QString level = level_;
  bool isAnother = false;  // of the same name, such as after an undo
  for (const Change& change : changes.changes()) {
    if (change.subject != ChangeSubject::kBlock) continue;
    const bool isNew =
        change.kind == ChangeKind::kAdded || (change.block_parts & kBlockDiagram) != 0;
    const QString path = toQt(JoinPath(change.level, change.name));
    isAnother = isAnother || (isNew && isAtOrAbove(path, level));
    if (change.old_name.empty()) continue;
    const QString before = toQt(JoinPath(change.level, change.old_name));
    if (!isAtOrAbove(before, level)) continue;
    level = path + level.mid(before.size());
  }
  const bool isRenamed = level != level_;
  while (!level.isEmpty() && document_->document().FindDiagram(level.toStdString()) == nullptr) {
    level = toQt(SplitPath(level.toStdString()).first);
  }
  if (level == level_ && !isAnother) return;
  level_ = level;
  if (!isRenamed || isAnother) rebuild();
  Q_EMIT levelChanged(level_);
}

// Leads one change to what it concerns. A parameter of this level or one above may change the form
// of any block here, for instance how many ports it has, so that all blocks are made anew. A block
// added inside a subsystem may be a port of it, so that the subsystem's item is made anew.
void DiagramScene::applyChange(const Change& change) {
  const QString changedLevel = toQt(change.level);
  // A parameter of this level, or of one around it, may stand in the text of any block here.
  if (change.subject == ChangeSubject::kParameters) {
    if (!isAtOrAbove(changedLevel, level_)) return;
    for (const Block& block : diagram().blocks) updateBlock(block);
    return;
  }
  if (change.subject == ChangeSubject::kSignal) {
    recordedChanged_ = recordedChanged_ || isAtOrAbove(changedLevel, level_);
  }
  if (changedLevel != level_) {
    // Ports of a subsystem are blocks inside it.
    if (change.subject != ChangeSubject::kBlock || changedLevel.isEmpty()) return;
    const auto [level, name] = SplitPath(change.level);
    const Block* block = diagram().blocks.Find(name);
    if (toQt(level) == level_ && block != nullptr) updateBlock(*block);
    return;
  }
  switch (change.subject) {
    case ChangeSubject::kBlock:
      return applyBlockChange(change);
    case ChangeSubject::kWire:
      return applyWireChange(change);
    case ChangeSubject::kNotes:
      return rebuildNotes();
    case ChangeSubject::kFrames:
      return rebuildFrames();
    case ChangeSubject::kSignal: {
      const auto& settings = diagram().signal_settings;
      const std::size_t index = diagram().FindSignal(change.name);
      const QString key = toQt(change.name);
      signalNames_.remove(key);
      if (index < settings.size()) noteSignal(settings[index]);
      dirtyNets_.insert(key);
      return;
    }
    default:
      return;
  }
}

// Follows a change of one block. A renamed block keeps its item, and so its selection; the wires
// that stood in the list of its old name join the list of the new one.
void DiagramScene::applyBlockChange(const Change& change) {
  const QString name = toQt(change.name);
  const QString oldName = toQt(change.old_name);
  if (change.kind == ChangeKind::kRemoved) return removeBlock(name);
  if (!oldName.isEmpty() && blocks_.contains(oldName) && oldName != name) {
    blocks_.insert(name, blocks_.take(oldName));
    QList<WireItem*>& wires = wiresOfBlock_[name];
    for (WireItem* wire : wiresOfBlock_.take(oldName)) {
      if (!wires.contains(wire)) wires += wire;
    }
  }
  if (const Block* block = diagram().blocks.Find(change.name)) updateBlock(*block);
}

// Follows a change of one wire. A wire is known by its input; where that was renamed the item is
// kept under its new name.
void DiagramScene::applyWireChange(const Change& change) {
  const QString to = toQt(change.name);
  const QString oldTo = toQt(change.old_name);
  if (change.kind == ChangeKind::kRemoved) return removeWire(to);
  if (!oldTo.isEmpty() && oldTo != to && wires_.contains(oldTo)) {
    wires_.insert(to, wires_.take(oldTo));
  }
  const std::size_t index = diagram().FindWireTo(change.name);
  if (index < diagram().wires.size()) updateWire(diagram().wires[index]);
}

// Deletes an item. That what was selected is gone is told when the scene is whole again.
void DiagramScene::takeAway(QGraphicsItem* item) {
  losesSelection_ = losesSelection_ || item->isSelected();
  const QSignalBlocker quiet(this);
  removeItem(item);
  delete item;
}

// Empties the scene and all that it remembers of a level, before another level is shown.
void DiagramScene::removeAll() {
  // Not clear(): a tool may have its preview here.
  const auto remove = [this](const auto& items) {
    for (QGraphicsItem* item : items) takeAway(item);
  };
  remove(blocks_);
  remove(wires_);
  remove(notes_);
  remove(frames_);
  blocks_.clear();
  wires_.clear();
  wiresOfBlock_.clear();
  nets_.clear();
  netIds_.clear();
  signalNames_.clear();
  widestName_ = 0;
  recordedSignals_.clear();
  recordedChanged_ = true;
  notes_.clear();
  frames_.clear();
  layout_.clear();
  labels_.clear();
  wiresById_.clear();
  dirtyWires_.clear();
  dirtyNets_.clear();
}

// Makes all items of the level anew. Names of signals come first, since wires are laid with them,
// and blocks before wires, since wires begin and end at their ports.
void DiagramScene::rebuild() {
  removeAll();
  const DiagramModel& model = diagram();
  for (const SignalSetting& setting : model.signal_settings) noteSignal(setting);
  for (const Block& block : model.blocks) updateBlock(block);
  for (const Wire& wire : model.wires) updateWire(wire);
  rebuildNotes();
  rebuildFrames();
  finishUpdate();
  showReport();
}

namespace {
// The ids of texts in the layout of wires; a block's name has the block's.
int noteId(qsizetype index) { return -1 - 2 * static_cast<int>(index); }
int titleId(qsizetype index) { return -2 - 2 * static_cast<int>(index); }
}  // namespace

// Brings the notes' items into line with the document's list, by index: those beyond its end go,
// missing ones are made, and all get their content. Notes have no names by which they could be
// followed one by one.
void DiagramScene::rebuildNotes() {
  const std::vector<Note>& notes = diagram().notes;
  const auto count = static_cast<qsizetype>(notes.size());
  while (notes_.size() > count) {
    placeLabelsNear(notes_.last()->sceneBoundingRect());
    takeAway(notes_.takeLast());
    layout_.removeObstacle(Obstacle::kText, noteId(notes_.size()));
  }
  for (qsizetype i = 0; i < count; ++i) {
    if (i == notes_.size()) {
      notes_ += new NoteItem(static_cast<int>(i));
      addItem(notes_.last());
    }
    const Note& note = notes[i];
    NoteItem* item = notes_[i];
    placeLabelsNear(item->sceneBoundingRect());
    item->setContent(toQt(note.text),
                     QRectF(note.x, note.y, note.width.value_or(0), note.height.value_or(0)));
    layout_.setObstacle(Obstacle::kText, noteId(i), QRectF(item->pos(), item->size()));
    changedArea_ |= item->sceneBoundingRect();
    placeLabelsNear(item->sceneBoundingRect());
  }
}

// Brings the frames' items into line with the document's list, as for notes. For wires a frame is a
// border that they avoid to run along, and its title a text that they go around.
void DiagramScene::rebuildFrames() {
  const std::vector<Frame>& frames = diagram().frames;
  const auto count = static_cast<qsizetype>(frames.size());
  while (frames_.size() > count) {
    placeLabelsNear(frames_.last()->sceneBoundingRect());
    takeAway(frames_.takeLast());
    layout_.removeObstacle(Obstacle::kFrame, static_cast<int>(frames_.size()));
    layout_.removeObstacle(Obstacle::kText, titleId(frames_.size()));
  }
  for (qsizetype i = 0; i < count; ++i) {
    if (i == frames_.size()) {
      frames_ += new FrameItem(static_cast<int>(i));
      addItem(frames_.last());
    }
    const Frame& frame = frames[i];
    FrameItem* item = frames_[i];
    placeLabelsNear(item->sceneBoundingRect());
    item->setContent(toQt(frame.title.value_or("")),
                     QRectF(frame.x, frame.y, frame.width, frame.height),
                     QColor(toQt(frame.color.value_or(""))));
    layout_.setObstacle(Obstacle::kFrame, static_cast<int>(i), item->box());
    if (item->titleBox().isNull()) {
      layout_.removeObstacle(Obstacle::kText, titleId(i));
    } else {
      layout_.setObstacle(Obstacle::kText, titleId(i), item->titleBox());
    }
    changedArea_ |= item->sceneBoundingRect();
    placeLabelsNear(item->sceneBoundingRect());
  }
}

// Makes or updates the item of a block, and tells the layout where its box and its name are. Wires
// at the block are laid again, since its ports may have moved.
void DiagramScene::updateBlock(const Block& block) {
  const QString name = toQt(block.name);
  BlockItem*& item = blocks_[name];
  const bool isNew = item == nullptr;
  if (isNew) item = new BlockItem(nextId_++);
  if (!isNew) placeLabelsNear(item->sceneBoundingRect());
  item->setAppearance(makeAppearance(document_->document(), level_, block, document_->registry()));
  if (isNew) addItem(item);
  layout_.setObstacle(Obstacle::kBlock, item->id(), item->box());
  layout_.setObstacle(Obstacle::kText, item->id(), item->mapRectToScene(item->nameRect()));
  placeLabelsNear(item->sceneBoundingRect());
  changedArea_ |= item->sceneBoundingRect();
  dirtyConnections_.insert(name);
  for (WireItem* wire : wiresOfBlock_.value(name)) dirtyWires_.insert(wire->to());
}

// Removes a block's item. Its wires stay as long as the document has them; they are drawn as
// broken.
void DiagramScene::removeBlock(const QString& name) {
  BlockItem* item = blocks_.take(name);
  if (item == nullptr) return;
  layout_.removeObstacle(Obstacle::kBlock, item->id());
  layout_.removeObstacle(Obstacle::kText, item->id());
  placeLabelsNear(item->sceneBoundingRect());
  for (WireItem* wire : wiresOfBlock_.value(name)) dirtyWires_.insert(wire->to());
  takeAway(item);
}

// Does what is worth doing once for a whole change: ways of wires, then the names on them, badges
// of ports, and then the news to those who watch the scene.
void DiagramScene::finishUpdate() {
  routeDirtyWires();
  updateNets();
  if (std::exchange(recordedChanged_, false)) findRecordedSignals();
  const QSet<QString> connections = std::exchange(dirtyConnections_, {});
  for (const QString& block : connections) updateConnections(block);
  Q_EMIT contentChanged(std::exchange(changedArea_, {}));
  if (std::exchange(losesSelection_, false)) Q_EMIT selectionChanged();
}

// The badges of blocks whose signals are recorded now, and were not, or the other way round.
void DiagramScene::findRecordedSignals() {
  const std::set<std::string> before =
      std::exchange(recordedSignals_, recordedSignals(document_->document(), level_.toStdString()));
  std::vector<std::string> changed;
  std::set_symmetric_difference(before.begin(), before.end(), recordedSignals_.begin(),
                                recordedSignals_.end(), std::back_inserter(changed));
  for (const std::string& key : changed) dirtyConnections_.insert(blockOfKey(toQt(key)));
}

// Tells a block's item which of its ports have wires and which outputs are recorded.
void DiagramScene::updateConnections(const QString& block) {
  BlockItem* item = findBlock(block);
  if (item == nullptr) return;
  QSet<QString> ports;
  for (const WireItem* wire : wiresOfBlock_.value(block)) {
    if (blockOfKey(wire->from()) == block) ports.insert(portOfKey(wire->from()));
    if (blockOfKey(wire->to()) == block) ports.insert(portOfKey(wire->to()));
  }
  item->setConnectedPorts(ports);
  QSet<QString> recorded;
  for (const PortPlace& port : item->geometry().outputs) {
    const std::string key = (block + u'.' + port.name).toStdString();
    if (recordedSignals_.contains(key)) recorded.insert(port.name);
  }
  item->setRecordedPorts(recorded);
}

// ---- looking ----------------------------------------------------------------------------------

BlockItem* DiagramScene::blockAt(const QPointF& position) const {
  for (QGraphicsItem* item : items(position)) {
    if (auto* block = qgraphicsitem_cast<BlockItem*>(item)) return block;
  }
  return nullptr;
}

// The nearest port of all blocks whose boxes are near the point; `least` shrinks with each hit, so
// that a later block is only asked for a nearer port.
PortRef DiagramScene::portAt(const QPointF& position, double tolerance) const {
  const QRectF area(position - QPointF(tolerance, tolerance), QSizeF(tolerance, tolerance) * 2);
  PortRef nearest;
  double least = tolerance;
  for (QGraphicsItem* item : items(area, Qt::IntersectsItemBoundingRect)) {
    auto* block = qgraphicsitem_cast<BlockItem*>(item);
    if (block == nullptr) continue;
    const PortPlace* port = block->portAt(position, least);
    if (port == nullptr) continue;
    nearest = {block, port};
    least = QLineF(position, block->pos() + port->position).length();
  }
  return nearest;
}

PortRef DiagramScene::openPortAt(const QPointF& position, double tolerance,
                                 const std::function<bool(const PortRef&)>& accepts) const {
  const double reach = tolerance + 10;  // The boxes of items hold more than their sides.
  const QRectF area(position - QPointF(reach, reach), QSizeF(reach, reach) * 2);
  PortRef nearest;
  double least = 0;
  for (QGraphicsItem* item : items(area, Qt::IntersectsItemBoundingRect)) {
    auto* block = qgraphicsitem_cast<BlockItem*>(item);
    const PortPlace* port = block != nullptr ? block->openPortAt(position, tolerance) : nullptr;
    if (port == nullptr || (accepts && !accepts({block, port}))) continue;
    const double distance = QLineF(position, block->pos() + port->position).length();
    if (nearest && distance >= least) continue;
    nearest = {block, port};
    least = distance;
  }
  return nearest;
}

// A pixel off the direction counts as two: so that Right goes to the block beside rather than to
// one that is nearer but above.
PortRef DiagramScene::nearestTowards(const QPointF& direction, const QPointF& place,
                                     const QList<PortRef>& ports) const {
  const QPointF across(-direction.y(), direction.x());
  PortRef best;
  double least = 0;
  for (const PortRef& port : ports) {
    const QPointF step = endAt(port).position - place;
    const double along = QPointF::dotProduct(step, direction);
    if (along <= 0) continue;
    const double distance = along + 2 * std::abs(QPointF::dotProduct(step, across));
    if (best && distance >= least) continue;
    best = port;
    least = distance;
  }
  return best;
}

// The port of a key such as "Gain.out"; without a port where the block or the port is missing.
PortRef DiagramScene::findPort(const QString& key) const {
  BlockItem* block = findBlock(blockOfKey(key));
  if (block == nullptr) return {};
  return {block, block->geometry().findPort(portOfKey(key))};
}

WireEnd DiagramScene::endAt(const PortRef& port) const {
  return {port.block->pos() + port.port->position, port.port->outward};
}

QRectF DiagramScene::contentRect() const {
  QRectF content;
  for (const QGraphicsItem* item : items()) content |= item->sceneBoundingRect();
  return content;
}

// The names in the order of the document, not of clicks, so that what is done with a selection
// comes out the same however it was made.
QStringList DiagramScene::selectedBlockNames() const {
  QStringList names;
  for (const Block& block : diagram().blocks) {
    const BlockItem* item = findBlock(toQt(block.name));
    if (item != nullptr && item->isSelected()) names += item->name();
  }
  return names;
}

}  // namespace loopwright
