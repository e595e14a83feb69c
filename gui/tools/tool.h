#pragma once

#include <QCoreApplication>
#include <QPoint>
#include <QPointF>
#include <Qt>

class QKeyEvent;

namespace loopwright {

class DiagramScene;
class ToolView;

/// A mouse event on the canvas as tools see it.
struct ToolEvent {
  QPointF scene;                          ///< position in the diagram
  QPoint viewport;                        ///< position in the view, in pixels
  Qt::MouseButton button = Qt::NoButton;  ///< that was pressed or released
  Qt::MouseButtons buttons;
  Qt::KeyboardModifiers modifiers;
};

/// A state of the canvas: what gestures mean. A tool turns them into transactions of the document
/// and previews them while they last; it never writes to the scene's mirror of the document. When
/// its gesture ends it gives way to the next tool by ToolView::setTool().
class Tool {
  Q_DECLARE_TR_FUNCTIONS(loopwright::Tool)
 public:
  /// `view` must outlive the tool.
  explicit Tool(ToolView* view) : view_(view) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  /// A button goes down on the canvas, while the tool is in use.
  virtual void press(const ToolEvent&) {}
  /// The pointer moves, with or without a button held.
  virtual void move(const ToolEvent&) {}
  /// A button is let go.
  virtual void release(const ToolEvent&) {}
  /// The second press of a double-click; it comes instead of press().
  virtual void doubleClick(const ToolEvent&) {}
  /// Returns whether the key was for the tool. Esc ends a gesture that is in progress; what it has
  /// previewed is taken back as the tool goes.
  virtual bool key(QKeyEvent* event);
  /// Tab and Shift+Tab; returns whether they were for the tool.
  virtual bool step(bool /*forward*/) { return false; }
  /// Whether a gesture is in progress, so that Esc belongs to the tool.
  virtual bool isBusy() const { return true; }

 protected:
  ToolView* view() const { return view_; }
  DiagramScene* scene() const;
  /// `pixels` on the screen as a length in the diagram.
  double inScene(double pixels) const;
  /// How far from a port, in the diagram, the mouse takes it: kPortReach on the screen, but far out
  /// not so much that blocks could no longer be taken.
  double portReach() const;
  /// How far from the triangle of a port without a wire, in the diagram, the empty canvas beside
  /// its block belongs to it.
  double openPortReach() const;
  /// Leaves to the selecting tool.
  void finish();

 private:
  ToolView* view_;
};

/// How far the mouse moves, in pixels, before a press becomes a drag.
inline constexpr int kDragDistance = 4;
/// How near to a port, in pixels, the mouse takes it.
inline constexpr double kPortReach = 8;
/// How near that is in the diagram, at a zoom; see Tool::portReach().
double portReachAt(double zoom);
/// How near to the triangle of a port without a wire, in pixels, empty canvas belongs to it.
inline constexpr double kOpenPortReach = 22;
/// How near to a wire, in pixels, the mouse takes it.
inline constexpr double kWireReach = 3;

/// The nearest point of the 10 px grid.
QPointF snapToGrid(const QPointF& position);

}  // namespace loopwright
