#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStringList>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoStack>
#include <QUndoView>
#include <QWheelEvent>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/note_item.h"
#include "gui/canvas/quick_add.h"
#include "gui/canvas/wire_item.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/actions.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/panels/find_panel.h"
#include "gui/panels/palette_entry.h"
#include "gui/run/run_controller.h"
#include "gui/theme/theme.h"
#include "tests/gui/canvas_gestures.h"

namespace loopwright {

/// What a monkey did, line by line, in a file as well: a crash leaves that behind.
class GestureLog {
 public:
  explicit GestureLog(const QString& path) : file_(path) { file_.open(QIODevice::WriteOnly); }

  void begin(const QString& gesture) {
    if (!gestures_.isEmpty()) file_.write("\n");
    gestures_ += gesture;
    file_.write(gesture.toUtf8());
    file_.flush();
  }
  void add(const QString& detail) {
    gestures_.last() += u' ' + detail;
    file_.write(' ' + detail.toUtf8());
    file_.flush();
  }
  qsizetype count() const { return gestures_.size(); }
  QString last() const { return gestures_.isEmpty() ? QString() : gestures_.last(); }
  void print() const {
    for (qsizetype i = 0; i < gestures_.size(); ++i) {
      std::fprintf(stderr, "%4lld %s\n", static_cast<long long>(i), qPrintable(gestures_[i]));
    }
  }

 private:
  QFile file_;
  QStringList gestures_;
};

/// Random gestures at an editor's window, by mouse and keyboard, the same for a seed. What a
/// gesture opens stays open for a while: fields over the canvas, lists, a wire that is being drawn.
/// A dialog is closed as soon as it appears.
class Monkey {
 public:
  Monkey(MainWindow* window, uint64_t seed, GestureLog* log)
      : window_(window), state_(seed), log_(log) {
    QObject::connect(&watchdog_, &QTimer::timeout, [] {
      if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
        dialog->reject();
      }
      if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    });
    watchdog_.start(10);
  }

  /// One gesture; then, mostly, what it left open is ended.
  void act() {
    int draw = below(totalWeight());
    const Gesture* chosen = kGestures;
    while (draw >= chosen->weight) draw -= (chosen++)->weight;
    log_->begin(QLatin1String(chosen->name));
    (this->*chosen->make)();
    stopLongRuns();
    bound();
    if (below(3) == 0) finishEditors();
    tidy();
  }

  /// Ends all that is open.
  void finish() {
    log_->begin(QStringLiteral("the end"));
    for (Workspace* open : window_->workspaces()) {
      window_->showWorkspace(open);
      tidy();
      finishEditors();
      open->runs()->stop();
      view()->setFocus();
      key(Qt::Key_Escape);
    }
  }

 private:
  struct Gesture {
    const char* name;
    int weight;
    void (Monkey::*make)();
  };
  static const Gesture kGestures[];

  // ---- numbers --------------------------------------------------------------------------------

  int below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }
  bool oneIn(int count) { return below(static_cast<std::size_t>(count)) == 0; }
  template <typename List>
  auto any(const List& list) {
    return list[static_cast<typename List::size_type>(
        below(static_cast<std::size_t>(list.size())))];
  }
  template <typename T, std::size_t n>
  T any(const T (&list)[n]) {
    return list[below(n)];
  }
  static int totalWeight();

  // ---- the window -----------------------------------------------------------------------------

  Workspace* workspace() const { return window_->current(); }
  DiagramDocument* document() const { return workspace()->document(); }
  DiagramView* view() const { return workspace()->view(); }
  DiagramScene* scene() const { return view()->diagramScene(); }
  QWidget* viewport() const { return view()->viewport(); }
  CanvasGestures hand() const { return CanvasGestures(view()); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }

  /// What can be seen of a kind.
  template <typename T>
  QList<T*> seen(const QString& name = {}) const {
    QList<T*> found;
    for (T* widget : window_->findChildren<T*>(name)) {
      if (widget->isVisible() && widget->isEnabled()) found += widget;
    }
    return found;
  }
  static QString nameOf(const QWidget* widget) {
    return widget->objectName().isEmpty() ? QLatin1String(widget->metaObject()->className())
                                          : widget->objectName();
  }

  /// What was posted is done before a hand or an eye could notice.
  static void settle() {
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  // ---- places ---------------------------------------------------------------------------------

  Qt::KeyboardModifiers someModifiers() {
    static constexpr Qt::KeyboardModifier kModifiers[] = {
        Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
    return any(kModifiers);
  }

  BlockItem* someBlock() {
    const DiagramModel& diagram = scene()->diagram();
    if (diagram.blocks.empty()) return nullptr;
    const auto index = static_cast<std::size_t>(below(diagram.blocks.size()));
    return scene()->findBlock(QString::fromStdString(diagram.blocks[index].name));
  }

  WireItem* someWire() {
    const DiagramModel& diagram = scene()->diagram();
    if (diagram.wires.empty()) return nullptr;
    return scene()->findWire(QString::fromStdString(any(diagram.wires).to));
  }

  QPointF someSpot() {
    const QRectF seen = view()->mapToScene(viewport()->rect()).boundingRect();
    return seen.topLeft() + QPointF(below(static_cast<std::size_t>(seen.width()) + 1),
                                    below(static_cast<std::size_t>(seen.height()) + 1));
  }

  /// Mostly a block's middle, edge or name, sometimes a note, a frame's edge or anywhere.
  QPointF somePlace() {
    if (oneIn(8)) {
      const auto notes = static_cast<int>(scene()->diagram().notes.size());
      const auto frames = static_cast<int>(scene()->diagram().frames.size());
      if (notes > 0 && oneIn(2)) return scene()->findNote(below(notes))->pos() + QPointF(5, 5);
      if (frames > 0) return scene()->findFrame(below(frames))->pos() + QPointF(20, -5);
    }
    const BlockItem* block = oneIn(3) ? nullptr : someBlock();
    if (block == nullptr) return someSpot();
    const QRectF box = block->box();
    if (oneIn(8)) return block->mapToScene(block->nameRect().center());
    return box.topLeft() + QPointF(box.width() * below(5) / 4.0, box.height() * below(5) / 4.0);
  }

  QPointF somePort() {
    const BlockItem* block = someBlock();
    if (block == nullptr) return someSpot();
    const auto& ports = oneIn(2) ? block->geometry().inputs : block->geometry().outputs;
    if (ports.empty()) return block->box().center();
    return block->pos() + any(ports).position;
  }

  QPointF somewhereOnWire() {
    const WireItem* wire = someWire();
    if (wire == nullptr) return somePlace();
    const auto piece = static_cast<std::size_t>(below(wire->points().size() - 1));
    return (wire->points()[piece] + wire->points()[piece + 1]) / 2;
  }

  // ---- mouse ----------------------------------------------------------------------------------

  static QString text(const QPoint& place) {
    return QStringLiteral("%1,%2").arg(place.x()).arg(place.y());
  }

  static void moveTo(QWidget* widget, const QPoint& place, Qt::MouseButton button,
                     Qt::KeyboardModifiers modifiers) {
    QMouseEvent move(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, button,
                     modifiers);
    QApplication::sendEvent(widget, &move);
  }

  /// A drag in some steps; sometimes something comes in between.
  void dragOn(QWidget* widget, const QPoint& begin, const QPoint& end,
              Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
    constexpr int kSteps = 5;
    const int turn = oneIn(5) ? below(kSteps) + 1 : 0;
    log_->add(text(begin) + QStringLiteral(" to ") + text(end) +
              (modifiers != Qt::NoModifier
                   ? QStringLiteral(" modifiers %1").arg(modifiers.toInt(), 0, 16)
                   : QString()));
    QPointer<QWidget> target = widget;
    QTest::mousePress(widget, button, modifiers, begin);
    for (int i = 1; i <= kSteps && target != nullptr; ++i) {
      moveTo(widget, begin + (end - begin) * i / kSteps, button, modifiers);
      if (i == turn) interrupt();
    }
    if (target != nullptr) QTest::mouseRelease(widget, button, modifiers, end);
  }

  void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers) {
    dragOn(viewport(), hand().at(from), hand().at(to), Qt::LeftButton, modifiers);
  }

  /// What may happen in the middle of a drag.
  void interrupt() {
    static const ActionId kActions[] = {ActionId::kUndo,    ActionId::kUndo,  ActionId::kRedo,
                                        ActionId::kArrange, ActionId::kGroup, ActionId::kAddNote,
                                        ActionId::kZoomFit, ActionId::kRun,   ActionId::kSave};
    static const Qt::Key kKeys[] = {
        Qt::Key_Escape, Qt::Key_Escape, Qt::Key_Delete, Qt::Key_R,  Qt::Key_Tab,
        Qt::Key_Space,  Qt::Key_Left,   Qt::Key_Return, Qt::Key_F2, Qt::Key_Backspace};
    switch (below(4)) {
      case 0:
        return trigger(any(kActions));
      case 1:
        return leaveLevel();
      case 2:
        log_->add(QStringLiteral("wheel"));
        return wheelAt(somePlace(), Qt::ControlModifier, oneIn(2) ? 120 : -120);
      default:
        return key(any(kKeys));
    }
  }

  void dragPlaces() { drag(somePlace(), somePlace(), someModifiers()); }
  void dragPort() { drag(somePort(), oneIn(2) ? somePort() : somePlace(), someModifiers()); }
  void dragWire() { drag(somewhereOnWire(), oneIn(3) ? somePort() : somePlace(), someModifiers()); }
  void dragBand() {
    const QPointF corner = someSpot();
    drag(corner, oneIn(2) ? someSpot() : somePlace(),
         oneIn(2) ? Qt::ShiftModifier : Qt::NoModifier);
  }

  /// Selects something and drags its handle.
  void resizeSomething() {
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

  void dragFromPalette() {
    window_->actions().get(ActionId::kShowBlocks)->trigger();
    const auto entries = seen<PaletteEntry>();
    if (entries.isEmpty()) return;
    PaletteEntry* entry = any(entries);
    log_->add(nameOf(entry));
    const QPoint end = entry->mapFromGlobal(viewport()->mapToGlobal(hand().at(somePlace())));
    dragOn(entry, entry->rect().center(), end);
  }

  void click() {
    const QPointF place = oneIn(4) ? somewhereOnWire() : somePlace();
    const Qt::KeyboardModifiers modifiers = someModifiers();
    log_->add(text(hand().at(place)));
    hand().click(place, modifiers);
  }

  void doubleClick() {
    const QPointF place = oneIn(4) ? somewhereOnWire() : somePlace();
    log_->add(text(hand().at(place)));
    if (oneIn(2)) hand().click(place);
    hand().doubleClick(place);
  }

  void hover() {
    for (int i = 0; i < 4; ++i) {
      const QPointF place = i % 2 == 0 ? somewhereOnWire() : somePort();
      moveTo(viewport(), hand().at(place), Qt::NoButton, {});
    }
  }

  void clickWire() {
    hand().click(somePort());
    for (int i = below(3); i >= 0; --i) hand().click(somePlace());
    if (oneIn(2)) key(Qt::Key_Backspace);
    if (oneIn(8)) interrupt();
    hand().click(somePort());
    if (oneIn(2)) key(Qt::Key_Escape);
  }

  void pan() {
    const QPoint begin = hand().at(somePlace());
    const QPoint end = hand().at(somePlace());
    if (oneIn(2)) return dragOn(viewport(), begin, end, Qt::MiddleButton);
    QTest::keyPress(view(), Qt::Key_Space);
    dragOn(viewport(), begin, end);
    QTest::keyRelease(view(), Qt::Key_Space);
  }

  void wheelAt(const QPointF& place, Qt::KeyboardModifiers modifiers, int angle) {
    const QPoint at = hand().at(place);
    QWheelEvent wheel(at, viewport()->mapToGlobal(at), {}, {0, angle}, {}, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(viewport(), &wheel);
  }

  void turnWheel() {
    wheelAt(somePlace(), oneIn(4) ? Qt::NoModifier : Qt::ControlModifier, oneIn(2) ? 120 : -120);
  }

  // ---- keys, actions, menus -------------------------------------------------------------------

  void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
    log_->add(QKeySequence(code | modifiers).toString(QKeySequence::PortableText));
    QTest::keyClick(view(), code, modifiers);
    settle();
  }

  void pressKey() {
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

  void trigger(ActionId id) {
    QAction* const triggered = action(id);
    log_->add(triggered->objectName());
    triggered->trigger();
    settle();
  }

  void chooseAction() {
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
                                        ActionId::kExportDiagram,
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

  void undoAndRedo() {
    trigger(oneIn(3) ? ActionId::kRedo : ActionId::kUndo);
    for (int i = below(5); i > 0; --i) trigger(oneIn(2) ? ActionId::kRedo : ActionId::kUndo);
  }

  void chooseFromMenu() {
    const QPointF place = oneIn(3) ? somewhereOnWire() : oneIn(3) ? somePort() : somePlace();
    if (oneIn(4)) {
      const QPoint at = hand().at(place);
      QContextMenuEvent event(QContextMenuEvent::Mouse, at, viewport()->mapToGlobal(at));
      QApplication::sendEvent(viewport(), &event);
      return;  // It is closed by tidy().
    }
    const std::unique_ptr<QMenu> menu(view()->makeContextMenu(place));
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

  // ---- texts ----------------------------------------------------------------------------------

  QString someText() {
    static const char* const kTexts[] = {"gain",
                                         "sum",
                                         "scope",
                                         "integ",
                                         "subsys",
                                         "5",
                                         "-1",
                                         "0.01",
                                         "2.4k",
                                         "1e9",
                                         "k*2",
                                         "1/0",
                                         "a b",
                                         "",
                                         "i",
                                         "g",
                                         "++-",
                                         "[1, 2; 3, 4]",
                                         "[1 2",
                                         "x'\"<&>\\",
                                         "\xc3\xbc\xe2\x82\xac",
                                         "uniform(0, 1)",
                                         "true",
                                         "gain 5",
                                         "a.b/c",
                                         "sub"};
    return QString::fromUtf8(any(kTexts));
  }

  void typeInto(QWidget* field, const QString& text) {
    log_->add(QStringLiteral("'%1' into %2").arg(text, nameOf(field)));
    const QPointer<QWidget> target = field;
    for (const QChar letter : text) {
      if (target == nullptr) return;
      if (letter.unicode() < 128) {
        QTest::keyClick(field, letter.toLatin1());
      } else {
        QTest::sendKeyEvent(QTest::Click, field, Qt::Key_unknown, letter, {});
      }
    }
  }

  /// Ends what was typed.
  static void end(QWidget* field, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    if (field != nullptr) QTest::keyClick(field, key, modifiers);
    settle();
  }

  /// Ends fields over the canvas with Enter or Esc, mostly with another text.
  void finishEditors() {
    for (const char* name : {"quickAdd.edit", "nameEditor", "signalEditor", "frameEditor"}) {
      for (QPointer<QLineEdit> field : seen<QLineEdit>(QLatin1String(name))) {
        field->selectAll();
        typeInto(field, someText());
        end(field, oneIn(3) ? Qt::Key_Escape : Qt::Key_Return);
        end(field, Qt::Key_Escape);
      }
    }
    for (QPointer<QPlainTextEdit> field : seen<QPlainTextEdit>(QStringLiteral("noteEditor"))) {
      typeInto(field, someText());
      const bool isDone = !oneIn(3);
      end(field, isDone ? Qt::Key_Return : Qt::Key_Escape,
          isDone ? Qt::ControlModifier : Qt::NoModifier);
    }
  }

  void typeSomewhere() {
    QWidget* const field = QApplication::focusWidget();
    typeInto(field != nullptr ? field : view(), someText());
  }

  /// Edits any field of the window, and sometimes leaves it as it is then.
  void fillField() {
    const auto fields = seen<QLineEdit>();
    if (fields.isEmpty()) return;
    const QPointer<QLineEdit> field = any(fields);
    field->setFocus();
    if (oneIn(2)) field->selectAll();
    typeInto(field, someText());
    static const Qt::Key kEnds[] = {Qt::Key_Return, Qt::Key_Return, Qt::Key_Tab, Qt::Key_Escape};
    if (!oneIn(5)) end(field, any(kEnds));
  }

  /// Shows the form of a block and edits a field of it.
  void fillProperty() {
    if (const BlockItem* block = someBlock()) view()->selectBlocks({block->name()});
    QList<QLineEdit*> fields;
    for (QLineEdit* field : seen<QLineEdit>()) {
      if (field->objectName().startsWith(QLatin1String("property."))) fields += field;
    }
    if (fields.isEmpty()) return;
    const QPointer<QLineEdit> field = any(fields);
    field->setFocus();
    field->selectAll();
    typeInto(field, someText());
    end(field, oneIn(4) ? Qt::Key_Escape : Qt::Key_Return);
  }

  void choose() {
    const auto boxes = seen<QComboBox>();
    if (boxes.isEmpty()) return;
    QComboBox* box = any(boxes);
    log_->add(nameOf(box));
    box->setFocus();
    QTest::keyClick(box, oneIn(2) ? Qt::Key_Down : Qt::Key_Up);
  }

  void editParameters() {
    auto tables = seen<QTableView>(QStringLiteral("parametersTable"));
    if (tables.isEmpty()) {
      action(ActionId::kShowParameters)->trigger();
      tables = seen<QTableView>(QStringLiteral("parametersTable"));
    }
    if (tables.isEmpty()) return;
    QTableView* const table = any(tables);
    const auto press = [this](const char* name) {
      const auto buttons = seen<QToolButton>(QLatin1String(name));
      log_->add(QLatin1String(name));
      if (!buttons.isEmpty()) any(buttons)->click();
    };
    if (oneIn(4)) return press("parametersAdd");
    const int rows = table->model()->rowCount();
    if (rows == 0) return;
    const QModelIndex cell = table->model()->index(below(static_cast<std::size_t>(rows)), below(6));
    table->setCurrentIndex(cell);
    if (oneIn(4)) return press("parametersRemove");
    if ((cell.flags() & Qt::ItemIsEditable) == 0) return;
    table->scrollTo(cell);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    const QPointer<QLineEdit> field = table->viewport()->findChild<QLineEdit*>();
    if (field == nullptr) return;
    typeInto(field, someText());
    if (!oneIn(4)) end(field, oneIn(4) ? Qt::Key_Escape : Qt::Key_Return);
  }

  // ---- lists and panels -----------------------------------------------------------------------

  void clickOutline() {
    action(ActionId::kShowOutline)->trigger();
    for (QTreeWidget* tree : seen<QTreeWidget>(QStringLiteral("outlineTree"))) {
      QList<QTreeWidgetItem*> items =
          tree->findItems(QStringLiteral("*"), Qt::MatchWildcard | Qt::MatchRecursive);
      if (items.isEmpty()) return;
      QTreeWidgetItem* const item = any(items);
      log_->add(item->text(0));
      tree->scrollToItem(item);
      const QPoint place = tree->visualItemRect(item).center();
      QTest::mouseClick(tree->viewport(), Qt::LeftButton, someModifiers(), place);
      if (oneIn(3)) QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, place);
      if (oneIn(3)) QTest::keyClick(tree, oneIn(2) ? Qt::Key_Return : Qt::Key_Down);
    }
  }

  void clickHistory() {
    action(ActionId::kShowHistory)->trigger();
    for (QUndoView* list : seen<QUndoView>()) {
      const int row = below(static_cast<std::size_t>(list->model()->rowCount()));
      log_->add(QString::number(row));
      list->setCurrentIndex(list->model()->index(row, 0));
    }
  }

  void find() {
    action(ActionId::kFind)->trigger();
    for (QLineEdit* field : seen<QLineEdit>(QStringLiteral("find.edit"))) {
      typeInto(field, someText());
      for (int i = below(3); i > 0; --i) QTest::keyClick(field, Qt::Key_Down);
      QTest::keyClick(field, Qt::Key_Return);
      if (oneIn(2)) QTest::keyClick(field, Qt::Key_Escape);
    }
  }

  void clickProblem() {
    for (auto* list : seen<QAbstractItemView>(QStringLiteral("problemsList"))) {
      const int rows = list->model()->rowCount();
      if (rows == 0) continue;
      const QModelIndex row = list->model()->index(below(static_cast<std::size_t>(rows)), 0);
      QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(row).center());
    }
  }

  /// Any button of the window but that of the start page, which opens files.
  void clickButton() {
    QList<QAbstractButton*> buttons;
    for (QAbstractButton* button : seen<QAbstractButton>()) {
      const bool closes = qobject_cast<QTabBar*>(button->parentWidget()) != nullptr;
      if (!closes && !button->objectName().startsWith(QLatin1String("startPage"))) {
        buttons += button;
      }
    }
    if (buttons.isEmpty()) return;
    QAbstractButton* const button = any(buttons);
    log_->add(nameOf(button) + u' ' + button->text());
    button->click();
  }

  void clickMinimap() {
    for (auto* map : seen<QWidget>(QStringLiteral("minimap"))) {
      dragOn(map, QPoint(below(120), below(80)), QPoint(below(120), below(80)));
    }
  }

  void useCommandPalette() {
    static const char* const kCommands[] = {"arr", "zoom", "rot", "undo", "sel", "out", "fr"};
    action(ActionId::kCommandPalette)->trigger();
    const auto fields = seen<QLineEdit>(QStringLiteral("commandPalette.edit"));
    if (fields.isEmpty()) return;
    const QPointer<QLineEdit> field = fields.front();
    typeInto(field, QLatin1String(any(kCommands)));
    end(field, oneIn(3) ? Qt::Key_Escape : Qt::Key_Return);
  }

  // ---- the whole ------------------------------------------------------------------------------

  void leaveLevel() { trigger(ActionId::kLeaveSubsystem); }

  /// Opens a subsystem of the level, or leaves it.
  void changeLevel() {
    QStringList inner;
    for (const Block& block : scene()->diagram().blocks) {
      if (block.is_subsystem()) inner += QString::fromStdString(block.name);
    }
    if (inner.isEmpty() || oneIn(3)) return leaveLevel();
    const QString name = any(inner);
    log_->add(name);
    hand().doubleClick(scene()->findBlock(name)->box().center());
  }

  void switchTab() {
    if (oneIn(2)) {
      log_->add(QStringLiteral("document"));
      return window_->showWorkspace(any(window_->workspaces()));
    }
    const auto bars = seen<QTabBar>();
    if (bars.isEmpty()) return;
    QTabBar* const bar = any(bars);
    if (bar->count() == 0) return;
    bar->setCurrentIndex(below(static_cast<std::size_t>(bar->count())));
  }

  /// Copies here and pastes in another document.
  void copyAcross() {
    if (oneIn(2)) action(ActionId::kSelectAll)->trigger();
    action(ActionId::kCopy)->trigger();
    window_->showWorkspace(any(window_->workspaces()));
    view()->setFocus();
    key(Qt::Key_V, Qt::ControlModifier);
  }

  void run() {
    const RunController::State state = workspace()->runs()->state();
    if (state == RunController::State::kIdle || state == RunController::State::kPaused) {
      trigger(ActionId::kRun);
      since_start_ = 0;
    } else {
      trigger(oneIn(2) ? ActionId::kPause : ActionId::kStop);
    }
    QTest::qWait(below(3) * 30);
  }

  void usePlots() {
    QList<QWidget*> plots;
    for (auto* plot : seen<QWidget>(QStringLiteral("plotArea"))) plots += plot;
    if (plots.isEmpty()) return;
    QWidget* const plot = any(plots);
    const auto place = [&] {
      return QPoint(below(static_cast<std::size_t>(plot->width())),
                    below(static_cast<std::size_t>(plot->height())));
    };
    const QPoint at = place();
    switch (below(4)) {
      case 0:
        return dragOn(plot, at, place(), oneIn(2) ? Qt::LeftButton : Qt::MiddleButton,
                      someModifiers());
      case 1: {
        QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, oneIn(2) ? 120 : -120}, {},
                          someModifiers(), Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
        return;
      }
      case 2:
        return QTest::mouseDClick(plot, Qt::LeftButton, {}, at);
      default:
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        moveTo(plot, place(), Qt::NoButton, {});
        return;
    }
  }

  void switchTheme() {
    isDark_ = !isDark_;
    applyTheme(qApp, isDark_ ? Theme::Mode::kDark : Theme::Mode::kLight);
  }

  void resizeWindow() { window_->resize(500 + below(1200), 400 + below(700)); }

  /// Somebody else writes the document's file.
  void changeFile() {
    const QString path = document()->filePath();
    if (path.isEmpty()) return;
    if (oneIn(4)) {
      QFile::remove(path);
    } else {
      QFile file(path);
      if (file.open(QIODevice::ReadWrite)) {
        file.seek(file.size());
        file.write(" ");
      }
    }
    QTest::qWait(50);
  }

  /// Time for the check, the outline and the unsaved changes.
  void wait() { QTest::qWait(350); }

  // ---- order ----------------------------------------------------------------------------------

  static int blockCount(const DiagramModel& diagram) {
    int count = 0;
    for (const Block& block : diagram.blocks) {
      count += 1 + (block.diagram ? blockCount(*block.diagram) : 0);
    }
    return count;
  }

  /// Copies of copies would grow without end.
  void bound() {
    for (int i = 0; i < 5 && blockCount(document()->document().root) > 90; ++i) {
      document()->undoStack()->undo();
    }
  }

  void stopLongRuns() {
    if (++since_start_ < 20) return;
    since_start_ = 0;
    for (Workspace* open : window_->workspaces()) open->runs()->stop();
  }

  /// Closes popups, dialogs and other windows, and comes back to where there is something to see.
  void tidy() {
    settle();
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QWidget* other : QApplication::topLevelWidgets()) {
      const bool isPanel = qobject_cast<QDockWidget*>(other) != nullptr;
      if (other != window_ && other->isVisible() && !isPanel) other->close();
    }
    if (window_->isStartPageShown()) window_->showWorkspace(workspace());
    if (view()->zoom() < 0.3 || view()->zoom() > 3 || oneIn(30)) {
      scene()->clearSelection();
      view()->zoomToFit();
    }
  }

  MainWindow* window_;
  uint64_t state_;
  GestureLog* log_;
  QTimer watchdog_;
  bool isDark_ = false;
  int since_start_ = 0;  // gestures since a run was started
};

inline const Monkey::Gesture Monkey::kGestures[] = {
    {"drag", 10, &Monkey::dragPlaces},
    {"drag a port", 10, &Monkey::dragPort},
    {"drag a wire", 8, &Monkey::dragWire},
    {"drag a band", 4, &Monkey::dragBand},
    {"drag a handle", 3, &Monkey::resizeSomething},
    {"drag from the palette", 3, &Monkey::dragFromPalette},
    {"click", 6, &Monkey::click},
    {"double-click", 5, &Monkey::doubleClick},
    {"hover", 2, &Monkey::hover},
    {"click a wire", 5, &Monkey::clickWire},
    {"pan", 2, &Monkey::pan},
    {"wheel", 4, &Monkey::turnWheel},
    {"key", 30, &Monkey::pressKey},
    {"action", 10, &Monkey::chooseAction},
    {"undo and redo", 5, &Monkey::undoAndRedo},
    {"menu", 7, &Monkey::chooseFromMenu},
    {"type", 4, &Monkey::typeSomewhere},
    {"fill a field", 4, &Monkey::fillField},
    {"fill a property", 5, &Monkey::fillProperty},
    {"choose", 2, &Monkey::choose},
    {"parameters", 5, &Monkey::editParameters},
    {"outline", 3, &Monkey::clickOutline},
    {"history", 2, &Monkey::clickHistory},
    {"find", 2, &Monkey::find},
    {"problem", 1, &Monkey::clickProblem},
    {"button", 3, &Monkey::clickButton},
    {"minimap", 1, &Monkey::clickMinimap},
    {"command palette", 1, &Monkey::useCommandPalette},
    {"level", 5, &Monkey::changeLevel},
    {"tab", 3, &Monkey::switchTab},
    {"copy across", 2, &Monkey::copyAcross},
    {"run", 5, &Monkey::run},
    {"plots", 3, &Monkey::usePlots},
    {"theme", 1, &Monkey::switchTheme},
    {"resize the window", 1, &Monkey::resizeWindow},
    {"another program", 1, &Monkey::changeFile},
    {"wait", 1, &Monkey::wait},
};

inline int Monkey::totalWeight() {
  int total = 0;
  for (const Gesture& gesture : kGestures) total += gesture.weight;
  return total;
}

}  // namespace loopwright
