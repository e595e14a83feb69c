#include "gui/canvas/revealer.h"

#include <optional>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

// Opens the level of what the path names, selects the block, brings it into view and lets it flash.
// False where the document has no such block.
bool Revealer::reveal(const QString& path) {
  // A port or a parameter of a block is shown as its block.
  std::string found = path.toStdString();
  if (document_->document().FindBlock(found) == nullptr) {
    found = blockOfKey(path).toStdString();
    if (document_->document().FindBlock(found) == nullptr) return false;
  }
  const auto [level, name] = SplitPath(found);
  view_->openLevel(QString::fromStdString(level));
  BlockItem* block = scene_->findBlock(QString::fromStdString(name));
  if (block == nullptr) return false;
  view_->selectBlocks({block->name()});
  view_->camera()->bring(block->box().center());
  view_->camera()->flash({block->name()});
  return true;
}

void Revealer::showBlock(const QString& name) {
  if (const BlockItem* block = scene_->findBlock(name)) view_->ensureVisible(block->box(), 40, 40);
}

// Opens the level, selects the wire and brings its middle into view. Where the level cannot be
// opened, another one stays on show, and its wires are not meant.
bool Revealer::revealWire(const QString& level, const QString& to) {
  view_->openLevel(level);
  const WireItem* wire = this->level() == level ? scene_->findWire(to) : nullptr;
  if (wire == nullptr) return false;
  view_->select({}, {to});
  view_->camera()->bring(wire->sceneBoundingRect().center());
  return true;
}

// Notes are found by their place in the level's list.
bool Revealer::revealNote(const QString& level, int index) {
  view_->openLevel(level);
  NoteItem* note = this->level() == level ? scene_->findNote(index) : nullptr;
  if (note == nullptr) return false;
  scene_->clearSelection();
  note->setSelected(true);
  view_->camera()->bring(note->sceneBoundingRect().center());
  return true;
}

// Frames are found by their place in the level's list too.
bool Revealer::revealFrame(const QString& level, int index) {
  view_->openLevel(level);
  FrameItem* frame = this->level() == level ? scene_->findFrame(index) : nullptr;
  if (frame == nullptr) return false;
  scene_->clearSelection();
  frame->setSelected(true);
  view_->camera()->bring(frame->box().center());
  return true;
}

// An undo may change what is out of sight, and a person should see what it did. Where the step
// concerns the level on show, that stays; else the first level that was changed and still exists is
// opened. It scrolls only if nothing of what changed is seen.
void Revealer::showStep(const ChangeSet& changes) {
  const QString here = level();
  std::optional<QString> other;
  bool concernsThis = false;
  for (const Change& change : changes.changes()) {
    const QString at = QString::fromStdString(change.level);
    if (change.subject == ChangeSubject::kParameters || change.subject == ChangeSubject::kSignal) {
      continue;
    }
    // What holds this level, renamed for example, is no other place.
    const QString path = QString::fromStdString(JoinPath(change.level, change.name));
    concernsThis = concernsThis || at == here || here == path || here.startsWith(path + u'/');
    if (!other && document_->document().FindDiagram(change.level) != nullptr) other = at;
  }
  if (!concernsThis && other) view_->openLevel(*other);
  // What of the change can be seen on the level on show; what was removed is not there any more.
  QRectF changed;
  for (const Change& change : changes.changes()) {
    if (QString::fromStdString(change.level) != level()) continue;
    const QString name = QString::fromStdString(change.name);
    const QGraphicsItem* item = nullptr;
    if (change.subject == ChangeSubject::kBlock) item = scene_->findBlock(name);
    if (change.subject == ChangeSubject::kWire) item = scene_->findWire(name);
    if (item != nullptr) changed |= item->sceneBoundingRect();
  }
  if (changed.isNull()) return;
  if (view_->seenArea().intersects(changed)) return;
  view_->centerOn(changed.center());
}

}  // namespace loopwright
