#pragma once

#include <QString>
#include <memory>

#include "gui/tools/tool.h"

class QGraphicsItem;

namespace loopwright {

class WireItem;

/// The idle state: selects, shows what the mouse is over, and begins the other gestures: a drag
/// from a port, or from the empty canvas around one without a wire, draws a wire, from a block
/// moves the selection (with Ctrl: a copy), from its lower right corner changes its size, from a
/// wire moves its piece (with Ctrl: branches off), from the empty canvas spans a band.
class SelectTool : public Tool {
 public:
  using Tool::Tool;
  ~SelectTool() override;

  /// Selects what is pressed, or waits for the release where a drag may be meant.
  void press(const ToolEvent& event) override;
  /// Begins a drag, by giving way to another tool; without a button shows what is there.
  void move(const ToolEvent& event) override;
  /// Ends a click; this tool goes on.
  void release(const ToolEvent& event) override;
  /// Opens what is there: a subsystem, a form, or a text to edit.
  void doubleClick(const ToolEvent& event) override;
  bool isBusy() const override { return false; }

 private:
  /// What lies where the button was pressed.
  enum class Target { kNothing, kItem, kWire, kCanvas };

  /// What a click changes when the button is let go: with Ctrl on a selected item it takes that
  /// out, on one of several selected items it selects that alone.
  enum class Click { kKeeps, kTakesOut, kSelectsAlone };

  /// The selected item whose corner for changing its size is there.
  QGraphicsItem* handleAt(const QPointF& position) const;
  /// What a press there takes, null on the empty canvas.
  QGraphicsItem* itemAt(const QPointF& position) const;
  /// Selects what was pressed, or notes what a release would change.
  void pressItem(QGraphicsItem* item, const ToolEvent& event);
  /// Gives way to the tool for what was pressed.
  void beginDrag(const ToolEvent& event);
  /// The tool for a drag that begins on the empty canvas.
  std::unique_ptr<Tool> canvasDrag() const;
  /// Shows what lies under the pointer while no button is held.
  void hover(const ToolEvent& event);
  /// The shape of the pointer for what lies at a place.
  Qt::CursorShape cursorFor(const QPointF& position, bool isPort, const WireItem* wire) const;

  Target target_ = Target::kNothing;
  ToolEvent pressed_;
  QString wire_;  // `to` of the wire that was pressed
  QString hoveredWire_;
  Click click_ = Click::kKeeps;
};

}  // namespace loopwright
