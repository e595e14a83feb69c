#pragma once

#include <QList>
#include <QPointF>
#include <QString>
#include <vector>

#include "gui/canvas/diagram_edits.h"
#include "gui/canvas/tools/tool.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

/// Moves the selected blocks, notes and frames by whole steps of the grid. A block with one input
/// and one output that is dropped on a wire is spliced into it (not with Alt).
class MoveTool : public Tool {
 public:
  MoveTool(DiagramView* view, const ToolEvent& pressed);

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;

 private:
  ToolEvent pressed_;
  Selection selection_;
  QPointF anchor_;  // where the first moved thing was
  QPointF offset_;
  EditGesture gesture_;
};

}  // namespace loopwright
