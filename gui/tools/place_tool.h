#pragma once

#include <QString>

#include "gui/document/diagram_document.h"
#include "gui/edits/wire_edits.h"
#include "gui/tools/tool.h"

namespace loopwright {

/// A new block that follows the mouse until it is dropped: what a drag from the palette does. The
/// block is previewed in the document itself, so that what is seen is what will be. A block with
/// one input and one output that is dropped on a wire is spliced into it (not with Alt). Esc gives
/// up.
class PlaceTool : public Tool {
 public:
  /// `type` is the type of the block, such as "Gain".
  PlaceTool(ToolView* view, const QString& type);

  /// The type of the block that is placed.
  const QString& type() const { return type_; }

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
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
