// What a screen reader finds on the canvas.
#include <QAccessible>
#include <QObject>
#include <memory>

#include "gui/canvas/block_inserter.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/selection_commands.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_accessible_canvas {

class TestAccessibleCanvas : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void blocksHaveNameTypeAndPlace();
  void blocksTellWhetherTheyAreSelected();
  void whatIsDeletedIsGone();
  void anotherLevelHasOtherBlocks();

 private:
  QAccessibleInterface* canvas() const {
    return QAccessible::queryAccessibleInterface(editor_->view());
  }
  QAccessibleInterface* find(const QString& name) const {
    for (int i = 0; i < canvas()->childCount(); ++i) {
      QAccessibleInterface* child = canvas()->child(i);
      if (child->role() == QAccessible::Graphic && child->text(QAccessible::Name) == name) {
        return child;
      }
    }
    return nullptr;
  }

  std::unique_ptr<EditorWindow> editor_;
};

void TestAccessibleCanvas::blocksHaveNameTypeAndPlace() {
  const EditorWindow& e = *editor_;
  QCOMPARE(canvas()->role(), QAccessible::Canvas);
  QAccessibleInterface* block = find("B");
  QVERIFY(block != nullptr && block->isValid());
  QCOMPARE(block->text(QAccessible::Description), QString("Gain"));
  const QPoint corner = e.view()->viewport()->mapToGlobal(e.hand().at({120, 0}));
  QCOMPARE(block->rect().topLeft(), corner);
  QCOMPARE(block->rect().size(), e.block("B")->box().size().toSize());
  QCOMPARE(block->parent()->object(), static_cast<QObject*>(e.view()));
  QCOMPARE(canvas()->child(canvas()->indexOfChild(block)), block);
  const QPoint middle = block->rect().center();
  QCOMPARE(canvas()->childAt(middle.x(), middle.y()), block);
  // It follows zoom and pan.
  e.view()->camera()->setZoom(2);
  e.view()->centerOn(e.middle("B"));
  QCOMPARE(block->rect().size(), e.block("B")->box().size().toSize() * 2);
  const QPoint centre = e.view()->viewport()->mapToGlobal(e.view()->viewport()->rect().center());
  QVERIFY((block->rect().center() - centre).manhattanLength() <= 2);
}

void TestAccessibleCanvas::blocksTellWhetherTheyAreSelected() {
  editor_->view()->selectBlocks({"C"});
  QVERIFY(find("C")->state().selected);
  QVERIFY(!find("B")->state().selected);
  QVERIFY(!find("B")->state().offscreen);
  editor_->view()->centerOn(QPointF(3000, 3000));
  QVERIFY(find("B")->state().offscreen);
}

void TestAccessibleCanvas::whatIsDeletedIsGone() {
  QAccessibleInterface* block = find("B");
  const int before = canvas()->childCount();
  editor_->view()->selectBlocks({"B"});
  editor_->view()->commands()->remove();
  QVERIFY(!block->isValid());
  QVERIFY(block->state().invalid);
  QCOMPARE(block->rect(), QRect());
  QCOMPARE(canvas()->childCount(), before - 1);
  QVERIFY(find("B") == nullptr);
  editor_->undo()->undo();
  QCOMPARE(find("B"), block);
}

void TestAccessibleCanvas::anotherLevelHasOtherBlocks() {
  editor_->view()->selectBlocks({"B"});
  editor_->view()->commands()->group();
  editor_->view()->openLevel("Subsystem");
  QVERIFY(find("B") != nullptr);
  QVERIFY(find("A") == nullptr);
  // Names come and go many times: what is gone is forgotten.
  editor_->view()->openLevel("");
  for (int i = 0; i < 100; ++i) {
    const QString name = editor_->view()->inserter()->addBlock("Gain", QPointF(0, 300));
    QVERIFY(find(name) != nullptr);
    editor_->view()->selectBlocks({name});
    editor_->view()->commands()->remove();
  }
  QVERIFY(find("A") != nullptr);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestAccessibleCanvas)

}  // namespace loopwright::test_accessible_canvas

#include "test_accessible_canvas.moc"
