#include "gui/canvas/canvas_menu.h"

#include <QMenu>
#include <utility>

#include "gui/canvas/analysis_marks.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/port_focus.h"
#include "gui/canvas/selection_commands.h"
#include "gui/document/diagram_document.h"
#include "gui/document/loop_remedy.h"
#include "gui/document/qt_text.h"
#include "gui/document/signal_edits.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/overlays/colour_menu.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/tool.h"

namespace loopwright {

void CanvasMenu::fillColours(QMenu* menu) {
  fillColourChoices(menu, view_,
                    [this](const QColor& colour) { view_->commands()->colour(colour); });
}

namespace {

// Adds an entry that calls a slot of `owner`.
template <typename Owner, typename Slot>
QAction* addEntry(QMenu* menu, Owner* owner, const char* name, const QString& text,
                  const QKeySequence& key, Slot slot) {
  QAction* action = menu->addAction(text, owner, slot);
  action->setObjectName(QStringLiteral("canvasMenu.") + QLatin1String(name));
  action->setShortcut(key);
  return action;
}

}  // namespace

// The entries for a block, in groups: what it is, how it stands, how it belongs to others, and the
// clipboard. Shortcuts are shown for learning; the canvas and the window listen to the keys.
void CanvasMenu::fillForBlock(QMenu* menu, BlockItem* block) {
  SelectionCommands* const commands = view_->commands();
  const bool isSubsystem = block->appearance().namesPorts;
  addEntry(menu, commands, "open", isSubsystem ? tr("Open") : tr("Parameters"), Qt::Key_Return,
           &SelectionCommands::open);
  addEntry(menu, view_->texts(), "rename", tr("Rename"), Qt::Key_F2, &CanvasTexts::rename);
  menu->addSeparator();
  addEntry(menu, commands, "rotate", tr("Rotate"), Qt::Key_R, &SelectionCommands::rotate);
  addEntry(menu, commands, "flip", tr("Flip"), Qt::Key_F, &SelectionCommands::flip);
  addEntry(menu, commands, "commentOut",
           block->appearance().isEnabled ? tr("Comment out") : tr("Comment in"),
           Qt::CTRL | Qt::SHIFT | Qt::Key_X, &SelectionCommands::toggleEnabled);
  fillColours(menu->addMenu(tr("Colour")));
  menu->addSeparator();
  addEntry(menu, commands, "group", tr("Group"), Qt::CTRL | Qt::Key_G, &SelectionCommands::group);
  if (isSubsystem) {
    addEntry(menu, commands, "dissolve", tr("Dissolve"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
             &SelectionCommands::dissolve);
  }
  addEntry(menu, view_->texts(), "frame", tr("Put a frame around"), {}, &CanvasTexts::addFrame);
  if (view_->selectedBlocks().size() > 1) {
    fillAlignments(menu->addMenu(tr("Align")));
    addEntry(menu, commands, "arrange", tr("Arrange"), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
             &SelectionCommands::arrange);
  }
  addEntry(menu, commands, "takeOut", tr("Take out of the wires"), {}, &SelectionCommands::takeOut);
  menu->addSeparator();
  addEntry(menu, commands, "cut", tr("Cut"), QKeySequence::Cut, &SelectionCommands::cut);
  addEntry(menu, commands, "copy", tr("Copy"), QKeySequence::Copy, &SelectionCommands::copy);
  addEntry(menu, commands, "duplicate", tr("Duplicate"), Qt::CTRL | Qt::Key_D,
           &SelectionCommands::duplicate);
  addEntry(menu, this, "help", tr("Help"), QKeySequence::HelpContents,
           [this, type = block->appearance().face.type] { Q_EMIT helpRequested(type); });
}

// Adds an entry for each kind of alignment.
void CanvasMenu::fillAlignments(QMenu* menu) {
  const std::pair<Alignment, QString> entries[] = {
      {Alignment::kLeft, tr("Left edges")},
      {Alignment::kCentre, tr("Centres above each other")},
      {Alignment::kRight, tr("Right edges")},
      {Alignment::kTop, tr("Top edges")},
      {Alignment::kMiddle, tr("Middles side by side")},
      {Alignment::kBottom, tr("Bottom edges")},
      {Alignment::kAcross, tr("Equal gaps side by side")},
      {Alignment::kDown, tr("Equal gaps above each other")}};
  for (const auto& [alignment, text] : entries) {
    menu->addAction(text, this,
                    [this, alignment = alignment] { view_->commands()->align(alignment); })
        ->setObjectName(QStringLiteral("align.%1").arg(static_cast<int>(alignment)));
  }
}

// The entries for a wire. A wire of an algebraic loop offers to break the loop there, if a delay or
// a lag in this wire would.
void CanvasMenu::fillForWire(QMenu* menu, const QString& to) {
  const WireItem* wire = scene_->findWire(to);
  addEntry(menu, this, "nameSignal", tr("Name the signal"), Qt::Key_F2,
           [this, to] { view_->texts()->editSignalName(to); });
  addEntry(menu, this, "insertBlock", tr("Insert a block"), Qt::CTRL | Qt::Key_Space, [this, to] {
    view_->inserter()->quickAddAt(scene_->findWire(to)->middle(), {}, false, to);
  });
  if (const AlgebraicLoop* const loop = scene_->loopOf(to)) {
    const auto offer = [&](LoopBreaker by, const char* name, const QString& text) {
      const AlgebraicLoop::Wire place = {level().toStdString(), to.toStdString()};
      const auto remedy = breakInWire(*document_, *loop, place, by);
      if (!remedy) return;
      addEntry(menu, this, name, text, {}, [this, remedy] {
        view_->inserter()->breakLoop(*remedy);
      })->setToolTip(remedy->effect);
    };
    offer(LoopBreaker::kDelay, "breakLoop", tr("Break the loop with a unit delay"));
    offer(LoopBreaker::kLag, "breakLoopByLag", tr("Break the loop with a first-order lag"));
  }
  addSignalEntries(menu, wire->from());
  const bool isOneOfMany = scene_->wiresFrom(wire->from()).size() > 1;
  if (isOneOfMany && canBePoint(to)) {
    QMenu* const alone =
        menu->findChild<QMenu*>("canvasMenu.analyse")->addMenu(tr("This wire alone"));
    alone->setObjectName(QStringLiteral("canvasMenu.analyseWire"));
    addAnalysisPoint(alone, u'>' + to, "canvasMenu.wire");
  }
  if (wire->ownCorners()) {
    addEntry(menu, this, "routeAutomatically", tr("Route automatically"), {},
             [this, to] { view_->commands()->routeAutomatically(to); });
  }
}

// The entries for a port. A wired input can be freed; a free port can get a block beside it, 90 px
// away from its own; an output can be recorded and, where it has wires, named.
void CanvasMenu::fillForPort(QMenu* menu, const QString& port, bool isInput) {
  const bool isWired = isInput && scene_->findWire(port) != nullptr;
  addEntry(menu, this, "wire", isWired ? tr("Take the wire elsewhere") : tr("Draw a wire"),
           Qt::Key_Return, [this, port] {
             view_->portFocus()->set(port);
             view_->portFocus()->drawWire();
           });
  const WireEnd end = scene_->endAt(scene_->findPort(port));
  const QPointF beside = end.position + end.outward * 90;
  if (isWired) {
    addEntry(menu, this, "disconnect", tr("Disconnect"), {}, [this, port] {
      view_->select({}, {port});
      view_->commands()->remove();
    });
  } else {
    addEntry(
        menu, this, "addWired", tr("Add a block here"), Qt::CTRL | Qt::Key_Space,
        [this, port, isInput, beside] { view_->inserter()->quickAddAt(beside, port, isInput); });
  }
  if (isInput) {
    if (isWired && canBePoint(port)) addAnalysisMenu(menu, u'>' + port);
    return;
  }
  const QList<WireItem*> wires = scene_->wiresFrom(port);
  if (!wires.isEmpty()) {
    addEntry(menu, this, "nameSignal", tr("Name the signal"), Qt::Key_F2,
             [this, to = wires.front()->to()] { view_->texts()->editSignalName(to); });
  }
  addSignalEntries(menu, port);
}

// Adds the entry that says, by its check mark, whether runs record the signal, and those that lead
// to plots, to the linear analysis of the diagram at this signal, and to a study of it.
void CanvasMenu::addSignalEntries(QMenu* menu, const QString& port) {
  const QString path = toQt(pathOf(port));
  const bool recorded =
      isRecorded(document_->document(), level().toStdString(), port.toStdString());
  QAction* record = addEntry(menu, this, "log", tr("Record this signal"), {},
                             [this, port, recorded] { recordSignal(port, !recorded); });
  addEntry(menu, this, "plot", tr("Show in a plot"), {},
           [this, path] { Q_EMIT plotRequested(path); });
  record->setCheckable(true);
  record->setChecked(recorded);
  addAnalysisMenu(menu, port);
  addEntry(menu, this, "study", tr("Study…"), {}, [this, path] { Q_EMIT studyRequested(path); });
}

void CanvasMenu::addAnalysisMenu(QMenu* menu, const QString& point) {
  QMenu* const analyse = menu->addMenu(tr("Analyse"));
  analyse->setObjectName(QStringLiteral("canvasMenu.analyse"));
  addAnalysisPoint(analyse, point, "canvasMenu");
}

// What can be looked at from this point at once, and what it can be to the analysis that is kept.
void CanvasMenu::addAnalysisPoint(QMenu* menu, const QString& point, const char* group) {
  const QString path = toQt(view_->analysisMarks()->wholePoint(point));
  struct Entry {
    const char* name;
    QString text;
    void (CanvasMenu::*request)(const QString& path);
  };
  for (const auto& [name, text, request] :
       {Entry{"analyseLoop", tr("Analyse the loop here"), &CanvasMenu::loopAnalysisRequested},
        Entry{"analyseFrom", tr("Response from here"), &CanvasMenu::inputAnalysisRequested},
        Entry{"analyseTo", tr("Response to here"), &CanvasMenu::outputAnalysisRequested}}) {
    menu->addAction(text, this, [this, path, request = request] { (this->*request)(path); })
        ->setObjectName(QLatin1String(group) + u'.' + QLatin1String(name));
  }
  menu->addSeparator();
  view_->analysisMarks()->addEntries(menu, point, group);
}

// Ports of a subsystem pass on what comes from other blocks: the wires to those are points.
bool CanvasMenu::canBePoint(const QString& input) const {
  const BlockItem* const block = scene_->findBlock(blockOfKey(input));
  return block != nullptr && !block->appearance().namesPorts;
}

// Changes whether a signal is recorded. Nothing is seen of that until the next run, so it says so.
void CanvasMenu::recordSignal(const QString& port, bool recorded) {
  const QString what = recorded ? tr("Record %1").arg(port) : tr("Don't record %1").arg(port);
  const QString problem = document_->edit(what, [&](Transaction* t) {
    loopwright::recordSignal(t, level().toStdString(), port.toStdString(), recorded);
  });
  const QString next = tr("The next run records %1 and plots it.").arg(port);
  showMessage(!problem.isEmpty() || !recorded ? problem : next);
}

// The entries for a note or a frame; only frames have a colour.
void CanvasMenu::fillForText(QMenu* menu, QGraphicsItem* item) {
  addEntry(menu, view_->texts(), "editText", tr("Edit the text"), Qt::Key_F2, &CanvasTexts::rename);
  if (item->type() == kFrameItemType) fillColours(menu->addMenu(tr("Colour")));
}

// The entries for the empty canvas at `position`, where what is added goes.
void CanvasMenu::fillForCanvas(QMenu* menu, const QPointF& position) {
  addEntry(menu, this, "addBlock", tr("Add a block"), Qt::CTRL | Qt::Key_Space,
           [this, position] { view_->inserter()->quickAddAt(position); });
  addEntry(menu, this, "addNote", tr("Add a note"), {},
           [this, position] { view_->texts()->addNoteAt(snapToGrid(position)); });
  addEntry(menu, this, "addFrame", tr("Add a frame"), {}, [this, position] {
    view_->texts()->addFrameAround(QRectF(snapToGrid(position), QSizeF(200, 120)));
  });
  menu->addSeparator();
  addEntry(menu, view_->commands(), "paste", tr("Paste"), QKeySequence::Paste,
           &SelectionCommands::paste);
  addEntry(menu, view_->commands(), "selectAll", tr("Select all"), QKeySequence::SelectAll,
           &SelectionCommands::selectAll);
  addEntry(menu, view_->camera(), "fit", tr("Fit in view"), Qt::Key_Space, &Camera::zoomToFit);
  if (!level().isEmpty()) {
    addEntry(menu, view_, "leave", tr("Leave the subsystem"), Qt::ALT | Qt::Key_Up,
             &DiagramView::leaveLevel);
  }
}

// A port has precedence over its block, a block over a wire, and a wire over notes and frames. What
// lies there becomes the selection unless it is part of it, so that the entries mean what was
// clicked and a selection of many is not lost.
QMenu* CanvasMenu::make(const QPointF& position) {
  auto* menu = new QMenu(view_);
  menu->setObjectName("canvasMenu");
  if (const PortRef port = scene_->portAt(position, portReachAt(view_->zoom()))) {
    fillForPort(menu, port.key(), port.port->isInput);
    return menu;
  }
  QGraphicsItem* item = scene_->blockAt(position);
  if (item == nullptr) item = scene_->wireAt(position, (kWireReach + 1) / view_->zoom());
  if (item == nullptr) {
    for (QGraphicsItem* other : scene_->items(position)) {
      if (other->type() != kNoteItemType && other->type() != kFrameItemType) continue;
      item = other;  // the one on top
      break;
    }
  }
  if (item == nullptr) {
    fillForCanvas(menu, position);
    return menu;
  }
  if (!item->isSelected()) {
    scene_->clearSelection();
    item->setSelected(true);
  }
  if (auto* block = qgraphicsitem_cast<BlockItem*>(item)) {
    fillForBlock(menu, block);
  } else if (const auto* wire = qgraphicsitem_cast<WireItem*>(item)) {
    fillForWire(menu, wire->to());
  } else {
    fillForText(menu, item);
  }
  addEntry(menu, view_->commands(), "delete", tr("Delete"), QKeySequence::Delete,
           &SelectionCommands::remove);
  return menu;
}

// The focused port, else the middle of the selection, else the middle of the view.
QPoint CanvasMenu::placeOfKeyboard() const {
  QPointF at = view_->mapToScene(view_->viewport()->rect().center());
  const QRectF selected = selectionBox(*scene_, currentSelection(*scene_));
  if (!selected.isNull()) at = selected.center();
  if (const PortRef port = scene_->findPort(view_->portFocus()->port())) {
    at = scene_->endAt(port).position;
  }
  return view_->mapFromScene(at);
}

// The menu deletes itself when it is closed.
void CanvasMenu::open(const QPoint& place) {
  QMenu* menu = make(view_->mapToScene(place));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(view_->viewport()->mapToGlobal(place));
}

}  // namespace loopwright
