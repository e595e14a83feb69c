#pragma once

#include <QAction>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QUndoStack>
#include <memory>

#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/actions/actions.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/canvas_gestures.h"
#include "tests/gui/window_fixture.h"

namespace loopwright {

/// A → B → C in a row, and a scope below that is not wired.
inline const char* const kChainDiagram =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "A": {"type": "Sine", "layout": {"x": 0, "y": 0}},
  "B": {"type": "Gain", "layout": {"x": 120, "y": 0}},
  "C": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
  "D": {"type": "Scope", "layout": {"x": 240, "y": 120}}},
  "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y", "to": "C.u"}]}})";

/// The editor's window with a diagram in it, at 100 %, and hands for its canvas.
class EditorWindow {
 public:
  explicit EditorWindow(const char* diagram = kChainDiagram) {
    window_ = shownWindow(QSize(1500, 950));
    set(diagram);
  }

  void set(const char* diagram) {
    LoadResult result = LoadDocument(diagram, BuiltInBlocks());
    if (!result.document) qFatal("%s", result.diagnostics.front().text.c_str());
    document()->setDocument(std::move(*result.document));
    view()->camera()->setZoom(1);
    view()->centerOn(QPointF(200, 100));
    view()->setFocus();
  }

  MainWindow* window() const { return window_.get(); }
  Workspace* workspace() const { return window_->current(); }
  DiagramDocument* document() const { return workspace()->document(); }
  DiagramView* view() const { return workspace()->view(); }
  DiagramScene* scene() const { return view()->diagramScene(); }
  QUndoStack* undo() const { return document()->undoStack(); }
  CanvasGestures hand() const { return CanvasGestures(view()); }
  BlockItem* block(const QString& name) const { return scene()->findBlock(name); }
  WireItem* wire(const QString& to) const { return scene()->findWire(to); }
  QPointF port(const QString& key) const { return scene()->endAt(scene()->findPort(key)).position; }
  QPointF middle(const QString& name) const { return block(name)->box().center(); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }
  template <typename T>
  T* child(const char* name) const {
    return window_->findChild<T*>(name);
  }

  QByteArray bytes() const {
    return QByteArray::fromStdString(SaveCanonical(document()->document()));
  }
  const Block* model(const QString& path) const {
    return document()->document().FindBlock(path.toStdString());
  }
  const Wire* wireModel(const QString& to) const {
    const DiagramModel& diagram = scene()->diagram();
    const std::size_t index = diagram.FindWireTo(to.toStdString());
    return index < diagram.wires.size() ? &diagram.wires[index] : nullptr;
  }
  /// Where the wire into `to` comes from; "" where there is none.
  QString source(const QString& to) const {
    const Wire* wire = wireModel(to);
    return wire == nullptr ? QString() : QString::fromStdString(wire->from);
  }
  std::size_t blockCount() const { return scene()->diagram().blocks.size(); }

  /// Types into the list of blocks that is open.
  void type(const char* text, Qt::Key last = Qt::Key_Return) const {
    auto* edit = child<QLineEdit>("quickAdd.edit");
    QVERIFY(edit != nullptr);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, last);
    QTRY_VERIFY(child<QLineEdit>("quickAdd.edit") == nullptr);
  }

  /// Types into an inline field and ends with Enter.
  void fill(const char* field, const char* text) const {
    auto* edit = child<QLineEdit>(field);
    QVERIFY(edit != nullptr && edit->isVisible());
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }

  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(view(), key, modifiers);
  }

  static bool isOrthogonal(const std::vector<QPointF>& way) {
    for (size_t i = 1; i < way.size(); ++i) {
      if (way[i].x() != way[i - 1].x() && way[i].y() != way[i - 1].y()) return false;
    }
    return way.size() >= 2;
  }

  static bool crosses(const std::vector<QPointF>& way, const QRectF& box) {
    for (size_t i = 1; i < way.size(); ++i) {
      const QRectF piece = QRectF(way[i - 1], way[i]).normalized();
      if (piece.left() < box.right() && piece.right() > box.left() && piece.top() < box.bottom() &&
          piece.bottom() > box.top()) {
        return true;
      }
    }
    return false;
  }

  /// Every wire runs horizontally and vertically between its ports and through no block.
  void verifyWires() const {
    for (const WireItem* item : scene()->wires()) {
      const auto& way = item->points();
      QVERIFY2(isOrthogonal(way), qPrintable(item->to()));
      QCOMPARE(way.front(), port(item->from()));
      QCOMPARE(way.back(), port(item->to()));
      for (const BlockItem* other : scene()->blocks()) {
        // The ports of a round block lie 3 px inside its box.
        const QRectF inside = other->box().adjusted(3, 3, -3, -3);
        QVERIFY2(!crosses(way, inside), qPrintable(item->to() + " crosses " + other->name()));
      }
    }
  }

 private:
  WindowFixture fixture_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace loopwright
