// Values as a person meets them: texts that are refused, inputs that are still open, what is said
// of problems, and edits while a run goes on.

#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <memory>

#include "engine/edits/edit_helpers.h"
#include "gui/document/refused_texts.h"
#include "gui/overlays/rate_legend.h"
#include "gui/panels/problems_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_values {

namespace {

/// Runs in real time, so that it can be paused and edited.
constexpr char kSlowRun[] = R"({"format": "loopwright", "version": 1,
  "parameters": {"K": {"value": 2}, "h": {"value": 0.1}},
  "simulation": {"stop_time": 1000, "realtime_rate": 20, "integrator": "rk4", "fixed_step": 0.01},
  "diagram": {"blocks": {
    "A": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Gain", "parameters": {"gain": "K"}, "layout": {"x": 120, "y": 0}},
    "C": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
    "Z": {"type": "ZeroOrderHold", "parameters": {"period": "h"}, "layout": {"x": 240, "y": 120}},
    "S": {"type": "Scope", "layout": {"x": 380, "y": 0}}},
  "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y", "to": "C.u"},
            {"from": "B.y", "to": "Z.u"}, {"from": "C.y", "to": "S.u1"}]}})";

}  // namespace

class TestEditorValues : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void aRefusedValueStaysIsAProblemAndStopsTheRun();
  void aClickOnTheProblemLeadsToTheField();
  void aRefusedValueOfTheSimulationStopsTheRun();
  void aRefusedParameterStaysInItsCell();
  void aTextStaysWhereItsValueFollowsARename();
  void refusedNamesAndDistributionsStayInTheirCells_data();
  void refusedNamesAndDistributionsStayInTheirCells();
  void aRefusedNameIsTakenOverWhenItBecomesFree();
  void escapeAndUndoForgetWhatWasRefused();
  void aTextThatBecomesRightIsTakenOver();
  void aTextGoesWithItsBlock();
  void whatIsStillTypedCountsForTheRun();
  void anUnwiredInputIsOpenUntilARun();
  void warningsAreNotRed();
  void anErrorInPlaceIsNotUnderTheLegend();
  void theMessageOfALoopIsReadInWhole();
  void aNumberIsTakenOverByTheRun();
  void aParameterOfTheDiagramIsTakenOverByTheRun();
  void whatNeedsANewRunSaysSoAtItsPlace();
  void anEditOnTheCanvasNeedsANewRun();

 private:
  void give(const char* name, double value) const {
    editor_->document()->edit("Set up", [&](Transaction* t) {
      DiagramParameter parameter;
      parameter.name = name;
      parameter.value = value;
      t->Apply(ParameterEdit{"", 0, ListAction::kInsert, parameter});
    });
  }
  QLineEdit* field(const char* name) const { return editor_->child<QLineEdit>(name); }
  QString text(const char* name) const { return editor_->child<QLabel>(name)->text(); }
  void select(const char* block) const { editor_->hand().click(editor_->middle(block)); }
  RunController* runs() const { return editor_->workspace()->runs(); }
  int errors() const { return editor_->workspace()->problems()->errorCount(); }
  QTreeView* problems() const { return editor_->child<QTreeView>("problemsList"); }
  void clickProblem(int row) const {
    const QModelIndex index = problems()->model()->index(row, 0);
    QTest::mouseClick(problems()->viewport(), Qt::LeftButton, {},
                      problems()->visualRect(index).center());
  }
  /// Presses F5, which must be refused for this many problems.
  void refuseRun(const QString& message) const {
    editor_->action(ActionId::kRun)->trigger();
    QTRY_COMPARE(text("statusMessage"), message);
    QVERIFY(!runs()->isActive());
    QVERIFY(!runs()->recording());
  }
  void startAndPause() const {
    editor_->set(kSlowRun);
    editor_->action(ActionId::kRun)->trigger();
    QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
    QTRY_VERIFY(runs()->time() > 0);
    editor_->action(ActionId::kPause)->trigger();
    QTRY_COMPARE(runs()->state(), RunController::State::kPaused);
  }
  /// Waits until the run has looked at the last edit.
  void waitForRun(int64_t edits) const { QTRY_COMPARE(runs()->edits().number, edits); }

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorValues::aRefusedValueStaysIsAProblemAndStopsTheRun() {
  const EditorWindow& e = *editor_;
  give("Kp", 2);
  const QByteArray before = e.bytes();
  select("B");
  e.fill("property.gain", "[Kq]");
  QCOMPARE(text("property.gain.error"), QString("unknown name 'Kq', did you mean 'Kp'?"));
  QCOMPARE(e.bytes(), before);
  // Selecting another block and coming back loses nothing.
  select("C");
  select("B");
  QCOMPARE(field("property.gain")->text(), QString("[Kq]"));
  QVERIFY(field("property.gain")->property("invalid").toBool());
  QCOMPARE(text("property.gain.error"), QString("unknown name 'Kq', did you mean 'Kp'?"));
  QCOMPARE(errors(), 1);
  QVERIFY(e.block("B")->hasError());
  refuseRun("Not started: the diagram has 1 error.");
  // Undoing something else keeps it, too.
  e.view()->setFocus();
  e.undo()->undo();
  QCOMPARE(field("property.gain")->text(), QString("[Kq]"));
  e.undo()->redo();
  QCOMPARE(errors(), 1);
  // Mended, the problem is gone.
  e.fill("property.gain", "[Kp]");
  QCOMPARE(errors(), 0);
  QVERIFY(!e.block("B")->hasError());
}

void TestEditorValues::aClickOnTheProblemLeadsToTheField() {
  const EditorWindow& e = *editor_;
  select("B");
  e.fill("property.gain", "Kq");
  select("C");
  e.action(ActionId::kRun)->trigger();  // opens the list
  QTRY_VERIFY(problems()->isVisible() && problems()->model()->rowCount() >= 1);
  clickProblem(0);
  QTRY_VERIFY(e.window()->focusWidget() == field("property.gain"));
  QCOMPARE(field("property.gain")->text(), QString("Kq"));
}

void TestEditorValues::aRefusedValueOfTheSimulationStopsTheRun() {
  const EditorWindow& e = *editor_;
  e.fill("stopTime", "2*");
  QVERIFY(field("stopTime")->property("invalid").toBool());
  e.view()->setFocus();
  QCOMPARE(field("stopTime")->text(), QString("2*"));
  QCOMPARE(errors(), 1);
  refuseRun("Not started: the diagram has 1 error.");
  QTRY_VERIFY(problems()->isVisible());
  clickProblem(0);
  QTRY_VERIFY(e.window()->focusWidget() == field("setting.stop_time"));
  QCOMPARE(field("setting.stop_time")->text(), QString("2*"));
  e.fill("setting.stop_time", "3");
  QCOMPARE(field("stopTime")->text(), QString("3 s"));
  QVERIFY(!field("stopTime")->property("invalid").toBool());
  QCOMPARE(errors(), 0);
}

void TestEditorValues::aRefusedParameterStaysInItsCell() {
  const EditorWindow& e = *editor_;
  give("Kp", 2);
  RefusedTexts* refused = e.document()->refusedTexts();
  auto* table = e.child<QTableView>("parametersTable");
  QAbstractItemModel* model = table->model();
  const QByteArray before = e.bytes();
  QVERIFY(!model->setData(model->index(0, 1), "2*Kq"));
  QCOMPARE(model->index(0, 1).data().toString(), QString("2*Kq"));
  QCOMPARE(e.bytes(), before);
  QCOMPARE(errors(), 1);
  QVERIFY(refused->find({ValuePlace::Kind::kDiagram, "", "Kp"}).has_value());
  // It goes along where the parameter is renamed.
  QVERIFY(model->setData(model->index(0, 0), "Kr"));
  QCOMPARE(model->index(0, 1).data().toString(), QString("2*Kq"));
  // Back and forth again.
  for (int i = 0; i < 2; ++i) {
    e.undo()->undo();
    QCOMPARE(model->index(0, 0).data().toString(), QString("Kp"));
    QCOMPARE(model->index(0, 1).data().toString(), QString("2*Kq"));
    QCOMPARE(errors(), 1);
    e.undo()->redo();
    QCOMPARE(model->index(0, 0).data().toString(), QString("Kr"));
    QCOMPARE(model->index(0, 1).data().toString(), QString("2*Kq"));
    QCOMPARE(errors(), 1);
  }
  QVERIFY(model->setData(model->index(0, 1), "4"));
  QCOMPARE(errors(), 0);
}

void TestEditorValues::aTextStaysWhereItsValueFollowsARename() {
  const EditorWindow& e = *editor_;
  give("Kp", 2);
  select("B");
  e.fill("property.gain", "Kp");
  e.fill("property.gain", "Kq+");
  QCOMPARE(errors(), 1);
  QAbstractItemModel* model = e.child<QTableView>("parametersTable")->model();
  QVERIFY(model->setData(model->index(0, 0), "Kr"));
  QCOMPARE(e.model("B")->FindParameter("gain")->value, ParameterSetting("Kr"));
  QCOMPARE(field("property.gain")->text(), QString("Kq+"));
  e.undo()->undo();
  QCOMPARE(field("property.gain")->text(), QString("Kq+"));
  QCOMPARE(errors(), 1);
}

void TestEditorValues::refusedNamesAndDistributionsStayInTheirCells_data() {
  QTest::addColumn<int>("column");
  QTest::addColumn<QString>("wrong");
  QTest::addColumn<QString>("problem");
  QTest::addColumn<QString>("right");
  QTest::newRow("constant") << 0 << "pi"
                            << "its new name was not taken: 'pi' is a constant"
                            << "Kr";
  QTest::newRow("taken") << 0 << "Ki"
                         << "its new name was not taken: there is a parameter 'Ki' already"
                         << "Kr";
  QTest::newRow("distribution") << 5 << "normal(1)"
                                << "'normal(1)' is no distribution: write uniform(lower, upper), "
                                   "gaussian(mean, deviation) or exponential(rate)"
                                << "exponential(1)";
}

void TestEditorValues::refusedNamesAndDistributionsStayInTheirCells() {
  QFETCH(int, column);
  QFETCH(QString, wrong);
  QFETCH(QString, problem);
  QFETCH(QString, right);
  const EditorWindow& e = *editor_;
  give("Ki", 3);
  give("Kp", 2);
  const QByteArray before = e.bytes();
  QAbstractItemModel* model = e.child<QTableView>("parametersTable")->model();
  const QModelIndex cell = model->index(0, column);
  QVERIFY(!model->setData(cell, wrong));
  QCOMPARE(e.bytes(), before);
  // Another block and another level do not take the text away.
  select("C");
  QCOMPARE(cell.data().toString(), wrong);
  QVERIFY(cell.data(Qt::ForegroundRole).isValid());
  QVERIFY(!cell.data(Qt::ToolTipRole).toString().isEmpty());
  QCOMPARE(errors(), 1);
  QCOMPARE(QString::fromStdString(e.document()->diagnostics().back().text), problem);
  QCOMPARE(e.document()->diagnostics().back().path, std::string("Kp"));
  refuseRun("Not started: the diagram has 1 error.");
  // The problem leads to its row, though the name there is another now.
  e.child<QTableView>("parametersTable")->setCurrentIndex({});
  clickProblem(0);
  QTRY_COMPARE(e.child<QTableView>("parametersTable")->currentIndex().row(), 0);
  QVERIFY(!text("parametersMessage").isEmpty());
  if (column == 5) QVERIFY(field("parametersRandom")->property("invalid").toBool());
  QVERIFY(model->setData(cell, right));
  QCOMPARE(cell.data().toString(), right);
  QCOMPARE(errors(), 0);
  QVERIFY(!field("parametersRandom")->property("invalid").toBool());
  QCOMPARE(text("parametersMessage"), QString());
  QVERIFY(e.bytes() != before);
  // Typing what the document has gives up what was refused.
  e.undo()->undo();
  const QString old = cell.data().toString();
  QVERIFY(!model->setData(cell, wrong));
  QVERIFY(model->setData(cell, old));
  QCOMPARE(errors(), 0);
  QCOMPARE(e.bytes(), before);
}

void TestEditorValues::aRefusedNameIsTakenOverWhenItBecomesFree() {
  const EditorWindow& e = *editor_;
  give("Ki", 3);
  give("Kp", 2);
  QAbstractItemModel* model = e.child<QTableView>("parametersTable")->model();
  QVERIFY(!model->setData(model->index(0, 0), "Ki"));
  QVERIFY(!model->setData(model->index(0, 1), "2*"));
  QVERIFY(!model->setData(model->index(0, 5), "uniform(1)"));
  QCOMPARE(errors(), 3);
  QVERIFY(model->setData(model->index(1, 0), "Kd"));
  QTRY_COMPARE(e.document()->document().parameters[0].name, std::string("Ki"));
  // What else was refused goes along.
  QCOMPARE(model->index(0, 1).data().toString(), QString("2*"));
  QCOMPARE(model->index(0, 5).data().toString(), QString("uniform(1)"));
  QCOMPARE(errors(), 2);
}

void TestEditorValues::escapeAndUndoForgetWhatWasRefused() {
  const EditorWindow& e = *editor_;
  select("B");
  e.fill("property.gain", "3");
  e.fill("property.gain", "Kq");
  QTest::keyClick(field("property.gain"), Qt::Key_Escape);
  QCOMPARE(field("property.gain")->text(), QString("3"));
  QCOMPARE(errors(), 0);
  // An undo changes the value that the text was to replace.
  e.fill("property.gain", "Kq");
  QCOMPARE(errors(), 1);
  e.undo()->undo();
  QCOMPARE(field("property.gain")->text(), QString("1"));
  QCOMPARE(errors(), 0);
}

void TestEditorValues::aTextThatBecomesRightIsTakenOver() {
  const EditorWindow& e = *editor_;
  select("B");
  e.fill("property.gain", "Kq");
  QCOMPARE(errors(), 1);
  give("Kq", 4);
  QTRY_VERIFY(e.model("B")->FindParameter("gain") != nullptr);
  QCOMPARE(e.model("B")->FindParameter("gain")->value, ParameterSetting("Kq"));
  QCOMPARE(e.undo()->undoText(), QString("Change gain"));
  QCOMPARE(errors(), 0);
}

void TestEditorValues::aTextGoesWithItsBlock() {
  const EditorWindow& e = *editor_;
  select("B");
  e.fill("property.gain", "Kq");
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "amplifier");
  QCOMPARE(field("property.gain")->text(), QString("Kq"));
  QCOMPARE(errors(), 1);
  e.view()->setFocus();
  e.key(Qt::Key_Delete);
  QVERIFY(e.model("amplifier") == nullptr);
  e.document()->finishCheck();
  QCOMPARE(e.document()->errorCount(), 0);
  e.undo()->undo();
  select("amplifier");
  QCOMPARE(field("property.gain")->text(), QString("Kq"));
  QCOMPARE(errors(), 1);
}

void TestEditorValues::whatIsStillTypedCountsForTheRun() {
  const EditorWindow& e = *editor_;
  select("B");
  auto* gain = field("property.gain");
  gain->setFocus();
  gain->selectAll();
  QTest::keyClicks(gain, "Kq");  // no Enter
  refuseRun("Not started: the diagram has 1 error.");
  QCOMPARE(gain->text(), QString("Kq"));
  gain->selectAll();
  QTest::keyClicks(gain, "7");
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->recording() != nullptr);
  QCOMPARE(e.model("B")->FindParameter("gain")->value, ParameterSetting(7));
  QTRY_VERIFY(!runs()->isActive());
}

void TestEditorValues::anUnwiredInputIsOpenUntilARun() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {}}})");
  const EditorWindow& e = *editor_;
  for (const auto& [x, type] :
       {std::pair(0, "gain"), std::pair(150, "sum"), std::pair(300, "scope")}) {
    e.hand().doubleClick(QPointF(x, 100));
    e.type(type);
  }
  e.document()->finishCheck();
  QCOMPARE(errors(), 0);
  QCOMPARE(e.workspace()->problems()->warningCount(), 0);
  QCOMPARE(e.child<QToolButton>("problemsButton")->text(), QString("No problems"));
  QCOMPARE(e.block("Gain")->openInputs(), QSet<QString>{"u"});
  QCOMPARE(e.block("Sum")->openInputs(), (QSet<QString>{"u1", "u2"}));
  for (const char* name : {"Gain", "Sum", "Scope"}) QVERIFY(!e.block(name)->hasProblem());
  // A run needs them.
  refuseRun("Not started: the diagram has 3 errors.");
  QVERIFY(e.block("Gain")->hasError());
  QVERIFY(e.block("Gain")->openInputs().isEmpty());
  // What comes later is open again until the next run.
  e.hand().doubleClick(QPointF(0, 250));
  e.type("gain");
  e.document()->finishCheck();
  QCOMPARE(errors(), 3);
  QCOMPARE(e.block("Gain2")->openInputs(), QSet<QString>{"u"});
}

void TestEditorValues::warningsAreNotRed() {
  const EditorWindow& e = *editor_;
  e.action(ActionId::kRun)->trigger();  // the scope has no wire, which a run tells
  QTRY_VERIFY(runs()->recording() != nullptr);
  QTRY_VERIFY(!runs()->isActive());
  select("D");
  QVERIFY(e.block("D")->hasProblem() && !e.block("D")->hasError());
  const auto* warnings = e.child<QLabel>("property.warnings");
  QVERIFY(warnings->isVisible());
  QVERIFY(warnings->text().startsWith("the input has no wire"));
  QCOMPARE(warnings->property("role").toString(), QString("warning"));
  QVERIFY(!e.child<QLabel>("property.problems")->isVisible());
}

void TestEditorValues::anErrorInPlaceIsNotUnderTheLegend() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Set up", [](Transaction* t) {
    Block hold;
    hold.name = "hold";
    hold.type = "ZeroOrderHold";
    hold.layout = Layout{};
    AddBlock(t, "", hold);
  });
  e.document()->finishCheck();
  auto* legend = e.child<RateLegend>("rateLegend");
  QTRY_VERIFY(legend->isVisible());
  // The block's name lies where the legend is.
  const QRectF name = e.block("B")->mapRectToScene(e.block("B")->nameRect());
  const QPoint at = e.view()->mapFromScene(name.center());
  const QPoint wanted = legend->geometry().center() - QPoint(0, legend->height());
  e.view()->horizontalScrollBar()->setValue(e.view()->horizontalScrollBar()->value() + at.x() -
                                            wanted.x());
  e.view()->verticalScrollBar()->setValue(e.view()->verticalScrollBar()->value() + at.y() -
                                          wanted.y());
  e.view()->selectBlocks({"B"});
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "C");
  const auto* error = e.child<QLabel>("nameEditor.error");
  QVERIFY(error->isVisible());
  const QRect place(error->mapTo(e.view(), QPoint()), error->size());
  QVERIFY(e.view()->rect().contains(place));
  for (const QPoint& corner : {place.topLeft(), place.center(), place.bottomRight()}) {
    QCOMPARE(e.view()->childAt(corner), error);
  }
  QTest::keyClick(e.child<QLineEdit>("nameEditor"), Qt::Key_Escape);
  QTRY_VERIFY(legend->isVisible());
}

void TestEditorValues::theMessageOfALoopIsReadInWhole() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "a long name of a sum": {"type": "Sum", "layout": {"x": 0, "y": 0}},
    "a long name of a gain": {"type": "Gain", "layout": {"x": 120, "y": 0}},
    "one": {"type": "Constant", "layout": {"x": -120, "y": 0}}},
    "wires": [{"from": "a long name of a sum.y", "to": "a long name of a gain.u"},
              {"from": "a long name of a gain.y", "to": "a long name of a sum.u2"},
              {"from": "one.y", "to": "a long name of a sum.u1"}]}})");
  const EditorWindow& e = *editor_;
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(problems()->isVisible() && problems()->model()->rowCount() == 1);
  const QModelIndex index = problems()->model()->index(0, 1);
  const QString message = index.data().toString();
  QVERIFY2(message.startsWith("Algebraic loop: a long name of a sum.y → "), qPrintable(message));
  const auto isWhole = [&] {
    const QRect row = problems()->visualRect(index);
    const QRect needed = problems()->fontMetrics().boundingRect(QRect(0, 0, row.width() - 8, 10000),
                                                                Qt::TextWordWrap, message);
    return row.height() >= needed.height();
  };
  QTRY_VERIFY(isWhole());
  // In a narrow window, too.
  const int before = problems()->visualRect(index).height();
  e.window()->resize(1000, 800);
  problems()->setColumnWidth(0, problems()->width() - 200);
  QTRY_VERIFY(problems()->visualRect(index).height() > before);
  QTRY_VERIFY(isWhole());
}

void TestEditorValues::aNumberIsTakenOverByTheRun() {
  startAndPause();
  const EditorWindow& e = *editor_;
  select("B");
  e.fill("property.gain", "5");
  waitForRun(1);
  QCOMPARE(runs()->edits().notes.size(), std::size_t{1});
  QCOMPARE(runs()->edits().notes[0].path, std::string("B.gain"));
  QCOMPARE(runs()->edits().notes[0].before, std::string("K"));
  QCOMPARE(runs()->edits().notes[0].after, std::string("5"));
  QVERIFY(text("statusMessage").startsWith(QString::fromUtf8("B.gain: K → 5 from t = ")));
  QVERIFY(text("runStatus").contains("1 change"));
  QVERIFY(editor_->child<QLabel>("runStatus")->toolTip().startsWith("B.gain: K"));
  QVERIFY(runs()->edits().pending.empty());
  QVERIFY(e.child<QPushButton>("property.gain.newRun") == nullptr);
  // An undo is an edit like others: with it the run goes on as if nothing had been changed.
  e.view()->setFocus();
  e.undo()->undo();
  waitForRun(2);
  QVERIFY(runs()->edits().notes.empty());
  e.action(ActionId::kRun)->trigger();
  e.action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
}

void TestEditorValues::aParameterOfTheDiagramIsTakenOverByTheRun() {
  startAndPause();
  auto* table = editor_->child<QTableView>("parametersTable");
  QAbstractItemModel* model = table->model();
  QVERIFY(model->setData(model->index(0, 1), "3"));
  waitForRun(1);
  QCOMPARE(runs()->edits().notes.size(), std::size_t{1});
  QCOMPARE(runs()->edits().notes[0].path, std::string("K"));
  // A period follows the other one.
  QVERIFY(model->setData(model->index(1, 1), "0.2"));
  waitForRun(2);
  QCOMPARE(runs()->edits().pending.size(), std::size_t{1});
  QCOMPARE(runs()->edits().pending[0].path, std::string("h"));
  QVERIFY(editor_->child<QLabel>("messageBar.text")->isVisible());
  editor_->action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
  QVERIFY(!editor_->child<QLabel>("messageBar.text")->isVisible());
}

void TestEditorValues::whatNeedsANewRunSaysSoAtItsPlace() {
  startAndPause();
  const EditorWindow& e = *editor_;
  select("C");
  e.fill("property.initial_value", "4");
  waitForRun(1);
  QVERIFY(runs()->edits().notes.empty());
  auto* button = e.child<QPushButton>("property.initial_value.newRun");
  QVERIFY(button != nullptr && button->isVisible());
  // Taken back it needs none.
  e.view()->setFocus();
  e.undo()->undo();
  waitForRun(2);
  QVERIFY(!button->isVisible());
  e.undo()->redo();
  waitForRun(3);
  QVERIFY(button->isVisible());
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
  QVERIFY(!button->isVisible());
  QVERIFY(runs()->edits().pending.empty());
  e.action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
}

void TestEditorValues::anEditOnTheCanvasNeedsANewRun() {
  startAndPause();
  const EditorWindow& e = *editor_;
  auto* message = e.child<QLabel>("messageBar.text");
  QVERIFY(!message->isVisible());
  // Moving a block changes nothing for a run.
  e.hand().drag(e.middle("Z"), e.middle("Z") + QPointF(0, 40));
  waitForRun(1);
  QVERIFY(!message->isVisible());
  e.hand().doubleClick({100, 300});
  e.type("constant");
  waitForRun(2);
  QTRY_VERIFY(message->isVisible());
  QVERIFY2(message->text().contains("Constant"), qPrintable(message->text()));
  QTest::mouseClick(e.child<QPushButton>("messageBar.choice0"), Qt::LeftButton);
  QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
  QVERIFY(!message->isVisible());
  e.action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorValues)

}  // namespace loopwright::test_editor_values

#include "test_editor_values.moc"
