#pragma once

#include <QString>
#include <vector>

#include "gui/canvas/tools/tool.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

class WireItem;

/// Moves one piece of a wire aside; its neighbours grow or shrink. The wire has corners of its own
/// from then on.
class RouteTool : public Tool {
 public:
  RouteTool(DiagramView* view, const WireItem* wire, const ToolEvent& pressed);

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;

 private:
  std::vector<QPointF> cornersAt(const QPointF& position) const;

  QString wire_;
  std::vector<QPointF> points_;
  size_t segment_ = 0;
  EditGesture gesture_;
};

}  // namespace loopwright
