#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "gui/canvas/diagram_scene.h"
#include "gui/canvas/tools/tool.h"

namespace loopwright {

class WirePreview;

/// Draws a wire from a port to another: by a drag, or by clicks, each of which sets a corner.
/// Backspace takes the last corner back, Esc everything. Ports that would take the wire light up.
/// Begun at an input that has a wire, it takes that wire's end to another place. Ended on the empty
/// canvas it asks for a block to add there.
class WireTool : public Tool {
 public:
  WireTool(DiagramView* view, const PortRef& start, const ToolEvent& pressed);
  ~WireTool() override;

  void press(const ToolEvent& event) override;
  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  void doubleClick(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;

 private:
  PortRef start() const;
  PortRef targetAt(const QPointF& position) const;
  /// Why the wire cannot end at `port`; "" where it can.
  QString refusal(const PortRef& port) const;
  void highlightPorts(bool on);
  std::vector<QPointF> wayTo(const WireEnd& end) const;
  void showWay(const QPointF& position);
  void end(const ToolEvent& event);
  void connectTo(const PortRef& target);
  void offerBlocks(const QPointF& position);

  QString start_;  // the port that the wire hangs on, BLOCK.PORT
  bool startsAtInput_ = false;
  QString replugged_;  // `to` of the wire whose end is taken elsewhere; else empty
  ToolEvent pressed_;
  bool isDragged_ = false;
  bool isClicked_ = false;  // clicks set corners
  std::vector<QPointF> corners_;
  QPointF last_;
  std::unique_ptr<WirePreview> preview_;
};

}  // namespace loopwright
