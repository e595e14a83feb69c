#pragma once

#include <QPoint>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <Qt>
#include <memory>

namespace loopwright {

class DiagramDocument;
class DiagramScene;
class Tool;
struct Selection;

/// What tools say to the person at the canvas.
class ToolMessages {
 public:
  virtual ~ToolMessages() = default;

  /// Says something short about the gesture; "" takes it back.
  virtual void showMessage(const QString& text) = 0;
  /// Says why something cannot be done, beside the place; it stays for a while and goes with the
  /// next press of a button or key.
  virtual void showHint(const QString& text, const QPointF& place) = 0;
  /// Takes the hint back, and the message with it.
  virtual void hideHint() = 0;
};

/// The canvas as tools see it: what is on it, where on it the pointer is, and what they can ask it
/// to do. The view of a diagram is one; tools know no more of it than this.
class ToolView {
 public:
  virtual ~ToolView() = default;

  /// The document that gestures edit, by transactions.
  virtual DiagramDocument* document() const = 0;
  /// The items of the level, to look at; previews of tools may be added to it.
  virtual DiagramScene* diagramScene() const = 0;
  /// The level shown, as a path; "" is the top.
  virtual QString level() const = 0;

  /// Pixels of the screen for a unit of the diagram.
  virtual double zoom() const = 0;
  /// The part of the diagram that is seen.
  virtual QRectF seenArea() const = 0;
  /// Moves what is seen by `step` pixels, as if it hung on the pointer.
  virtual void scrollBy(const QPoint& step) = 0;
  /// Scrolls as little as needed for `area` to be seen with some room around it.
  virtual void showArea(const QRectF& area) = 0;
  /// Says by the pointer's shape what a press would do.
  virtual void setPointerShape(Qt::CursorShape shape) = 0;
  virtual void resetPointerShape() = 0;

  /// Makes `tool` the tool in use; null: selecting.
  virtual void setTool(std::unique_ptr<Tool> tool) = 0;

  /// Selects these things and nothing else.
  virtual void select(const Selection& selection) = 0;
  virtual void selectBlocks(const QStringList& names) = 0;
  /// Tells others of a selection that a tool changed quietly, item by item.
  virtual void announceSelection() = 0;

  /// What is said of the gesture.
  virtual ToolMessages* messages() const = 0;

  /// Where the top left corner of a new block of `type` belongs so that its middle is near
  /// `centre`.
  virtual QPointF cornerFor(const QString& type, const QPointF& centre) const = 0;
  /// Offers the blocks that can be added at a place and wired to `port`, an input or an output.
  virtual void offerBlocks(const QPointF& place, const QString& port, bool portIsInput) = 0;
  /// What a double-click does: opens or edits what is there, and on the empty canvas offers blocks.
  virtual void activate(const QPointF& place) = 0;
};

}  // namespace loopwright
