#include "gui/canvas/canvas_texts.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/canvas_overlays.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/free_room.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/signal_edits.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/overlays/inline_editor.h"
#include "gui/overlays/note_editor.h"
#include "gui/overlays/quick_add.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/tool.h"

namespace loopwright {

namespace {

// An element of a list at `index`, if it is still what it was when a field was opened for it; else
// an EditError says `problem`.
template <typename T>
const T& unchanged(const std::vector<T>& list, std::size_t index, const T& before,
                   const QString& problem) {
  if (index < list.size() && list[index] == before) return list[index];
  throw EditError(problem.toStdString());
}

constexpr double kFrameMargin = 20;
constexpr double kNoteWidth = 200;
constexpr double kNoteHeight = 60;  // for which room is looked, as the text is not known yet

// Where the middle of the field for a frame's title belongs; `corner` is the frame's top left.
QPointF frameTitlePlace(const QPointF& corner) { return corner + QPointF(60, -10); }

}  // namespace

// Works where it is clear which text is meant: one block, or, without blocks, one wire, note or
// frame.
void CanvasTexts::rename() {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.size() == 1) return editBlockName(selection.blocks.front());
  if (!selection.blocks.isEmpty()) return;
  if (selection.wires.size() == 1) return editSignalName(selection.wires.front());
  if (selection.notes.size() == 1) return editNote(selection.notes.front());
  if (selection.frames.size() == 1) editFrameTitle(selection.frames.front());
}

// Fields and lists that are open belong to the level that is left.
void CanvasTexts::giveUp() {
  for (InlineEditor* field : view_->viewport()->findChildren<InlineEditor*>()) field->giveUp();
  for (NoteEditor* field : view_->viewport()->findChildren<NoteEditor*>()) field->giveUp();
  for (QuickAdd* list : view_->findChildren<QuickAdd*>()) list->giveUp();
}

// Scrolls so that the place is seen, puts the field over it and selects its text, so that typing
// replaces it.
void CanvasTexts::openEditor(InlineEditor* editor, const QString& label, const QPointF& centre) {
  editor->setAccessibleName(label);
  view_->ensureVisible(QRectF(centre - QPointF(1, 1), QSizeF(2, 2)), 60, 40);
  editor->move(view_->mapFromScene(centre) - editor->rect().center());
  editor->show();
  editor->setFocus();
  editor->selectAll();
  view_->overlays()->giveWayTo(editor);
}

// The field calls `apply` with what was typed; what it returns is shown at the field, which stays
// open, and "" closes it. So a name that is taken can be corrected at once.
void CanvasTexts::editBlockName(const QString& block) {
  const BlockItem* item = scene_->findBlock(block);
  if (item == nullptr) return;
  const auto apply = [this, block](const QString& text) -> QString {
    const QString name = text.trimmed();
    if (name == block) return {};
    const std::string problem = BlockNameProblem(name.toStdString());
    if (!problem.empty()) return toQt(problem);
    return document_->edit(tr("Rename %1").arg(block), [&](Transaction* t) {
      renameBlock(t, level().toStdString(), document_->registry(), block, name);
    });
  };
  auto* editor = new InlineEditor("nameEditor", block, apply, view_->viewport());
  openEditor(editor, tr("Name of the block"), item->mapToScene(item->nameRect().center()));
}

// The field begins with the present name; an empty text takes the name back.
void CanvasTexts::editSignalName(const QString& wire) {
  const WireItem* item = scene_->findWire(wire);
  if (item == nullptr || item->points().size() < 2) return;
  const QString from = item->from();
  const std::size_t index = scene_->diagram().FindSignal(from.toStdString());
  QString name;
  if (index < scene_->diagram().signal_settings.size()) {
    name = toQt(scene_->diagram().signal_settings[index].name.value_or(""));
  }
  const auto apply = [this, from](const QString& text) {
    return document_->edit(tr("Name signal %1").arg(from), [&](Transaction* t) {
      nameSignal(t, level().toStdString(), from.toStdString(), text.trimmed());
    });
  };
  auto* editor = new InlineEditor("signalEditor", name, apply, view_->viewport());
  openEditor(editor, tr("Name of the signal"), item->middle() - QPointF(0, 14));
}

// ---- notes and frames -------------------------------------------------------------------------

// A note has no name, only its index. While the field is open an undo may change the list, so that
// the index means another note: it is compared with what it was, and refused where it differs.
void CanvasTexts::editNote(int index) {
  const NoteItem* item = scene_->findNote(index);
  if (item == nullptr) return;
  const std::size_t place = index;
  const auto apply = [this, place, before = scene_->diagram().notes[place]](const QString& text) {
    const bool empty = text.trimmed().isEmpty();
    edit(empty ? tr("Delete note") : tr("Edit note"), [&](Transaction* t, const std::string& here) {
      Note note =
          unchanged(t->Diagram(here).notes, place, before, tr("the note has changed since"));
      if (empty) return t->Apply(NoteEdit{here, place, ListAction::kRemove, std::nullopt});
      note.text = text.toStdString();
      t->Apply(NoteEdit{here, place, ListAction::kReplace, std::move(note)});
    });
  };
  auto* editor = new NoteEditor(item->markdown(), apply, view_->viewport());
  view_->ensureVisible(QRectF(item->pos(), QSizeF(1, 1)), 60, 40);
  editor->place(QRect(view_->mapFromScene(item->pos()), (item->size() * view_->zoom()).toSize()));
}

// As for a note, the frame is compared with what it was when the field opened. An empty text takes
// the title away.
void CanvasTexts::editFrameTitle(int index) {
  const FrameItem* item = scene_->findFrame(index);
  if (item == nullptr) return;
  const std::size_t place = index;
  const auto apply = [this, place, before = scene_->diagram().frames[place]](const QString& text) {
    return document_->edit(tr("Title frame"), [&](Transaction* t) {
      const std::string here = level().toStdString();
      Frame frame =
          unchanged(t->Diagram(here).frames, place, before, tr("the frame has changed since"));
      frame.title = text.trimmed().isEmpty()
                        ? std::nullopt
                        : std::optional<std::string>(text.trimmed().toStdString());
      t->Apply(FrameEdit{here, place, ListAction::kReplace, std::move(frame)});
    });
  };
  auto* editor = new InlineEditor("frameEditor", item->title(), apply, view_->viewport());
  openEditor(editor, tr("Title of the frame"), frameTitlePlace(item->pos()));
}

void CanvasTexts::addNote() {
  // Where there is room in what is seen and neither the legend nor the small map lies over it.
  const QRect seen = view_->overlays()->openArea();
  const QRectF wanted(view_->pointerPlace(), QSizeF(kNoteWidth, kNoteHeight));
  addNoteAt(
      findRoom(*scene_, wanted, WiresInRoom::kAvoided, view_->mapToScene(seen).boundingRect()));
}

// The note comes into the document when its text is there: an empty note would be a click without a
// trace. Esc keeps what was typed, since there is no earlier text to go back to.
void CanvasTexts::addNoteAt(const QPointF& position) {
  const auto apply = [this, position](const QString& text) {
    if (text.trimmed().isEmpty()) return;
    const std::size_t index = scene_->diagram().notes.size();
    Note note;
    note.text = text.toStdString();
    note.x = position.x();
    note.y = position.y();
    note.width = kNoteWidth;
    edit(tr("Add note"), [&](Transaction* t, const std::string& here) {
      t->Apply(NoteEdit{here, index, ListAction::kInsert, std::move(note)});
    });
    scene_->clearSelection();
    if (NoteItem* item = scene_->findNote(static_cast<int>(index))) item->setSelected(true);
  };
  auto* editor = new NoteEditor(QString(), apply, view_->viewport());
  editor->keepTextOnEscape();
  editor->place(
      QRect(view_->mapFromScene(position), QSize(qRound(kNoteWidth * view_->zoom()), 40)));
}

// A frame around the selection has 20 px of room at each side, and 10 more below.
void CanvasTexts::addFrame() {
  const QRectF selected = selectionBox(*scene_, currentSelection(*scene_));
  if (!selected.isNull()) {
    // The names below the blocks are inside too.
    return addFrameAround(
        selected.adjusted(-kFrameMargin, -kFrameMargin, kFrameMargin, kFrameMargin + 10));
  }
  addFrameAround(QRectF(snapToGrid(view_->pointerPlace()), QSizeF(200, 120)));
}

// The frame is shown at once, as the preview of a gesture that ends with its title.
void CanvasTexts::addFrameAround(const QRectF& box) {
  const std::string here = level().toStdString();
  const std::size_t index = scene_->diagram().frames.size();
  Frame frame;
  frame.x = box.x();
  frame.y = box.y();
  frame.width = box.width();
  frame.height = box.height();
  // Frame and title are one step. Esc at the title takes the frame back.
  const auto gesture = std::make_shared<EditGesture>(document_);
  const auto insert = [here, index, frame, gesture](const QString& title) {
    return gesture->preview([&](Transaction* t) {
      Frame titled = frame;
      if (!title.isEmpty()) titled.title = title.toStdString();
      t->Apply(FrameEdit{here, index, ListAction::kInsert, std::move(titled)});
    });
  };
  showMessage(insert(QString()));
  const auto select = [this, index] {
    scene_->clearSelection();
    if (FrameItem* item = scene_->findFrame(static_cast<int>(index))) item->setSelected(true);
  };
  select();
  const auto apply = [insert, gesture, select](const QString& text) {
    QString problem = insert(text.trimmed());
    gesture->commit(tr("Add frame"));
    select();
    return problem;
  };
  auto* editor = new InlineEditor("frameEditor", QString(), apply, view_->viewport());
  editor->applyUnchanged();
  openEditor(editor, tr("Title of the frame"), frameTitlePlace(box.topLeft()));
}

}  // namespace loopwright
