// How near a hand has to come: ports without a wire reach 22 px into the empty canvas around them,
// and a band selects what the eye sees inside it.
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <memory>

#include "engine/edits/edit_helpers.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_reach {

namespace {

const char* const kLoose = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
  "G": {"type": "Gain", "layout": {"x": 200, "y": 0}},
  "S": {"type": "Sum", "layout": {"x": 200, "y": 120}},
  "M": {"type": "Mux", "parameters": {"inputs": 3}, "layout": {"x": 200, "y": 240}},
  "T": {"type": "StateSpace", "layout": {"x": 400, "y": 0, "width": 60, "height": 120}}}}})";

}  // namespace

class TestEditorReach : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kLoose); }
  void cleanup() { editor_.reset(); }

  void aDragBesideAPortBeginsAWire_data();
  void aDragBesideAPortBeginsAWire();
  void aDragFurtherAwaySpansABand();
  void aClickBesideAPortIsAClickOnTheCanvas();
  void aWireEndsBesideAPort_data();
  void aWireEndsBesideAPort();
  void anOccupiedPortTakesNothingFromAfar();
  void aBlockStillMoves();
  void aBandSelectsWhatIsDrawnInside();
  void aBandTouchesWhatIsDrawn();

 private:
  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorReach::aDragBesideAPortBeginsAWire_data() {
  QTest::addColumn<QPointF>("offset");  // from A's output
  QTest::newRow("on it") << QPointF(0, 0);
  QTest::newRow("on its triangle") << QPointF(5, 0);
  QTest::newRow("ahead") << QPointF(26, 0);
  QTest::newRow("above") << QPointF(10, -20);
  QTest::newRow("below") << QPointF(3, 21);
  // The block is 40 px high: its whole side belongs to the port.
  QTest::newRow("at the corner above") << QPointF(5, -20);
  QTest::newRow("at the corner below") << QPointF(5, 20);
}

void TestEditorReach::aDragBesideAPortBeginsAWire() {
  QFETCH(QPointF, offset);
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("A.y") + offset, e.port("G.u"));
  QCOMPARE(e.source("G.u"), QString("A.y"));
  QCOMPARE(e.undo()->count(), 1);
}

void TestEditorReach::aDragFurtherAwaySpansABand() {
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("A.y") + QPointF(6, -32), e.port("G.u") + QPointF(-40, 60));
  e.hand().drag(e.port("A.y") + QPointF(40, 0), e.port("G.u"));
  QVERIFY(e.scene()->wires().isEmpty());
  QVERIFY(!e.document()->isModified());
}

void TestEditorReach::aClickBesideAPortIsAClickOnTheCanvas() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"G"});
  e.hand().click(e.port("A.y") + QPointF(16, 10));
  QVERIFY(e.view()->selectedBlocks().isEmpty());
  // No wire hangs at the pointer.
  e.hand().click(e.port("G.u"));
  e.key(Qt::Key_Escape);
  QVERIFY(e.scene()->wires().isEmpty());
  QVERIFY(!e.document()->isModified());
}

void TestEditorReach::aWireEndsBesideAPort_data() {
  QTest::addColumn<QString>("near");
  QTest::addColumn<QPointF>("offset");
  QTest::addColumn<QString>("input");  // that is wired
  QTest::newRow("ahead") << "G.u" << QPointF(-26, 0) << "G.u";
  QTest::newRow("above") << "G.u" << QPointF(-10, -18) << "G.u";
  QTest::newRow("the nearest of three") << "M.u2" << QPointF(-18, 4) << "M.u2";
  QTest::newRow("between two") << "M.u2" << QPointF(-10, 12) << "M.u3";
  QTest::newRow("on the block, near one") << "M.u3" << QPointF(9, 2) << "M.u3";
  QTest::newRow("on a circle, near one") << "S.u2" << QPointF(0, -9) << "S.u2";
  QTest::newRow("below a circle") << "S.u2" << QPointF(8, 20) << "S.u2";
}

void TestEditorReach::aWireEndsBesideAPort() {
  QFETCH(QString, near);
  QFETCH(QPointF, offset);
  QFETCH(QString, input);
  const EditorWindow& e = *editor_;
  e.hand().drag(e.port("A.y"), e.port(near) + offset);
  QCOMPARE(e.source(input), QString("A.y"));
  QCOMPARE(e.scene()->wires().size(), 1);
  QVERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
}

void TestEditorReach::anOccupiedPortTakesNothingFromAfar() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Wire", [](Transaction* t) {
    Wire wire;
    wire.from = "G.y";
    wire.to = "M.u2";
    Connect(t, "", wire);
  });
  // Exactly on it the wire is refused, though others are near; 16 px away the next free one has it.
  e.hand().drag(e.port("A.y"), e.port("M.u2"));
  QCOMPARE(e.child<QLabel>("canvasHint")->text(),
           QString("M.u2 has a wire already: an input takes one"));
  QCOMPARE(e.scene()->wires().size(), 1);
  e.hand().drag(e.port("A.y"), e.port("M.u2") + QPointF(-16, 2));
  QCOMPARE(e.source("M.u3"), QString("A.y"));
}

void TestEditorReach::aBlockStillMoves() {
  const EditorWindow& e = *editor_;
  const QPointF before = e.block("A")->pos();
  e.hand().drag(e.middle("A") + QPointF(18, 8), e.middle("A") + QPointF(18, 108));
  QCOMPARE(e.block("A")->pos(), before + QPointF(0, 100));
}

void TestEditorReach::aBandSelectsWhatIsDrawnInside() {
  editor_->set(kChainDiagram);
  const EditorWindow& e = *editor_;
  e.document()->edit("Add", [](Transaction* t) {
    Note note;
    note.text = "Hi";
    note.x = 0;
    note.y = 200;
    note.width = 200;
    t->Apply(NoteEdit{"", 0, ListAction::kInsert, note});
    Frame frame;
    frame.title = "A frame";
    frame.x = 300;
    frame.y = 240;
    frame.width = 100;
    frame.height = 60;
    t->Apply(FrameEdit{"", 0, ListAction::kInsert, frame});
  });
  const auto band = [&](const QRectF& area) {
    e.hand().drag(area.topLeft(), area.bottomRight());
    return currentSelection(*e.scene());
  };
  // The text of a note fills a small part of its box.
  QCOMPARE(band({-10, 190, 60, 40}).notes, std::vector<int>{0});
  // A block's name is no part of it, and a line is as thin as it looks.
  const Selection pair = band(QRectF(e.block("B")->box().topLeft() - QPointF(2, 20),
                                     e.block("C")->box().bottomRight() + QPointF(2, 2)));
  QCOMPARE(pair.blocks, QStringList({"B", "C"}));
  QCOMPARE(pair.wires, QStringList({"C.u"}));
  QCOMPARE(band({296, 236, 108, 68}).frames, std::vector<int>{0});
}

void TestEditorReach::aBandTouchesWhatIsDrawn() {
  editor_->set(kChainDiagram);
  const EditorWindow& e = *editor_;
  const auto bandLeft = [&](const QPointF& from, const QPointF& to) {
    e.hand().drag(from, to);
    return currentSelection(*e.scene());
  };
  const double y = e.port("B.y").y();
  const double x = (e.port("B.y").x() + e.port("C.u").x()) / 2;
  QCOMPARE(bandLeft({x + 5, y + 40}, {x - 5, y + 2}).wires, QStringList());
  QCOMPARE(bandLeft({x + 5, y + 40}, {x - 5, y - 2}).wires, QStringList({"C.u"}));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorReach)

}  // namespace loopwright::test_editor_reach

#include "test_editor_reach.moc"
