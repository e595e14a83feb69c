// What a signal shows: its badge, its plot and its form; the diagram's form where nothing is
// selected; and a new note, whose text stays.
#include <QCheckBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>
#include <memory>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/document/signal_edits.h"
#include "gui/export/export.h"
#include "gui/plots/plot_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_signals {

namespace {

// Two integrators in a row, the second in a scope, the first nowhere; and a subsystem.
const char* const kPlant = R"({"format": "loopwright", "version": 1,
  "title": "Plant", "parameters": {"Kp": {"value": 2}},
  "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "u": {"type": "Step", "layout": {"x": 0, "y": 0}},
    "v": {"type": "Integrator", "layout": {"x": 120, "y": 0}},
    "x": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 360, "y": 0}},
    "sub": {"type": "Subsystem", "layout": {"x": 120, "y": 120}, "diagram": {"blocks": {
      "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
      "g": {"type": "Gain", "layout": {"x": 120, "y": 0}},
      "out": {"type": "Outport", "layout": {"x": 240, "y": 0}}},
      "wires": [{"from": "in.y", "to": "g.u"}, {"from": "g.y", "to": "out.u"}]}}},
  "wires": [{"from": "u.y", "to": "v.u"}, {"from": "v.y", "to": "x.u"},
            {"from": "x.y", "to": "scope.u1"}, {"from": "v.y", "to": "sub.in"}]}})";

}  // namespace

class TestEditorSignals : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kPlant); }
  void cleanup() { editor_.reset(); }

  void recordingASignalIsSeenOnItsWire();
  void aRecordedSignalHasAPlot();
  void aSelectedWireShowsItsSignal();
  void theFormOfASignalRecordsAndNamesIt();
  void theFormShowsHowWideASignalIs();
  void whatALevelOutsideRecordsIsSeenInside();
  void theFormGoesWithTheWire();
  void nothingSelectedShowsTheDiagram();
  void insideASubsystemItIsTheSubsystem();
  void escKeepsTheTextOfANewNote();
  void aNewNoteWithoutTextIsNone();

 private:
  /// Chooses an entry of the menu at a place.
  void choose(const char* entry, const QPointF& place) const {
    std::unique_ptr<QMenu> menu(editor_->view()->menu()->make(place));
    auto* const action = menu->findChild<QAction*>(QStringLiteral("canvasMenu.") + entry);
    QVERIFY2(action != nullptr, entry);
    action->trigger();
  }
  QPointF onWire(const char* to) const { return editor_->wire(to)->middle(); }
  QColor colourAt(const QPointF& scene) const {
    const QPoint place = editor_->view()->mapFromScene(scene);
    return editor_->view()->viewport()->grab().toImage().pixelColor(place);
  }
  template <typename T>
  T* field(const char* name) const {
    return editor_->child<T>(name);
  }
  void run() const {
    RunController* const runs = editor_->workspace()->runs();
    editor_->action(ActionId::kRun)->trigger();
    QTRY_VERIFY(runs->isActive() || runs->recording());
    QTRY_VERIFY(!runs->isActive());
  }

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorSignals::recordingASignalIsSeenOnItsWire() {
  const EditorWindow& e = *editor_;
  const QPointF badge = e.port("v.y") + QPointF(12, 0);
  QVERIFY(e.block("v")->recordedPorts().isEmpty());
  const QColor line = colourAt(badge);
  choose("log", onWire("x.u"));
  QVERIFY(isRecorded(e.document()->document(), "", "v.y"));
  QCOMPARE(e.block("v")->recordedPorts(), QSet<QString>({"y"}));
  QVERIFY(e.block("v")->sceneBoundingRect().contains(badge + QPointF(4.5, 4.5)));
  QCOMPARE(colourAt(badge), Theme::current().accent);
  QVERIFY(line != Theme::current().accent);
  QCOMPARE(field<QLabel>("statusMessage")->text(),
           QString("The next run records v.y and plots it."));
  // It goes with its block, is undone, and comes back when the level is opened again.
  e.undo()->undo();
  QVERIFY(e.block("v")->recordedPorts().isEmpty());
  e.undo()->redo();
  e.view()->selectBlocks({"v"});
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "speed");
  QCOMPARE(e.block("speed")->recordedPorts(), QSet<QString>({"y"}));
  e.view()->openLevel("sub");
  e.view()->leaveLevel();
  QCOMPARE(e.block("speed")->recordedPorts(), QSet<QString>({"y"}));
  choose("log", onWire("x.u"));
  QVERIFY(e.block("speed")->recordedPorts().isEmpty());
}

void TestEditorSignals::aRecordedSignalHasAPlot() {
  const EditorWindow& e = *editor_;
  run();
  const auto& views = e.workspace()->plots()->views();
  QCOMPARE(views.size(), std::size_t{1});
  choose("log", onWire("x.u"));       // in no plot
  choose("log", onWire("scope.u1"));  // in the scope's
  e.view()->openLevel("sub");
  choose("log", onWire("out.u"));
  run();
  QCOMPARE(views.size(), std::size_t{2});
  const PlotContent& content = views[1]->content();
  QCOMPARE(content.title, QString("Recorded signals"));
  QCOMPARE(content.curves.size(), std::size_t{2});
  QCOMPARE(content.curves[0].path, QString("v.y"));
  QCOMPARE(content.curves[1].path, QString("sub/g.y"));
}

void TestEditorSignals::aSelectedWireShowsItsSignal() {
  const EditorWindow& e = *editor_;
  QVERIFY(field<QWidget>("signalForm") == nullptr);
  e.hand().click(onWire("x.u"));
  QVERIFY(field<QWidget>("signalForm") != nullptr && field<QWidget>("signalForm")->isVisible());
  const QString ends = field<QLabel>("signal.ends")->text();
  for (const char* part : {"From <a", ">v.y<", ">x.u<", ">sub.in<"}) {
    QVERIFY2(ends.contains(part), qPrintable(ends));
  }
  QTRY_COMPARE(field<QLabel>("signal.sampleTime")->text(), QString("Sample time: continuous"));
  // A click leads to the other end.
  Q_EMIT field<QLabel>("signal.ends")->linkActivated("x.u");
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"x"}));
  QTRY_VERIFY(field<QWidget>("signalForm") == nullptr);
  QVERIFY(field<QWidget>("blockForm") != nullptr);
  // Both wires of one output are one signal; of two there is none.
  e.view()->select({}, {"x.u", "sub.in"});
  QVERIFY(field<QWidget>("signalForm") != nullptr);
  e.view()->select({}, {"x.u", "scope.u1"});
  QTRY_VERIFY(field<QWidget>("signalForm") == nullptr);
}

void TestEditorSignals::theFormOfASignalRecordsAndNamesIt() {
  const EditorWindow& e = *editor_;
  e.hand().click(onWire("x.u"));
  field<QCheckBox>("signal.record")->click();
  QVERIFY(isRecorded(e.document()->document(), "", "v.y"));
  QCOMPARE(e.block("v")->recordedPorts(), QSet<QString>({"y"}));
  auto* const name = field<QLineEdit>("signal.name");
  name->setFocus();
  QTest::keyClicks(name, "speed");
  QTest::keyClick(name, Qt::Key_Return);
  QCOMPARE(e.wire("x.u")->label(), QString("speed"));
  QCOMPARE(e.undo()->count(), 2);
  auto* const unit = field<QLineEdit>("signal.unit");
  unit->setFocus();
  QTest::keyClicks(unit, "m/s");
  QTest::keyClick(unit, Qt::Key_Return);
  QVERIFY(e.bytes().contains(R"("v.y": {"name": "speed", "unit": "m/s", "log": true})"));
  QCOMPARE(e.undo()->count(), 3);
  // What is done elsewhere shows here.
  e.undo()->undo();
  QCOMPARE(unit->text(), QString());
  e.undo()->undo();
  QCOMPARE(name->text(), QString());
  e.undo()->undo();
  QVERIFY(!field<QCheckBox>("signal.record")->isChecked());
  QVERIFY(!e.document()->isModified());
}

void TestEditorSignals::theFormShowsHowWideASignalIs() {
  const EditorWindow& e = *editor_;
  e.hand().click(onWire("x.u"));
  QTRY_COMPARE(field<QLabel>("signal.width")->text(), QString("Width: 1 element"));
  e.document()->edit("Three", [](Transaction* t) {
    SetBlockParameter(t, "", "u", "final", ParameterSetting("[1, 2, 3]"));
  });
  QTRY_COMPARE(field<QLabel>("signal.width")->text(), QString("Width: 3 elements"));
  e.view()->openLevel("sub");
  e.hand().click(onWire("out.u"));
  QTRY_COMPARE(field<QLabel>("signal.width")->text(), QString("Width: 3 elements"));
}

void TestEditorSignals::whatALevelOutsideRecordsIsSeenInside() {
  const EditorWindow& e = *editor_;
  const auto badges = [&e] { return e.block("g")->recordedPorts(); };
  const QByteArray before = e.bytes();
  const auto recordOutside = [&e] {
    e.document()->edit("Record", [](Transaction* t) { recordSignal(t, "", "sub/g.y", true); });
  };
  recordOutside();
  const QByteArray recorded = e.bytes();
  e.view()->openLevel("sub");
  QCOMPARE(badges(), QSet<QString>({"y"}));
  e.undo()->undo();
  QVERIFY(badges().isEmpty());
  e.undo()->redo();
  QCOMPARE(badges(), QSet<QString>({"y"}));
  // The form and the menu know of it, and take it back where it was said.
  e.hand().click(onWire("out.u"));
  QVERIFY(field<QCheckBox>("signal.record")->isChecked());
  field<QCheckBox>("signal.record")->click();
  QVERIFY(badges().isEmpty());
  QCOMPARE(e.bytes(), before);
  e.undo()->undo();
  QCOMPARE(e.bytes(), recorded);
  QCOMPARE(badges(), QSet<QString>({"y"}));
  choose("log", onWire("out.u"));
  QCOMPARE(e.bytes(), before);
  QVERIFY(!field<QCheckBox>("signal.record")->isChecked());
  // It goes with the subsystem.
  e.undo()->undo();
  e.view()->leaveLevel();
  e.view()->selectBlocks({"sub"});
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "inner");
  e.view()->openLevel("inner");
  QCOMPARE(badges(), QSet<QString>({"y"}));
}

void TestEditorSignals::theFormGoesWithTheWire() {
  const EditorWindow& e = *editor_;
  e.hand().click(onWire("scope.u1"));
  QVERIFY(field<QWidget>("signalForm") != nullptr);
  e.key(Qt::Key_Delete);
  QTRY_VERIFY(field<QWidget>("signalForm") == nullptr);
  QVERIFY(field<QWidget>("diagramForm") != nullptr);
}

void TestEditorSignals::nothingSelectedShowsTheDiagram() {
  const EditorWindow& e = *editor_;
  e.hand().click({60, 260});
  QVERIFY(field<QWidget>("diagramForm") != nullptr && field<QWidget>("diagramForm")->isVisible());
  QCOMPARE(field<QLineEdit>("diagram.title")->text(), QString("Plant"));
  QCOMPARE(field<QLabel>("diagram.content")->text(),
           QString("Blocks: 8 · Wires: 6 · Subsystems: 1 · Parameters: 1"));
  QCOMPARE(field<QLabel>("diagram.file")->text(), QString("No file yet"));
  auto* const title = field<QLineEdit>("diagram.title");
  // The longest title of an example is read in whole.
  const int room = title->width() - 16;
  QVERIFY(title->fontMetrics().horizontalAdvance("Position control at two rates") <= room);
  QCOMPARE(title->toolTip(), QString("Plant"));
  title->setFocus();
  title->selectAll();
  QTest::keyClicks(title, "Motor");
  QTest::keyClick(title, Qt::Key_Return);
  auto* const description = field<QPlainTextEdit>("diagram.description");
  description->setFocus();
  QTest::keyClicks(description, "Two integrators.");
  e.view()->setFocus();
  QCOMPARE(e.document()->document().title, std::optional<std::string>("Motor"));
  QCOMPARE(e.document()->document().description, std::optional<std::string>("Two integrators."));
  QCOMPARE(e.undo()->count(), 2);
  e.undo()->undo();
  e.undo()->undo();
  QCOMPARE(title->text(), QString("Plant"));
  QCOMPARE(description->toPlainText(), QString());
}

void TestEditorSignals::insideASubsystemItIsTheSubsystem() {
  const EditorWindow& e = *editor_;
  e.view()->openLevel("sub");
  e.hand().click({60, 260});
  QVERIFY(field<QWidget>("diagramForm") == nullptr);
  auto* const name = field<QLineEdit>("property.name");
  QCOMPARE(name->text(), QString("sub"));
  name->setFocus();
  name->selectAll();
  QTest::keyClicks(name, "drive");
  QTest::keyClick(name, Qt::Key_Return);
  QCOMPARE(e.view()->level(), QString("drive"));
  QCOMPARE(field<QLineEdit>("property.name")->text(), QString("drive"));
}

void TestEditorSignals::escKeepsTheTextOfANewNote() {
  const EditorWindow& e = *editor_;
  choose("addNote", {60, 260});
  auto* const editor = field<QPlainTextEdit>("noteEditor");
  QTest::keyClicks(editor, "Kept");
  QTest::keyClick(editor, Qt::Key_Escape);
  const auto& notes = e.scene()->diagram().notes;
  QCOMPARE(notes.size(), std::size_t{1});
  QCOMPARE(notes[0].text, std::string("Kept"));
  QTRY_VERIFY(field<QPlainTextEdit>("noteEditor") == nullptr);
  QVERIFY(e.view()->hasFocus());
  // One undo takes it away.
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  QVERIFY(notes.empty());
}

void TestEditorSignals::aNewNoteWithoutTextIsNone() {
  const EditorWindow& e = *editor_;
  choose("addNote", {60, 260});
  QTest::keyClick(field<QPlainTextEdit>("noteEditor"), Qt::Key_Escape);
  QVERIFY(e.scene()->diagram().notes.empty());
  QVERIFY(!e.document()->isModified());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorSignals)

}  // namespace loopwright::test_editor_signals

#include "test_editor_signals.moc"
