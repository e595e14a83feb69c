// What people who know other editors of diagrams try in the first minute, and what somebody sees
// who knows none.
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QObject>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolTip>
#include <QUrl>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/selection_commands.h"
#include "gui/export/printing.h"
#include "gui/plots/plot_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_habits {

namespace {

const char* const kEmpty = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {}}})";

/// The streams of a PDF file, what is drawn among them, as text. Dates and names are not in them.
QByteArray drawingOf(const QString& path) {
  const QByteArray file = WindowFixture::read(path);
  QByteArray streams;
  qsizetype at = 0;
  while ((at = file.indexOf("stream\n", at)) >= 0) {
    const qsizetype begin = at + 7;
    const qsizetype end = file.indexOf("endstream", begin);
    if (end < 0) break;
    // In front qUncompress() takes about how long the result is.
    streams += qUncompress(QByteArray("\0\1\0\0", 4) + file.mid(begin, end - begin));
    at = end + 9;
  }
  return streams;
}

}  // namespace

class TestEditorHabits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void anEmptyCanvasSaysHowToBegin();
  void theFirstLoopNeedsNoManual();
  void lettersAddABlockWhereNothingIsSelected();
  void aDoubleClickOpensTheParameters();
  void severalBlocksAreGivenAParameterAtOnce();
  void deleteAndBackspaceDelete();
  void controlASelectsEverything();
  void theWheelScrolls();
  void zoomKeysZoom();
  void aDragFromAnInputToAWireBranches();
  void theRightButtonGivesUpAWire();
  void contextMenusOfferTheObvious();
  void aContextMenuIsThatOfWhatLiesOnTop();
  void aBlockIsTakenOutOfItsWires();
  void thePointerSaysWhatADragWouldDo();
  void aPortSaysWhatItIs();
  void undoLeadsToWhatItChanged();
  void aFileDroppedOnTheWindowIsOpened();
  void aCopyIsADrawingForOtherPrograms();
  void aDiagramIsPrinted();

 private:
  void wheel(const QPoint& delta, Qt::KeyboardModifiers modifiers) const;
  QAction* entry(QMenu* menu, const QString& name) const;

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorHabits::anEmptyCanvasSaysHowToBegin() {
  editor_->set(kEmpty);
  const EditorWindow& e = *editor_;
  const auto* hint = e.child<QLabel>("emptyHint");
  QVERIFY(hint != nullptr && hint->isVisible());
  QVERIFY(hint->text().contains("Double-click, or just type, to add a block"));
  // A drag from the palette takes it away, Esc brings it back.
  e.hand().doubleClick({0, 0});
  e.type("gain");
  QVERIFY(!hint->isVisible());
  e.undo()->undo();
  QVERIFY(hint->isVisible());
  e.undo()->redo();
  QVERIFY(!hint->isVisible());
  // An empty subsystem says something else.
  e.hand().doubleClick({200, 200});
  e.type("subsystem");
  e.hand().doubleClick(e.middle("Subsystem"));
  QCOMPARE(e.view()->level(), QString("Subsystem"));
  QVERIFY(hint->isVisible());
  QVERIFY(hint->text().contains("This subsystem is empty"));
  // It is not in the way of the mouse.
  e.hand().doubleClick(e.view()->mapToScene(hint->geometry().center()));
  e.type("inport");
  QVERIFY(!hint->isVisible());
  QVERIFY(e.model("Subsystem/Inport") != nullptr);
}

void TestEditorHabits::theFirstLoopNeedsNoManual() {
  editor_->set(kEmpty);
  const EditorWindow& e = *editor_;
  // Only what the empty canvas and the status tell: double-click, type, drag from ports, F5.
  const auto add = [&](const QPointF& place, const char* text) {
    e.hand().doubleClick(place);
    e.type(text);
    e.hand().click(place + QPointF(0, 250));
  };
  add({0, 0}, "step");
  add({150, 0}, "sum");
  add({300, 0}, "integrator");
  add({450, 0}, "scope");
  const auto sum = e.block("Sum");
  QVERIFY(sum != nullptr && sum->geometry().inputs.size() == 2);
  e.hand().drag(e.port("Step.y"), e.port("Sum.u1"));
  e.hand().drag(e.port("Sum.y"), e.port("Integrator.u"));
  e.hand().drag(e.port("Integrator.y"), e.port("Scope.u1"));
  // The feedback: from the input back to the wire.
  e.hand().drag(e.port("Sum.u2"), e.wire("Scope.u1")->middle());
  QCOMPARE(e.source("Sum.u2"), QString("Integrator.y"));
  e.verifyWires();
  QTest::keyClick(e.window(), Qt::Key_F5);
  QTRY_VERIFY(e.workspace()->runs()->recording() != nullptr);
  QTRY_COMPARE(e.workspace()->runs()->state(), RunController::State::kIdle);
  QCOMPARE(e.workspace()->plots()->plots().size(), std::size_t{1});
}

void TestEditorHabits::lettersAddABlockWhereNothingIsSelected() {
  const EditorWindow& e = *editor_;
  QTest::mouseMove(e.view()->viewport(), e.hand().at({400, 240}));
  e.key(Qt::Key_G);
  auto* edit = e.child<QLineEdit>("quickAdd.edit");
  QVERIFY(edit != nullptr && edit->hasFocus());
  QCOMPARE(edit->text(), QString("g"));
  e.type("ain 7");
  QCOMPARE(e.model("Gain")->FindParameter("gain")->value, ParameterSetting(7));
  QVERIFY(QLineF(e.middle("Gain"), QPointF(400, 240)).length() < 10);
  // Commands for the selection are letters where there is none.
  e.key(Qt::Key_R);
  QCOMPARE(e.model("Gain")->layout->rotation, std::optional<int>(90));
  e.key(Qt::Key_Escape);
  for (const Qt::Key key : {Qt::Key_R, Qt::Key_F}) {
    e.key(key);
    edit = e.child<QLineEdit>("quickAdd.edit");
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->text().toUpper(), QString(QChar(key)));
    QTest::keyClick(edit, Qt::Key_Escape);
    QTRY_VERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
  }
  QCOMPARE(e.undo()->count(), 2);
}

void TestEditorHabits::aDoubleClickOpensTheParameters() {
  const EditorWindow& e = *editor_;
  e.hand().doubleClick(e.middle("B"));
  auto* field = e.child<QLineEdit>("property.gain");
  QVERIFY(field != nullptr && field->isVisible());
  QVERIFY(e.window()->focusWidget() == field);
  // What is typed is its value.
  field->selectAll();
  QTest::keyClicks(field, "4");
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(e.model("B")->FindParameter("gain")->value, ParameterSetting(4));
  // Enter on a selected block does the same.
  e.view()->setFocus();
  e.view()->selectBlocks({"C"});
  e.key(Qt::Key_Return);
  QVERIFY(e.window()->focusWidget()->objectName().startsWith("property."));
}

void TestEditorHabits::severalBlocksAreGivenAParameterAtOnce() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "g": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 0, "y": 0}},
    "h": {"type": "Gain", "parameters": {"gain": 3}, "layout": {"x": 120, "y": 0}},
    "d": {"type": "UnitDelay", "layout": {"x": 240, "y": 0}},
    "z": {"type": "ZeroOrderHold", "layout": {"x": 360, "y": 0}}}}})");
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.view()->selectBlocks({"g", "h"});
  auto* field = e.child<QLineEdit>("common.gain");
  QVERIFY(field != nullptr && field->isVisible());
  QVERIFY(field->text().isEmpty());  // they differ
  e.fill("common.gain", "2*x");
  QVERIFY(field->property("invalid").toBool());
  QVERIFY(e.child<QLabel>("common.gain.error")->text().startsWith("g: unknown name 'x'"));
  QCOMPARE(e.bytes(), before);
  e.fill("common.gain", "5");
  for (const char* name : {"g", "h"}) {
    QCOMPARE(e.model(name)->FindParameter("gain")->value, ParameterSetting(5));
  }
  QCOMPARE(field->text(), QString("5"));
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(e.undo()->undoText(), QString("Change gain of 2 blocks"));
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // Blocks of several types: what they have in common.
  e.view()->selectBlocks({"d", "z"});
  QVERIFY(e.child<QLineEdit>("common.period") != nullptr);
  e.fill("common.period", "0.5");
  QCOMPARE(e.model("d")->FindParameter("period")->value, ParameterSetting(0.5));
  QCOMPARE(e.model("z")->FindParameter("period")->value, ParameterSetting(0.5));
  e.view()->selectBlocks({"g", "z"});
  QCOMPARE(e.child<QLabel>("commonForm.summary")->text(),
           QString("They have no parameter in common."));
  // A block that is deleted belongs to the selection no more.
  e.view()->selectBlocks({"g", "h"});
  e.document()->edit("Delete h", [](Transaction* t) { RemoveBlocks(t, "", {"h"}); });
  QTRY_VERIFY(e.child<QLineEdit>("property.gain") != nullptr);
}

void TestEditorHabits::deleteAndBackspaceDelete() {
  const EditorWindow& e = *editor_;
  for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace}) {
    e.hand().click(e.middle("D"));
    e.key(key);
    QVERIFY(e.block("D") == nullptr);
    e.undo()->undo();
    QVERIFY(e.block("D") != nullptr);
  }
}

void TestEditorHabits::controlASelectsEverything() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Gain", "layout": {"x": 120, "y": 0}}},
    "wires": [{"from": "A.y", "to": "B.u"}],
    "notes": [{"text": "note", "x": 0, "y": 200}],
    "frames": [{"x": -40, "y": -40, "width": 300, "height": 200}]}})");
  const EditorWindow& e = *editor_;
  e.key(Qt::Key_A, Qt::ControlModifier);
  QCOMPARE(e.scene()->selectedItems().size(), 5);
  e.key(Qt::Key_Delete);
  QVERIFY(e.scene()->items().isEmpty());
  QCOMPARE(e.undo()->count(), 1);
}

void TestEditorHabits::wheel(const QPoint& delta, Qt::KeyboardModifiers modifiers) const {
  QWidget* viewport = editor_->view()->viewport();
  const QPoint place = viewport->rect().center();
  QWheelEvent event(place, viewport->mapToGlobal(place), {}, delta, {}, modifiers,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(viewport, &event);
}

void TestEditorHabits::theWheelScrolls() {
  const DiagramView* view = editor_->view();
  const double zoom = view->zoom();
  const auto corner = [&] { return view->mapToScene(QPoint(0, 0)); };
  const QPointF before = corner();
  wheel({0, -120}, {});
  QVERIFY(corner().y() > before.y());
  QCOMPARE(corner().x(), before.x());
  const QPointF below = corner();
  wheel({0, -120}, Qt::ShiftModifier);
  QVERIFY(corner().x() > below.x());
  QCOMPARE(corner().y(), below.y());
  const QPointF right = corner();
  wheel({-120, 0}, {});  // a touch pad
  QVERIFY(corner().x() > right.x());
  QCOMPARE(view->zoom(), zoom);
}

void TestEditorHabits::zoomKeysZoom() {
  const EditorWindow& e = *editor_;
  e.key(Qt::Key_Plus, Qt::ControlModifier);
  QVERIFY(e.view()->zoom() > 1);
  e.key(Qt::Key_Minus, Qt::ControlModifier);
  e.key(Qt::Key_Minus, Qt::ControlModifier);
  QVERIFY(e.view()->zoom() < 1);
  e.key(Qt::Key_0, Qt::ControlModifier);
  QCOMPARE(e.view()->zoom(), 1.0);
  QVERIFY(e.child<QLabel>("statusRight")->text().endsWith("100 %"));
}

void TestEditorHabits::aDragFromAnInputToAWireBranches() {
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("D.u1"), e.wire("C.u")->middle());
  QCOMPARE(e.source("D.u1"), QString("B.y"));
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(branchPoints({e.wire("C.u"), e.wire("D.u1")}).size(), std::size_t{1});
  e.verifyWires();
  // By clicks too.
  e.undo()->undo();
  e.hand().click(e.port("D.u1"));
  e.hand().click({200, 140});
  e.hand().click(e.wire("C.u")->middle());
  QCOMPARE(e.source("D.u1"), QString("B.y"));
  QVERIFY(EditorWindow::isOrthogonal(e.wire("D.u1")->points()));
}

void TestEditorHabits::theRightButtonGivesUpAWire() {
  const EditorWindow& e = *editor_;
  const auto items = e.scene()->items().size();
  e.hand().click(e.port("C.y"));
  e.hand().click({360, 60});
  QCOMPARE(e.scene()->items().size(), items + 1);
  const QPoint at = e.hand().at({380, 90});
  QTest::mousePress(e.view()->viewport(), Qt::RightButton, {}, at);
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, e.view()->viewport()->mapToGlobal(at));
  QApplication::sendEvent(e.view()->viewport(), &event);
  QTest::mouseRelease(e.view()->viewport(), Qt::RightButton, {}, at);
  QCOMPARE(e.scene()->items().size(), items);
  QVERIFY(!e.document()->isModified());
}

QAction* TestEditorHabits::entry(QMenu* menu, const QString& name) const {
  for (QMenu* at : menu->findChildren<QMenu*>() + QList<QMenu*>{menu}) {
    for (QAction* action : at->actions()) {
      if (action->objectName() == name) return action;
    }
  }
  return nullptr;
}

void TestEditorHabits::contextMenusOfferTheObvious() {
  const EditorWindow& e = *editor_;
  std::unique_ptr<QMenu> menu(e.view()->menu()->make(e.middle("B")));
  for (const char* name : {"open", "rename", "rotate", "flip", "commentOut", "group", "cut", "copy",
                           "duplicate", "delete", "takeOut", "help"}) {
    QVERIFY2(entry(menu.get(), QStringLiteral("canvasMenu.") + name) != nullptr, name);
  }
  QCOMPARE(entry(menu.get(), "canvasMenu.open")->text(), QString("Parameters"));
  QVERIFY(entry(menu.get(), "canvasMenu.arrange") == nullptr);  // of one block
  QString type;
  connect(e.view()->menu(), &CanvasMenu::helpRequested, this, [&](const QString& t) { type = t; });
  entry(menu.get(), "canvasMenu.help")->trigger();
  QCOMPARE(type, QString("Gain"));
  // Of several blocks.
  e.view()->selectBlocks({"B", "D"});
  menu.reset(e.view()->menu()->make(e.middle("B")));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"B", "D"}));
  QVERIFY(entry(menu.get(), "canvasMenu.arrange") != nullptr);
  entry(menu.get(), "align.0")->trigger();
  QCOMPARE(e.block("D")->pos().x(), e.block("B")->pos().x());
  QCOMPARE(e.undo()->count(), 1);
}

void TestEditorHabits::aContextMenuIsThatOfWhatLiesOnTop() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {},
    "notes": [{"text": "below", "x": 0, "y": 0, "width": 100},
              {"text": "on top", "x": 0, "y": 0, "width": 100}]}})");
  const EditorWindow& e = *editor_;
  const QPointF place(10, 6);
  const auto* const top = qgraphicsitem_cast<NoteItem*>(e.scene()->items(place).value(0));
  QVERIFY(top != nullptr);
  const std::unique_ptr<QMenu> menu(e.view()->menu()->make(place));
  QCOMPARE(e.scene()->selectedItems(), QList<QGraphicsItem*>{e.scene()->findNote(top->index())});
}

void TestEditorHabits::aBlockIsTakenOutOfItsWires() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  std::unique_ptr<QMenu> menu(e.view()->menu()->make(e.middle("B")));
  entry(menu.get(), "canvasMenu.takeOut")->trigger();
  QVERIFY(e.source("B.u").isEmpty());
  QCOMPARE(e.source("C.u"), QString("A.y"));
  QCOMPARE(e.undo()->undoText(), QString("Disconnect B"));
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // Wires between several blocks stay.
  e.view()->selectBlocks({"B", "C"});
  e.view()->commands()->takeOut();
  QVERIFY(e.source("B.u").isEmpty());
  QCOMPARE(e.source("C.u"), QString("B.y"));
}

void TestEditorHabits::thePointerSaysWhatADragWouldDo() {
  const EditorWindow& e = *editor_;
  const auto shapeAt = [&](const QPointF& place) {
    QTest::mouseMove(e.view()->viewport(), e.hand().at(place));
    QMouseEvent move(QEvent::MouseMove, e.hand().at(place),
                     e.view()->viewport()->mapToGlobal(e.hand().at(place)), Qt::NoButton,
                     Qt::NoButton, {});
    QApplication::sendEvent(e.view()->viewport(), &move);
    return e.view()->viewport()->cursor().shape();
  };
  QCOMPARE(shapeAt({420, 260}), Qt::ArrowCursor);
  QCOMPARE(shapeAt(e.port("C.y")), Qt::CrossCursor);
  QCOMPARE(shapeAt(e.wire("C.u")->middle()), Qt::SizeVerCursor);
  e.hand().drag(e.middle("C"), e.middle("C") + QPointF(60, -120));
  QCOMPARE(shapeAt(e.wire("C.u")->middle()), Qt::SizeHorCursor);
  e.view()->selectBlocks({"D"});
  QCOMPARE(shapeAt(e.block("D")->box().bottomRight()), Qt::SizeFDiagCursor);
  QTest::keyPress(e.view(), Qt::Key_Space);
  QCOMPARE(e.view()->viewport()->cursor().shape(), Qt::OpenHandCursor);
  const QPoint begin = e.hand().at({420, 260});
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  QCOMPARE(e.view()->viewport()->cursor().shape(), Qt::ClosedHandCursor);
  e.hand().moveSteps(begin, begin + QPoint(20, 20));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, begin + QPoint(20, 20));
  QTest::keyRelease(e.view(), Qt::Key_Space);
  QCOMPARE(e.view()->viewport()->cursor().shape(), Qt::ArrowCursor);
}

void TestEditorHabits::aPortSaysWhatItIs() {
  const EditorWindow& e = *editor_;
  const QPoint at = e.hand().at(e.port("C.u"));
  QHelpEvent help(QEvent::ToolTip, at, e.view()->viewport()->mapToGlobal(at));
  QApplication::sendEvent(e.view()->viewport(), &help);
  QCOMPARE(QToolTip::text(),
           QString("Input u of C, wired from B.y\nDrag to take its wire elsewhere"));
  QToolTip::hideText();
}

void TestEditorHabits::undoLeadsToWhatItChanged() {
  const EditorWindow& e = *editor_;
  const auto isSeen = [&](const char* name) {
    return e.view()
        ->mapToScene(e.view()->viewport()->rect())
        .boundingRect()
        .intersects(e.block(name)->box());
  };
  e.hand().drag(e.middle("D"), e.middle("D") + QPointF(0, 40));
  e.view()->centerOn(QPointF(4000, 3000));
  QVERIFY(!isSeen("D"));
  e.action(ActionId::kUndo)->trigger();
  QVERIFY(isSeen("D"));
  // Where it is seen, nothing moves.
  const QPointF corner = e.view()->mapToScene(QPoint(0, 0));
  e.action(ActionId::kRedo)->trigger();
  QCOMPARE(e.view()->mapToScene(QPoint(0, 0)), corner);
  // In another level.
  e.view()->selectBlocks({"B", "C"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  e.view()->openLevel("Subsystem");
  e.view()->selectBlocks({"C"});
  e.key(Qt::Key_Delete);
  e.view()->leaveLevel();
  QCOMPARE(e.view()->level(), QString());
  e.action(ActionId::kUndo)->trigger();
  QCOMPARE(e.view()->level(), QString("Subsystem"));
  QVERIFY(isSeen("C"));
  e.action(ActionId::kUndo)->trigger();
  QCOMPARE(e.view()->level(), QString());
  QVERIFY(isSeen("C"));
}

void TestEditorHabits::aFileDroppedOnTheWindowIsOpened() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("dropped.loop.json");
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(counterDiagram());
  file.close();
  const EditorWindow& e = *editor_;
  QMimeData files;
  files.setUrls({QUrl::fromLocalFile(path)});
  QWidget* window = e.window();
  QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &files, Qt::LeftButton, {});
  QApplication::sendEvent(window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &files, Qt::LeftButton, {});
  QApplication::sendEvent(window, &drop);
  QVERIFY(drop.isAccepted());
  QTRY_COMPARE(e.document()->displayName(), QString("dropped"));
  QVERIFY(e.block("counter") != nullptr);
  QVERIFY2(!e.view()->viewport()->acceptDrops(),
           "else the canvas would keep the file from the window");
  // Text is none of its business.
  QMimeData text;
  text.setText("hello");
  QDragEnterEvent other(QPoint(400, 300), Qt::CopyAction, &text, Qt::LeftButton, {});
  other.ignore();
  QApplication::sendEvent(window, &other);
  QVERIFY(!other.isAccepted());
}

void TestEditorHabits::aCopyIsADrawingForOtherPrograms() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"A", "B"});
  e.key(Qt::Key_C, Qt::ControlModifier);
  const QMimeData* content = QApplication::clipboard()->mimeData();
  QVERIFY(content->hasImage());
  const QByteArray drawing = content->data("image/svg+xml");
  QVERIFY(drawing.startsWith("<?xml"));
  QVERIFY(drawing.contains(">A</text>") && drawing.contains(">B</text>"));
  QVERIFY(!drawing.contains(">C</text>"));
}

void TestEditorHabits::aDiagramIsPrinted() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Set", [](Transaction* t) {
    SetBlockParameter(t, "", "D", "gain", ParameterSetting("unknown"));
  });
  QTRY_VERIFY(e.block("D")->toolTip().size() > 0);
  const QTemporaryDir folder;
  QPrinter printer(QPrinter::HighResolution);
  printer.setOutputFormat(QPrinter::PdfFormat);
  printer.setOutputFileName(folder.filePath("printed.pdf"));
  printDiagram(e.document(), QString(), &printer);
  const qint64 size = QFileInfo(printer.outputFileName()).size();
  // Paper is white: the same is drawn in the dark theme, and no problem is marked.
  const QByteArray light = drawingOf(printer.outputFileName());
  QVERIFY2(light.contains(" scn"), light.left(900).constData());
  applyTheme(qApp, Theme::Mode::kDark);
  printer.setOutputFileName(folder.filePath("dark.pdf"));
  printDiagram(e.document(), QString(), &printer);
  QVERIFY(Theme::current().isDark());
  applyTheme(qApp, Theme::Mode::kLight);
  QCOMPARE(drawingOf(printer.outputFileName()), light);
  // The command shows the page first, and prints the same from there.
  e.action(ActionId::kPrint)->trigger();
  auto* const preview = e.child<QPrintPreviewDialog>("printPreview");
  QVERIFY(preview != nullptr && preview->isVisible());
  auto* const pages = preview->findChild<QPrintPreviewWidget*>();
  QTRY_COMPARE(pages->pageCount(), 1);
  QCOMPARE(preview->printer()->docName(), e.document()->displayName());
  preview->printer()->setOutputFormat(QPrinter::PdfFormat);
  preview->printer()->setOutputFileName(folder.filePath("preview.pdf"));
  pages->print();
  QVERIFY(drawingOf(folder.filePath("preview.pdf")).contains(" scn"));
  preview->close();
  // An empty diagram is an empty page.
  editor_->set(kEmpty);
  printer.setOutputFileName(folder.filePath("empty.pdf"));
  printDiagram(e.document(), QString(), &printer);
  const qint64 empty = QFileInfo(printer.outputFileName()).size();
  QVERIFY2(empty > 0 && size > empty + 2000, qPrintable(QString("%1 %2").arg(size).arg(empty)));
  QCOMPARE(e.action(ActionId::kPrint)->shortcut(), QKeySequence("Ctrl+P"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorHabits)

}  // namespace loopwright::test_editor_habits

#include "test_editor_habits.moc"
