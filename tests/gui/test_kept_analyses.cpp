#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDoubleSpinBox>
#include <QGraphicsItem>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QTabBar>
#include <QTest>
#include <QUndoStack>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/response_plot.h"
#include "gui/canvas/analysis_mark_item.h"
#include "gui/canvas/analysis_marks.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/analysis_edits.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_kept_analyses {

namespace {

using Marks = QList<AnalysisMark>;
using Texts = std::vector<std::string>;

// A loop of an integrator and a gain of 2, whose state is read twice, and the analyses of the file.
QByteArray integratorLoop(const char* analyses = "") {
  return QByteArray(R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 120, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 240, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 380, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 620, "y": 0}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"},
            {"from": "state.y", "to": "scope.u1"}]})") +
         analyses + "}";
}

// x' = 2 (3 + u − x²), from x = 1: L = 4 x/s.
QByteArray squareLoop(const char* analyses) {
  return QByteArray(R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "u": {"type": "Inport", "layout": {"x": 0, "y": 100}},
    "set": {"type": "Constant", "parameters": {"value": 3}, "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-+"}, "layout": {"x": 100, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
    "state": {"type": "Integrator", "parameters": {"initial_value": 1},
              "layout": {"x": 300, "y": 0}},
    "square": {"type": "Product", "layout": {"x": 300, "y": 100}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "square.y", "to": "error.u2"},
            {"from": "u.y", "to": "error.u3"}, {"from": "error.y", "to": "gain.u"},
            {"from": "gain.y", "to": "state.u"}, {"from": "state.y", "to": "square.u1"},
            {"from": "state.y", "to": "square.u2"}]})") +
         analyses + "}";
}

// A gain in a subsystem.
constexpr const char* kNested =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "part": {"type": "Subsystem", "layout": {"x": 120, "y": 0}, "diagram": {"blocks": {
      "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
      "gain": {"type": "Gain", "layout": {"x": 120, "y": 0}},
      "out": {"type": "Outport", "layout": {"x": 240, "y": 0}}},
      "wires": [{"from": "in.y", "to": "gain.u"}, {"from": "gain.y", "to": "out.u"}]}},
    "scope": {"type": "Scope", "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "set.y", "to": "part.in"}, {"from": "part.out", "to": "scope.u1"}]},
  "analyses": [{"name": "deep", "inputs": ["set.y"], "outputs": [">part/gain.u"],
                "open": ["part.out"]}]}
)";

constexpr const char* kTwoAnalyses = R"(,
  "analyses": [
    {"name": "loop", "loop": "gain.y", "views": ["nyquist"]},
    {"name": "response", "inputs": ["set.y"], "outputs": ["state.y"], "at": {"trim": {}},
     "views": ["step", "poles"]}])";

}  // namespace

/// Analyses in the diagram's file: marks on wires, and the panel that chooses and stores them.
class TestKeptAnalyses : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(integratorLoop().constData());
  }
  void cleanup() {
    editor_.reset();
    fixture_.reset();
  }

  void menusMarkWiresAndPorts();
  void marksFollowTheirBlocks();
  void marksAreThoseOfTheLevel();
  void theFieldsShowTheChosenAnalysis();
  void whatIsSetIsStored();
  void analysesAreKeptRenamedAndDeleted();
  void openingsAndEquilibriaCount();

 private:
  AnalysisPanel* panel() const { return editor_->workspace()->analysis(); }
  AnalysisChooser* chooser() const { return panel()->chooser(); }
  AnalysisMarks* marks() const { return editor_->view()->analysisMarks(); }
  template <typename T>
  T* part(const char* name) const {
    return panel()->findChild<T*>(name);
  }
  QString facts() const { return part<QLabel>("analysisFacts")->text(); }
  QString note() const { return part<QLabel>("analysisNote")->text(); }
  QString from() const { return part<QComboBox>("analysisFrom")->currentText(); }
  QString to() const { return part<QComboBox>("analysisTo")->currentText(); }
  const std::vector<AnalysisSetting>& analyses() const {
    return editor_->document()->document().analyses;
  }
  void open() const {
    editor_->action(ActionId::kShowAnalysis)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  void openLoop() const {
    open();
    panel()->showLoop("gain.y");
    QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
  }
  // Takes an entry of the menu at a place of the scene, with the right button.
  void take(const QPointF& place, const char* entry) const {
    QWidget* const viewport = editor_->view()->viewport();
    const QPoint at = editor_->hand().at(place);
    QContextMenuEvent ask(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
    QApplication::sendEvent(viewport, &ask);
    const QPointer<QMenu> menu = editor_->view()->findChild<QMenu*>("canvasMenu");
    QVERIFY(menu != nullptr);
    auto* const action = menu->findChild<QAction*>(entry);
    QVERIFY2(action != nullptr, entry);
    action->trigger();
    if (menu) menu->close();
    QTRY_VERIFY(menu == nullptr);
  }
  void type(const char* field, const char* text) const {
    QLineEdit* const edit = part<QComboBox>(field)->lineEdit();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  const AnalysisMarkItem* markItem() const {
    for (const QGraphicsItem* item : editor_->scene()->items()) {
      if (const auto* mark = dynamic_cast<const AnalysisMarkItem*>(item)) return mark;
    }
    return nullptr;
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
};

// The first mark makes an analysis; each is a step to undo, and undone all is as it was.
void TestKeptAnalyses::menusMarkWiresAndPorts() {
  const QByteArray before = editor_->bytes();
  take(editor_->wire("state.u")->middle(), "canvasMenu.markLoop");
  QCOMPARE(analyses().size(), size_t{1});
  QCOMPARE(analyses()[0].name, std::string("analysis"));
  QCOMPARE(*analyses()[0].loop, std::string("gain.y"));
  QCOMPARE(marks()->marksAt("gain.y"), Marks{AnalysisMark::kLoop});
  QCOMPARE(chooser()->name(), QString("analysis"));
  QCOMPARE(from(), QString("gain.y"));
  take(editor_->port("set.y"), "canvasMenu.markInput");
  take(editor_->port("set.y"), "canvasMenu.markOutput");
  take(editor_->port("error.u2"), "canvasMenu.markOpening");
  // A wire of several: all of them, or it alone, where it has left the others.
  const QPointF branch = editor_->port("scope.u1") - QPointF(50, 0);
  take(branch, "canvasMenu.markOutput");
  take(branch, "canvasMenu.wire.markOutput");
  QVERIFY((analyses()[0].inputs == Texts{"set.y"}));
  QVERIFY((analyses()[0].outputs == Texts{"set.y", "state.y", ">scope.u1"}));
  QVERIFY((analyses()[0].open == Texts{">error.u2"}));
  QCOMPARE(marks()->marksAt("set.y"), (Marks{AnalysisMark::kInput, AnalysisMark::kOutput}));
  QCOMPARE(marks()->marksAt(">error.u2"), Marks{AnalysisMark::kOpening});
  QCOMPARE(marks()->marksAt(">scope.u1"), Marks{AnalysisMark::kOutput});
  QCOMPARE(editor_->undo()->count(), 6);
  // What is set is checked, and the entry takes it; another loop takes the place of the first.
  take(editor_->port("set.y"), "canvasMenu.markOutput");
  QCOMPARE(marks()->marksAt("set.y"), Marks{AnalysisMark::kInput});
  take(editor_->port("error.y"), "canvasMenu.markLoop");
  QVERIFY(marks()->marksAt("gain.y").isEmpty());
  QCOMPARE(marks()->marksAt("error.y"), Marks{AnalysisMark::kLoop});
  editor_->undo()->setIndex(0);
  QCOMPARE(editor_->bytes(), before);
  QVERIFY(marks()->marksAt("gain.y").isEmpty());
  QCOMPARE(chooser()->name(), QString());
  QVERIFY(markItem() == nullptr);
}

void TestKeptAnalyses::marksFollowTheirBlocks() {
  take(editor_->wire("state.u")->middle(), "canvasMenu.markLoop");
  const QByteArray marked = editor_->bytes();
  const auto stands = [this](const QString& port) {
    return markItem() != nullptr &&
           markItem()->boundingRect().contains(editor_->port(port) + QPointF(17, 0));
  };
  QVERIFY(stands("gain.y"));
  editor_->hand().drag(editor_->middle("gain"), editor_->middle("gain") + QPointF(0, 60));
  QVERIFY(stands("gain.y"));
  const QString problem = editor_->document()->edit(
      "rename", [](Transaction* t) { RenameBlock(t, "", "gain", "factor"); });
  QCOMPARE(problem, QString());
  QCOMPARE(*analyses()[0].loop, std::string("factor.y"));
  QCOMPARE(marks()->marksAt("factor.y"), Marks{AnalysisMark::kLoop});
  QCOMPARE(from(), QString("factor.y"));
  editor_->view()->selectBlocks({"factor"});
  editor_->key(Qt::Key_Delete);
  QVERIFY(!analyses()[0].loop);
  QVERIFY(markItem() == nullptr);
  editor_->undo()->setIndex(1);
  QCOMPARE(editor_->bytes(), marked);
  QVERIFY(stands("gain.y"));
}

void TestKeptAnalyses::marksAreThoseOfTheLevel() {
  editor_->set(kNested);
  QCOMPARE(chooser()->name(), QString("deep"));
  QCOMPARE(marks()->marksAt("set.y"), Marks{AnalysisMark::kInput});
  QCOMPARE(marks()->marksAt("part.out"), Marks{AnalysisMark::kOpening});
  QVERIFY(marks()->marksAt(">gain.u").isEmpty());
  editor_->view()->openLevel("part");
  QCOMPARE(marks()->marksAt(">gain.u"), Marks{AnalysisMark::kOutput});
  QVERIFY(marks()->marksAt("set.y").isEmpty());
  take(editor_->port("gain.y"), "canvasMenu.markLoop");
  QCOMPARE(*analyses()[0].loop, std::string("part/gain.y"));
  // What goes into a subsystem has no wire of its own for an analysis.
  editor_->view()->openLevel("");
  const std::unique_ptr<QMenu> menu(editor_->view()->menu()->make(editor_->port("part.in")));
  QVERIFY(menu->findChild<QAction*>("canvasMenu.disconnect") != nullptr);
  QVERIFY(menu->findChild<QAction*>("canvasMenu.markInput") == nullptr);
}

void TestKeptAnalyses::theFieldsShowTheChosenAnalysis() {
  editor_->set(integratorLoop(kTwoAnalyses).constData());
  const QByteArray before = editor_->bytes();
  open();
  QCOMPARE(chooser()->name(), QString("loop"));
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
  QCOMPARE(panel()->plot()->view(), ResponseView::kNyquist);
  QCOMPARE(marks()->marksAt("gain.y"), Marks{AnalysisMark::kLoop});
  QTest::keyClick(part<QComboBox>("analysisChoice"), Qt::Key_Down);
  QCOMPARE(chooser()->name(), QString("response"));
  QCOMPARE(from(), QString("set.y"));
  QCOMPARE(to(), QString("state.y"));
  QCOMPARE(panel()->plot()->view(), ResponseView::kStep);
  QCOMPARE(part<QComboBox>("analysisPoint")->currentText(), QString("at rest"));
  QVERIFY(marks()->marksAt("gain.y").isEmpty());
  QTRY_VERIFY(facts().contains("1.09861"));
  // To look is no change, also when something else is looked at in passing.
  take(editor_->wire("state.u")->middle(), "canvasMenu.analyseLoop");
  QCOMPARE(chooser()->name(), QString());
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(editor_->undo()->count(), 0);
}

void TestKeptAnalyses::whatIsSetIsStored() {
  editor_->set(integratorLoop(kTwoAnalyses).constData());
  const QByteArray before = editor_->bytes();
  open();
  chooser()->choose("response");
  type("analysisTo", "gain.y");
  QVERIFY((analyses()[1].outputs == Texts{"gain.y"}));
  QCOMPARE(marks()->marksAt("gain.y"), Marks{AnalysisMark::kOutput});
  type("analysisTo", "nothing");  // no signal: a file with it could not be read
  QVERIFY((analyses()[1].outputs == Texts{"gain.y"}));
  type("analysisFrom", ">error.u1");
  QVERIFY((analyses()[1].inputs == Texts{"set.y"}));  // nor with the other field as it is
  type("analysisTo", "error.y");
  QVERIFY((analyses()[1].inputs == Texts{">error.u1"}));
  QVERIFY((analyses()[1].outputs == Texts{"error.y"}));
  auto* const point = part<QComboBox>("analysisPoint");
  QTest::keyClick(point, Qt::Key_Down);
  QCOMPARE(point->currentText(), QString("at a time"));
  QCOMPARE(*analyses()[1].at->time, 0.0);
  QVERIFY(!analyses()[1].at->trim);
  auto* const time = part<QDoubleSpinBox>("analysisTime");
  time->selectAll();
  QTest::keyClicks(time, "2.5");
  QTest::keyClick(time, Qt::Key_Return);
  QCOMPARE(*analyses()[1].at->time, 2.5);
  auto* const views = part<QTabBar>("analysisViews");
  QTest::mouseClick(views, Qt::LeftButton, {}, views->tabRect(3).center());
  QVERIFY((analyses()[1].views == Texts{"poles", "step"}));
  QTest::mouseClick(views, Qt::LeftButton, {}, views->tabRect(0).center());
  QVERIFY((analyses()[1].views == Texts{"bode", "step"}));
  QVERIFY(analyses()[0] ==
          LoadDocument(before.toStdString(), BuiltInBlocks()).document->analyses[0]);
  // Undo leads back, and the fields with it.
  while (editor_->undo()->canUndo()) editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(to(), QString("state.y"));
  QCOMPARE(point->currentText(), QString("at rest"));
  QCOMPARE(panel()->plot()->view(), ResponseView::kStep);
}

void TestKeptAnalyses::analysesAreKeptRenamedAndDeleted() {
  const QByteArray before = editor_->bytes();
  openLoop();
  QVERIFY(!part<QAction>("analysisMenu.rename")->isEnabled());
  part<QAction>("analysisMenu.keep")->trigger();
  QCOMPARE(analyses().size(), size_t{1});
  QCOMPARE(analyses()[0].name, std::string("analysis"));
  QCOMPARE(*analyses()[0].loop, std::string("gain.y"));
  QVERIFY(!analyses()[0].at);
  QVERIFY((analyses()[0].views == Texts{"bode"}));
  const auto rename = [this](const char* name) {
    part<QAction>("analysisMenu.rename")->trigger();
    auto* const field = part<QLineEdit>("analysisName");
    QVERIFY(field->isVisible());
    field->selectAll();
    QTest::keyClicks(field, name);
    QTest::keyClick(field, Qt::Key_Return);
  };
  rename("speed loop");
  QVERIFY(!part<QLineEdit>("analysisName")->isVisible());
  QCOMPARE(chooser()->name(), QString("speed loop"));
  QCOMPARE(analyses()[0].name, std::string("speed loop"));
  editor_->undo()->undo();
  QCOMPARE(chooser()->name(), QString("analysis"));
  editor_->undo()->redo();
  QCOMPARE(chooser()->name(), QString("speed loop"));
  part<QAction>("analysisMenu.keep")->trigger();
  QCOMPARE(chooser()->name(), QString("analysis"));
  part<QAction>("analysisMenu.keep")->trigger();
  QCOMPARE(chooser()->name(), QString("analysis 2"));
  // A name that is taken is refused in place; Esc gives up.
  rename("speed loop");
  QVERIFY(part<QLineEdit>("analysisName")->isVisible());
  QVERIFY2(note().contains("is there already"), qPrintable(note()));
  QTest::keyClick(part<QLineEdit>("analysisName"), Qt::Key_Escape);
  QVERIFY(!part<QLineEdit>("analysisName")->isVisible());
  QCOMPARE(chooser()->name(), QString("analysis 2"));
  part<QAction>("analysisMenu.delete")->trigger();
  QCOMPARE(analyses().size(), size_t{2});
  QCOMPARE(chooser()->name(), QString());
  QCOMPARE(part<QComboBox>("analysisChoice")->count(), 3);
  while (editor_->undo()->canUndo()) editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(part<QComboBox>("analysisChoice")->count(), 1);
}

void TestKeptAnalyses::openingsAndEquilibriaCount() {
  editor_->set(integratorLoop(R"(, "analyses": [{"name": "a", "inputs": ["gain.y"],
    "outputs": ["state.y"], "open": [">error.u2"], "views": ["poles"]}])")
                   .constData());
  open();
  QTRY_COMPARE(panel()->plot()->table(), QByteArray("kind,re,im\npole,0,0\n"));
  editor_->set(squareLoop(R"(, "analyses": [
    {"name": "held", "loop": "gain.y",
     "at": {"trim": {"free": ["u.y=0..10"], "target": ["state.y=2"]}}},
    {"name": "orbit", "loop": "gain.y", "at": {"periodic": 1}}])")
                   .constData());
  QTRY_VERIFY2(facts().contains("90.0° at 8 rad/s"), qPrintable(facts() + note()));
  // Both are fields of the panel. What is no target is not stored, and stays to be mended.
  auto* const targets = part<QLineEdit>("analysisTargets");
  QCOMPARE(targets->text(), QString("state.y=2"));
  QCOMPARE(part<QLineEdit>("analysisFrees")->text(), QString("u.y=0..10"));
  const QByteArray before = editor_->bytes();
  for (const auto& [text, stored] :
       {std::pair("state.y", "state.y=2"), std::pair("state.y=3", "state.y=3")}) {
    targets->selectAll();
    QTest::keyClicks(targets, text);
    QTest::keyClick(targets, Qt::Key_Return);
    QVERIFY((analyses()[0].at->trim->targets == Texts{stored}));
    QCOMPARE(targets->text(), QString(text));
  }
  QTRY_VERIFY2(facts().contains("90.0° at 12 rad/s"), qPrintable(facts() + note()));
  editor_->undo()->undo();
  QCOMPARE(targets->text(), QString("state.y=2"));
  chooser()->choose("orbit");
  QTRY_VERIFY2(note().contains("periodic orbit"), qPrintable(note()));
  QCOMPARE(editor_->bytes(), before);
  // Another place takes that of the orbit.
  part<QComboBox>("analysisPoint")->setCurrentIndex(0);
  QTRY_VERIFY2(facts().contains("90.0° at 4 rad/s"), qPrintable(facts() + note()));
  QVERIFY(!analyses()[1].at);
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestKeptAnalyses)

}  // namespace loopwright::test_kept_analyses

#include "test_kept_analyses.moc"
