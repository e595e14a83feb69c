// The editor in its window: selecting, moving, copying, naming, looking, undoing. Each function is
// one point of use, done by mouse and keyboard and checked in the document.
#include <QClipboard>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QObject>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionGraphicsItem>
#include <QUndoView>
#include <cmath>

#include "gui/canvas/camera.h"
#include "gui/canvas/minimap.h"
#include "gui/canvas/selection_commands.h"
#include "gui/edits/clipboard.h"
#include "gui/tools/alignment_guides.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/random_edits.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_editing {

class TestEditorEditing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void point10ABandSelectsInsideOrTouched();
  void point11ArrowsMoveAndMerge();
  void point11ArrowsMoveEachNoteInAStepOfItsOwn();
  void point11GuidesAppearNearAlignmentAndSnapExactly();
  void point11AlignAndDistribute();
  void point12CopiesAndPastesAtThePointer();
  void point12ARefusedPasteChangesNoSelection();
  void point12PastesInAnotherWindow();
  void point12CopiesDrawRandomNumbersOfTheirOwn();
  void point12PortsTakeTheNextIndex();
  void point13NamesAreEditedInPlace();
  void point13NumbersTakeExpressionsAndSayWhatIsWrong();
  void point15ZoomsAndPans();
  void point15DetailsAreLeftAwayFarOut();
  void point17EveryStepHasANameAndTheHistoryLeadsBack();
  void point17AnAmpersandInAStepIsNoMark();
  void point17RandomEditsUndoneGiveTheStartingBytes();

 private:
  void wheel(const QPoint& place, int steps) const;
  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorEditing::point10ABandSelectsInsideOrTouched() {
  const EditorWindow& e = *editor_;
  e.hand().drag({-30, -30}, {150, 60});  // to the right: what is fully inside
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A"}));
  e.hand().drag({150, 60}, {-30, -30});  // to the left: what is touched
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "B"}));
  QVERIFY(e.wire("B.u")->isSelected());
  e.hand().click(e.middle("C"), Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "B", "C"}));
  e.hand().drag({220, 100}, {320, 200}, Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "B", "C", "D"}));
  e.hand().click({460, 300});
  QVERIFY(e.view()->selectedBlocks().isEmpty());
  QVERIFY(e.scene()->selectedItems().isEmpty());
  QVERIFY(!e.document()->isModified());
}

void TestEditorEditing::point11ArrowsMoveAndMerge() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.hand().click(e.middle("D"));
  e.key(Qt::Key_Right);
  QCOMPARE(e.block("D")->pos(), QPointF(250, 120));
  e.key(Qt::Key_Right);
  e.key(Qt::Key_Down, Qt::ShiftModifier);
  QCOMPARE(e.block("D")->pos(), QPointF(260, 121));
  QCOMPARE(e.undo()->count(), 1);
  e.undo()->undo();
  QCOMPARE(e.bytes(), before);
}

void TestEditorEditing::point11ArrowsMoveEachNoteInAStepOfItsOwn() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {},
    "notes": [{"text": "one", "x": 0, "y": 0}, {"text": "two", "x": 200, "y": 0}],
    "frames": [{"title": "a", "x": 0, "y": 100, "width": 100, "height": 60},
               {"title": "b", "x": 200, "y": 100, "width": 100, "height": 60}]}})");
  const EditorWindow& e = *editor_;
  const auto selectAlone = [&](QGraphicsItem* item) {
    e.scene()->clearSelection();
    item->setSelected(true);
  };
  selectAlone(e.scene()->findNote(0));
  e.key(Qt::Key_Down);
  e.key(Qt::Key_Down);
  QCOMPARE(e.undo()->count(), 1);
  selectAlone(e.scene()->findNote(1));
  e.key(Qt::Key_Down);
  QCOMPARE(e.undo()->count(), 2);
  // A change of size likewise.
  for (const int frame : {0, 1}) {
    selectAlone(e.scene()->findFrame(frame));
    e.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
  }
  QCOMPARE(e.undo()->count(), 4);
}

void TestEditorEditing::point11GuidesAppearNearAlignmentAndSnapExactly() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Gain", "layout": {"x": 0, "y": 3}},
    "B": {"type": "Gain", "layout": {"x": 200, "y": 150}}}}})");
  const EditorWindow& e = *editor_;
  const auto guides = [&] {
    std::vector<QLineF> lines;
    for (const QGraphicsItem* item : e.scene()->items()) {
      const auto* guide = dynamic_cast<const GuideLines*>(item);
      if (guide != nullptr) lines.insert(lines.end(), guide->lines().begin(), guide->lines().end());
    }
    return lines;
  };
  const CanvasGestures hand = e.hand();
  const QPoint begin = hand.at(e.middle("B"));
  QTest::mousePress(e.view()->viewport(), Qt::LeftButton, {}, begin);
  // To 4 px from the height of A, which is off the grid.
  hand.moveSteps(begin, begin + QPoint(0, -143));
  QCOMPARE(e.block("B")->pos(), QPointF(200, 3));
  QVERIFY(!guides().empty());
  for (const QLineF& line : guides()) QCOMPARE(line.y1(), line.y2());
  // Further away the grid counts, and there is no guide.
  hand.moveSteps(begin + QPoint(0, -143), begin + QPoint(0, -118));
  QCOMPARE(e.block("B")->pos(), QPointF(200, 30));
  QVERIFY(guides().empty());
  hand.moveSteps(begin + QPoint(0, -118), begin + QPoint(0, -145));
  QTest::mouseRelease(e.view()->viewport(), Qt::LeftButton, {}, begin + QPoint(0, -145));
  QCOMPARE(e.model("B")->layout->y, 3.0);
  QVERIFY(guides().empty());
  QCOMPARE(e.undo()->count(), 1);
}

void TestEditorEditing::point11AlignAndDistribute() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Gain", "layout": {"x": 0, "y": 0}},
    "B": {"type": "Sum", "layout": {"x": 110, "y": 70}},
    "C": {"type": "Gain", "layout": {"x": 300, "y": 130}}}}})");
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  const auto run = [&](ActionId id) {
    while (e.undo()->canUndo()) e.undo()->undo();
    QCOMPARE(e.bytes(), before);
    e.key(Qt::Key_A, Qt::ControlModifier);
    e.action(id)->trigger();
    QCOMPARE(e.undo()->index(), 1);
  };
  const auto box = [&](const char* name) { return e.block(name)->box(); };
  run(ActionId::kAlignLeft);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).left(), 0.0);
  run(ActionId::kAlignRight);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).right(), 360.0);
  run(ActionId::kAlignCentre);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).center().x(), 180.0);
  run(ActionId::kAlignTop);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).top(), 0.0);
  run(ActionId::kAlignMiddle);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).center().y(), 85.0);
  run(ActionId::kAlignBottom);
  for (const char* name : {"A", "B", "C"}) QCOMPARE(box(name).bottom(), 170.0);
  run(ActionId::kDistributeAcross);
  QCOMPARE(box("B").left() - box("A").right(), box("C").left() - box("B").right());
  QCOMPARE(box("A").left(), 0.0);
  QCOMPARE(box("C").right(), 360.0);
  run(ActionId::kDistributeDown);
  QCOMPARE(box("B").top() - box("A").bottom(), box("C").top() - box("B").bottom());
  QCOMPARE(e.undo()->undoText(), QString("Distribute 3 blocks"));
}

void TestEditorEditing::point12CopiesAndPastesAtThePointer() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Set up", [](Transaction* t) {
    SetBlockParameter(t, "", "B", "gain", ParameterSetting("2*3"));
  });
  e.hand().drag({-30, -30}, {200, 70});
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "B"}));
  e.key(Qt::Key_C, Qt::ControlModifier);
  const QMimeData* content = QApplication::clipboard()->mimeData();
  QVERIFY(content->hasImage());
  const QImage picture = qvariant_cast<QImage>(content->imageData());
  QVERIFY(picture.width() > 300 && picture.height() > 80);
  const LoadResult text = LoadDocument(content->text().toStdString(), BuiltInBlocks());
  QVERIFY(text.document.has_value());
  QCOMPARE(text.document->root.blocks.size(), std::size_t{2});
  // The pointer says where to, once the window has taken its shape.
  QTRY_VERIFY(e.document()->isChecked());
  QCoreApplication::processEvents();
  QTest::mouseMove(e.view()->viewport(), e.hand().at({150, 260}));
  e.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A2", "B2"}));
  QCOMPARE(e.source("B2.u"), QString("A2.y"));
  QCOMPARE(e.model("B2")->FindParameter("gain")->value, ParameterSetting("2*3"));
  const QPointF centre = (e.block("A2")->box() | e.block("B2")->box()).center();
  QVERIFY(QLineF(centre, QPointF(150, 260)).length() < 10);
  QCOMPARE(e.undo()->undoText(), QString("Paste"));
  // Again at the same place: beside, not on top.
  e.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A3", "B3"}));
  QVERIFY(e.block("A3")->pos() != e.block("A2")->pos());
  QCOMPARE(e.undo()->count(), 3);
}

void TestEditorEditing::point12ARefusedPasteChangesNoSelection() {
  EditorWindow& e = *editor_;
  // As deep as subsystems may nest: in a subsystem there is one level less.
  QByteArray inner = R"({"blocks": {}})";
  for (int i = 0; i < kMaxSubsystemDepth; ++i) {
    inner = R"({"blocks": {"S": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": )" +
            inner + "}}}";
  }
  const QByteArray deep = R"({"format": "loopwright", "version": 1, "diagram": )" + inner + "}";
  QVERIFY(LoadDocument(deep.toStdString(), BuiltInBlocks()).document.has_value());
  e.view()->selectBlocks({"A", "B"});
  e.action(ActionId::kGroup)->trigger();
  e.view()->openLevel(e.view()->selectedBlocks().front());
  e.view()->selectBlocks({"B"});
  const QByteArray before = e.bytes();
  QApplication::clipboard()->setText(QString::fromUtf8(deep));
  e.action(ActionId::kPaste)->trigger();
  QCOMPARE(e.child<QLabel>("statusMessage")->text(),
           QString("Subsystems nest at most %1 levels deep").arg(kMaxSubsystemDepth));
  QCOMPARE(e.bytes(), before);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"B"}));
}

void TestEditorEditing::point12PastesInAnotherWindow() {
  const EditorWindow& e = *editor_;
  e.key(Qt::Key_A, Qt::ControlModifier);
  e.key(Qt::Key_X, Qt::ControlModifier);
  QCOMPARE(e.blockCount(), std::size_t{0});
  EditorWindow other(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "A": {"type": "Gain", "layout": {"x": 0, "y": 0}}}}})");
  QTest::mouseMove(other.view()->viewport(), other.hand().at({300, 200}));
  other.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(other.blockCount(), std::size_t{5});
  QCOMPARE(other.source("B.u"), QString("A2.y"));
  QCOMPARE(other.source("C.u"), QString("B.y"));
  // As text alone, as from an editor of texts.
  const QString text = QApplication::clipboard()->text();
  QApplication::clipboard()->setText(text);
  other.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(other.blockCount(), std::size_t{9});
  QApplication::clipboard()->setText("not a diagram");
  other.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(other.blockCount(), std::size_t{9});
  QCOMPARE(other.child<QLabel>("statusMessage")->text(), QString("The clipboard holds no blocks."));
}

void TestEditorEditing::point12CopiesDrawRandomNumbersOfTheirOwn() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "noise": {"type": "GaussianNoise", "layout": {"x": 0, "y": 0}}}}})");
  const EditorWindow& e = *editor_;
  // A renamed block keeps its numbers: its stream is named now.
  e.hand().click(e.middle("noise"));
  e.key(Qt::Key_F2);
  e.fill("nameEditor", "wind");
  QCOMPARE(e.model("wind")->FindParameter("stream")->value, ParameterSetting("noise"));
  // A copy does not draw the same.
  e.key(Qt::Key_D, Qt::ControlModifier);
  QCOMPARE(e.blockCount(), std::size_t{2});
  QVERIFY(e.model("wind2")->FindParameter("stream") == nullptr);
}

void TestEditorEditing::point12PortsTakeTheNextIndex() {
  editor_->set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
    "out": {"type": "Outport", "parameters": {"index": 3}, "layout": {"x": 200, "y": 0}}}}})");
  const EditorWindow& e = *editor_;
  e.key(Qt::Key_A, Qt::ControlModifier);
  e.key(Qt::Key_D, Qt::ControlModifier);
  QCOMPARE(e.model("in2")->FindParameter("index")->value, ParameterSetting(2));
  QCOMPARE(e.model("out2")->FindParameter("index")->value, ParameterSetting(4));
  e.hand().doubleClick({100, 200});
  e.type("inport");
  QCOMPARE(e.model("Inport")->FindParameter("index")->value, ParameterSetting(3));
}

void TestEditorEditing::point13NamesAreEditedInPlace() {
  const EditorWindow& e = *editor_;
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_F2);
  auto* edit = e.child<QLineEdit>("nameEditor");
  QVERIFY(edit != nullptr);
  edit->setText("C");
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(edit->isVisible() && edit->property("invalid").toBool());
  const auto* error = e.child<QLabel>("nameEditor.error");
  QVERIFY(error->isVisible());
  QVERIFY2(error->text().contains("C"), qPrintable(error->text()));
  QVERIFY(!e.document()->isModified());
  edit->setText("amplifier");
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(e.source("C.u"), QString("amplifier.y"));
  QCOMPARE(e.undo()->undoText(), QString("Rename B"));
}

void TestEditorEditing::point13NumbersTakeExpressionsAndSayWhatIsWrong() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Set up", [](Transaction* t) {
    DiagramParameter k;
    k.name = "zeta";
    k.value = 0.5;
    t->Apply(ParameterEdit{"", 0, ListAction::kInsert, k});
  });
  e.hand().click(e.middle("B"));
  for (const auto& [text, value] : {std::pair("2.4k", "= 2400"), std::pair("10*zeta", "= 5")}) {
    e.fill("property.gain", text);
    QCOMPARE(e.model("B")->FindParameter("gain")->value, ParameterSetting(text));
    QCOMPARE(e.child<QLabel>("property.gain.value")->text(), QString(value));
  }
  const QByteArray before = e.bytes();
  e.fill("property.gain", "2*zta");
  QVERIFY(e.child<QLineEdit>("property.gain")->property("invalid").toBool());
  QCOMPARE(e.child<QLabel>("property.gain.error")->text(),
           QString("unknown name 'zta', did you mean 'zeta'?"));
  QCOMPARE(e.bytes(), before);
}

void TestEditorEditing::wheel(const QPoint& place, int steps) const {
  QWidget* viewport = editor_->view()->viewport();
  QWheelEvent event(place, viewport->mapToGlobal(place), {}, {0, 120 * steps}, {},
                    Qt::ControlModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(viewport, &event);
}

void TestEditorEditing::point15ZoomsAndPans() {
  const EditorWindow& e = *editor_;
  DiagramView* view = e.view();
  const QPoint pointer(300, 200);
  const QPointF before = view->mapToScene(pointer);
  wheel(pointer, 2);
  QVERIFY(view->zoom() > 1.5);
  QVERIFY(QLineF(before, view->mapToScene(pointer)).length() < 2);
  // Space brings everything, or what is selected, into view.
  e.key(Qt::Key_Space);
  const QRectF seen = view->mapToScene(view->viewport()->rect()).boundingRect();
  QVERIFY(seen.contains(e.scene()->contentRect()));
  wheel(pointer, -6);
  e.hand().click(e.middle("D"));
  e.key(Qt::Key_Space);
  const QPointF centre = view->mapToScene(view->viewport()->rect().center());
  QVERIFY(QLineF(centre, e.middle("D")).length() < 20);
  QVERIFY(view->zoom() > 1);
  // The middle button, and Space with a drag, pan.
  view->camera()->setZoom(1);
  const auto pans = [&](Qt::MouseButton button) {
    const QPointF from = view->mapToScene(QPoint(300, 300));
    const QPointF to = view->mapToScene(QPoint(350, 260));
    const QPointF corner = view->mapToScene(QPoint(0, 0));
    e.hand().drag(from, to, {}, button);
    return QLineF(corner - view->mapToScene(QPoint(0, 0)), to - from).length() < 3;
  };
  QVERIFY(pans(Qt::MiddleButton));
  QTest::keyPress(view, Qt::Key_Space);
  QVERIFY(pans(Qt::LeftButton));
  const double zoom = view->zoom();
  QTest::keyRelease(view, Qt::Key_Space);
  QCOMPARE(view->zoom(), zoom);  // it panned, so it does not fit
  QVERIFY(!e.document()->isModified());
  // A drag beyond the edge moves what is seen, and goes on.
  e.hand().click({600, 400});
  const double left = view->mapToScene(QPoint(0, 0)).x();
  const QPoint begin = e.hand().at(e.middle("D"));
  const QPoint beyond(view->viewport()->width() + 40, begin.y());
  QTest::mousePress(view->viewport(), Qt::LeftButton, {}, begin);
  e.hand().moveSteps(begin, beyond);
  QVERIFY(view->mapToScene(QPoint(0, 0)).x() > left);
  e.key(Qt::Key_Escape);
  QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, beyond);
  QVERIFY(!e.document()->isModified());
  // A click on the overview leads there.
  auto* minimap = e.child<QWidget>("minimap");
  QVERIFY(minimap->isVisible());
  view->centerOn(QPointF(2000, 1500));
  QTest::mouseClick(minimap, Qt::LeftButton, {}, minimap->rect().center());
  const QPointF there = view->mapToScene(view->viewport()->rect().center());
  QVERIFY(QLineF(there, QPointF(150, 80)).length() < 60);
  // Of an empty diagram there is none, and all of it is shown at its size.
  e.view()->commands()->selectAll();
  e.view()->commands()->remove();
  QVERIFY(!minimap->isVisible());
  view->camera()->zoomToFit();
  QCOMPARE(view->zoom(), 1.0);
  e.undo()->undo();
  QVERIFY(minimap->isVisible());
}

void TestEditorEditing::point15DetailsAreLeftAwayFarOut() {
  const EditorWindow& e = *editor_;
  const BlockItem* block = e.block("B");
  // How many colours a part of the block has when it is drawn at a scale.
  const auto colours = [&](const QRectF& part, double scale) {
    QImage image((part.size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.translate(-part.topLeft());
    const QStyleOptionGraphicsItem option;
    const_cast<BlockItem*>(block)->paint(&painter, &option, nullptr);
    QSet<QRgb> found;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) found.insert(image.pixel(x, y));
    }
    return found.size();
  };
  const QRectF name = block->nameRect();
  const QRectF face(10, 5, 40, 30);
  QVERIFY(colours(name, 1) > 1);
  QCOMPARE(colours(name, 0.4), qsizetype{1});  // labels are left away first,
  QVERIFY(colours(face, 0.4) > 1);
  QCOMPARE(colours(face, 0.2), qsizetype{1});  // then details
}

void TestEditorEditing::point17EveryStepHasANameAndTheHistoryLeadsBack() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  e.hand().drag(e.port("C.y"), e.port("D.u1"));
  e.hand().click(e.middle("B"));
  e.key(Qt::Key_R);
  e.key(Qt::Key_Right);
  e.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  e.key(Qt::Key_Delete);
  const QStringList names{"Connect D.u1", "Rotate B", "Move B", "Comment out B", "Delete B"};
  QCOMPARE(e.undo()->count(), static_cast<int>(names.size()));
  for (int i = 0; i < e.undo()->count(); ++i) QCOMPARE(e.undo()->text(i), names[i]);
  QCOMPARE(e.action(ActionId::kUndo)->text(), QString("&Undo: Delete B"));
  e.action(ActionId::kShowHistory)->trigger();
  auto* history = e.child<QUndoView>("historyView");
  QVERIFY(history->isVisible());
  QCOMPARE(history->model()->rowCount(), 6);
  QCOMPARE(history->model()->index(1, 0).data().toString(), QString("Connect D.u1"));
  // A click on a step goes to after it.
  const QRect row = history->visualRect(history->model()->index(2, 0));
  QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, row.center());
  QCOMPARE(e.undo()->index(), 2);
  QCOMPARE(e.action(ActionId::kRedo)->text(), QString("&Redo: Move B"));
  QTest::mouseClick(history->viewport(), Qt::LeftButton, {},
                    history->visualRect(history->model()->index(0, 0)).center());
  QCOMPARE(e.bytes(), before);
  QVERIFY(!e.document()->isModified());
}

void TestEditorEditing::point17AnAmpersandInAStepIsNoMark() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Delete R&D", [](Transaction* t) { RemoveBlocks(t, "", {"B"}); });
  QCOMPARE(e.action(ActionId::kUndo)->text(), QString("&Undo: Delete R&&D"));
  QCOMPARE(actionTitle(*e.action(ActionId::kUndo)), QString("Undo: Delete R&D"));
  e.undo()->undo();
  QCOMPARE(e.action(ActionId::kRedo)->text(), QString("&Redo: Delete R&&D"));
}

void TestEditorEditing::point17RandomEditsUndoneGiveTheStartingBytes() {
  const EditorWindow& e = *editor_;
  const QByteArray before = e.bytes();
  RandomEdits edits(e.document(), 11);
  for (int i = 0; i < 200; ++i) edits.makeOne();
  const QByteArray after = e.bytes();
  QVERIFY(after != before);
  while (e.undo()->canUndo()) e.action(ActionId::kUndo)->trigger();
  QCOMPARE(e.bytes(), before);
  while (e.undo()->canRedo()) e.action(ActionId::kRedo)->trigger();
  QCOMPARE(e.bytes(), after);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorEditing)

}  // namespace loopwright::test_editor_editing

#include "test_editor_editing.moc"
