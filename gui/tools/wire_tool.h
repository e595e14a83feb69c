#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "gui/scene/diagram_scene.h"
#include "gui/tools/tool.h"

namespace loopwright {

class WireItem;
class WirePreview;

/// Draws a wire from a port to another: by a drag, by clicks, each of which sets a corner, or by
/// the keyboard, where the arrows and Tab go from one port that would take it to the next and Enter
/// ends it. Backspace takes the last corner back, Esc everything. Ports that would take the wire
/// light up, the others say why they do not. Begun at an input that has a wire, it takes that
/// wire's end to another place. Begun at a free input it may end on a wire and branches off it.
/// A port without a wire takes it within kOpenPortReach. Ended on the empty canvas it asks for a
/// block to add there.
class WireTool : public Tool {
 public:
  /// `start` is the port that was pressed, `pressed` the press.
  WireTool(ToolView* view, const PortRef& start, const ToolEvent& pressed);
  ~WireTool() override;

  /// Takes the beginning of the wire to `to` to another output.
  void takeBeginning(const QString& to);
  /// Begins on the way of a wire rather than at its port.
  void branchFrom(const WireItem& wire, const QPointF& place);
  /// The keyboard draws the wire: arrows go from port to port, Enter ends it at one.
  void useKeyboard();

  void press(const ToolEvent& event) override;
  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  void doubleClick(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;
  /// Tab and Shift+Tab: to the next or the last port that would take the wire.
  bool step(bool forward) override;

 private:
  /// The port that the wire hangs on; null where its block is gone, after an undo say.
  PortRef start() const;
  /// The port that would take the wire if it ended at a place of the scene; null where none would.
  PortRef targetAt(const QPointF& position) const;
  /// The port of a block that is meant by a place on it.
  PortRef targetOn(BlockItem* block, const QPointF& position) const;
  /// The output of the wire at a place, for a wire that was begun at an input.
  PortRef sourceAt(const QPointF& position) const;
  /// Why the wire cannot end at `port`; "" where it can.
  QString refusal(const PortRef& port) const;
  /// Why it cannot end at `position`, where a block or port is.
  QString refusalAt(const QPointF& position) const;
  /// The ports of a block at which a wire like this ends: its outputs, or its inputs.
  const std::vector<PortPlace>& endsOf(const BlockItem& block) const;
  /// All ports of the level that would take the wire.
  QList<PortRef> takers() const;
  void aim(const PortRef& port);
  void aimTowards(const QPointF& direction);
  void enter();
  void highlightPorts(bool on);
  /// `source` is the output that the signal comes from, "" while none is known.
  std::vector<QPointF> wayTo(const WireEnd& end, const QString& source) const;
  void showWay(const QPointF& position);
  void end(const QPointF& position);
  void connectTo(const PortRef& target);
  void offerBlocks(const QPointF& position);

  QString start_;  // the port that the wire hangs on, BLOCK.PORT
  bool startsAtInput_ = false;
  QString replugged_;       // `to` of the wire whose end is taken elsewhere; else empty
  QString aimed_;           // the port that the keyboard has led to
  bool isRefused_ = false;  // the message says why, and stays
  ToolEvent pressed_;
  bool isDragged_ = false;
  bool isClicked_ = false;  // clicks set corners
  std::vector<QPointF> corners_;
  QPointF last_;
  std::unique_ptr<WirePreview> preview_;
};

}  // namespace loopwright
