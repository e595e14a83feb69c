// Problems as a person meets them: what lights up, what is offered, what is said, and when that
// goes away.

#include <QLabel>
#include <QMenu>
#include <QObject>
#include <QPushButton>
#include <QTest>
#include <QTreeView>
#include <memory>

#include "gui/canvas/block_inserter.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/document/loop_remedy.h"
#include "gui/panels/problems_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_problems {

namespace {

/// A sum and a gain whose feedback is not drawn yet.
constexpr char kOpenLoop[] = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "one": {"type": "Step", "layout": {"x": 0, "y": 0}},
    "sum": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 120, "y": 0}},
    "gain": {"type": "Gain", "layout": {"x": 260, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 420, "y": 0}}},
  "wires": [{"from": "one.y", "to": "sum.u1"}, {"from": "sum.y", "to": "gain.u"},
            {"from": "gain.y", "to": "scope.u1"}]}})";

/// A loop through a subsystem, sampled every 0.02 s in one of its values.
constexpr char kInnerLoop[] = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "noise": {"type": "GaussianNoise", "parameters": {"period": 0.02}, "layout": {"x": 0, "y": 0}},
    "sum": {"type": "Sum", "layout": {"x": 120, "y": 0}},
    "part": {"type": "Subsystem", "layout": {"x": 260, "y": 0}, "diagram": {"blocks": {
        "in": {"type": "Inport", "layout": {"x": 200, "y": 0}},
        "gain": {"type": "Gain", "layout": {"x": 100, "y": 0}},
        "out": {"type": "Outport", "layout": {"x": 300, "y": 0}}},
      "wires": [{"from": "in.y", "to": "gain.u"}, {"from": "gain.y", "to": "out.u"}]}}},
  "wires": [{"from": "noise.y", "to": "sum.u1"}, {"from": "sum.y", "to": "part.in"},
            {"from": "part.out", "to": "sum.u2"}]}})";

}  // namespace

class TestEditorProblems : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kOpenLoop); }
  void cleanup() { editor_.reset(); }

  void aLoopLightsUpItsPath();
  void theOfferBreaksTheLoop();
  void aLagBreaksTheLoopAsWell();
  void theOtherOfferSolvesTheLoop();
  void aLitWireOffersADelayOfItsOwn();
  void aLoopIsLitAndBrokenInsideASubsystem();
  void theDelayKeepsOffWhatIsThere();
  void aRefusalFollowsTheErrors();

 private:
  RunController* runs() const { return editor_->workspace()->runs(); }
  QString text(const char* label) const { return editor_->child<QLabel>(label)->text(); }
  QTreeView* problems() const { return editor_->child<QTreeView>("problemsList"); }
  void closeTheLoop() const {
    editor_->hand().drag(editor_->port("gain.y"), editor_->port("sum.u2"));
    QCOMPARE(editor_->source("sum.u2"), QString("gain.y"));
    editor_->document()->finishCheck();
  }
  QStringList litWires() const {
    QStringList lit;
    for (const WireItem* wire : editor_->scene()->wires()) {
      if (wire->isInLoop()) lit += wire->to();
    }
    lit.sort();
    return lit;
  }
  QStringList litBlocks() const {
    QStringList lit;
    for (const BlockItem* block : editor_->scene()->blocks()) {
      if (block->isInLoop()) lit += block->name();
    }
    lit.sort();
    return lit;
  }

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorProblems::aLoopLightsUpItsPath() {
  const EditorWindow& e = *editor_;
  QVERIFY(litWires().isEmpty() && litBlocks().isEmpty());
  closeTheLoop();
  QCOMPARE(litWires(), QStringList({"gain.u", "sum.u2"}));
  QCOMPARE(litBlocks(), QStringList({"gain", "sum"}));
  // The names in the message are those of the palette.
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(problems()->isVisible() && problems()->model()->rowCount() == 1);
  const QString message = problems()->model()->index(0, 1).data().toString();
  QVERIFY2(message.contains("such as Unit delay or Integrator, or have the loop solved"),
           qPrintable(message));
  e.undo()->undo();
  e.document()->finishCheck();
  QVERIFY(litWires().isEmpty() && litBlocks().isEmpty());
}

void TestEditorProblems::theOfferBreaksTheLoop() {
  const EditorWindow& e = *editor_;
  auto* const offer = e.child<QWidget>("problems.offer");
  QVERIFY(offer->isHidden());
  closeTheLoop();
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(offer->isVisible());
  // It says where, and what that changes.
  const QString said = text("problems.offerText");
  QVERIFY2(said.contains(QString::fromUtf8("gain.y → sum.u2")), qPrintable(said));
  QVERIFY2(said.contains("every 0.1 s"), qPrintable(said));
  QVERIFY2(said.contains("A first-order lag in the wire gain.y → sum.u2 breaks the loop as well"),
           qPrintable(said));
  QVERIFY2(said.endsWith("The menu of another wire of the loop puts them there."),
           qPrintable(said));
  const QByteArray before = e.bytes();
  const int steps = e.undo()->count();
  QTest::mouseClick(e.child<QPushButton>("problems.breakLoop"), Qt::LeftButton);
  QCOMPARE(e.undo()->count(), steps + 1);
  QVERIFY(e.source("sum.u2").endsWith(".y"));
  const QString delay = blockOfKey(e.source("sum.u2"));
  QCOMPARE(QString::fromStdString(e.model(delay)->type), QString("UnitDelay"));
  QCOMPARE(e.source(delay + ".u"), QString("gain.y"));
  QCOMPARE(e.view()->selectedBlocks(), QStringList{delay});
  QVERIFY(e.model(delay)->layout->flipped.value_or(false));
  e.verifyWires();
  e.document()->finishCheck();
  QVERIFY(litWires().isEmpty() && litBlocks().isEmpty());
  QVERIFY(offer->isHidden());
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->recording() != nullptr);
  QTRY_VERIFY(!runs()->isActive());
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

// A lag has the time constant that its text says: a hundredth of the run where nothing is sampled.
void TestEditorProblems::aLagBreaksTheLoopAsWell() {
  const EditorWindow& e = *editor_;
  auto* const offer = e.child<QWidget>("problems.offer");
  closeTheLoop();
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(offer->isVisible());
  const QByteArray before = e.bytes();
  const std::optional<LoopBreak> remedy =
      breakForLoop(*e.document(), e.document()->report().loops.front(), LoopBreaker::kLag);
  QVERIFY2(text("problems.offerText").contains("a time constant of " + remedy->seconds + " s"),
           qPrintable(text("problems.offerText")));
  QTest::mouseClick(e.child<QPushButton>("problems.smoothLoop"), Qt::LeftButton);
  const QString lag = blockOfKey(e.source("sum.u2"));
  QCOMPARE(QString::fromStdString(e.model(lag)->type), QString("FirstOrderLag"));
  QCOMPARE(e.model(lag)->FindParameter("time_constant")->value.number(),
           remedy->seconds.toDouble());
  e.document()->finishCheck();
  QVERIFY(offer->isHidden());
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  e.document()->finishCheck();
  const std::unique_ptr<QMenu> menu(e.view()->menu()->make(e.wire("gain.u")->middle()));
  menu->findChild<QAction*>("canvasMenu.breakLoopByLag")->trigger();
  QCOMPARE(QString::fromStdString(e.model(blockOfKey(e.source("gain.u")))->type),
           QString("FirstOrderLag"));
}

void TestEditorProblems::theOtherOfferSolvesTheLoop() {
  const EditorWindow& e = *editor_;
  auto* const offer = e.child<QWidget>("problems.offer");
  closeTheLoop();
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(offer->isVisible());
  const QByteArray before = e.bytes();
  QTest::mouseClick(e.child<QPushButton>("problems.solveLoops"), Qt::LeftButton);
  QVERIFY(e.document()->document().simulation.Get("algebraic_loops") == ParameterSetting("solve"));
  e.document()->finishCheck();
  QVERIFY(litWires().isEmpty() && litBlocks().isEmpty());
  QVERIFY(offer->isHidden());
  e.action(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->recording() != nullptr);
  QTRY_VERIFY(!runs()->isActive());
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorProblems::aLitWireOffersADelayOfItsOwn() {
  const EditorWindow& e = *editor_;
  closeTheLoop();
  const auto entryAt = [&](const QString& wire) {
    const std::unique_ptr<QMenu> menu(e.view()->menu()->make(e.wire(wire)->middle()));
    return menu->findChild<QAction*>("canvasMenu.breakLoop") != nullptr;
  };
  QVERIFY(!entryAt("sum.u1"));
  QVERIFY(entryAt("gain.u"));
  const std::unique_ptr<QMenu> menu(e.view()->menu()->make(e.wire("gain.u")->middle()));
  menu->findChild<QAction*>("canvasMenu.breakLoop")->trigger();
  const QString delay = blockOfKey(e.source("gain.u"));
  QCOMPARE(QString::fromStdString(e.model(delay)->type), QString("UnitDelay"));
  QCOMPARE(e.source(delay + ".u"), QString("sum.y"));
  QVERIFY(!e.model(delay)->layout->flipped.value_or(false));
  e.document()->finishCheck();
  QVERIFY(litWires().isEmpty());
}

void TestEditorProblems::aLoopIsLitAndBrokenInsideASubsystem() {
  editor_->set(kInnerLoop);
  const EditorWindow& e = *editor_;
  e.document()->finishCheck();
  QCOMPARE(litWires(), QStringList({"part.in", "sum.u2"}));
  QCOMPARE(litBlocks(), QStringList({"part", "sum"}));
  e.view()->openLevel("part");
  QCOMPARE(litWires(), QStringList({"gain.u", "out.u"}));
  QCOMPARE(litBlocks(), QStringList({"gain"}));
  e.view()->leaveLevel();
  // The delay takes the period that the loop has already.
  const auto delay =
      breakForLoop(*e.document(), e.document()->report().loops.front(), LoopBreaker::kDelay);
  QVERIFY(delay && delay->wire.level.empty() && delay->wire.to == "sum.u2");
  QCOMPARE(delay->seconds, QString("0.02"));
  const auto inner = breakInWire(*e.document(), e.document()->report().loops.front(),
                                 {"part", "gain.u"}, LoopBreaker::kDelay);
  QVERIFY(inner.has_value());
  e.view()->inserter()->breakLoop(*inner);
  QCOMPARE(e.view()->level(), QString("part"));
  QVERIFY(e.source("gain.u") != "in.y");
  e.document()->finishCheck();
  QVERIFY(e.document()->report().loops.empty());
}

void TestEditorProblems::theDelayKeepsOffWhatIsThere() {
  const EditorWindow& e = *editor_;
  closeTheLoop();
  // A block right above and below the middle of the way back.
  const QPointF middle = e.wire("sum.u2")->middle();
  e.view()->inserter()->addBlock("Constant", middle + QPointF(0, 40));
  e.document()->finishCheck();
  e.view()->inserter()->breakLoop(
      *breakForLoop(*e.document(), e.document()->report().loops.front(), LoopBreaker::kDelay));
  const QString name = blockOfKey(e.source("sum.u2"));
  for (const BlockItem* other : e.scene()->blocks()) {
    if (other->name() == name) continue;
    QVERIFY2(!other->box().intersects(e.block(name)->box()), qPrintable(other->name()));
  }
  e.verifyWires();
}

void TestEditorProblems::aRefusalFollowsTheErrors() {
  const EditorWindow& e = *editor_;
  e.hand().click(e.middle("gain"));
  e.fill("property.gain", "nobody");
  // With the input that has no wire.
  e.action(ActionId::kRun)->trigger();
  QTRY_COMPARE(text("statusMessage"), QString("Not started: the diagram has 2 errors."));
  e.fill("property.gain", "2");
  QTRY_COMPARE(text("statusMessage"), QString("Not started: the diagram has 1 error."));
  e.undo()->undo();
  e.hand().drag(e.port("one.y"), e.port("sum.u2"));
  QTRY_COMPARE(text("statusMessage"), QString());
  // What was said since then stays.
  e.hand().click(e.middle("gain"));
  e.fill("property.gain", "nobody");
  e.action(ActionId::kRun)->trigger();
  QTRY_COMPARE(text("statusMessage"), QString("Not started: the diagram has 1 error."));
  e.window()->showMessage("another message");
  e.fill("property.gain", "2");
  QTRY_VERIFY(e.document()->isChecked() && e.document()->errorCount() == 0);
  QCOMPARE(text("statusMessage"), QString("another message"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorProblems)

}  // namespace loopwright::test_editor_problems

#include "test_editor_problems.moc"
