// What of a diagram is seen: fitting, what lies over the canvas, levels, the wheel and the hand.
#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QObject>
#include <QPlainTextEdit>
#include <QTest>
#include <QUndoStack>

#include "blocklib/registry.h"
#include "engine/edits/edit_helpers.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/revealer.h"
#include "gui/edits/diagram_edits.h"
#include "gui/panels/breadcrumb.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/canvas_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_canvas_camera {

class TestCanvasCamera : public QObject, protected CanvasFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { show(kChain); }
  void cleanup() { close(); }

  // ---- fitting --------------------------------------------------------------------------------

  void overlaysCoverNoBlockAfterFit_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QByteArray>("scope");
    for (const QSize& size :
         {QSize(500, 250), QSize(700, 300), QSize(900, 420), QSize(1500, 900)}) {
      for (const char* place :
           {R"("x": 720, "y": 80)", R"("x": 1500, "y": 120)", R"("x": 200, "y": 900)"}) {
        QTest::addRow("%d x %d, %s", size.width(), size.height(), place)
            << size << QByteArray(place);
      }
    }
  }
  void overlaysCoverNoBlockAfterFit() {
    QFETCH(QSize, size);
    QFETCH(QByteArray, scope);
    show(QByteArray(kFeedback).replace(R"("x": 720, "y": 80)", scope));
    view_->resize(size);
    view_->camera()->zoomToFit();
    // The legend appears once the check has ended: what was fitted is fitted again then.
    QTRY_VERIFY(document_->isChecked());
    const auto* legend = view_->findChild<QWidget*>("rateLegend");
    QTRY_VERIFY(legend->isVisible());
    for (const char* name : {"rateLegend", "minimap"}) {
      const auto* overlay = view_->findChild<QWidget*>(name);
      if (!overlay->isVisible()) continue;
      for (const char* each : {"wanted", "error", "switch", "gain", "room", "scope"}) {
        const QRect box = view_->mapFromScene(block(each)->sceneBoundingRect()).boundingRect();
        QVERIFY2(!overlay->geometry().intersects(box), each);
      }
    }
  }

  void anEmptyDiagramKeepsItsZoomInAnotherSize() {
    // A panel that opens makes the view lower.
    show(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {}, "wires": []}})");
    view_->camera()->zoomToFit();
    const double zoom = view_->zoom();
    for (const QSize& size : {QSize(900, 260), QSize(300, 200), QSize(900, 600)}) {
      view_->resize(size);
      QCOMPARE(view_->zoom(), zoom);
    }
  }

  void whatWasFittedIsFittedToAnotherSize() {
    show(kFeedback);
    view_->camera()->zoomToFit();
    for (const QSize& size : {QSize(500, 300), QSize(1200, 700), QSize(600, 600)}) {
      view_->resize(size);
      const QRect shown = view_->mapFromScene(scene()->contentRect()).boundingRect();
      QVERIFY(view_->viewport()->rect().contains(shown));
      QVERIFY(shown.width() > size.width() / 2 || shown.height() > size.height() / 2 ||
              view_->zoom() > 1);
    }
    // What a person chose to see stays.
    view_->camera()->setZoom(0.7);
    view_->centerOn(QPointF(50, 50));
    view_->resize(900, 600);
    QCOMPARE(view_->zoom(), 0.7);
  }

  // In a window on a screen with 800 x 500 px a canvas has about this size.
  void aDiagramIsOpenedToBeRead() {
    show(kFeedback);
    view_->resize(700, 130);
    document_->setDocument(readDiagram(kFeedback));
    QTRY_VERIFY(document_->isChecked());
    const auto isSeen = [&](const char* name) {
      const QRect box = view_->mapFromScene(block(name)->box()).boundingRect();
      return view_->viewport()->rect().contains(box);
    };
    QVERIFY2(view_->zoom() >= 0.6, qPrintable(QString::number(view_->zoom())));
    // Nothing lies over what is seen.
    const auto* const legend = view_->findChild<QWidget*>("rateLegend");
    QVERIFY(!legend->isVisible());
    QVERIFY(!view_->findChild<QWidget*>("minimap")->isVisible());
    for (const char* name : {"wanted", "error", "switch", "gain"}) QVERIFY2(isSeen(name), name);
    // Who asks for all gets all.
    view_->camera()->showAll();
    const QRect shown = view_->mapFromScene(scene()->contentRect()).boundingRect();
    QVERIFY(view_->viewport()->rect().contains(shown));
    QVERIFY(view_->zoom() < 0.6);
    // Of a large diagram an overview is shown.
    const QByteArray large =
        QByteArray(kFeedback).replace(R"("x": 720, "y": 80)", R"("x": 6000, "y": 4000)");
    view_->resize(900, 600);
    QVERIFY(legend->isVisible());
    document_->setDocument(readDiagram(large));
    QVERIFY(isSeen("wanted") && isSeen("scope"));
  }

  void theLegendGivesWayToABlockPlacedLowAtTheLeft() {
    show(kFeedback);
    view_->camera()->zoomToFit();
    const auto* legend = view_->findChild<QWidget*>("rateLegend");
    QTRY_VERIFY(legend->isVisible());
    const QPoint corner = legend->geometry().center();
    gestures().doubleClick(view_->mapToScene(corner));
    auto* edit = view_->findChild<QLineEdit*>("quickAdd.edit");
    QTest::keyClicks(edit, "constant");
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(block("Constant") != nullptr);
    view_->camera()->showAll();
    QTRY_VERIFY(document_->isChecked());
    for (const BlockItem* item : scene()->blocks()) {
      const QRect box = view_->mapFromScene(item->sceneBoundingRect()).boundingRect();
      QVERIFY2(!legend->geometry().intersects(box), qPrintable(item->name()));
    }
  }

  // Without a pointer on the canvas, as from the list of commands.
  void aNewNoteFindsRoomInWhatIsSeen() {
    show(kFeedback);
    view_->camera()->zoomToFit();
    QTRY_VERIFY(document_->isChecked());
    for (int i = 0; i < 4; ++i) {
      view_->texts()->addNote();
      auto* const editor = view_->findChildren<QPlainTextEdit*>("noteEditor").last();
      QTest::keyClicks(editor, "A note on the loop");
      QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
      const NoteItem* note = scene()->findNote(i);
      QVERIFY(note != nullptr);
      const QRectF box(note->pos(), note->size());
      QVERIFY(view_->mapToScene(view_->viewport()->rect()).boundingRect().contains(box));
      for (const BlockItem* item : scene()->blocks()) QVERIFY(!item->box().intersects(box));
      for (const WireItem* wire : scene()->wires()) QVERIFY(!wire->isIn(box));
      for (int k = 0; k < i; ++k) {
        const NoteItem* other = scene()->findNote(k);
        QVERIFY(!QRectF(other->pos(), other->size()).intersects(box));
      }
    }
  }

  // ---- levels and the camera ------------------------------------------------------------------

  void opensSubsystemsAndComesBack() {
    show(kNested);
    Breadcrumb crumbs;
    connect(view_.get(), &DiagramView::levelChanged, &crumbs,
            [&](const QString& level) { crumbs.setLocation("test", level); });
    connect(&crumbs, &Breadcrumb::levelRequested, view_.get(), &DiagramView::openLevel);
    view_->camera()->setZoom(1.7);
    const double zoom = view_->zoom();
    gestures().doubleClick(block("plant")->box().center());
    QCOMPARE(view_->level(), QString("plant"));
    gestures().doubleClick(block("inner")->box().center());
    QCOMPARE(view_->level(), QString("plant/inner"));
    QVERIFY(block("deep") != nullptr);
    auto* button = crumbs.findChild<QAbstractButton*>("breadcrumb.plant");
    QVERIFY(button != nullptr);
    button->click();
    QCOMPARE(view_->level(), QString("plant"));
    view_->scene()->clearSelection();
    gestures().key(Qt::Key_Escape);
    QCOMPARE(view_->level(), QString());
    QCOMPARE(view_->selectedBlocks(), QStringList({"plant"}));
    QCOMPARE(view_->zoom(), zoom);
  }

  void theLevelFollowsARenameAndARemoval() {
    show(kNested);
    view_->openLevel("plant/inner");
    document_->edit("Rename", [](Transaction* t) { RenameBlock(t, "", "plant", "motor"); });
    QCOMPARE(view_->level(), QString("motor/inner"));
    document_->edit("Delete", [](Transaction* t) { RemoveBlocks(t, "motor", {"inner"}); });
    QCOMPARE(view_->level(), QString("motor"));
    QVERIFY(block("in") != nullptr);
    document_->undoStack()->undo();
    document_->undoStack()->undo();
    QCOMPARE(view_->level(), QString("plant"));
  }

  void portsOfASubsystemAreItsInports() {
    show(kNested);
    QCOMPARE(block("plant")->geometry().inputs.size(), std::size_t{1});
    document_->edit("Add", [](Transaction* t) {
      addBlock(t, "plant", BuiltInBlocks(), "Outport", {300, 0}, {});
    });
    QCOMPARE(block("plant")->geometry().outputs.size(), std::size_t{1});
  }

  void revealLeadsToABlockInsideASubsystem() {
    show(kNested);
    QVERIFY(view_->revealer()->reveal("plant/inner/deep.u"));
    QCOMPARE(view_->level(), QString("plant/inner"));
    QCOMPARE(view_->selectedBlocks(), QStringList({"deep"}));
    const QPointF middle = view_->mapToScene(view_->viewport()->rect().center());
    QVERIFY(QLineF(middle, block("deep")->box().center()).length() < 5);
    QVERIFY(!view_->revealer()->reveal("plant/none"));
  }

  void theViewGlidesToABlockThatThenFlashes() {
    const auto off = [this] {
      const QPointF middle = view_->mapToScene(view_->viewport()->rect().center());
      return QLineF(middle, block("D")->box().center()).length();
    };
    view_->centerOn(-300, -300);
    QVERIFY(view_->revealer()->reveal("D"));
    QVERIFY(off() > 100);
    QTRY_VERIFY(off() < 5);
    QTRY_VERIFY(block("D")->flash() > 0);
    QTRY_COMPARE(block("D")->flash(), 0.0);
  }

  void theWheelZoomsAboutThePointer() {
    const QPoint pointer(300, 200);
    const QPointF before = view_->mapToScene(pointer);
    QWheelEvent wheel(pointer, view_->viewport()->mapToGlobal(pointer), {}, {0, 240}, {},
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    const double zoom = view_->zoom();
    QApplication::sendEvent(view_->viewport(), &wheel);
    QVERIFY(view_->zoom() > zoom);
    const QPointF after = view_->mapToScene(pointer);
    QVERIFY(QLineF(before, after).length() < 2);
  }

  void theMiddleButtonPans() {
    const QPointF before = view_->mapToScene(QPoint(200, 200));
    const QPointF from = view_->mapToScene(QPoint(300, 300));
    const QPointF to = view_->mapToScene(QPoint(350, 340));
    gestures().drag(from, to, {}, Qt::MiddleButton);
    const QPointF moved = before - view_->mapToScene(QPoint(200, 200));
    QVERIFY(QLineF(moved, to - from).length() < 3);
  }
};

LOOPWRIGHT_TEST_WITH(QApplication, TestCanvasCamera)

}  // namespace loopwright::test_canvas_camera

#include "test_canvas_camera.moc"
