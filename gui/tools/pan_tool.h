#pragma once

#include "gui/tools/tool.h"

namespace loopwright {

/// Drags the canvas under the view, while the button is held.
class PanTool : public Tool {
 public:
  PanTool(ToolView* view, const ToolEvent& pressed);
  ~PanTool() override;

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;

 private:
  QPoint last_;
  Qt::MouseButton button_;
};

}  // namespace loopwright
