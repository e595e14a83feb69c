#pragma once

#include <memory>

#include "gui/edits/diagram_edits.h"
#include "gui/tools/tool.h"

class QGraphicsRectItem;

namespace loopwright {

/// A band that selects: dragged to the right what is drawn inside, to the left what it touches.
/// What is not seen, such as the empty part of a note's box or a block's name, need not be inside.
/// With Shift it adds to the selection. Esc gives the selection back that was there. It selects
/// while it is dragged, so that one sees what a release would leave.
class BandTool : public Tool {
 public:
  /// The band spans from `pressed` to the pointer.
  BandTool(ToolView* view, const ToolEvent& pressed);
  ~BandTool() override;

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;

 private:
  ToolEvent pressed_;
  std::unique_ptr<QGraphicsRectItem> band_;
  Selection before_;  // what stays selected: with Shift
};

}  // namespace loopwright
