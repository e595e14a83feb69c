// A monkey's gestures on the canvas.
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <memory>

#include "gui/canvas/canvas_menu.h"
#include "gui/document/diagram_document.h"
#include "gui/panels/palette_entry.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/monkey.h"

namespace loopwright {

void Monkey::dragPlaces() { drag(somePlace(), somePlace(), someModifiers()); }

void Monkey::dragPort() { drag(somePort(), oneIn(2) ? somePort() : somePlace(), someModifiers()); }

void Monkey::dragWire() {
  drag(somewhereOnWire(), oneIn(3) ? somePort() : somePlace(), someModifiers());
}

void Monkey::dragBand() {
  const QPointF corner = someSpot();
  drag(corner, oneIn(2) ? someSpot() : somePlace(), oneIn(2) ? Qt::ShiftModifier : Qt::NoModifier);
}

void Monkey::resizeSomething() {
  const QPointF place = somePlace();
  hand().click(place);
  for (QGraphicsItem* item : scene()->selectedItems()) {
    QSizeF size;
    if (const auto* block = qgraphicsitem_cast<BlockItem*>(item)) size = block->box().size();
    if (const auto* note = qgraphicsitem_cast<NoteItem*>(item)) size = note->size();
    if (const auto* frame = qgraphicsitem_cast<FrameItem*>(item)) size = frame->size();
    if (size.isEmpty()) continue;
    return drag(item->pos() + resizeHandle(size).center(), someSpot(), {});
  }
}

void Monkey::dragFromPalette() {
  window_->actions().get(ActionId::kShowBlocks)->trigger();
  const auto entries = seen<PaletteEntry>();
  if (entries.isEmpty()) return;
  PaletteEntry* entry = any(entries);
  log_->add(nameOf(entry));
  const QPoint end = entry->mapFromGlobal(viewport()->mapToGlobal(hand().at(somePlace())));
  dragOn(entry, entry->rect().center(), end);
}

void Monkey::click() {
  const QPointF place = oneIn(4) ? somewhereOnWire() : somePlace();
  const Qt::KeyboardModifiers modifiers = someModifiers();
  log_->add(text(hand().at(place)));
  hand().click(place, modifiers);
}

void Monkey::doubleClick() {
  const QPointF place = oneIn(4) ? somewhereOnWire() : somePlace();
  log_->add(text(hand().at(place)));
  if (oneIn(2)) hand().click(place);
  hand().doubleClick(place);
}

void Monkey::hover() {
  for (int i = 0; i < 4; ++i) {
    const QPointF place = i % 2 == 0 ? somewhereOnWire() : somePort();
    moveTo(viewport(), hand().at(place), Qt::NoButton, {});
  }
}

void Monkey::clickWire() {
  hand().click(somePort());
  for (int i = below(3); i >= 0; --i) hand().click(somePlace());
  if (oneIn(2)) key(Qt::Key_Backspace);
  if (oneIn(8)) interrupt();
  hand().click(somePort());
  if (oneIn(2)) key(Qt::Key_Escape);
}

void Monkey::pan() {
  const QPoint begin = hand().at(somePlace());
  const QPoint end = hand().at(somePlace());
  if (oneIn(2)) return dragOn(viewport(), begin, end, Qt::MiddleButton);
  QTest::keyPress(view(), Qt::Key_Space);
  dragOn(viewport(), begin, end);
  QTest::keyRelease(view(), Qt::Key_Space);
}

void Monkey::turnWheel() {
  wheelAt(somePlace(), oneIn(4) ? Qt::NoModifier : Qt::ControlModifier, oneIn(2) ? 120 : -120);
}

void Monkey::pressKey() {
  struct Press {
    Qt::Key key;
    Qt::KeyboardModifiers modifiers;
  };
  static const Press kKeys[] = {{Qt::Key_Left, {}},
                                {Qt::Key_Right, Qt::ShiftModifier},
                                {Qt::Key_Up, {}},
                                {Qt::Key_Down, Qt::ControlModifier},
                                {Qt::Key_R, {}},
                                {Qt::Key_F, {}},
                                {Qt::Key_Delete, {}},
                                {Qt::Key_F2, {}},
                                {Qt::Key_Return, {}},
                                {Qt::Key_Escape, {}},
                                {Qt::Key_Escape, {}},
                                {Qt::Key_Space, {}},
                                {Qt::Key_Space, Qt::ControlModifier},
                                {Qt::Key_Tab, {}},
                                {Qt::Key_Tab, {}},
                                {Qt::Key_Backtab, Qt::ShiftModifier},
                                {Qt::Key_A, Qt::ControlModifier},
                                {Qt::Key_C, Qt::ControlModifier},
                                {Qt::Key_V, Qt::ControlModifier},
                                {Qt::Key_V, Qt::ControlModifier},
                                {Qt::Key_X, Qt::ControlModifier},
                                {Qt::Key_D, Qt::ControlModifier},
                                {Qt::Key_G, Qt::ControlModifier},
                                {Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier},
                                {Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier},
                                {Qt::Key_Up, Qt::AltModifier},
                                {Qt::Key_Z, Qt::ControlModifier},
                                {Qt::Key_Z, Qt::ControlModifier},
                                {Qt::Key_Y, Qt::ControlModifier}};
  const Press press = any(kKeys);
  QWidget* target = QApplication::focusWidget();
  if (target == nullptr || !oneIn(5)) {
    target = view();
    view()->setFocus();
  }
  log_->add(QKeySequence(press.key | press.modifiers).toString(QKeySequence::PortableText) +
            QStringLiteral(" at ") + nameOf(target));
  QTest::keyClick(target, press.key, press.modifiers);
}

void Monkey::chooseAction() {
  static const ActionId kActions[] = {ActionId::kArrange,
                                      ActionId::kAddFrame,
                                      ActionId::kAddNote,
                                      ActionId::kAlignLeft,
                                      ActionId::kAlignCentre,
                                      ActionId::kAlignRight,
                                      ActionId::kAlignTop,
                                      ActionId::kAlignMiddle,
                                      ActionId::kAlignBottom,
                                      ActionId::kDistributeDown,
                                      ActionId::kShowOutline,
                                      ActionId::kShowHistory,
                                      ActionId::kHealWires,
                                      ActionId::kReplaceWires,
                                      ActionId::kDistributeAcross,
                                      ActionId::kGroup,
                                      ActionId::kDissolve,
                                      ActionId::kDuplicate,
                                      ActionId::kSelectAll,
                                      ActionId::kToggleEnabled,
                                      ActionId::kRename,
                                      ActionId::kZoomActual,
                                      ActionId::kZoomFit,
                                      ActionId::kZoomIn,
                                      ActionId::kZoomOut,
                                      ActionId::kOpenSubsystem,
                                      ActionId::kLeaveSubsystem,
                                      ActionId::kAddBlock,
                                      ActionId::kFitPlots,
                                      ActionId::kFollowPlots,
                                      ActionId::kCut,
                                      ActionId::kPaste,
                                      ActionId::kSaveAs,
                                      ActionId::kSave,
                                      ActionId::kCommandPalette,
                                      ActionId::kShortcuts,
                                      ActionId::kHelp,
                                      ActionId::kStartPage,
                                      ActionId::kExportFigure,
                                      ActionId::kShowProperties,
                                      ActionId::kShowParameters,
                                      ActionId::kShowSettings,
                                      ActionId::kShowPlots,
                                      ActionId::kShowProblems,
                                      ActionId::kShowMinimap,
                                      ActionId::kCanvasMinimap,
                                      ActionId::kNextPanel,
                                      ActionId::kPreviousPanel,
                                      ActionId::kFloatPanel,
                                      ActionId::kMovePanelLeft,
                                      ActionId::kMovePanelRight,
                                      ActionId::kMovePanelBelow,
                                      ActionId::kClosePanel,
                                      ActionId::kResetLayout,
                                      ActionId::kResetLayout};
  trigger(any(kActions));
}

void Monkey::undoAndRedo() {
  trigger(oneIn(3) ? ActionId::kRedo : ActionId::kUndo);
  for (int i = below(5); i > 0; --i) trigger(oneIn(2) ? ActionId::kRedo : ActionId::kUndo);
}

void Monkey::chooseFromMenu() {
  const QPointF place = oneIn(3) ? somewhereOnWire() : oneIn(3) ? somePort() : somePlace();
  if (oneIn(4)) {
    const QPoint at = hand().at(place);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, viewport()->mapToGlobal(at));
    QApplication::sendEvent(viewport(), &event);
    return;  // It is closed by tidy().
  }
  const std::unique_ptr<QMenu> menu(view()->menu()->make(place));
  QList<QAction*> entries;
  for (QMenu* at : menu->findChildren<QMenu*>() + QList<QMenu*>{menu.get()}) {
    for (QAction* entry : at->actions()) {
      if (entry->menu() == nullptr && !entry->isSeparator()) entries += entry;
    }
  }
  if (entries.isEmpty()) return;
  QAction* const chosen = any(entries);
  log_->add(chosen->objectName());
  chosen->trigger();
}

void Monkey::changeLevel() {
  QStringList inner;
  for (const Block& block : scene()->diagram().blocks) {
    if (block.is_subsystem()) inner += QString::fromStdString(block.name);
  }
  if (inner.isEmpty() || oneIn(3)) return leaveLevel();
  const QString name = any(inner);
  log_->add(name);
  hand().doubleClick(scene()->findBlock(name)->box().center());
}

void Monkey::copyAcross() {
  if (oneIn(2)) action(ActionId::kSelectAll)->trigger();
  action(ActionId::kCopy)->trigger();
  window_->showWorkspace(any(window_->workspaces()));
  view()->setFocus();
  key(Qt::Key_V, Qt::ControlModifier);
}

}  // namespace loopwright
