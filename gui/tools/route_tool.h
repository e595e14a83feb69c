#pragma once

#include <vector>

#include "gui/document/diagram_document.h"
#include "gui/edits/wire_edits.h"
#include "gui/tools/tool.h"

namespace loopwright {

class WireItem;

/// Moves one piece of a wire aside, with what lies on it of the other wires of its net; the
/// neighbours grow or shrink. The wires have corners of their own from then on. The piece follows
/// the pointer on the grid; Esc takes everything back.
class RouteTool : public Tool {
 public:
  /// `pressed` is where the wire was taken: the nearest piece moves.
  RouteTool(ToolView* view, const WireItem* wire, const ToolEvent& pressed);

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;

 private:
  std::vector<WirePiece> pieces_;
  EditGesture gesture_;
};

}  // namespace loopwright
