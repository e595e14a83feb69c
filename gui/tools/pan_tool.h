#pragma once

#include "gui/tools/tool.h"

namespace loopwright {

/// Drags the canvas under the view, while the button is held. It begins with the middle button, or
/// with Space and the left one, and changes nothing in the document.
class PanTool : public Tool {
 public:
  /// The gesture ends with the release of the button that `pressed` names.
  PanTool(ToolView* view, const ToolEvent& pressed);
  ~PanTool() override;

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  /// No key is for it, also not Esc, which concerns what is selected.
  bool key(QKeyEvent*) override { return false; }

 private:
  /// Where the pointer was last, and the button whose release ends it.
  QPoint last_;
  Qt::MouseButton button_;
};

}  // namespace loopwright
