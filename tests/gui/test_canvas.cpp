// The canvas by synthetic mouse and keyboard, on the view's viewport.
#include <QApplication>
#include <QFontMetricsF>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>
#include <cmath>

#include "blocklib/registry.h"
#include "engine/edits/edit_helpers.h"
#include "engine/file/save.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/selection_commands.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/panels/palette_panel.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/signal_label.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/canvas_fixture.h"
#include "tests/gui/consistency.h"
#include "tests/gui/random_edits.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_canvas {

class TestCanvas : public QObject, protected CanvasFixture {
  Q_OBJECT
 private Q_SLOTS:
  void init() { show(kChain); }

  void cleanup() { close(); }

  // ---- drawing a diagram ----------------------------------------------------------------------

  void drawsTheCounterWithScopeAndUndoesIt() {
    show(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {}}})");
    const QByteArray before = bytes();
    typeBlock({0, 0}, "discretecounter");
    typeBlock({200, 0}, "scope");
    QCOMPARE(document_->document().root.blocks.size(), std::size_t{2});
    const BlockItem* counter = block("DiscreteCounter");
    const BlockItem* scope = block("Scope");
    QVERIFY(counter != nullptr && scope != nullptr);
    gestures().drag(counter->portPosition("y"), scope->portPosition("u1"));
    QCOMPARE(wireTo("Scope.u1"), QString("DiscreteCounter.y"));
    QVERIFY(scene()->findWire("Scope.u1") != nullptr);
    QCOMPARE(document_->undoStack()->count(), 3);
    while (document_->undoStack()->canUndo()) document_->undoStack()->undo();
    QCOMPARE(bytes(), before);
    QVERIFY(scene()->blocks().isEmpty());
    QVERIFY(scene()->wires().isEmpty());
    while (document_->undoStack()->canRedo()) document_->undoStack()->redo();
    QCOMPARE(wireTo("Scope.u1"), QString("DiscreteCounter.y"));
  }

  void typingPlacesABlockNearTheClick() {
    typeBlock({400, 200}, "gain 5");
    const QStringList selected = view_->selectedBlocks();
    QCOMPARE(selected.size(), 1);
    const BlockItem* gain = block(selected.front());
    const QPointF off = gain->box().center() - QPointF(400, 200);
    QVERIFY(std::abs(off.x()) <= 5 && std::abs(off.y()) <= 5);
    const Block* model = document_->document().FindBlock(selected.front().toStdString());
    QCOMPARE(model->type, std::string("Gain"));
    QCOMPARE(model->FindParameter("gain")->value, ParameterSetting(5));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void escapeInTheListAddsNothing() {
    gestures().doubleClick({400, 200});
    auto* edit = view_->findChild<QLineEdit*>("quickAdd.edit");
    QVERIFY(edit != nullptr);
    QTest::keyClicks(edit, "gain");
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!document_->isModified());
    QCOMPARE(document_->document().root.blocks.size(), std::size_t{4});
  }

  void dragsABlockFromThePalette() {
    PalettePanel palette(BuiltInBlocks());
    palette.show();
    view_->attachPalette(&palette);
    auto* entry = palette.findChild<QWidget*>("palette.Gain");
    QVERIFY(entry != nullptr);
    const QPoint target = view_->viewport()->mapToGlobal(gestures().at({400, 200}));
    dragFrom(entry, target);
    QCOMPARE(document_->document().root.blocks.size(), std::size_t{5});
    QCOMPARE(document_->undoStack()->count(), 1);
    const BlockItem* gain = block(view_->selectedBlocks().value(0));
    QCOMPARE(gain->box().center(), QPointF(400, 200));
    // Dropped outside: nothing.
    dragFrom(entry, view_->viewport()->mapToGlobal(QPoint(-50, -50)));
    QCOMPARE(document_->document().root.blocks.size(), std::size_t{5});
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  // ---- wires ----------------------------------------------------------------------------------

  void aDragBetweenPortsMakesAWire() {
    gestures().drag(block("C")->portPosition("y"), block("D")->portPosition("u1"));
    QCOMPARE(wireTo("D.u1"), QString("C.y"));
    QCOMPARE(document_->undoStack()->count(), 1);
    verifyWires();
  }

  void aWireMayBeDrawnBackwards() {
    gestures().drag(block("D")->portPosition("u1"), block("C")->portPosition("y"));
    QCOMPARE(wireTo("D.u1"), QString("C.y"));
  }

  void aDropOnTheBodyFindsTheOnlyPort() {
    gestures().drag(block("C")->portPosition("y"), block("D")->box().center());
    QCOMPARE(wireTo("D.u1"), QString("C.y"));
  }

  void anOccupiedInputRefusesWithAReason() {
    QSignalSpy messages(view_.get(), &DiagramView::messageShown);
    gestures().drag(block("A")->portPosition("y"), block("C")->portPosition("u"));
    QCOMPARE(wireTo("C.u"), QString("B.y"));
    QVERIFY(!document_->isModified());
    bool isExplained = false;
    for (const auto& message : messages) {
      isExplained =
          isExplained || message.front().toString() == "C.u has a wire already: an input takes one";
    }
    QVERIFY(isExplained);
  }

  void anOutputRefusesAnOutput() {
    QSignalSpy messages(view_.get(), &DiagramView::messageShown);
    gestures().drag(block("A")->portPosition("y"), block("C")->portPosition("y"));
    QVERIFY(!document_->isModified());
    bool isExplained = false;
    for (const auto& message : messages) {
      isExplained =
          isExplained || message.front().toString() == "C.y is an output: end the wire at an input";
    }
    QVERIFY(isExplained);
  }

  void escapeLeavesNothingOfAWire() {
    const CanvasGestures hand = gestures();
    const QPoint begin = hand.at(block("C")->portPosition("y"));
    QTest::mousePress(view_->viewport(), Qt::LeftButton, {}, begin);
    hand.moveSteps(begin, hand.at({400, 80}));
    const int items = static_cast<int>(scene()->items().size());
    hand.key(Qt::Key_Escape);
    QCOMPARE(static_cast<int>(scene()->items().size()), items - 1);  // the preview is gone
    QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, hand.at({400, 80}));
    QVERIFY(!document_->isModified());
    QVERIFY(view_->findChild<QLineEdit*>("quickAdd.edit") == nullptr);
  }

  void clicksSetCornersAndBackspaceTakesThemBack() {
    const CanvasGestures hand = gestures();
    hand.click(block("C")->portPosition("y"));
    hand.click({360, 20});
    hand.click({360, 200});
    hand.key(Qt::Key_Backspace);
    hand.click({360, 80});
    hand.click(block("D")->portPosition("u1"));
    const Wire* wire = findWire("D.u1");
    QVERIFY(wire != nullptr && wire->route.has_value());
    QCOMPARE(wire->route->front(), (Point{360, 20}));
    verifyOrthogonal(scene()->findWire("D.u1"));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void aWiresEndIsTakenToAnotherPort() {
    gestures().drag(block("C")->portPosition("u"), block("D")->portPosition("u1"));
    QVERIFY(findWire("C.u") == nullptr);
    QCOMPARE(wireTo("D.u1"), QString("B.y"));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void aDragIntoTheEmptyAsksForABlockAndWiresIt() {
    gestures().drag(block("C")->portPosition("y"), {420, 20});
    auto* edit = view_->findChild<QLineEdit*>("quickAdd.edit");
    QVERIFY(edit != nullptr);
    QTest::keyClicks(edit, "gain");
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(wireTo("Gain.u"), QString("C.y"));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void controlDragFromAWireBranches() {
    gestures().drag({210, 20}, block("D")->portPosition("u1"), Qt::ControlModifier);
    QCOMPARE(wireTo("D.u1"), QString("B.y"));
    verifyWires();
  }

  void aPieceOfAWireIsDraggedAside() {
    moveBlock("C", {0, 100});
    WireItem* wire = scene()->findWire("C.u");
    QCOMPARE(wire->points().size(), std::size_t{4});
    const QPointF middle = (wire->points()[1] + wire->points()[2]) / 2;
    const std::vector<QPointF> before = wire->points();
    gestures().drag(middle, middle + QPointF(20, 0));
    const std::vector<QPointF> after = wire->points();
    QCOMPARE(after.size(), before.size());
    QCOMPARE(after.front(), before.front());
    QCOMPARE(after.back(), before.back());
    QCOMPARE(after[1], before[1] + QPointF(20, 0));
    QCOMPARE(after[2], before[2] + QPointF(20, 0));
    QVERIFY(findWire("C.u")->route.has_value());
    document_->undoStack()->undo();
    QCOMPARE(wire->points(), before);
  }

  void aBlockDroppedOnAWireIsSplicedIn() {
    document_->edit("Add", [](Transaction* t) {
      loopwright::addBlock(t, "", BuiltInBlocks(), "Gain", {100, 200}, {});
    });
    const QByteArray before = bytes();
    gestures().drag(block("Gain")->box().center(), {210, 20});
    QCOMPARE(wireTo("Gain.u"), QString("B.y"));
    QCOMPARE(wireTo("C.u"), QString("Gain.y"));
    document_->undoStack()->undo();
    QCOMPARE(bytes(), before);
    gestures().drag(block("Gain")->box().center(), {210, 20}, Qt::AltModifier);
    QVERIFY(findWire("Gain.u") == nullptr);
  }

  void branchesHaveADotAndTheSignalsName() {
    document_->edit("Connect", [](Transaction* t) {
      Wire wire;
      wire.from = "B.y";
      wire.to = "D.u1";
      Connect(t, "", wire);
      nameSignal(t, "", "B.y", "speed");
    });
    std::vector<const WireItem*> net{scene()->findWire("C.u"), scene()->findWire("D.u1")};
    QCOMPARE(branchPoints(net).size(), std::size_t{1});
    QCOMPARE(scene()->findWire("C.u")->label(), QString("speed"));
  }

  void namesOfSignalsCoverNoBlockAndNoText() {
    show(kFeedback);
    verifyLabels();
    // Also where the border of a frame comes to lie on one.
    const QPointF label = scene()->findWire("error.u2")->shownLabel().place;
    document_->edit("Frame", [&](Transaction* t) {
      Frame frame = t->Diagram("").frames.front();
      frame.width += frame.x - label.x();
      frame.x = label.x();
      frame.height += 60;
      t->Apply(FrameEdit{"", 0, ListAction::kReplace, frame});
    });
    QVERIFY(scene()->findWire("error.u2")->shownLabel().place != label);
    verifyLabels();
    // It goes back when the block does.
    document_->undoStack()->undo();
    QCOMPARE(scene()->findWire("error.u2")->shownLabel().place, label);
  }

  void whatSharesATrunkSharesItsName() {
    show(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "s": {"type": "Sine", "layout": {"x": 0, "y": 0}},
      "a": {"type": "Gain", "layout": {"x": 300, "y": 0}},
      "b": {"type": "Gain", "layout": {"x": 300, "y": 100}}},
      "wires": [{"from": "s.y", "to": "a.u"},
        {"from": "s.y", "to": "b.u", "route": [[160, 20], [160, 120]]}],
      "signals": {"s.y": {"name": "speed"}}}})");
    // The one with corners is the first, so its name stands on what both share.
    const WireItem* straight = scene()->findWire("a.u");
    const WireItem* branch = scene()->findWire("b.u");
    QCOMPARE(straight->label(), QString("speed"));
    QCOMPARE(branch->label(), QString("speed"));
    QCOMPARE(int(straight->showsLabel()) + int(branch->showsLabel()), 1);
    // A branch that is on its own for long shows the name, too.
    show(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "s": {"type": "Sine", "layout": {"x": 0, "y": 0}},
      "a": {"type": "Gain", "layout": {"x": 300, "y": 0}},
      "b": {"type": "Gain", "layout": {"x": 300, "y": 100}}},
      "wires": [{"from": "s.y", "to": "a.u"}, {"from": "s.y", "to": "b.u"}],
      "signals": {"s.y": {"name": "speed"}}}})");
    straight = scene()->findWire("a.u");
    branch = scene()->findWire("b.u");
    QVERIFY(straight->showsLabel() && branch->showsLabel());
    QVERIFY(straight->shownLabel().place.y() != branch->shownLabel().place.y());
  }

  void theCanvasFollowsFromTheDocumentAlone() {
    for (int round = 0; round < RandomCount(100); ++round) {
      RandomEdits edits(document_.get(), static_cast<uint64_t>(1000 + round));
      for (int i = 0; i < 60; ++i) {
        edits.makeOne();
        if (i % 7 == 0) document_->undoStack()->undo();
      }
      QCOMPARE(sceneProblem(*scene()), QString());
      // Into a subsystem and out of it again.
      for (const Block& block : document_->document().root.blocks) {
        if (!block.is_subsystem()) continue;
        scene()->setLevel(QString::fromStdString(block.name));
        QCOMPARE(sceneProblem(*scene()), QString());
      }
      scene()->setLevel(QString());
      QCOMPARE(sceneProblem(*scene()), QString());
      // Saved and opened again.
      DiagramDocument again(BuiltInBlocks());
      again.setDocument(readDiagram(SaveCanonical(document_->document()).c_str()));
      const DiagramScene other(&again);
      for (const WireItem* wire : scene()->wires()) {
        QVERIFY2(other.findWire(wire->to())->points() == wire->points(), qPrintable(wire->to()));
      }
      while (document_->undoStack()->canUndo()) document_->undoStack()->undo();
      QCOMPARE(sceneProblem(*scene()), QString());
    }
  }

  void aSignalsNameStandsBesideAWireWithoutHorizontalPieces() {
    const QString name = "speed";
    const auto free = [](const QRectF&) { return 0.0; };
    const SignalLabel beside = placeSignalLabel({{0, 0}, {0, 100}}, 1, name, free);
    QVERIFY(beside.box.left() > 0);
    QVERIFY(std::abs(beside.box.center().y() - 50) < 1);
    // Above the middle of a horizontal one; aside where something lies there.
    QCOMPARE(placeSignalLabel({{0, 0}, {200, 0}}, 1, name, free).place, QPointF(100, 0));
    const auto taken = [](const QRectF& label) { return label.intersects({80, -20, 40, 20}); };
    const SignalLabel aside = placeSignalLabel({{0, 0}, {200, 0}}, 1, name, taken);
    QVERIFY(!taken(aside.box));
    QVERIFY(std::abs(aside.place.x() - 100) < 60);
    // Below a short one where all is taken above.
    const auto above = [](const QRectF& label) { return label.top() < 0; };
    const SignalLabel below = placeSignalLabel({{0, 0}, {30, 0}}, 1, name, above);
    QVERIFY(below.cover == 0 && below.box.top() > 0 && below.box.top() < 10);
  }

  void aLongNameStandsInTwoLinesWhereOneHasNoRoom() {
    QCOMPARE(inTwoLines("measured position 2"), QString("measured\nposition 2"));
    QCOMPARE(inTwoLines("speed"), QString());
    QCOMPARE(inTwoLines("$a b$ of it"), QString("$a b$\nof it"));
    // Between two blocks that are near to each other, below a note and above another.
    const QByteArray diagram = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "s": {"type": "Sine", "layout": {"x": 0, "y": 40}},
      "a": {"type": "Gain", "layout": {"x": 160, "y": 40}}},
      "wires": [{"from": "s.y", "to": "a.u"}], "signals": {"s.y": {"name": "%1"}}}})";
    for (const auto& [name, text] :
         {std::pair<QByteArray, QString>("measured position", "measured\nposition"),
          std::pair<QByteArray, QString>("speed", "speed")}) {
      show(QByteArray(diagram).replace("%1", name).constData());
      const WireItem* wire = scene()->findWire("a.u");
      QCOMPARE(wire->label(), QString(name));
      QCOMPARE(wire->shownLabel().text, text);
      verifyLabels();
    }
  }

  // ---- moving and selecting -------------------------------------------------------------------

  void movingKeepsWiresOrthogonalAndOffBlocks() {
    const std::vector<QPointF> others = scene()->findWire("B.u")->points();
    for (const QPointF& place : {QPointF(0, 130), QPointF(-230, 70), QPointF(-30, -90)}) {
      moveBlock("C", place);
      verifyWires();
      QCOMPARE(scene()->findWire("B.u")->points(), others);
      const WireItem* wire = scene()->findWire("C.u");
      QCOMPARE(wire->points().front(), block("B")->portPosition("y"));
      QCOMPARE(wire->points().back(), block("C")->portPosition("u"));
    }
  }

  void aMoveIsOneStepOnTheGrid() {
    gestures().drag(block("B")->box().center(), block("B")->box().center() + QPointF(43, 28));
    QCOMPARE(document_->undoStack()->count(), 1);
    QCOMPARE(document_->undoStack()->undoText(), QString("Move B"));
    QCOMPARE(block("B")->pos(), QPointF(160, 30));
    document_->undoStack()->undo();
    QCOMPARE(block("B")->pos(), QPointF(120, 0));
  }

  void escapeTakesAMoveBack() {
    const CanvasGestures hand = gestures();
    const QPoint begin = hand.at(block("B")->box().center());
    QTest::mousePress(view_->viewport(), Qt::LeftButton, {}, begin);
    hand.moveSteps(begin, begin + QPoint(60, 60));
    QVERIFY(block("B")->pos() != QPointF(120, 0));
    hand.key(Qt::Key_Escape);
    QCOMPARE(block("B")->pos(), QPointF(120, 0));
    QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, begin);
    QVERIFY(!document_->isModified());
  }

  void aBandSelectsInsideOrTouched() {
    gestures().drag({-30, -30}, {150, 60});  // to the right: what is fully inside
    QCOMPARE(view_->selectedBlocks(), QStringList({"A"}));
    gestures().drag({150, 60}, {-30, -30});  // to the left: what is touched
    QCOMPARE(view_->selectedBlocks(), QStringList({"A", "B"}));
    gestures().click(block("C")->box().center(), Qt::ShiftModifier);
    QCOMPARE(view_->selectedBlocks(), QStringList({"A", "B", "C"}));
    gestures().click({500, 300});
    QVERIFY(view_->selectedBlocks().isEmpty());
  }

  void arrowKeysMoveAndMerge() {
    gestures().click(block("D")->box().center());
    gestures().key(Qt::Key_Right);
    gestures().key(Qt::Key_Right);
    gestures().key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(block("D")->pos(), QPointF(260, 121));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void deletesBlocksWithTheirWires() {
    const QByteArray before = bytes();
    gestures().click(block("B")->box().center());
    gestures().key(Qt::Key_Delete);
    QVERIFY(block("B") == nullptr);
    QVERIFY(scene()->wires().isEmpty());
    QCOMPARE(document_->undoStack()->undoText(), QString("Delete B"));
    document_->undoStack()->undo();
    QCOMPARE(bytes(), before);
    QCOMPARE(scene()->wires().size(), 2);
  }

  void deletesAWire() {
    gestures().click({210, 20});
    gestures().key(Qt::Key_Delete);
    QVERIFY(findWire("C.u") == nullptr);
    QCOMPARE(document_->undoStack()->undoText(), QString("Delete wire"));
  }

  void copiesAndPastesWithInnerWires() {
    view_->selectBlocks({"A", "B"});
    view_->commands()->copy();
    view_->commands()->paste();
    QCOMPARE(document_->document().root.blocks.size(), std::size_t{6});
    QCOMPARE(wireTo("B2.u"), QString("A2.y"));
    QCOMPARE(view_->selectedBlocks(), QStringList({"A2", "B2"}));
    QCOMPARE(document_->undoStack()->count(), 1);
    // What was pasted flashes once.
    QTRY_VERIFY(block("A2")->flash() > 0 && block("B2")->flash() > 0);
    QCOMPARE(block("A")->flash(), 0.0);
    QTRY_COMPARE(block("A2")->flash(), 0.0);
    view_->commands()->duplicate();
    QCOMPARE(wireTo("B3.u"), QString("A3.y"));
  }

  void rotatesAndFlips() {
    view_->selectBlocks({"B"});
    gestures().key(Qt::Key_F);
    QCOMPARE(block("B")->portPosition("u"), QPointF(180, 20));
    QCOMPARE(block("B")->portPosition("y"), QPointF(120, 20));
    verifyWires();
    gestures().key(Qt::Key_F);
    gestures().key(Qt::Key_R);
    QCOMPARE(document_->document().FindBlock("B")->layout->rotation, std::optional<int>(90));
    QCOMPARE(block("B")->portPosition("u").y(), block("B")->box().top());
    verifyWires();
  }

  // ---- names ----------------------------------------------------------------------------------

  void renamesInPlaceAndRefusesADuplicate() {
    gestures().click(block("B")->box().center());
    gestures().key(Qt::Key_F2);
    auto* edit = view_->findChild<QLineEdit*>("nameEditor");
    QVERIFY(edit != nullptr);
    edit->setText("C");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(edit->isVisible());
    QVERIFY(edit->property("invalid").toBool());
    const auto* error = view_->findChild<QLabel*>("nameEditor.error");
    QVERIFY(error != nullptr && error->isVisible());
    QVERIFY2(error->text().contains("C"), qPrintable(error->text()));
    QVERIFY(!document_->isModified());
    edit->setText("amplifier");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!edit->isVisible());
    QVERIFY(block("amplifier") != nullptr);
    QCOMPARE(wireTo("amplifier.u"), QString("A.y"));
    QCOMPARE(wireTo("C.u"), QString("amplifier.y"));
    document_->undoStack()->undo();
    QVERIFY(block("B") != nullptr);
    QCOMPARE(scene()->findWire("C.u")->from(), QString("B.y"));
  }

  void namesASignalByADoubleClickOnItsWire() {
    gestures().doubleClick({210, 20});
    auto* edit = view_->findChild<QLineEdit*>("signalEditor");
    QVERIFY(edit != nullptr);
    edit->setText("speed");
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(document_->document().root.signal_settings.front().name,
             std::optional<std::string>("speed"));
    QCOMPARE(scene()->findWire("C.u")->label(), QString("speed"));
  }

  // ---- all together ---------------------------------------------------------------------------

  void theSceneFollowsRandomEdits() {
    RandomEdits edits(document_.get(), 5);
    for (int i = 0; i < 200; ++i) edits.makeOne();
    verifyMirror();
    while (document_->undoStack()->canUndo()) document_->undoStack()->undo();
    verifyMirror();
    QCOMPARE(bytes(), QByteArray::fromStdString(SaveCanonical(readDiagram(kChain))));
  }

 private:
  void moveBlock(const char* name, const QPointF& offset) {
    const QPointF centre = block(name)->box().center();
    gestures().drag(centre, centre + offset);
  }

  static void dragFrom(QWidget* entry, const QPoint& globalTarget) {
    const QPoint begin = entry->rect().center();
    const QPoint end = entry->mapFromGlobal(globalTarget);
    QTest::mousePress(entry, Qt::LeftButton, {}, begin);
    for (int i = 1; i <= 4; ++i) {
      const QPoint place = begin + (end - begin) * i / 4;
      QMouseEvent move(QEvent::MouseMove, place, entry->mapToGlobal(place), Qt::NoButton,
                       Qt::LeftButton, {});
      QApplication::sendEvent(entry, &move);
    }
    QTest::mouseRelease(entry, Qt::LeftButton, {}, end);
  }

  static void verifyOrthogonal(const WireItem* wire) {
    const auto& points = wire->points();
    QVERIFY(points.size() >= 2);
    for (size_t i = 1; i < points.size(); ++i) {
      QVERIFY(points[i].x() == points[i - 1].x() || points[i].y() == points[i - 1].y());
    }
  }

  /// Every wire runs horizontally and vertically between its ports and through no block.
  void verifyWires() const {
    for (const WireItem* wire : scene()->wires()) {
      verifyOrthogonal(wire);
      const auto& points = wire->points();
      QCOMPARE(points.front(), scene()->endAt(scene()->findPort(wire->from())).position);
      QCOMPARE(points.back(), scene()->endAt(scene()->findPort(wire->to())).position);
      for (const BlockItem* item : scene()->blocks()) {
        for (size_t i = 1; i < points.size(); ++i) {
          const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
          const QRectF box = item->box();
          QVERIFY2(!(piece.left() < box.right() && piece.right() > box.left() &&
                     piece.top() < box.bottom() && piece.bottom() > box.top()),
                   qPrintable(wire->to() + " crosses " + item->name()));
        }
      }
    }
  }

  /// No name of a signal covers a block, a name, the border of a frame or another wire.
  void verifyLabels() const {
    for (const WireItem* wire : scene()->wires()) {
      if (!wire->showsLabel()) continue;
      const QRectF& label = wire->shownLabel().box;
      for (const BlockItem* item : scene()->blocks()) {
        QVERIFY2(!item->box().intersects(label),
                 qPrintable(wire->to() + " covers " + item->name()));
        QVERIFY2(!item->mapRectToScene(item->nameRect()).intersects(label),
                 qPrintable(wire->to() + " covers the name of " + item->name()));
      }
      for (const WireItem* other : scene()->wires()) {
        for (size_t i = 1; i < other->points().size(); ++i) {
          const QRectF piece = QRectF(other->points()[i - 1], other->points()[i]).normalized();
          QVERIFY(piece.left() > label.right() || piece.right() < label.left() ||
                  piece.top() > label.bottom() || piece.bottom() < label.top());
        }
      }
      const FrameItem* frame = scene()->findFrame(0);
      QVERIFY(frame == nullptr || !frame->box().intersects(label) || frame->box().contains(label));
    }
  }

  /// The scene shows what the document's level holds, no more and no less.
  void verifyMirror() const {
    const DiagramModel& diagram = scene()->diagram();
    QCOMPARE(static_cast<std::size_t>(scene()->blocks().size()), diagram.blocks.size());
    QCOMPARE(static_cast<std::size_t>(scene()->wires().size()), diagram.wires.size());
    for (const Block& model : diagram.blocks) {
      const BlockItem* item = block(QString::fromStdString(model.name));
      QVERIFY(item != nullptr);
      QCOMPARE(item->pos(), QPointF(model.layout->x, model.layout->y));
      QCOMPARE(item->appearance().face.type, QString::fromStdString(model.type));
    }
    for (const Wire& model : diagram.wires) {
      const WireItem* item = scene()->findWire(QString::fromStdString(model.to));
      QVERIFY(item != nullptr);
      QCOMPARE(item->from(), QString::fromStdString(model.from));
    }
  }
};

LOOPWRIGHT_TEST_WITH(QApplication, TestCanvas)

}  // namespace loopwright::test_canvas

#include "test_canvas.moc"
