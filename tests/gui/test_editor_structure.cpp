// The editor in its window: subsystems, parameters, finding, notes and frames, the keyboard alone.
// Each function is one point of use, done by mouse and keyboard and checked in the document.
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QObject>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <bit>
#include <map>

#include "engine/recording/recording.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/port_focus.h"
#include "gui/edits/wire_edits.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_structure {

namespace {

const char* const kLoop = R"({"format": "loopwright", "version": 1,
  "parameters": {"h": {"value": 0.1, "unit": "s"}, "k": {"value": "20*h"}},
  "simulation": {"stop_time": "100*h"},
  "diagram": {"blocks": {
    "reference": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "noise": {"type": "GaussianNoise", "parameters": {"period": "h"}, "layout": {"x": 0, "y": 100}},
    "error": {"type": "Sum", "parameters": {"signs": "+-+"}, "layout": {"x": 120, "y": 0}},
    "controller": {"type": "DiscretePid", "parameters": {"kp": "k", "period": "h"},
                   "layout": {"x": 220, "y": 0}},
    "plant": {"type": "FirstOrderLag", "layout": {"x": 340, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 460, "y": 0}}},
  "wires": [{"from": "reference.y", "to": "error.u1"}, {"from": "plant.y", "to": "error.u2"},
            {"from": "noise.y", "to": "error.u3"}, {"from": "error.y", "to": "controller.u"},
            {"from": "controller.y", "to": "plant.u"}, {"from": "plant.y", "to": "scope.u1"}],
  "signals": {"plant.y": {"name": "position"}, "error.y": {"name": "e", "log": true},
              "noise.y": {"log": true}}},
  "plots": [{"signals": ["plant.y", "error.y"]}]})";

}  // namespace

class TestEditorStructure : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kLoop); }
  void cleanup() { editor_.reset(); }

  void point14GroupingComputesTheSameToTheBit();
  void point14SubsystemsOpenAndLeadBack();
  void point16ParametersAreATable();
  void point16SettingsAreInThePanelAndTheToolbar();
  void point16FindLeadsThroughAllLevels();
  void point16ContextMenusOfCanvasBlockWireAndPort();
  void point16DuplicatesByKeyAndByDrag();
  void point16ASubsystemsFormEditsItsParameters();
  void point16RotatesFlipsAndCommentsOut();
  void point16NotesFramesAndColours();
  void point18WiresByTheKeyboardAlone();
  void point18AddsAndSplicesByTheKeyboardAlone();
  void point18TheOutlineMirrorsTheCanvas();
  void point19AMoveTouchesOnlyWhatIsNear();

 private:
  /// The values of every recorded signal, by its path without what groups it.
  std::map<std::string, std::vector<uint64_t>> run();
  void choose(const char* entry, const QPointF& place) const;

  std::unique_ptr<EditorWindow> editor_;
};

std::map<std::string, std::vector<uint64_t>> TestEditorStructure::run() {
  RunController* runs = editor_->workspace()->runs();
  QSignalSpy finished(runs, &RunController::finished);
  editor_->action(ActionId::kRun)->trigger();
  std::map<std::string, std::vector<uint64_t>> values;
  if (!QTest::qWaitFor([&] { return finished.count() > 0; }, 30000)) return values;
  const Recording& recording = *runs->recording();
  std::vector<uint64_t>& times = values["time"];
  for (int64_t row = 0; row < recording.size(); ++row) {
    times.push_back(std::bit_cast<uint64_t>(recording.time(row)));
    times.push_back(recording.side(row) == Side::kAfter);
  }
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    std::vector<uint64_t>& column = values[signal.path.substr(signal.path.rfind('/') + 1)];
    for (int64_t row = 0; row < recording.size(); ++row) {
      column.push_back(std::bit_cast<uint64_t>(recording.value(row, signal.first_column)));
    }
  }
  return values;
}

void TestEditorStructure::point14GroupingComputesTheSameToTheBit() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  const auto expected = run();
  QCOMPARE(expected.size(), std::size_t{4});  // time, plant.y, error.y, noise.y
  QVERIFY(expected.at("time").size() > 200);

  e.view()->selectBlocks({"noise", "error", "controller"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"Subsystem"}));
  QCOMPARE(e.blockCount(), std::size_t{4});
  const BlockItem* group = e.block("Subsystem");
  QCOMPARE(group->geometry().inputs.size(), std::size_t{2});
  QCOMPARE(group->geometry().outputs.size(), std::size_t{1});
  QCOMPARE(e.model("Subsystem/noise")->FindParameter("stream")->value, ParameterSetting("noise"));
  QCOMPARE(e.document()->document().plots.front().signal_paths,
           (std::vector<std::string>{"plant.y", "Subsystem/error.y"}));
  e.verifyWires();
  QVERIFY(run() == expected);

  e.view()->selectBlocks({"Subsystem"});
  e.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(e.undo()->count(), 2);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"noise", "error", "controller"}));
  QCOMPARE(e.block("error")->pos(), QPointF(120, 0));
  QCOMPARE(e.source("error.u2"), QString("plant.y"));
  QCOMPARE(e.source("plant.u"), QString("controller.y"));
  QCOMPARE(e.document()->document().plots.front().signal_paths,
           (std::vector<std::string>{"plant.y", "error.y"}));
  QVERIFY(run() == expected);
  e.undo()->undo();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // What cannot be done says why.
  const auto* status = e.child<QLabel>("statusMessage");
  e.view()->scene()->clearSelection();
  e.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(status->text(), QString("Select one subsystem to dissolve it."));
  e.key(Qt::Key_G, Qt::ControlModifier);
  QCOMPARE(status->text(),
           QString("There is nothing to group: select blocks that are no Inport or Outport"));
  QCOMPARE(e.bytes(), before);
}

void TestEditorStructure::point14SubsystemsOpenAndLeadBack() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"error", "controller"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  e.view()->camera()->setZoom(1.6);
  e.view()->centerOn(e.middle("Subsystem"));
  const double zoom = e.view()->zoom();
  const QPointF corner = e.view()->mapToScene(QPoint(0, 0));
  for (const bool byKey : {true, false}) {
    e.hand().doubleClick(e.middle("Subsystem"));
    QCOMPARE(e.view()->level(), QString("Subsystem"));
    QVERIFY(e.block("controller") != nullptr);
    if (byKey) {
      e.key(Qt::Key_Escape);
    } else {
      e.child<QToolButton>("breadcrumb.")->click();
    }
    QCOMPARE(e.view()->level(), QString());
    QCOMPARE(e.view()->zoom(), zoom);
    QVERIFY(QLineF(e.view()->mapToScene(QPoint(0, 0)), corner).length() < 1.5);
  }
}

void TestEditorStructure::point16ParametersAreATable() {
  const EditorWindow& e = *editor_;
  auto* table = e.child<QTableView>("parametersTable");
  const QAbstractItemModel* model = table->model();
  QStringList titles;
  for (int i = 0; i < model->columnCount(); ++i) {
    titles += model->headerData(i, Qt::Horizontal).toString();
  }
  QCOMPARE(titles, QStringList({"Name", "Expression", "Value", "Unit", "Description", "Random"}));
  QCOMPARE(model->index(1, 2).data().toString(), QString("= 2"));
  // The name is typed over in place: every use follows, in one step.
  e.action(ActionId::kShowParameters)->trigger();
  QVERIFY(table->isVisible());
  table->setCurrentIndex(model->index(0, 0));
  table->edit(model->index(0, 0));
  auto* field = table->findChild<QLineEdit*>();
  QVERIFY(field != nullptr);
  field->selectAll();
  QTest::keyClicks(field, "step_s");
  QTest::keyClick(field, Qt::Key_Return);
  const Document& document = e.document()->document();
  QTRY_COMPARE(document.parameters[0].name, std::string("step_s"));
  QCOMPARE(document.parameters[1].value, ParameterSetting("20*step_s"));
  QCOMPARE(e.model("noise")->FindParameter("period")->value, ParameterSetting("step_s"));
  QCOMPARE(e.model("controller")->FindParameter("period")->value, ParameterSetting("step_s"));
  QCOMPARE(document.simulation.Get("stop_time"), ParameterSetting("100*step_s"));
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(e.undo()->undoText(), QString("Rename h"));
}

void TestEditorStructure::point16SettingsAreInThePanelAndTheToolbar() {
  const EditorWindow& e = *editor_;
  auto* toolbar = e.child<QComboBox>("integrator");
  toolbar->setFocus();
  toolbar->showPopup();
  QTest::keyClick(toolbar->view(), Qt::Key_Up);
  QTest::keyClick(toolbar->view(), Qt::Key_Return);
  QVERIFY(e.document()->document().simulation.Given("integrator") != nullptr);
  QCOMPARE(e.undo()->count(), 1);
  auto* panel = e.child<QComboBox>("setting.integrator");
  QCOMPARE(panel->currentText(), toolbar->currentText());
  // The keyboard on the closed box: what is passed on the way is no step of its own.
  QTest::keyClick(toolbar, Qt::Key_Up);
  QTest::keyClick(toolbar, Qt::Key_Up);
  QVERIFY(e.undo()->count() <= 2);
  // The wheel does nothing.
  const int count = e.undo()->count();
  QWheelEvent wheel(QPoint(5, 5), toolbar->mapToGlobal(QPoint(5, 5)), {}, {0, -120}, {},
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(toolbar, &wheel);
  QCOMPARE(e.undo()->count(), count);
  e.fill("stopTime", "4");
  QCOMPARE(e.document()->document().simulation.Get("stop_time"), ParameterSetting(4));
  QCOMPARE(e.undo()->count(), count + 1);
  QCOMPARE(e.child<QLineEdit>("setting.stop_time")->text(), QString("4"));
  // Leaving the field unchanged, and choosing what is chosen, is no step.
  e.child<QLineEdit>("stopTime")->setFocus();
  toolbar->setFocus();
  toolbar->showPopup();
  QTest::keyClick(toolbar->view(), Qt::Key_Return);
  QCOMPARE(e.undo()->count(), count + 1);
}

void TestEditorStructure::point16FindLeadsThroughAllLevels() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"error", "controller"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  e.document()->edit("Set up", [](Transaction* t) {
    Note note;
    note.text = "Tuned by **hand**";
    note.x = 300;
    note.y = 300;
    t->Apply(NoteEdit{"", 0, ListAction::kInsert, note});
  });
  QTest::keyClick(e.window(), Qt::Key_F, Qt::ControlModifier);
  auto* edit = e.child<QLineEdit>("find.edit");
  QVERIFY(edit != nullptr && edit->isVisible());
  const auto find = [&](const char* text) {
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  };
  find("controll");  // a block in another level
  QCOMPARE(e.view()->level(), QString("Subsystem"));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"controller"}));
  find("position");  // a signal
  QCOMPARE(e.view()->level(), QString());
  QCOMPARE(e.scene()->selectedItems().size(), 1);
  QCOMPARE(qgraphicsitem_cast<WireItem*>(e.scene()->selectedItems().front())->from(),
           QString("plant.y"));
  find("by **hand");  // a text
  QVERIFY(e.scene()->findNote(0)->isSelected());
  find("20*h");  // a parameter, by its expression
  const auto* table = e.child<QTableView>("parametersTable");
  QVERIFY(table->isVisible());
  QCOMPARE(table->currentIndex().row(), 1);
  find("nothing like it");
  QCOMPARE(e.child<QLabel>("find.count")->text(), QString("not found"));
  // The arrows choose among several.
  edit->selectAll();
  QTest::keyClicks(edit, "period");
  QCOMPARE(e.child<QListWidget>("find.list")->count(), 2);
  QTest::keyClick(edit, Qt::Key_Down);
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"controller"}));
  QTest::keyClick(edit, Qt::Key_Escape);
  QVERIFY(!edit->isVisible());
  QVERIFY(e.view()->hasFocus());
}

void TestEditorStructure::choose(const char* entry, const QPointF& place) const {
  const std::unique_ptr<QMenu> menu(editor_->view()->menu()->make(place));
  for (QMenu* at : menu->findChildren<QMenu*>() + QList<QMenu*>{menu.get()}) {
    for (QAction* action : at->actions()) {
      if (action->objectName() == QLatin1String(entry)) return action->trigger();
    }
  }
  QFAIL(qPrintable(QStringLiteral("no entry ") + entry));
}

void TestEditorStructure::point16ContextMenusOfCanvasBlockWireAndPort() {
  const EditorWindow& e = *editor_;
  // The right button opens a menu that says what can be done there.
  const auto entries = [&](const QPointF& place) {
    const QPoint at = e.hand().at(place);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, e.view()->viewport()->mapToGlobal(at));
    QApplication::sendEvent(e.view()->viewport(), &event);
    auto* menu = e.view()->findChild<QMenu*>("canvasMenu");
    QStringList names;
    if (menu == nullptr || !menu->isVisible()) return names;
    for (const QAction* action : menu->actions()) names += action->objectName();
    menu->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return names;
  };
  QVERIFY(entries({200, 300}).contains("canvasMenu.addBlock"));
  QVERIFY(entries({200, 300}).contains("canvasMenu.paste"));
  QVERIFY(entries(e.middle("plant")).contains("canvasMenu.commentOut"));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"plant"}));
  QVERIFY(entries(e.wire("scope.u1")->middle()).contains("canvasMenu.nameSignal"));
  QVERIFY(entries(e.port("scope.u1")).contains("canvasMenu.disconnect"));
  QVERIFY(entries(e.port("reference.y")).contains("canvasMenu.log"));
  choose("canvasMenu.log", e.port("reference.y"));
  const DiagramModel& root = e.document()->document().root;
  QCOMPARE(root.signal_settings[root.FindSignal("reference.y")].log, std::optional<bool>(true));
  choose("canvasMenu.disconnect", e.port("scope.u1"));
  QVERIFY(e.source("scope.u1").isEmpty());
  choose("canvasMenu.delete", e.middle("scope"));
  QVERIFY(e.block("scope") == nullptr);
  QCOMPARE(e.undo()->count(), 3);
}

void TestEditorStructure::point16DuplicatesByKeyAndByDrag() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"controller", "plant"});
  e.key(Qt::Key_D, Qt::ControlModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"controller2", "plant2"}));
  QCOMPARE(e.source("plant2.u"), QString("controller2.y"));
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  const QPointF there = e.block("controller")->pos();
  e.view()->selectBlocks({"controller", "plant"});
  e.hand().drag(e.middle("controller"), e.middle("controller") + QPointF(20, 200),
                Qt::ControlModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"controller2", "plant2"}));
  QCOMPARE(e.block("controller")->pos(), there);
  QCOMPARE(e.block("controller2")->pos(), there + QPointF(20, 200));
  QCOMPARE(e.source("plant2.u"), QString("controller2.y"));
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(e.undo()->undoText(), QString("Duplicate 2 blocks"));
}

void TestEditorStructure::point16ASubsystemsFormEditsItsParameters() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"controller"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  auto* panel = e.child<QWidget>("subsystemParameters");
  QVERIFY(panel != nullptr && panel->isVisible());
  panel->findChild<QAbstractButton*>("parametersAdd")->click();
  auto* table = panel->findChild<QTableView*>("parametersTable");
  QVERIFY(table->model()->setData(table->model()->index(0, 0), "gain"));
  QVERIFY(table->model()->setData(table->model()->index(0, 1), "2*h"));
  const Block* group = e.model("Subsystem");
  QCOMPARE(group->diagram_parameters.size(), std::size_t{1});
  QCOMPARE(group->diagram_parameters[0].name, std::string("gain"));
  QCOMPARE(group->diagram_parameters[0].value, ParameterSetting("2*h"));
  QCOMPARE(table->model()->index(0, 2).data().toString(), QString("= 0.2"));
  // They come along when the subsystem is dissolved.
  e.view()->setFocus();
  e.view()->selectBlocks({"Subsystem"});
  e.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(e.document()->document().parameters.back().name, std::string("gain"));
}

void TestEditorStructure::point16RotatesFlipsAndCommentsOut() {
  const EditorWindow& e = *editor_;
  const QPointF middle = e.middle("plant");
  e.hand().click(middle);
  e.key(Qt::Key_R);
  QCOMPARE(e.model("plant")->layout->rotation, std::optional<int>(90));
  QCOMPARE(e.middle("plant"), middle);
  QCOMPARE(e.port("plant.u").y(), e.block("plant")->box().top());
  e.verifyWires();
  e.undo()->undo();
  e.key(Qt::Key_F);
  QCOMPARE(e.model("plant")->layout->flipped, std::optional<bool>(true));
  QCOMPARE(e.port("plant.u").x(), e.block("plant")->box().right());
  e.verifyWires();
  e.undo()->undo();
  const auto before = run();
  e.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(!e.model("plant")->is_enabled());
  const auto skipped = run();
  for (const uint64_t value : skipped.at("plant.y")) QCOMPARE(std::bit_cast<double>(value), 0.0);
  QVERIFY(before.at("plant.y") != skipped.at("plant.y"));
  e.view()->selectBlocks({"plant"});
  e.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(e.undo()->undoText(), QString("Comment in plant"));
  QVERIFY(run() == before);
}

void TestEditorStructure::point16NotesFramesAndColours() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  // A note: written, read, edited, made wider, deleted.
  choose("canvasMenu.addNote", {100, 260});
  auto* editor = e.child<QPlainTextEdit>("noteEditor");
  QVERIFY(editor != nullptr && editor->hasFocus());
  QTest::keyClicks(editor, "Samples every *h*");
  QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
  const DiagramModel& root = e.document()->document().root;
  QCOMPARE(root.notes.size(), std::size_t{1});
  QCOMPARE(root.notes[0].text, std::string("Samples every *h*"));
  QCOMPARE(root.notes[0].x, 100.0);
  QCOMPARE(e.undo()->count(), 1);
  const NoteItem* note = e.scene()->findNote(0);
  e.hand().doubleClick(note->pos() + QPointF(20, 6));
  editor = e.view()->findChildren<QPlainTextEdit*>("noteEditor").last();
  QTest::keyClicks(editor, "Other");
  QTest::keyClick(editor, Qt::Key_Escape);
  QCOMPARE(root.notes[0].text, std::string("Samples every *h*"));
  e.hand().click(note->pos() + QPointF(20, 6));
  const QPointF corner = note->pos() + QPointF(note->size().width(), note->size().height());
  e.hand().drag(corner, corner + QPointF(60, 40));
  QCOMPARE(root.notes[0].width, std::optional<double>(260));
  // A frame around the selection: titled, coloured, it takes along what lies in it.
  e.view()->selectBlocks({"controller", "plant"});
  const int steps = e.undo()->count();
  e.action(ActionId::kAddFrame)->trigger();
  QCOMPARE(root.frames.size(), std::size_t{1});
  QTest::keyClick(e.view()->findChild<QLineEdit*>("frameEditor"), Qt::Key_Escape);
  QVERIFY(root.frames.empty());
  QTRY_VERIFY(!e.view()->findChild<QLineEdit*>("frameEditor"));
  e.view()->selectBlocks({"controller", "plant"});
  e.action(ActionId::kAddFrame)->trigger();
  e.fill("frameEditor", "Loop");
  QCOMPARE(e.undo()->count(), steps + 1);
  QCOMPARE(root.frames.size(), std::size_t{1});
  QCOMPARE(root.frames[0].title, std::optional<std::string>("Loop"));
  const FrameItem* frame = e.scene()->findFrame(0);
  // Its size, and a note's, by keyboard.
  const QSizeF size = frame->size();
  e.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
  e.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(frame->size(), size + QSizeF(10, 10));
  QCOMPARE(e.undo()->count(), steps + 2);
  e.undo()->undo();
  QCOMPARE(frame->size(), size);
  QVERIFY(frame->box().contains(e.block("plant")->box()));
  choose("colour.Green", frame->box().topLeft() + QPointF(30, 0));
  QCOMPARE(root.frames[0].color, std::optional<std::string>("#009e73"));
  const QPointF plant = e.block("plant")->pos();
  const QPointF left = frame->pos();
  const QPointF edge = frame->box().topLeft() + QPointF(40, 0);
  e.hand().drag(edge, edge + QPointF(0, 90));
  QCOMPARE(e.scene()->findFrame(0)->pos(), left + QPointF(0, 90));
  QCOMPARE(e.block("plant")->pos(), plant + QPointF(0, 90));
  QCOMPARE(e.block("scope")->pos(), QPointF(460, 0));
  // A block's colour, and its size.
  choose("colour.Blue", e.middle("plant"));
  QCOMPARE(e.model("plant")->color, std::optional<std::string>("#0072b2"));
  choose("colour.None", e.middle("plant"));
  QVERIFY(!e.model("plant")->color);
  e.hand().click(e.middle("plant"));
  const QRectF box = e.block("plant")->box();
  e.hand().drag(box.bottomRight(), box.bottomRight() + QPointF(20, 20));
  QCOMPARE(e.model("plant")->layout->width, std::optional<double>(box.width() + 20));
  QCOMPARE(e.model("plant")->layout->height, std::optional<double>(box.height() + 20));
  e.verifyWires();
  e.hand().click(e.scene()->findNote(0)->pos() + QPointF(20, 6));
  e.key(Qt::Key_Delete);
  QVERIFY(root.notes.empty());
  while (e.undo()->canUndo()) e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorStructure::point18WiresByTheKeyboardAlone() {
  editor_->set(kChainDiagram);
  const EditorWindow& e = *editor_;
  // Tab leads from port to port: A.y, B.u, B.y, C.u, C.y.
  const QStringList ports{"A.y", "B.u", "B.y", "C.u", "C.y"};
  for (const QString& port : ports) {
    e.key(Qt::Key_Tab);
    QCOMPARE(e.view()->portFocus()->port(), port);
    QVERIFY(e.view()->hasFocus());
  }
  QCOMPARE(e.view()->accessibleDescription(), QString("Output y of C"));
  e.key(Qt::Key_Backtab, Qt::ShiftModifier);
  QCOMPARE(e.view()->portFocus()->port(), QString("C.u"));
  QCOMPARE(e.view()->accessibleDescription(), QString("Input u of C, wired from B.y"));
  e.key(Qt::Key_Right);  // arrows lead to the nearest port
  QCOMPARE(e.view()->portFocus()->port(), QString("C.y"));
  // Enter begins a wire, an arrow chooses where it ends, Enter ends it.
  e.key(Qt::Key_Return);
  e.key(Qt::Key_Down);
  e.key(Qt::Key_Return);
  QCOMPARE(e.source("D.u1"), QString("C.y"));
  QCOMPARE(e.undo()->count(), 1);
  e.verifyWires();
  // Esc leaves nothing.
  e.key(Qt::Key_Return);
  e.key(Qt::Key_Escape);
  QCOMPARE(e.undo()->count(), 1);
  // The end of a wire is taken to a free input.
  e.document()->edit("Set up", [](Transaction* t) {
    addBlock(t, "", BuiltInBlocks(), "Gain", {360, 240}, {});
  });
  while (e.view()->portFocus()->port() != "D.u1") e.key(Qt::Key_Tab);
  e.key(Qt::Key_Return);
  e.key(Qt::Key_Tab);
  while (!e.child<QLabel>("statusMessage")->text().contains("Gain.u")) e.key(Qt::Key_Tab);
  e.key(Qt::Key_Return);
  QCOMPARE(e.source("Gain.u"), QString("C.y"));
  QVERIFY(e.source("D.u1").isEmpty());
  // Behind the last port Tab leaves the canvas.
  while (!e.view()->portFocus()->port().isEmpty()) e.key(Qt::Key_Tab);
  QVERIFY(!e.view()->hasFocus());
}

void TestEditorStructure::point18AddsAndSplicesByTheKeyboardAlone() {
  editor_->set(kChainDiagram);
  const EditorWindow& e = *editor_;
  while (e.view()->portFocus()->port() != "C.y") e.key(Qt::Key_Tab);
  e.key(Qt::Key_Space, Qt::ControlModifier);
  e.type("gain");
  QCOMPARE(e.source("Gain.u"), QString("C.y"));
  QCOMPARE(e.undo()->count(), 1);
  // A wire that is selected takes a block in.
  e.view()->select({}, {"B.u"});
  e.key(Qt::Key_Space, Qt::ControlModifier);
  e.type("saturation");
  QCOMPARE(e.source("Saturation.u"), QString("A.y"));
  QCOMPARE(e.source("B.u"), QString("Saturation.y"));
  QCOMPARE(e.undo()->count(), 2);
  // One that has more ports does not.
  e.view()->select({}, {"B.u"});
  e.key(Qt::Key_Space, Qt::ControlModifier);
  e.type("sum");
  QCOMPARE(e.undo()->count(), 2);
  QCOMPARE(e.child<QLabel>("statusMessage")->text(),
           QString("Sum does not fit into a wire: that takes one input and one output"));
}

void TestEditorStructure::point18TheOutlineMirrorsTheCanvas() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"error", "controller"});
  e.key(Qt::Key_G, Qt::ControlModifier);
  e.action(ActionId::kShowOutline)->trigger();
  auto* tree = e.child<QTreeWidget>("outlineTree");
  QVERIFY(tree->isVisible());
  QCOMPARE(tree->topLevelItemCount(), 5);
  const auto find = [&](const char* text) {
    const auto items = tree->findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
    return items.isEmpty() ? nullptr : items.front();
  };
  QVERIFY(find("plant") != nullptr && find("controller") != nullptr);
  QCOMPARE(find("plant")->data(0, Qt::AccessibleTextRole).toString(),
           QString("Block plant, First-order lag. Inputs: u from Subsystem.y. Outputs: y to "
                   "scope.u1, y to Subsystem.position"));
  const QTreeWidgetItem* wire = find("y → scope.u1");
  QVERIFY(wire != nullptr);
  QCOMPARE(wire->data(0, Qt::AccessibleTextRole).toString(),
           QString("Wire from plant.y to scope.u1, signal position"));
  // Both ways: what is chosen here is selected there, in its level.
  tree->setCurrentItem(find("controller"));
  QCOMPARE(e.view()->level(), QString("Subsystem"));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"controller"}));
  tree->setCurrentItem(find("y → scope.u1"));
  QCOMPARE(e.view()->level(), QString());
  QVERIFY(e.wire("scope.u1")->isSelected());
  e.view()->setFocus();
  e.hand().click(e.middle("plant"));
  QCOMPARE(tree->currentItem()->text(0), QString("plant"));
  // It follows edits.
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "motor");
  QTRY_VERIFY(find("motor") != nullptr);
  QVERIFY(find("plant") == nullptr);
  e.hand().click(e.middle("scope"));
  e.key(Qt::Key_Delete);
  QTRY_VERIFY(find("scope") == nullptr);
  // Enter on an entry goes to the canvas.
  tree->setFocus();
  tree->setCurrentItem(find("motor"));
  QTest::keyClick(tree, Qt::Key_Return);
  QVERIFY(e.view()->hasFocus());
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"motor"}));
}

void TestEditorStructure::point19AMoveTouchesOnlyWhatIsNear() {
  // 400 sums: each reads its left neighbour and that one's lower neighbour.
  constexpr int kSide = 20;
  const auto name = [](int column, int row) {
    return "b" + std::to_string(row) + "_" + std::to_string(column);
  };
  Document document;
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      Block block;
      block.name = name(column, row);
      block.type = "Sum";
      block.layout.emplace();
      block.layout->x = column * 120;
      block.layout->y = row * 100;
      document.root.blocks.Append(std::move(block));
      if (column == 0) continue;
      for (const auto& [port, from] : {std::pair("u1", row), std::pair("u2", (row + 1) % kSide)}) {
        Wire wire;
        wire.from = name(column - 1, from) + ".y";
        wire.to = name(column, row) + '.' + port;
        document.root.wires.push_back(std::move(wire));
      }
    }
  }
  const EditorWindow& e = *editor_;
  e.document()->setDocument(std::move(document));
  e.view()->camera()->setZoom(1);
  const QString block = QString::fromStdString(name(10, 10));
  e.view()->centerOn(e.middle(block));
  const WireWays before = wireWays(*e.scene());
  e.hand().drag(e.middle(block), e.middle(block) + QPointF(30, 20));
  const WireWays after = wireWays(*e.scene());
  QStringList changed;
  QStringList outputs;  // that its own wires come from
  for (auto way = before.begin(); way != before.end(); ++way) {
    const WireItem* wire = e.wire(way.key());
    const bool isOwn = blockOfKey(wire->from()) == block || blockOfKey(wire->to()) == block;
    if (isOwn) outputs += wire->from();
    if (after.value(way.key()) != *way) changed += way.key();
  }
  // Where a wire is now another one would be too near.
  const auto drivesOut = [&](const QString& one, const QString& other) {
    constexpr double kRoom = 20;
    const auto& way = after.value(one);
    for (size_t i = 1; i < way.size(); ++i) {
      const QRectF piece = QRectF(way[i - 1], way[i]).normalized();
      const QRectF room = piece.adjusted(-kRoom, -kRoom, kRoom, kRoom);
      if (EditorWindow::crosses(before.value(other), room)) return true;
    }
    return false;
  };
  for (const QString& key : changed) {
    // Its own wires, their branches, and those that make room for these.
    const bool isOfItsNets = outputs.contains(e.wire(key)->from());
    const bool isDrivenOut = std::any_of(changed.begin(), changed.end(), [&](const QString& one) {
      return outputs.contains(e.wire(one)->from()) && drivesOut(one, key);
    });
    QVERIFY2(isOfItsNets || isDrivenOut, qPrintable(key));
  }
  QVERIFY(!changed.isEmpty() && changed.size() <= 6);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorStructure)

}  // namespace loopwright::test_editor_structure

#include "test_editor_structure.moc"
