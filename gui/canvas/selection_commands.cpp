#include "gui/canvas/selection_commands.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/drawing/arrange.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/port_focus.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/edits/clipboard.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/editing_options.h"

namespace loopwright {

namespace {

// Steps with the same key join into one entry of the undo list: those that do the same, as `what`
// names it, to the same things of a level. Notes and frames are told by their numbers.
QString mergeKeyOf(const QString& what, const QString& level, const Selection& selection) {
  QStringList parts{what, level, selection.blocks.join(u'/')};
  for (int note : selection.notes) parts += QStringLiteral("note %1").arg(note);
  for (int frame : selection.frames) parts += QStringLiteral("frame %1").arg(frame);
  return parts.join(u'\n');
}

}  // namespace

// The scene is quiet meanwhile; one signal follows for all.
void SelectionCommands::selectAll() {
  {
    const QSignalBlocker quiet(scene_);
    for (QGraphicsItem* item : scene_->items()) item->setSelected(true);
  }
  view_->announceSelection();
}

// Works for one block. A subsystem is entered; of any other block the parameters are shown, which
// is not the canvas's business and so a signal.
void SelectionCommands::open() {
  const QStringList names = view_->selectedBlocks();
  if (names.size() != 1) return;
  const Block* block = scene_->diagram().blocks.Find(names.front().toStdString());
  if (block == nullptr) return;
  if (block->is_subsystem()) return view_->openLevel(toQt(pathOf(names.front())));
  Q_EMIT propertiesRequested(names.front());
}

// The keyboard leaves a port that may be gone, and nothing stays selected. Where the edit is
// refused, all stays as it is.
void SelectionCommands::remove() {
  const Selection selection = currentSelection(*scene_);
  if (selection.isEmpty()) return;
  const auto remove = [&](Transaction* t, const std::string& here) {
    deleteSelection(t, here, selection, EditingOptions::healsWires());
  };
  if (!edit(tr("Delete %1").arg(selection.describe()), remove)) return;
  view_->portFocus()->set(QString());
  scene_->clearSelection();
}

// The text at the end lets steps that follow each other become one entry of the undo list: ten
// presses of an arrow key are undone at once.
void SelectionCommands::nudge(const QPointF& offset) {
  if (nudgeWire(offset)) return;
  Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  includeFramed(*scene_, &selection);
  edit(
      tr("Move %1").arg(selection.describe()),
      [&](Transaction* t, const std::string& here) {
        moveSelection(t, here, document_->registry(), selection, offset);
      },
      mergeKeyOf(QStringLiteral("nudge"), level(), selection));
}

// Steps that follow each other are one entry of the undo list, as for nudge().
void SelectionCommands::grow(const QSizeF& growth) {
  const Selection selection = currentSelection(*scene_);
  edit(
      tr("Resize %1").arg(selection.describe()),
      [&](Transaction* t, const std::string& here) {
        growSelection(t, here, *scene_, selection, growth);
      },
      mergeKeyOf(QStringLiteral("grow"), level(), selection));
}

// Runs an edit that takes the names of blocks as one undo step; `verb` is its name with %1 for what
// is selected, as in "Flip Gain".
void SelectionCommands::change(const QString& verb, const BlocksChange& how) {
  Selection selection;
  selection.blocks = view_->selectedBlocks();
  if (selection.blocks.isEmpty()) return;
  edit(verb.arg(selection.describe()),
       [&](Transaction* t, const std::string& here) { how(t, here, selection.blocks); });
}

// Takes the blocks out of their wires; wires among them stay.
void SelectionCommands::takeOut() {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.isEmpty()) return;
  edit(tr("Disconnect %1").arg(selection.describe()),
       [&](Transaction* t, const std::string& here) { disconnectSelection(t, here, selection); });
}

// Each block turns about its own middle, for which the scene knows its size.
void SelectionCommands::rotate() {
  change(tr("Rotate %1"),
         [this](Transaction* t, const std::string& here, const QStringList& blocks) {
           rotateBlocks(t, here, *scene_, blocks);
         });
}

void SelectionCommands::flip() { change(tr("Flip %1"), flipBlocks); }

// The name of the undo step says what will happen: a mixed selection is commented out as a whole.
void SelectionCommands::toggleEnabled() {
  bool anyEnabled = false;
  for (const QString& name : view_->selectedBlocks()) {
    anyEnabled = anyEnabled || scene_->findBlock(name)->appearance().isEnabled;
  }
  change(anyEnabled ? tr("Comment out %1") : tr("Comment in %1"), loopwright::toggleEnabled);
}

// The engine chooses the subsystem's name, so it is known only after the edit.
void SelectionCommands::group() {
  const Selection selection = currentSelection(*scene_);
  GroupParts parts;
  for (const QString& name : selection.blocks) parts.blocks.push_back(name.toStdString());
  parts.notes.assign(selection.notes.begin(), selection.notes.end());
  parts.frames.assign(selection.frames.begin(), selection.frames.end());
  QString name;
  const auto group = [&](Transaction* t, const std::string& here) {
    name = toQt(GroupBlocks(t, here, parts, document_->registry()));
  };
  if (edit(tr("Group %1").arg(selection.describe()), group)) view_->selectBlocks({name});
}

// What was inside is selected, so that it can be moved as a whole.
void SelectionCommands::dissolve() {
  const QStringList names = view_->selectedBlocks();
  if (names.size() != 1) return showMessage(tr("Select one subsystem to dissolve it."));
  QStringList added;
  const auto dissolve = [&](Transaction* t, const std::string& here) {
    added = qtTexts(DissolveSubsystem(t, here, names.front().toStdString(), document_->registry()));
  };
  if (edit(tr("Dissolve %1").arg(names.front()), dissolve)) view_->selectBlocks(added);
}

// The name of the step says whether things were brought in line or spread out.
void SelectionCommands::align(Alignment alignment) {
  const Selection selection = currentSelection(*scene_);
  const bool distributes = alignment == Alignment::kAcross || alignment == Alignment::kDown;
  const QString name = distributes ? tr("Distribute %1") : tr("Align %1");
  edit(name.arg(selection.describe()), [&](Transaction* t, const std::string& here) {
    alignSelection(t, here, document_->registry(), *scene_, selection, alignment);
  });
}

// One selected block cannot be arranged with anything; then, as without a selection, the whole
// level is. What is arranged keeps the top left corner of where it was.
void SelectionCommands::arrange() {
  const Selection selection = currentSelection(*scene_);
  const bool some = selection.blocks.size() > 1;
  Selection all;
  for (const Block& block : scene_->diagram().blocks) all.blocks += toQt(block.name);
  const Selection& arranged = some ? selection : all;
  std::vector<std::string> blocks;
  for (const QString& block : arranged.blocks) blocks.push_back(block.toStdString());
  if (blocks.empty()) return;
  const QPointF corner = snapToGrid(selectionBox(*scene_, arranged).topLeft());
  const QString name =
      some ? tr("Arrange %1").arg(selection.describe()) : tr("Arrange the diagram");
  edit(name, [&](Transaction* t, const std::string& here) {
    ArrangeBlocks(t, here, document_->registry(), blocks, {corner.x(), corner.y()});
  });
  if (!some) view_->camera()->zoomToFit();
}

// An invalid colour takes the blocks' and frames' own colour away.
void SelectionCommands::colour(const QColor& colour) {
  const Selection selection = currentSelection(*scene_);
  if (selection.blocks.isEmpty() && selection.frames.empty()) return;
  edit(tr("Colour %1").arg(selection.describe()), [&](Transaction* t, const std::string& here) {
    colourSelection(t, here, selection, colour);
  });
}

// Moves a piece of the one selected wire by the arrow keys. Returns false where something else is
// selected, so that nudge() goes on. An arrow to the side needs a vertical piece; the longest is
// taken, and one between two corners rather than one at a port, which would get a step.
bool SelectionCommands::nudgeWire(const QPointF& offset) {
  const Selection selection = currentSelection(*scene_);
  if (selection.wires.size() != 1 || selection.canMove()) return false;
  const QString to = selection.wires.front();
  const std::vector<QPointF> points = scene_->findWire(to)->points();
  // The longest piece across the direction, rather not one at a port.
  const bool sideways = offset.x() != 0;
  std::optional<std::size_t> piece;
  double longest = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const QPointF span = points[i + 1] - points[i];
    if (sideways ? span.x() != 0 : span.y() != 0) continue;
    const bool atPort = i == 0 || i + 2 == points.size();
    const double length = span.manhattanLength() + (atPort ? 0 : 1e6);
    if (piece && length <= longest) continue;
    piece = i;
    longest = length;
  }
  if (!piece) return true;
  const std::vector<WirePiece> pieces = piecesAlong(*scene_, to, *piece);
  edit(
      tr("Route wire"),
      [&](Transaction* t, const std::string& here) {
        movePieces(t, here, pieces, points[*piece] + offset);
      },
      QStringLiteral("route ") + level() + to);
  return true;
}

// A wire without corners in the document is laid by the scene.
void SelectionCommands::routeAutomatically(const QString& to) {
  edit(tr("Route wire automatically"), [&](Transaction* t, const std::string& here) {
    const DiagramModel& diagram = t->Diagram(here);
    const std::size_t index = diagram.FindWireTo(to.toStdString());
    if (index >= diagram.wires.size()) return;
    Wire wire = diagram.wires[index];
    wire.route.reset();
    SetWire(t, here, to.toStdString(), std::move(wire));
  });
}

// ---- clipboard --------------------------------------------------------------------------------

// Wires alone are not copied: they need the blocks at both ends.
void SelectionCommands::copy() {
  const Selection selection = currentSelection(*scene_);
  if (selection.canMove()) copyToClipboard(*scene_, selection);
}

// A wire alone has no place on the clipboard, as it needs two blocks.
void SelectionCommands::cut() {
  const Selection selection = currentSelection(*scene_);
  if (selection.isEmpty()) return;
  if (!selection.canMove()) return showMessage(tr("A wire is copied with its blocks."));
  copy();
  remove();
}

// The middle of what is pasted comes to the pointer. Pasting twice at one place would hide the
// second copy exactly on the first: it goes down and to the right until its first block has a place
// of its own.
void SelectionCommands::paste() {
  const std::optional<Document> copy = diagramOnClipboard(document_->registry());
  if (!copy) return showMessage(tr("The clipboard holds no blocks."));
  const QSizeF size = contentSize(*copy, document_->registry());
  QPointF corner = snapToGrid(view_->pointerPlace() - QPointF(size.width() / 2, size.height() / 2));
  // Not exactly on top of what was pasted here before.
  const QPointF first = copy->root.blocks.empty() ? QPointF() : firstBlockPlace(*copy);
  const auto isTaken = [&] {
    const auto& blocks = scene_->blocks();
    return std::any_of(blocks.begin(), blocks.end(),
                       [&](const BlockItem* block) { return block->pos() == corner + first; });
  };
  while (!copy->root.blocks.empty() && isTaken()) corner += QPointF(20, 20);
  pasteCopy(*copy, corner, tr("Paste"));
}

// Does not touch the clipboard: what was copied before can still be pasted.
void SelectionCommands::duplicate() {
  const Selection selection = currentSelection(*scene_);
  if (!selection.canMove()) return;
  const Document copy = copyOf(*scene_, selection);
  pasteCopy(copy, cornerOf(copy) + QPointF(20, 20), tr("Duplicate %1").arg(selection.describe()));
}

// Adds a copy and selects it, so that it can be dragged at once. Blocks are selected by the names
// that they got; new notes and frames stand at the end of the level's lists, behind the count
// before. Where the edit is refused, the selection stays.
void SelectionCommands::pasteCopy(const Document& copy, const QPointF& corner,
                                  const QString& name) {
  QStringList added;
  const qsizetype notes = static_cast<qsizetype>(scene_->diagram().notes.size());
  const qsizetype frames = static_cast<qsizetype>(scene_->diagram().frames.size());
  const auto paste = [&](Transaction* t, const std::string& here) {
    added = pasteDocument(t, here, document_->registry(), copy, corner);
  };
  if (!edit(name, paste)) return;
  view_->selectBlocks(added);
  view_->camera()->flash(added);
  for (qsizetype i = notes; NoteItem* note = scene_->findNote(static_cast<int>(i)); ++i) {
    note->setSelected(true);
  }
  for (qsizetype i = frames; FrameItem* frame = scene_->findFrame(static_cast<int>(i)); ++i) {
    frame->setSelected(true);
  }
}

}  // namespace loopwright
