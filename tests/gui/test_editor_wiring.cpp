// The editor in its window: what a hand does to place blocks and to wire them. Each function is one
// point of use, done by mouse and keyboard and checked in the document.
#include <QLabel>
#include <QListWidget>
#include <QObject>
#include <QSignalSpy>
#include <cmath>

#include "gui/panels/palette_panel.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/run_controller.h"
#include "gui/tools/editing_options.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_wiring {

class TestEditorWiring : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void point01ADoubleClickAndANamePlaceABlock();
  void point02ADragFromThePalettePlacesABlock();
  void point03ADragFromAPortPlacesAWiredBlock();
  void point04ABlockDroppedOnAWireIsSplicedIn();
  void point04DeletingASplicedBlockHealsTheWire();
  void point05PortsLightUpOrSayWhyNot();
  void point05HintsAndListsAreOverTheMinimap();
  void point05BlocksSayWhatTheyLack();
  void point05AnOccupiedInputIsReplacedWhereThatIsChosen();
  void point06WiresAreOrthogonalAndFollowTheirBlocks();
  void point06ADraggedPieceMovesItsNeighboursOnly();
  void point06ParallelWiresAreSpreadApart();
  void point06BundlesLieInsideEachOther();
  void point06WiresThatCrossShareNoLine();
  void point06NamesOfSignalsKeepOffBlocks();
  void point07AnEndIsTakenToAnotherPort();
  void point07ControlDragBranchesWithADot();
  void point08TheSignalsNameIsOnEveryBranchAndInLegends();
  void point09EscapeLeavesNothingAndBackspaceTakesACorner();

 private:
  void dragFromPalette(const char* entry, const QPoint& global, bool releases = true);

  EditorWindow* operator->() const { return editor_.get(); }
  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorWiring::point01ADoubleClickAndANamePlaceABlock() {
  const EditorWindow& e = *editor_;
  e.hand().doubleClick({420, 220});
  e.type("gain", Qt::Key_Escape);
  QVERIFY(!e.document()->isModified());
  QCOMPARE(e.blockCount(), std::size_t{4});

  e.hand().doubleClick({420, 220});
  e.type("gain");
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"Gain"}));
  const QPointF off = e.middle("Gain") - QPointF(420, 220);
  QVERIFY(std::abs(off.x()) <= 5 && std::abs(off.y()) <= 5);
  QCOMPARE(e.undo()->count(), 1);

  e.key(Qt::Key_Space, Qt::ControlModifier);
  e.type("gain 5");
  QCOMPARE(e.model(e.view()->selectedBlocks().value(0))->FindParameter("gain")->value,
           ParameterSetting(5));
  QCOMPARE(e.undo()->count(), 2);

  // By name first, then by category, then by letters and text.
  e.hand().doubleClick({100, 220});
  QVERIFY(e.child<QLineEdit>("quickAdd.edit") != nullptr);
  QTest::keyClicks(e.child<QLineEdit>("quickAdd.edit"), "sat");
  const auto* list = e.child<QListWidget>("quickAdd.list");
  QCOMPARE(list->item(0)->text(), QString("Saturation"));
  QTest::keyClick(e.child<QLineEdit>("quickAdd.edit"), Qt::Key_Escape);
}

void TestEditorWiring::dragFromPalette(const char* name, const QPoint& global, bool releases) {
  auto* entry = editor_->child<QWidget>(name);
  QVERIFY(entry != nullptr);
  const QPoint begin = entry->rect().center();
  const QPoint end = entry->mapFromGlobal(global);
  QTest::mousePress(entry, Qt::LeftButton, {}, begin);
  for (int i = 1; i <= 4; ++i) {
    const QPoint place = begin + (end - begin) * i / 4;
    QMouseEvent move(QEvent::MouseMove, place, entry->mapToGlobal(place), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(entry, &move);
  }
  if (releases) QTest::mouseRelease(entry, Qt::LeftButton, {}, end);
}

void TestEditorWiring::point02ADragFromThePalettePlacesABlock() {
  const EditorWindow& e = *editor_;
  const QPoint target = e.view()->viewport()->mapToGlobal(e.hand().at({403, 217}));
  dragFromPalette("palette.Gain", target, false);
  QVERIFY2(e.block("Gain") != nullptr, "a ghost follows");
  QVERIFY(!e.document()->isModified());
  QTest::mouseRelease(e.child<QWidget>("palette.Gain"), Qt::LeftButton, {},
                      e.child<QWidget>("palette.Gain")->mapFromGlobal(target));
  QCOMPARE(e.undo()->count(), 1);
  const QPointF corner = e.block("Gain")->pos();
  QCOMPARE(corner, QPointF(std::round(corner.x() / 10) * 10, std::round(corner.y() / 10) * 10));
  QVERIFY(QLineF(e.middle("Gain"), QPointF(403, 217)).length() < 8);
  // Outside: nothing.
  dragFromPalette("palette.Gain", e.view()->viewport()->mapToGlobal(QPoint(-60, -60)));
  QCOMPARE(e.undo()->count(), 1);
  // A search, and Enter for the first hit.
  auto* search = e.child<QLineEdit>("paletteSearch");
  QTest::keyClicks(search, "integ");
  QVERIFY(e.child<QWidget>("palette.found.Integrator") != nullptr);
  QTest::keyClick(search, Qt::Key_Return);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"Integrator"}));
}

void TestEditorWiring::point03ADragFromAPortPlacesAWiredBlock() {
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("C.y"), {420, 60});
  e.type("gain");
  QCOMPARE(e.source("Gain.u"), QString("C.y"));
  QCOMPARE(e.undo()->count(), 1);
  // And backwards, from an input.
  e.hand().drag(e.port("D.u1"), {140, 240});
  e.type("constant");
  QCOMPARE(e.source("D.u1"), QString("Constant.y"));
  QCOMPARE(e.undo()->count(), 2);
  e.verifyWires();
}

void TestEditorWiring::point04ABlockDroppedOnAWireIsSplicedIn() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "C": {"type": "Integrator", "layout": {"x": 340, "y": 100}},
    "G": {"type": "Gain", "layout": {"x": 100, "y": 260}}},
    "wires": [{"from": "A.y", "to": "C.u", "route": [[100, 20], [100, 180], [300, 180],
                                                     [300, 120]]}]}})");
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  // Onto the lower piece, with Alt: it is only moved.
  e.hand().drag(e.middle("G"), {200, 183}, Qt::AltModifier);
  QVERIFY(e.source("G.u").isEmpty());
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  e.hand().drag(e.middle("G"), {200, 183});
  QCOMPARE(e.source("G.u"), QString("A.y"));
  QCOMPARE(e.source("C.u"), QString("G.y"));
  QCOMPARE(e.port("G.u").y(), 180.0);  // in line with the wire
  // The corners stay with their parts.
  QCOMPARE(*e.wireModel("G.u")->route, (std::vector<Point>{{100, 20}, {100, 180}}));
  QCOMPARE(*e.wireModel("C.u")->route, (std::vector<Point>{{300, 180}, {300, 120}}));
  e.verifyWires();
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorWiring::point04DeletingASplicedBlockHealsTheWire() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_Delete);
  QVERIFY2(e.source("C.u").isEmpty(), "not healed unless chosen");
  e.undo()->undo();
  QTRY_VERIFY(e.block("B") != nullptr);
  e.action(ActionId::kHealWires)->trigger();
  QVERIFY(EditingOptions::healsWires());
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_Delete);
  QCOMPARE(e.source("C.u"), QString("A.y"));
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // A block without an output leaves nothing.
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  e.hand().click(e.middle("D"));
  e.key(Qt::Key_Delete);
  QCOMPARE(e.scene()->wires().size(), 2);
}

void TestEditorWiring::point05PortsLightUpOrSayWhyNot() {
  const EditorWindow& e = *editor_;
  const CanvasGestures hand = e.hand();
  const QPoint begin = hand.at(e.port("C.y"));
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  hand.moveSteps(begin, hand.at({380, 80}));
  QCOMPARE(e.block("D")->highlightedPorts(), QSet<QString>({"u1"}));
  QVERIFY(e.block("B")->highlightedPorts().isEmpty());  // has a wire
  hand.moveSteps(hand.at({380, 80}), hand.at(e.port("A.y")));
  const auto* hint = e.child<QLabel>("canvasHint");
  QVERIFY(hint != nullptr && hint->isVisible());
  QCOMPARE(hint->text(), QString("A.y is an output: end the wire at an input"));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, hand.at(e.port("A.y")));
  QVERIFY(!e.document()->isModified());
  QVERIFY(e.block("D")->highlightedPorts().isEmpty());
  // What was said can still be read.
  QVERIFY(hint->isVisible());
  const auto* status = e.child<QLabel>("statusMessage");
  QCOMPARE(status->text(), QString("A.y is an output: end the wire at an input"));
  // On an occupied input, and on a block that has nothing but that.
  for (const QPointF& place : {e.port("B.u"), e.middle("B")}) {
    hand.click({420, 300});
    QVERIFY(!hint->isVisible());
    hand.drag(e.port("C.y"), place);
    QCOMPARE(hint->text(), QString("B.u has a wire already: an input takes one"));
    QVERIFY(hint->isVisible());
    QCOMPARE(status->text(), hint->text());
    QVERIFY(!e.document()->isModified());
  }
  hand.drag(e.port("C.y"), e.middle("A"));
  QCOMPARE(hint->text(), QString("A has no input"));
  QVERIFY(!e.document()->isModified());
}

void TestEditorWiring::point05HintsAndListsAreOverTheMinimap() {
  const EditorWindow& e = *editor_;
  const auto height = [&](const char* name) {
    return e.view()->children().indexOf(e.child<QWidget>(name));
  };
  e.view()->messages()->showHint("a hint", {200, 100});
  QVERIFY(height("minimap") >= 0);
  QVERIFY(height("canvasHint") > height("minimap"));
  e.hand().doubleClick({400, 220});
  QVERIFY(height("quickAdd") > height("minimap"));
}

void TestEditorWiring::point05BlocksSayWhatTheyLack() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "M": {"type": "Mux", "parameters": {"inputs": 2}, "layout": {"x": 160, "y": 0}},
    "S": {"type": "Scope", "layout": {"x": 320, "y": 0}},
    "T": {"type": "Scope", "layout": {"x": 320, "y": 120}}}}})");
  const EditorWindow& e = *editor_;
  const auto said = [&] { return e.child<QLabel>("canvasHint")->text(); };
  e.hand().drag(e.port("A.y"), e.middle("M"));
  QCOMPARE(said(), QString("M has several ports: end the wire at one of them"));
  e.hand().drag(e.port("S.u1"), e.middle("T"));
  QCOMPARE(said(), QString("T has no output"));
  e.hand().drag(e.port("S.u1"), e.port("T.u1"));
  QCOMPARE(said(), QString("T.u1 is an input: end the wire at an output"));
  QVERIFY(!e.document()->isModified());
  // By the keyboard, where there is nothing to wire to.
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}}}}})");
  e.key(Qt::Key_Tab);
  e.key(Qt::Key_Return);
  QCOMPARE(e.child<QLabel>("statusMessage")->text(), QString("No port here takes this wire"));
  e.key(Qt::Key_Escape);
}

void TestEditorWiring::point05AnOccupiedInputIsReplacedWhereThatIsChosen() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.action(ActionId::kReplaceWires)->trigger();
  e.hand().drag(e.port("A.y"), e.port("C.u"));
  QCOMPARE(e.source("C.u"), QString("A.y"));
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // An end that is taken to an occupied input replaces its wire too.
  e.hand().drag(e.port("B.u"), e.port("C.u"));
  QCOMPARE(e.source("C.u"), QString("A.y"));
  QVERIFY(e.source("B.u").isEmpty());
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorWiring::point06WiresAreOrthogonalAndFollowTheirBlocks() {
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  e.verifyWires();
  const std::vector<QPointF> other = e.wire("D.u1")->points();
  for (const QPointF& step : {QPointF(20, 160), QPointF(-60, -40), QPointF(10, -220)}) {
    e.hand().drag(e.middle("B"), e.middle("B") + step);
    e.verifyWires();
    QCOMPARE(e.wire("D.u1")->points(), other);
  }
  // A block that is dragged across a wire pushes it aside only while it is there.
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "B": {"type": "Gain", "layout": {"x": 0, "y": 0}},
    "C": {"type": "Integrator", "layout": {"x": 300, "y": 0}},
    "D": {"type": "Scope", "layout": {"x": 150, "y": 120}}},
    "wires": [{"from": "B.y", "to": "C.u"}]}})");
  const std::vector<QPointF> straight = e.wire("C.u")->points();
  const CanvasGestures hand = e.hand();
  const QPoint begin = hand.at(e.middle("D"));
  const QPoint on = hand.at({180, 20});
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, Qt::AltModifier, begin);
  hand.moveSteps(begin, on, Qt::LeftButton, Qt::AltModifier);
  QVERIFY(e.wire("C.u")->points() != straight);
  hand.moveSteps(on, hand.at({180, -100}), Qt::LeftButton, Qt::AltModifier);
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, Qt::AltModifier, hand.at({180, -100}));
  QCOMPARE(e.wire("C.u")->points(), straight);
  QCOMPARE(e.undo()->undoText(), QString("Move D"));
}

void TestEditorWiring::point06ADraggedPieceMovesItsNeighboursOnly() {
  const EditorWindow& e = *editor_;
  e.hand().drag(e.middle("C"), e.middle("C") + QPointF(40, 100));
  const std::vector<QPointF> before = e.wire("C.u")->points();
  QCOMPARE(before.size(), std::size_t{4});
  const QPointF middle = (before[1] + before[2]) / 2;
  e.hand().drag(middle, middle + QPointF(20, 7));
  const std::vector<QPointF> after = e.wire("C.u")->points();
  QCOMPARE(after.size(), before.size());
  QCOMPARE(after.front(), before.front());
  QCOMPARE(after.back(), before.back());
  QCOMPARE(after[1], before[1] + QPointF(20, 0));
  QCOMPARE(after[2], before[2] + QPointF(20, 0));
  QCOMPARE(e.undo()->undoText(), QString("Route wire"));
  // By the keyboard: the selected wire's piece moves too.
  e.view()->select({}, {"C.u"});
  e.key(Qt::Key_Left);
  e.key(Qt::Key_Left);
  QCOMPARE(e.wire("C.u")->points(), before);
  QCOMPARE(e.undo()->count(), 3);  // both presses are one step
}

void TestEditorWiring::point06ParallelWiresAreSpreadApart() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "a": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "b": {"type": "Constant", "layout": {"x": 0, "y": 60}},
    "c": {"type": "Constant", "layout": {"x": 0, "y": 120}},
    "m": {"type": "Mux", "parameters": {"inputs": 3}, "layout": {"x": 200, "y": 240}}}}})");
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("a.y"), e.port("m.u1"));
  e.hand().drag(e.port("b.y"), e.port("m.u2"));
  e.hand().drag(e.port("c.y"), e.port("m.u3"));
  e.verifyWires();
  const QStringList ends{"m.u1", "m.u2", "m.u3"};
  for (const QString& one : ends) {
    for (const QString& two : ends) {
      if (one >= two) continue;
      const auto& a = e.wire(one)->points();
      const auto& b = e.wire(two)->points();
      for (size_t i = 1; i < a.size(); ++i) {
        for (size_t k = 1; k < b.size(); ++k) {
          const QRectF p = QRectF(a[i - 1], a[i]).normalized();
          const QRectF q = QRectF(b[k - 1], b[k]).normalized();
          const bool bothUp = p.width() == 0 && q.width() == 0;
          const bool share = p.top() < q.bottom() && q.top() < p.bottom();
          if (bothUp && share) QVERIFY(std::abs(p.left() - q.left()) >= 6);
        }
      }
    }
  }
}

namespace {

QRectF pieceOf(const std::vector<QPointF>& way, size_t end) {
  return QRectF(way[end - 1], way[end]).normalized();
}

/// How often two ways cross.
int crossings(const std::vector<QPointF>& a, const std::vector<QPointF>& b) {
  int count = 0;
  for (size_t i = 1; i < a.size(); ++i) {
    for (size_t k = 1; k < b.size(); ++k) {
      const QRectF p = pieceOf(a, i);
      const QRectF q = pieceOf(b, k);
      const bool touch = p.left() <= q.right() && q.left() <= p.right() && p.top() <= q.bottom() &&
                         q.top() <= p.bottom();
      count += touch && (p.width() == 0) != (q.width() == 0) ? 1 : 0;
    }
  }
  return count;
}

/// Whether two ways run on one line somewhere, or end and begin there at one point.
bool shareALine(const std::vector<QPointF>& a, const std::vector<QPointF>& b) {
  for (size_t i = 1; i < a.size(); ++i) {
    for (size_t k = 1; k < b.size(); ++k) {
      const QRectF p = pieceOf(a, i);
      const QRectF q = pieceOf(b, k);
      const bool across = p.height() == 0 && q.height() == 0 && p.top() == q.top() &&
                          p.left() <= q.right() && q.left() <= p.right();
      const bool down = p.width() == 0 && q.width() == 0 && p.left() == q.left() &&
                        p.top() <= q.bottom() && q.top() <= p.bottom();
      if (across || down) return true;
    }
  }
  return false;
}

}  // namespace

void TestEditorWiring::point06BundlesLieInsideEachOther() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "c": {"type": "Constant", "parameters": {"value": [1, 2, 3, 4, 5, 6]},
          "layout": {"x": 0, "y": 40}},
    "d": {"type": "Demux", "parameters": {"widths": [1, 1, 1, 1, 1, 1]},
          "layout": {"x": 120, "y": 0}},
    "m": {"type": "Mux", "parameters": {"inputs": 6}, "layout": {"x": 300, "y": 140}},
    "s0": {"type": "Sine", "layout": {"x": 120, "y": 320}},
    "s1": {"type": "Sine", "layout": {"x": 120, "y": 380}},
    "s2": {"type": "Sine", "layout": {"x": 120, "y": 440}},
    "n": {"type": "Mux", "parameters": {"inputs": 3}, "layout": {"x": 300, "y": 540}}},
    "wires": [{"from": "c.y", "to": "d.u"},
      {"from": "d.y1", "to": "m.u1"}, {"from": "d.y2", "to": "m.u2"},
      {"from": "d.y3", "to": "m.u3"}, {"from": "d.y4", "to": "m.u4"},
      {"from": "d.y5", "to": "m.u5"}, {"from": "d.y6", "to": "m.u6"},
      {"from": "s0.y", "to": "n.u1"}, {"from": "s1.y", "to": "n.u2"},
      {"from": "s2.y", "to": "n.u3"}]}})");
  const EditorWindow& e = *editor_;
  e.verifyWires();
  const QStringList ends{"m.u1", "m.u2", "m.u3", "m.u4", "m.u5", "m.u6", "n.u1", "n.u2", "n.u3"};
  for (const QString& one : ends) {
    QCOMPARE(e.wire(one)->points().size(), std::size_t{4});  // two bends each
    for (const QString& two : ends) {
      if (one >= two) continue;
      const auto& a = e.wire(one)->points();
      const auto& b = e.wire(two)->points();
      QVERIFY2(crossings(a, b) == 0 && !shareALine(a, b), qPrintable(one + " and " + two));
    }
  }
}

void TestEditorWiring::point06WiresThatCrossShareNoLine() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "a": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "b": {"type": "Sine", "layout": {"x": 0, "y": 100}},
    "c": {"type": "Gain", "layout": {"x": 160, "y": 0}},
    "d": {"type": "Gain", "layout": {"x": 160, "y": 100}}}}})");
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("a.y"), e.port("d.u"));
  e.hand().drag(e.port("b.y"), e.port("c.u"));
  e.verifyWires();
  const auto& a = e.wire("d.u")->points();
  const auto& b = e.wire("c.u")->points();
  QCOMPARE(crossings(a, b), 1);
  QVERIFY2(!shareALine(a, b), "the two would look like one signal");
}

void TestEditorWiring::point06NamesOfSignalsKeepOffBlocks() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "r": {"type": "Step", "layout": {"x": 0, "y": 0}},
    "sum": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 120, "y": 0}},
    "controller": {"type": "PidController", "layout": {"x": 230, "y": 0}},
    "plant": {"type": "FirstOrderLag", "layout": {"x": 380, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 520, "y": 0}}},
    "wires": [{"from": "r.y", "to": "sum.u1"}, {"from": "sum.y", "to": "controller.u"},
      {"from": "controller.y", "to": "plant.u"}, {"from": "plant.y", "to": "scope.u1"},
      {"from": "plant.y", "to": "sum.u2"}],
    "signals": {"plant.y": {"name": "position"}}}})");
  const EditorWindow& e = *editor_;
  const WireItem* feedback = e.wire("sum.u2");
  QCOMPARE(feedback->label(), QString("position"));
  const QRectF label(feedback->shownLabel().place - QPointF(22, 15), QSizeF(44, 12));
  for (const BlockItem* block : e.scene()->blocks()) {
    const QRectF name = block->mapRectToScene(block->nameRect()).adjusted(3, 3, -3, -3);
    QVERIFY2(!label.intersects(block->box()), qPrintable(block->name()));
    QVERIFY2(!label.intersects(name), qPrintable(block->name()));
  }
}

void TestEditorWiring::point07AnEndIsTakenToAnotherPort() {
  const EditorWindow& e = *editor_;
  e.hand().doubleClick(e.wire("C.u")->middle());
  e.fill("signalEditor", "speed");
  e.hand().drag(e.port("C.u"), e.port("D.u1"));
  QVERIFY(e.source("C.u").isEmpty());
  QCOMPARE(e.source("D.u1"), QString("B.y"));
  QCOMPARE(e.wire("D.u1")->label(), QString("speed"));
  QCOMPARE(e.undo()->undoText(), QString("Move wire to D.u1"));
  // The beginning of the wire that is selected; its name goes along.
  e.hand().click(e.wire("D.u1")->middle());
  e.hand().drag(e.port("B.y"), e.port("A.y"));
  QCOMPARE(e.source("D.u1"), QString("A.y"));
  QCOMPARE(e.wire("D.u1")->label(), QString("speed"));
  QCOMPARE(e.document()->document().root.signal_settings.size(), std::size_t{1});
  QCOMPARE(e.undo()->count(), 3);
  // Nowhere: nothing changes, and the reason is told.
  e.hand().drag(e.port("D.u1"), {500, 400});
  QCOMPARE(e.source("D.u1"), QString("A.y"));
  QCOMPARE(e.undo()->count(), 3);
  QCOMPARE(e.child<QLabel>("statusMessage")->text(),
           QString("The wire stays as it was: its end belongs on a port"));
  e.verifyWires();
}

void TestEditorWiring::point07ControlDragBranchesWithADot() {
  const EditorWindow& e = *editor_;
  e.hand().drag({220, 20}, e.port("D.u1"), Qt::ControlModifier);
  QCOMPARE(e.source("D.u1"), QString("B.y"));
  QCOMPARE(e.undo()->count(), 1);
  const std::vector<const WireItem*> net{e.wire("C.u"), e.wire("D.u1")};
  QCOMPARE(branchPoints(net), std::vector<QPointF>({QPointF(220, 20)}));
  QCOMPARE(e.wire("D.u1")->dots(), std::vector<QPointF>({QPointF(220, 20)}));
  e.verifyWires();
}

void TestEditorWiring::point08TheSignalsNameIsOnEveryBranchAndInLegends() {
  const EditorWindow& e = *editor_;
  e.hand().drag({220, 20}, e.port("D.u1"), Qt::ControlModifier);
  e.hand().doubleClick(e.wire("C.u")->middle());
  e.fill("signalEditor", "speed");
  QCOMPARE(e.wire("C.u")->label(), QString("speed"));
  QCOMPARE(e.wire("D.u1")->label(), QString("speed"));
  QVERIFY(e.wire("C.u")->shownLabel().place != e.wire("D.u1")->shownLabel().place);
  QCOMPARE(e.undo()->undoText(), QString("Name signal B.y"));
  QSignalSpy finished(e.workspace()->runs(), &RunController::finished);
  e.action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  const PlotWidget* plot = e.workspace()->plots()->plots().front();
  QCOMPARE(plot->content().curves.front().name, QString("speed"));
}

void TestEditorWiring::point09EscapeLeavesNothingAndBackspaceTakesACorner() {
  const EditorWindow& e = *editor_;
  const CanvasGestures hand = e.hand();
  const auto items = e.scene()->items().size();
  // A drag.
  const QPoint begin = hand.at(e.port("C.y"));
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  hand.moveSteps(begin, hand.at({400, 80}));
  e.key(Qt::Key_Escape);
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, hand.at({400, 80}));
  QCOMPARE(e.scene()->items().size(), items);
  // Clicks.
  hand.click(e.port("C.y"));
  hand.click({360, 20});
  hand.click({360, 90});
  e.key(Qt::Key_Escape);
  QCOMPARE(e.scene()->items().size(), items);
  QVERIFY(!e.document()->isModified());
  QVERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
  QVERIFY(e.block("D")->highlightedPorts().isEmpty());
  // Backspace takes the last corner back, not the selection.
  e.view()->selectBlocks({"A"});
  hand.click(e.port("C.y"));
  hand.click({360, 20});
  hand.click({360, 240});
  e.key(Qt::Key_Backspace);
  QVERIFY(e.block("A") != nullptr);
  hand.click({360, 80});
  hand.click(e.port("D.u1"));
  const Wire* wire = e.wireModel("D.u1");
  QVERIFY(wire != nullptr && wire->route);
  QCOMPARE(wire->route->front(), (Point{360, 20}));
  for (const Point& corner : *wire->route) QVERIFY(corner.y <= 160);
  QCOMPARE(e.undo()->count(), 1);
  e.verifyWires();
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorWiring)

}  // namespace loopwright::test_editor_wiring

#include "test_editor_wiring.moc"
