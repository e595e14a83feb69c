#pragma once

#include <QRect>
#include <QRectF>
#include <QString>

#include "gui/canvas/canvas_part.h"
#include "gui/tools/tool_view.h"

class QLabel;
class QWidget;

namespace loopwright {

class CanvasHint;
class Minimap;
class RateLegend;

/// What lies over a canvas: the legend of sample times, the small map, what an empty level says,
/// and what tools say: why something cannot be done, and through the view what the window shows.
class CanvasOverlays final : public CanvasPart, public ToolMessages {
  Q_OBJECT
 public:
  /// Makes them as children of the view.
  explicit CanvasOverlays(DiagramView* view);

  /// Puts each at its place, after the canvas or one of them has another size.
  void place();
  /// Whether there is a minimap in the corner, where there is room for one.
  void setMinimapShown(bool shown);
  /// Draws the small map anew.
  void refresh();
  /// The part of the viewport that neither the legend nor the small map lies over.
  QRect openArea() const;
  /// How high the legend or the small map is, in pixels, where one of them covers something of
  /// `content`, in the scene.
  int stripBelow(const QRectF& content) const;
  /// The legend is hidden while `field` is open at its place.
  void giveWayTo(QWidget* field);

  /// In the window's status bar.
  void showMessage(const QString& text) override;
  /// In a label called `canvasHint`, beside a place of the scene.
  void showHint(const QString& text, const QPointF& place) override;
  /// Takes the hint and its message in the status bar back.
  void hideHint() override;

 Q_SIGNALS:
  /// The legend appeared, went or has another size.
  void legendChanged();

 private:
  /// Shows or hides what an empty level says.
  void showEmptyHint();

  RateLegend* legend_;
  Minimap* minimap_;
  CanvasHint* hint_;   // over the minimap
  QLabel* emptyHint_;  // what an empty level says
  bool wantsMinimap_ = true;
};

}  // namespace loopwright
