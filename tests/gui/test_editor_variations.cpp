// The gestures of the other tests under other circumstances: at other zooms, in a subsystem, on
// rotated blocks, on branches, with several things selected, given up in the middle, undone.
#include <QLabel>
#include <QMenu>
#include <QObject>
#include <functional>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/camera.h"
#include "gui/edits/wire_edits.h"
#include "gui/tools/editing_options.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_variations {

namespace {

/// B drives C, and two blocks below by branches of one line.
const char* const kBranches = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
  "B": {"type": "Gain", "layout": {"x": 120, "y": 0}},
  "C": {"type": "Gain", "layout": {"x": 400, "y": 0}},
  "D": {"type": "Gain", "layout": {"x": 400, "y": 100}},
  "E": {"type": "Gain", "layout": {"x": 400, "y": 200}},
  "F": {"type": "Saturation", "layout": {"x": 0, "y": 200}}},
  "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y", "to": "C.u"},
            {"from": "B.y", "to": "D.u", "route": [[300, 20], [300, 120]]},
            {"from": "B.y", "to": "E.u", "route": [[300, 20], [300, 220]]}]}})";

/// The chain of the other tests inside a subsystem.
const char* const kInside = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "S": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Gain", "layout": {"x": 120, "y": 0}},
    "C": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
    "D": {"type": "Scope", "layout": {"x": 240, "y": 120}},
    "F": {"type": "Gain", "layout": {"x": 0, "y": 120}}},
    "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y", "to": "C.u"}]}},
  "T": {"type": "Gain", "layout": {"x": 200, "y": 0}}}}})";

/// A chain with a note, a frame and a wire with corners.
const char* const kThings = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
  "B": {"type": "Gain", "layout": {"x": 120, "y": 0}},
  "C": {"type": "Integrator", "layout": {"x": 300, "y": 100}},
  "D": {"type": "Scope", "layout": {"x": 460, "y": 100}}},
  "wires": [{"from": "A.y", "to": "B.u"},
            {"from": "B.y", "to": "C.u", "route": [[240, 20], [240, 120]]}],
  "notes": [{"text": "note", "x": 0, "y": 200, "width": 100}],
  "frames": [{"title": "part", "x": 280, "y": 60, "width": 110, "height": 120}]}})";

}  // namespace

class TestEditorVariations : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void blocksAndPortsAreTakenAtEveryZoom_data();
  void blocksAndPortsAreTakenAtEveryZoom();
  void aSubsystemIsEditedLikeTheTop();
  void wiresFollowTurnedBlocks();
  void severalThingsMoveTogether();
  void aFrameTakesItsContentAlongByKeys();
  void aSharedLineMovesAsOne();
  void aBlockOnASharedLineFeedsAllBranches();
  void oneBranchIsDeletedAlone();
  void deletingHealsEveryBranch();
  void deletingHealsNothingWhereTwoOutputsLeadOn();
  void aSingleCornerStaysInLineWithAPortThatLooksUp();
  void aClickTakesWhatAPressTook();
  void commentedOutBlocksAreEditedLikeOthers();
  void cornersOnTheWrongSideAreNotFollowed();
  void aDragRestingBeyondTheEdgeGoesOn();
  void aNameOutOfSightIsBroughtIntoView();
  void shiftDragTakesASelectedBlockAlong();
  void everyGestureCanBeGivenUp();
  void everyGestureIsUndoneAndRedone();
  void undoInTheMiddleOfAGestureEndsIt();

 private:
  struct Drag {
    const char* what;
    std::function<void()> prepare;
    QPointF from;
    QPointF to;
    Qt::KeyboardModifiers modifiers;
  };
  std::vector<Drag> drags() const;

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorVariations::blocksAndPortsAreTakenAtEveryZoom_data() {
  QTest::addColumn<double>("zoom");
  for (const double zoom : {0.2, 0.35, 0.5, 2.0, 3.0}) {
    QTest::addRow("%d %%", qRound(100 * zoom)) << zoom;
  }
}

void TestEditorVariations::blocksAndPortsAreTakenAtEveryZoom() {
  QFETCH(double, zoom);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.view()->camera()->setZoom(zoom);
  e.view()->centerOn(QPointF(220, 60));
  // The middle of a block is the block, however near its ports are on the screen.
  e.hand().drag(e.middle("B"), e.middle("B") + QPointF(0, 100));
  QCOMPARE(e.undo()->undoText(), QString("Move B"));
  const double moved = e.block("B")->pos().y();
  // Far out the guides draw from further away.
  QVERIFY2(std::abs(moved - 100) <= std::max(10.0, 5 / zoom), qPrintable(QString::number(moved)));
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  QCOMPARE(e.source("D.u1"), QString("C.y"));
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // A wire is found where it is seen.
  e.hand().click(e.wire("C.u")->middle());
  QVERIFY(e.wire("C.u")->isSelected());
}

void TestEditorVariations::aSubsystemIsEditedLikeTheTop() {
  editor_->set(kInside);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.view()->openLevel("S");
  e.view()->camera()->setZoom(1);
  e.view()->centerOn(QPointF(200, 100));
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  QCOMPARE(e.source("D.u1"), QString("C.y"));
  e.hand().drag(e.middle("F"), {210, 20});  // onto the wire from B to C
  QCOMPARE(e.source("F.u"), QString("B.y"));
  QCOMPARE(e.source("C.u"), QString("F.y"));
  e.hand().doubleClick({100, 220});
  e.type("constant 3");
  QVERIFY(e.model("S/Constant") != nullptr);
  e.view()->selectBlocks({"A", "B"});
  e.key(Qt::Key_D, Qt::ControlModifier);
  QVERIFY(e.model("S/A2") != nullptr);
  QCOMPARE(e.source("B2.u"), QString("A2.y"));
  e.hand().click(e.middle("D"));
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "seen");
  QCOMPARE(e.source("seen.u1"), QString("C.y"));
  e.key(Qt::Key_Delete);
  QVERIFY(e.block("seen") == nullptr);
  QCOMPARE(e.document()->document().root.blocks.size(), std::size_t{2});
  QCOMPARE(e.undo()->count(), 6);
  const QByteArray after = e.bytes();
  while (e.undo()->canUndo()) e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  while (e.undo()->canRedo()) e.undo()->redo();
  QCOMPARE(e.bytes(), after);
  QCOMPARE(e.view()->level(), QString("S"));
}

void TestEditorVariations::wiresFollowTurnedBlocks() {
  for (const int turns : {1, 2, 3}) {
    for (const bool flips : {false, true}) {
      editor_->set(kChainDiagram);
      const EditorWindow& e = *editor_;
      e.view()->selectBlocks({"B"});
      for (int i = 0; i < turns; ++i) e.key(Qt::Key_R);
      if (flips) e.key(Qt::Key_F);
      e.verifyWires();
      for (const QPointF& step : {QPointF(0, 100), QPointF(100, 160), QPointF(-60, -400)}) {
        e.hand().drag(e.middle("B"), e.middle("B") + step);
        e.verifyWires();
      }
      // A port of a turned block takes a wire.
      e.hand().drag(e.port("B.y"), e.port("D.u1"));
      QCOMPARE(e.source("D.u1"), QString("B.y"));
      e.verifyWires();
    }
  }
}

void TestEditorVariations::severalThingsMoveTogether() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.view()->selectBlocks({"B", "C"});
  e.scene()->findNote(0)->setSelected(true);
  e.hand().drag(e.middle("B"), e.middle("B") + QPointF(50, 40));
  QCOMPARE(e.block("B")->pos(), QPointF(170, 40));
  QCOMPARE(e.block("C")->pos(), QPointF(350, 140));
  QCOMPARE(e.scene()->findNote(0)->pos(), QPointF(50, 240));
  // The corners between them move along.
  QCOMPARE(*e.wireModel("C.u")->route, (std::vector<Point>{{290, 60}, {290, 160}}));
  e.verifyWires();
  QCOMPARE(e.undo()->count(), 1);
  QCOMPARE(e.undo()->undoText(), QString("Move 3 items"));
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // A click on one of several selects it alone.
  e.view()->selectBlocks({"B", "C"});
  e.hand().click(e.middle("C"));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"C"}));
}

void TestEditorVariations::aFrameTakesItsContentAlongByKeys() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  e.hand().click(e.scene()->findFrame(0)->pos() + QPointF(60, 0));
  QVERIFY(e.scene()->findFrame(0)->isSelected());
  e.key(Qt::Key_Down);
  QCOMPARE(e.scene()->findFrame(0)->pos(), QPointF(280, 70));
  QCOMPARE(e.block("C")->pos(), QPointF(300, 110));
  QCOMPARE(e.block("D")->pos(), QPointF(460, 100));
}

void TestEditorVariations::aSharedLineMovesAsOne() {
  editor_->set(kBranches);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  // The piece at x = 300 is that of D and of E down to y = 120.
  e.hand().drag({300, 70}, {260, 70});
  QCOMPARE(*e.wireModel("D.u")->route, (std::vector<Point>{{260, 20}, {260, 120}}));
  QCOMPARE(*e.wireModel("E.u")->route, (std::vector<Point>{{260, 20}, {260, 220}}));
  QVERIFY(!e.wireModel("C.u")->route);
  QCOMPARE(e.undo()->count(), 1);
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // By the keyboard too.
  e.view()->select({}, {"E.u"});
  e.key(Qt::Key_Left);
  QCOMPARE(*e.wireModel("D.u")->route, (std::vector<Point>{{290, 20}, {290, 120}}));
  QCOMPARE(*e.wireModel("E.u")->route, (std::vector<Point>{{290, 20}, {290, 220}}));
}

void TestEditorVariations::aBlockOnASharedLineFeedsAllBranches() {
  editor_->set(kBranches);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.hand().drag(e.middle("F"), {240, 22});
  QCOMPARE(e.source("F.u"), QString("B.y"));
  for (const char* end : {"C.u", "D.u", "E.u"}) QCOMPARE(e.source(end), QString("F.y"));
  QCOMPARE(*e.wireModel("E.u")->route, (std::vector<Point>{{300, 20}, {300, 220}}));
  QCOMPARE(e.undo()->count(), 1);
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
  // Behind the branch it is in one of them only.
  e.hand().drag(e.middle("F"), {345, 121});
  QCOMPARE(e.source("F.u"), QString("B.y"));
  QCOMPARE(e.source("D.u"), QString("F.y"));
  for (const char* end : {"C.u", "E.u"}) QCOMPARE(e.source(end), QString("B.y"));
}

void TestEditorVariations::oneBranchIsDeletedAlone() {
  editor_->set(kBranches);
  const EditorWindow& e = *editor_;
  e.hand().click({350, 220});
  QVERIFY(e.wire("E.u")->isSelected());
  e.key(Qt::Key_Delete);
  QVERIFY(e.source("E.u").isEmpty());
  for (const char* end : {"C.u", "D.u"}) QCOMPARE(e.source(end), QString("B.y"));
  QCOMPARE(e.wire("D.u")->dots(), std::vector<QPointF>({QPointF(300, 20)}));
}

void TestEditorVariations::deletingHealsEveryBranch() {
  editor_->set(kBranches);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.action(ActionId::kHealWires)->trigger();
  QVERIFY(EditingOptions::healsWires());
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_Delete);
  for (const char* end : {"C.u", "D.u", "E.u"}) QCOMPARE(e.source(end), QString("A.y"));
  e.verifyWires();
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorVariations::deletingHealsNothingWhereTwoOutputsLeadOn() {
  // The last wire comes from the same output as the first, one between them from the other.
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Demux", "layout": {"x": 120, "y": 0}},
    "C": {"type": "Gain", "layout": {"x": 300, "y": 0}},
    "D": {"type": "Gain", "layout": {"x": 300, "y": 100}},
    "E": {"type": "Gain", "layout": {"x": 300, "y": 200}}},
    "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y1", "to": "C.u"},
              {"from": "B.y2", "to": "D.u"}, {"from": "B.y1", "to": "E.u"}]}})");
  const EditorWindow& e = *editor_;
  e.action(ActionId::kHealWires)->trigger();
  QVERIFY(EditingOptions::healsWires());
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_Delete);
  QVERIFY(e.block("B") == nullptr);
  QVERIFY(e.scene()->diagram().wires.empty());
}

void TestEditorVariations::aSingleCornerStaysInLineWithAPortThatLooksUp() {
  // A looks to the right, the input of the turned B upwards: the corner is level with A, above B.
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Gain", "layout": {"x": 200, "y": 200, "rotation": 90}}},
    "wires": [{"from": "A.y", "to": "B.u"}]}})");
  const EditorWindow& e = *editor_;
  const Point corner{e.port("B.u").x(), e.port("A.y").y()};
  e.document()->edit(
      "Route", [&](Transaction* t) { setWireRoute(t, "", "B.u", {QPointF(corner.x, corner.y)}); });
  const auto route = [&] { return *e.wireModel("B.u")->route; };
  e.view()->selectBlocks({"B"});
  e.key(Qt::Key_Right);
  QCOMPARE(route(), (std::vector<Point>{{corner.x + 10, corner.y}}));
  e.key(Qt::Key_Down);
  QCOMPARE(route(), (std::vector<Point>{{corner.x + 10, corner.y}}));
  e.view()->selectBlocks({"A"});
  e.key(Qt::Key_Down);
  e.key(Qt::Key_Right);
  QCOMPARE(route(), (std::vector<Point>{{corner.x + 10, corner.y + 10}}));
  e.verifyWires();
}

void TestEditorVariations::aClickTakesWhatAPressTook() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "C": {"type": "Gain", "layout": {"x": 400, "y": 0}}},
    "wires": [{"from": "A.y", "to": "C.u", "route": [[200, 20], [200, 20]]}],
    "notes": [{"text": "note", "x": 150, "y": 0, "width": 100, "height": 40}]}})");
  const EditorWindow& e = *editor_;
  // The wire runs over the note, and a press takes the note.
  e.view()->selectBlocks({"A"});
  NoteItem* const note = e.scene()->findNote(0);
  note->setSelected(true);
  const QPointF place(note->pos().x() + 20, e.port("A.y").y());
  QVERIFY(e.scene()->items(place).contains(e.wire("C.u")));
  QVERIFY(e.scene()->items(place).contains(note));
  e.hand().click(place);
  QVERIFY(note->isSelected() && !e.wire("C.u")->isSelected());
  QVERIFY(e.view()->selectedBlocks().isEmpty());
  // What was pressed is gone before the release: the others stay selected.
  e.document()->edit("Remove", [](Transaction* t) { Disconnect(t, "", "C.u"); });
  e.undo()->undo();
  e.view()->select({"A"}, {"C.u"});
  const QPoint begin = e.hand().at({320, e.port("A.y").y()});
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  e.undo()->redo();
  QVERIFY(e.wire("C.u") == nullptr);
  e.hand().moveSteps(begin, begin + QPoint(0, 60));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, begin + QPoint(0, 60));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A"}));
}

void TestEditorVariations::commentedOutBlocksAreEditedLikeOthers() {
  const EditorWindow& e = *editor_;
  e.hand().click(e.middle("D"));
  e.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(!e.model("D")->is_enabled());
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  QCOMPARE(e.source("D.u1"), QString("C.y"));
  e.hand().drag(e.middle("D"), e.middle("D") + QPointF(80, 40));
  QCOMPARE(e.block("D")->pos(), QPointF(320, 160));
  e.verifyWires();
  e.key(Qt::Key_D, Qt::ControlModifier);
  QVERIFY(!e.model("D2")->is_enabled());
  e.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(e.model("D2")->is_enabled());
  QVERIFY(!e.model("D")->is_enabled());
}

void TestEditorVariations::cornersOnTheWrongSideAreNotFollowed() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  const std::vector<QPointF> before = e.wire("C.u")->points();
  // B goes beyond its wire's corners: followed, they would lead back through B.
  e.hand().drag(e.middle("B"), e.middle("B") + QPointF(160, -60), Qt::AltModifier);
  e.verifyWires();
  e.hand().drag(e.middle("B"), e.middle("B") + QPointF(-160, 60), Qt::AltModifier);
  QCOMPARE(e.wire("C.u")->points(), before);
  // The same at the other end.
  e.hand().drag(e.middle("C"), e.middle("C") + QPointF(-90, 40), Qt::AltModifier);
  e.verifyWires();
  e.hand().drag(e.middle("C"), e.middle("C") + QPointF(90, -40), Qt::AltModifier);
  QCOMPARE(e.wire("C.u")->points(), before);
}

void TestEditorVariations::aDragRestingBeyondTheEdgeGoesOn() {
  const EditorWindow& e = *editor_;
  const QWidget* viewport = e.view()->viewport();
  const QPoint begin = e.hand().at(e.middle("D"));
  const QPoint beyond(viewport->width() + 30, begin.y());
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  e.hand().moveSteps(begin, beyond);
  const double left = e.view()->mapToScene(QPoint(0, 0)).x();
  const double place = e.block("D")->pos().x();
  // No further move of the mouse.
  QTRY_VERIFY(e.view()->mapToScene(QPoint(0, 0)).x() > left + 100);
  QVERIFY(e.block("D")->pos().x() > place + 50);
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, beyond);
  QCOMPARE(e.undo()->count(), 1);
  e.verifyWires();
}

void TestEditorVariations::aNameOutOfSightIsBroughtIntoView() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"D"});
  e.view()->centerOn(QPointF(3000, 2000));
  e.key(Qt::Key_F2);
  const auto* edit = e.child<QLineEdit>("nameEditor");
  QVERIFY(edit != nullptr);
  QVERIFY(e.view()->viewport()->rect().contains(edit->geometry()));
}

void TestEditorVariations::shiftDragTakesASelectedBlockAlong() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"B", "C"});
  e.hand().drag(e.middle("B"), e.middle("B") + QPointF(0, 60), Qt::ShiftModifier);
  QCOMPARE(e.block("B")->pos(), QPointF(120, 60));
  QCOMPARE(e.block("C")->pos(), QPointF(240, 60));
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"B", "C"}));
  // A click takes it out.
  e.hand().click(e.middle("B"), Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"C"}));
}

std::vector<TestEditorVariations::Drag> TestEditorVariations::drags() const {
  const EditorWindow& e = *editor_;
  const auto selectNote = [&] {
    e.scene()->clearSelection();
    e.scene()->findNote(0)->setSelected(true);
  };
  const auto selectFrame = [&] {
    e.scene()->clearSelection();
    e.scene()->findFrame(0)->setSelected(true);
  };
  const auto none = [&] { e.scene()->clearSelection(); };
  const auto cornerOf = [](const QRectF& box) { return box.bottomRight(); };
  const NoteItem* note = e.scene()->findNote(0);
  const QRectF noteBox(note->pos(), note->size());
  return {
      {"move", none, e.middle("B"), {150, -60}, {}},
      {"copy", none, e.middle("B"), {150, -60}, Qt::ControlModifier},
      {"wire", none, e.port("C.y"), e.port("D.u1"), {}},
      {"wire backwards", none, e.port("D.u1"), e.port("C.y"), {}},
      {"plug elsewhere", none, e.port("C.u"), e.port("D.u1"), {}},
      {"branch", none, {240, 70}, e.port("D.u1"), Qt::ControlModifier},
      {"route", none, {240, 70}, {210, 70}, {}},
      {"resize a block",
       [&] { e.view()->selectBlocks({"D"}); },
       cornerOf(e.block("D")->box()),
       cornerOf(e.block("D")->box()) + QPointF(40, 30),
       {}},
      {"resize a note", selectNote, cornerOf(noteBox), cornerOf(noteBox) + QPointF(40, 30), {}},
      {"resize a frame",
       selectFrame,
       cornerOf(e.scene()->findFrame(0)->box()),
       cornerOf(e.scene()->findFrame(0)->box()) + QPointF(40, 30),
       {}},
      {"move a note", none, noteBox.center(), noteBox.center() + QPointF(40, 30), {}},
      {"move a frame", none, QPointF(340, 60), QPointF(380, 100), {}},
  };
}

void TestEditorVariations::everyGestureCanBeGivenUp() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  const auto items = e.scene()->items().size();
  for (const Drag& drag : drags()) {
    const QPoint begin = e.hand().at(drag.from);
    const QPoint end = e.hand().at(drag.to);
    drag.prepare();
    QTest::mousePress(e.view()->viewport(), Qt::LeftButton, drag.modifiers, begin);
    e.hand().moveSteps(begin, end, Qt::LeftButton, drag.modifiers);
    e.key(Qt::Key_Escape);
    QCOMPARE(e.scene()->items().size(), items);
    QVERIFY2(e.bytes() == before, drag.what);
    // What comes after belongs to nothing.
    e.hand().moveSteps(end, begin, Qt::LeftButton, drag.modifiers);
    QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, drag.modifiers, begin);
    QVERIFY2(e.bytes() == before && e.undo()->count() == 0, drag.what);
  }
  // Esc in the middle of a band with Shift leaves what was selected.
  e.view()->selectBlocks({"A"});
  const QPoint begin = e.hand().at({100, -40});
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, Qt::ShiftModifier, begin);
  e.hand().moveSteps(begin, e.hand().at({400, 190}), Qt::LeftButton, Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "B", "C"}));
  e.key(Qt::Key_Escape);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A"}));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, Qt::ShiftModifier, begin);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A"}));
}

void TestEditorVariations::everyGestureIsUndoneAndRedone() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  for (const Drag& drag : drags()) {
    drag.prepare();
    e.hand().drag(drag.from, drag.to, drag.modifiers);
    QVERIFY2(e.undo()->index() == 1, drag.what);
    const QByteArray after = e.bytes();
    QVERIFY2(after != before, drag.what);
    e.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY2(e.bytes() == before, drag.what);
    e.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(e.bytes() == after, drag.what);
    e.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY2(e.bytes() == before, drag.what);
    QVERIFY(!e.document()->isModified());
  }
}

void TestEditorVariations::undoInTheMiddleOfAGestureEndsIt() {
  editor_->set(kThings);
  const EditorWindow& e = *editor_;
  e.hand().drag(e.middle("A"), e.middle("A") + QPointF(0, -40));
  const QByteArray before = e.bytes();
  const QPoint begin = e.hand().at(e.middle("B"));
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  e.hand().moveSteps(begin, begin + QPoint(60, 80));
  e.action(ActionId::kUndo)->trigger();
  QCOMPARE(e.block("A")->pos(), QPointF(0, 0));
  QCOMPARE(e.block("B")->pos(), QPointF(120, 0));
  e.hand().moveSteps(begin + QPoint(60, 80), begin + QPoint(90, 90));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, begin + QPoint(90, 90));
  QCOMPARE(e.block("B")->pos(), QPointF(120, 0));
  e.action(ActionId::kRedo)->trigger();
  QCOMPARE(e.bytes(), before);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorVariations)

}  // namespace loopwright::test_editor_variations

#include "test_editor_variations.moc"
