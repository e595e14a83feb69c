#pragma once

#include <QObject>
#include <QPoint>
#include <optional>

#include "gui/curves/plot_cursors.h"

class QKeyEvent;
class QMouseEvent;
class QWidget;

namespace loopwright {

class PlotWidget;

/// What mouse and keys mean on a plot over time: the wheel zooms time about the pointer (with Ctrl:
/// the values), the left button draws a rectangle to zoom into, drags a cursor by its line or its
/// letter, or clicks a curve of the legend away; the middle button, or Shift and the left one,
/// pans; a double-click fits; the right one asks for the menu.
///
/// Keys: + and − zoom, 0 fits; Alt+Left leads back to the view before, Alt+Right forward again, as
/// do the mouse's own buttons; Left and Right move the cursor moved last by a pixel (with Ctrl to
/// the next update), or without cursors the view.
class PlotGestures : public QObject {
  Q_OBJECT

 public:
  /// `area` is the widget that gets the events.
  PlotGestures(PlotWidget* plot, QWidget* area);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Each tells whether the event was used here.
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);
  bool pressKey(const QKeyEvent& event);
  /// Moves the cursor moved last by a pixel, or to the next update.
  void stepCursor(int direction, bool toUpdate);
  /// The shape of the pointer says what a press would do here.
  void showHand(const QPoint& position);
  std::optional<PlotCursors::Which> cursorAt(const QPoint& position) const;

  PlotWidget* plot_;
  QWidget* area_;
  enum class Drag { kNone, kPan, kZoom, kCursor } drag_ = Drag::kNone;
  PlotCursors::Which cursor_ = PlotCursors::kA;
  int pressedEntry_ = -1;  // of the legend
  QPoint start_;
};

}  // namespace loopwright
