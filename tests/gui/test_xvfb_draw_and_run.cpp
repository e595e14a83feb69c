// From an empty window to a plot, by mouse and keyboard, on a real display.

#include <QLineEdit>
#include <QObject>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>
#include <memory>

#include "engine/file/save.h"
#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/run_controller.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/canvas_gestures.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_xvfb_draw_and_run {

class TestXvfbDrawAndRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = shownWindow();
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void theCounterIsDrawnSavedRunAndPlotted() {
    drawCounterAndScope();
    const QString path = fixture_->path("drawn.loop.json");
    QVERIFY(saveTo(window_.get(), workspace(), path));
    QCOMPARE(WindowFixture::read(path), bytes());

    QSignalSpy finished(workspace()->runs(), &RunController::finished);
    window_->actions().get(ActionId::kRun)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);

    // Defaults: period 0.1, increment 1, from 0 to 10; the update at the end stays pending.
    const auto& plots = workspace()->plots()->plots();
    QCOMPARE(plots.size(), size_t{1});
    const auto updates = plots[0]->updates(0);
    QCOMPARE(updates.size(), size_t{100});
    for (size_t n = 0; n < updates.size(); ++n) {
      QCOMPARE(updates[n].before, static_cast<double>(n));
      QCOMPARE(updates[n].after, static_cast<double>(n + 1));
    }
  }

  void undoingEverythingLeadsToTheStartingBytes() {
    const QByteArray before = bytes();
    drawCounterAndScope();
    QVERIFY(bytes() != before);
    QUndoStack* stack = workspace()->document()->undoStack();
    QCOMPARE(stack->count(), 3);
    while (stack->canUndo()) window_->actions().get(ActionId::kUndo)->trigger();
    QCOMPARE(bytes(), before);
  }

 private:
  Workspace* workspace() const { return window_->current(); }
  QByteArray bytes() const {
    return QByteArray::fromStdString(SaveCanonical(workspace()->document()->document()));
  }
  void typeBlock(const QPointF& place, const QString& text) {
    DiagramView* view = workspace()->view();
    CanvasGestures(view).doubleClick(place);
    QLineEdit* edit = nullptr;
    QTRY_VERIFY((edit = view->findChild<QLineEdit*>("quickAdd.edit")) != nullptr);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(view->findChild<QLineEdit*>("quickAdd.edit") == nullptr);
  }
  void drawCounterAndScope() {
    DiagramView* view = workspace()->view();
    typeBlock({0, 0}, "discretecounter");
    typeBlock({200, 0}, "scope");
    const BlockItem* counter = view->diagramScene()->findBlock("DiscreteCounter");
    const BlockItem* scope = view->diagramScene()->findBlock("Scope");
    QVERIFY(counter != nullptr && scope != nullptr);
    CanvasGestures(view).drag(counter->portPosition("y"), scope->portPosition("u1"));
    QCOMPARE(workspace()->document()->document().root.wires.size(), size_t{1});
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

LOOPWRIGHT_TEST_WITH(QApplication, TestXvfbDrawAndRun)

}  // namespace loopwright::test_xvfb_draw_and_run

#include "test_xvfb_draw_and_run.moc"
