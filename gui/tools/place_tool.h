#pragma once

#include <QString>

#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/tools/tool.h"

namespace loopwright {

/// A new block that follows the mouse until it is dropped: what a drag from the palette does. The
/// block is previewed in the document itself, so that what is seen is what will be.
class PlaceTool : public Tool {
 public:
  PlaceTool(ToolView* view, const QString& type);

  const QString& type() const { return type_; }

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;
  /// The mouse is outside the canvas: nothing is shown, and a release places nothing.
  void leave();

 private:
  QString type_;
  QString name_;  // of the previewed block; empty while there is none
  QPointF position_;
  WireWays ways_;  // of all wires before
  EditGesture gesture_;
};

}  // namespace loopwright
