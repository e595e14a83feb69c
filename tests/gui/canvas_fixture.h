#pragma once

#include <QLineEdit>
#include <QTest>
#include <QUndoStack>
#include <memory>
#include <utility>

#include "blocklib/registry.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/canvas_gestures.h"

namespace loopwright {

inline const char* const kChain = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "A": {"type": "Constant", "layout": {"x": 0, "y": 0}},
  "B": {"type": "Gain", "layout": {"x": 120, "y": 0}},
  "C": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
  "D": {"type": "Scope", "layout": {"x": 240, "y": 120}}},
  "wires": [{"from": "A.y", "to": "B.u"}, {"from": "B.y", "to": "C.u"}]}})";

inline const char* const kNested = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "plant": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": {"blocks": {
    "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
    "inner": {"type": "Subsystem", "layout": {"x": 120, "y": 0}, "diagram": {"blocks": {
      "deep": {"type": "Gain", "layout": {"x": 0, "y": 0}}}}}}}}}}})";

inline const char* const kFeedback =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "wanted": {"type": "Constant", "layout": {"x": 0, "y": 80}},
  "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 130, "y": 80}},
  "switch": {"type": "Relay", "layout": {"x": 240, "y": 80}},
  "gain": {"type": "Gain", "layout": {"x": 370, "y": 80}},
  "room": {"type": "FirstOrderLag", "layout": {"x": 500, "y": 80}},
  "scope": {"type": "Scope", "layout": {"x": 720, "y": 80}}},
  "wires": [
    {"from": "wanted.y", "to": "error.u1"}, {"from": "room.y", "to": "error.u2"},
    {"from": "error.y", "to": "switch.u"}, {"from": "switch.y", "to": "gain.u"},
    {"from": "gain.y", "to": "room.u"}, {"from": "room.y", "to": "scope.u1"}],
  "signals": {"room.y": {"name": "temperature"}, "switch.y": {"name": "on"}},
  "frames": [{"title": "Room", "x": 490, "y": 50, "width": 110, "height": 120}]}})";

inline Document readDiagram(const char* text) {
  LoadResult result = LoadDocument(text, BuiltInBlocks());
  if (!result.document) qFatal("%s", result.diagnostics.front().text.c_str());
  return std::move(*result.document);
}

/// A canvas alone, without the window around it, and hands for it.
class CanvasFixture {
 protected:
  void show(const char* text) {
    view_.reset();
    document_ = std::make_unique<DiagramDocument>(BuiltInBlocks());
    document_->setDocument(readDiagram(text));
    view_ = std::make_unique<DiagramView>(document_.get());
    view_->resize(900, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    view_->camera()->setZoom(1);
    view_->centerOn(QPointF(200, 100));
  }

  DiagramScene* scene() const { return view_->diagramScene(); }
  BlockItem* block(const QString& name) const { return scene()->findBlock(name); }
  CanvasGestures gestures() const { return CanvasGestures(view_.get()); }
  QByteArray bytes() const {
    return QByteArray::fromStdString(SaveCanonical(document_->document()));
  }

  const Wire* findWire(const char* to) const {
    const DiagramModel& diagram = scene()->diagram();
    const std::size_t index = diagram.FindWireTo(to);
    return index < diagram.wires.size() ? &diagram.wires[index] : nullptr;
  }
  QString wireTo(const char* to) const {
    const Wire* wire = findWire(to);
    return wire == nullptr ? QString() : QString::fromStdString(wire->from);
  }

  void typeBlock(const QPointF& place, const char* text) {
    gestures().doubleClick(place);
    auto* edit = view_->findChild<QLineEdit*>("quickAdd.edit");
    QVERIFY(edit != nullptr);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(view_->findChild<QLineEdit*>("quickAdd.edit") == nullptr);
  }

  void close() {
    view_.reset();
    document_.reset();
  }

  std::unique_ptr<DiagramDocument> document_;
  std::unique_ptr<DiagramView> view_;
};

}  // namespace loopwright
