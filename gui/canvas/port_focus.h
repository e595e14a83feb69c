#pragma once

#include <QPoint>
#include <QPointF>
#include <QString>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

/// The port that the keyboard is at. Tab and the arrows lead from port to port, Enter begins a wire
/// there.
class PortFocus final : public CanvasPart {
  Q_OBJECT
 public:
  explicit PortFocus(DiagramView* view) : CanvasPart(view) {}

  /// `BLOCK.PORT`; "" for none.
  const QString& port() const { return port_; }
  /// Puts the keyboard at a port, selects its block, scrolls there and says what the port is, also
  /// to screen readers. "" or a port that is not there: at none.
  void set(const QString& port);
  /// Goes to the next port, or the last; the first is that of the selected block. Returns false
  /// where there is no further one: the keyboard leaves the canvas.
  bool step(bool forward);
  /// Goes to the nearest port in a direction; false where the keyboard is at none.
  bool towards(const QPointF& direction);
  /// Begins a wire at the port that the keyboard goes on drawing; see WireTool::useKeyboard().
  void drawWire();
  /// Says what a port at a place of the viewport is; `globalPosition` is the same on the screen.
  void showTip(const QPoint& position, const QPoint& globalPosition);

 private:
  QString port_;
};

}  // namespace loopwright
