#pragma once

#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QTransform>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

class CanvasOverlays;
class ViewMotion;

/// What part of a level a canvas shows, and how large: zoom, scroll, fitting.
class Camera final : public CanvasPart {
  Q_OBJECT
 public:
  /// `overlays` must outlive this: what is fitted is not under them, where there is room.
  Camera(DiagramView* view, const CanvasOverlays* overlays);

  /// Shows the level at `factor` pixels for a unit, kept between 0.05 and 8; the middle of what is
  /// seen stays there.
  void setZoom(double factor);
  /// As setZoom(), by steps; what is under `pointer`, a place of the viewport, stays there.
  void zoomAt(const QPointF& pointer, double steps);
  /// Brings a place of the scene to the middle, large enough to be read.
  void bring(const QPointF& place);
  /// Rings blocks of the level for a moment.
  void flash(const QStringList& blocks);
  /// Ends a glide where it is.
  void stop();
  /// Notes how a level is seen, before it is left.
  void keep(const QString& level);
  /// Shows a level as it was left, or all of it the first time.
  void restore(const QString& level);
  /// For another document: how levels were seen is forgotten, and its top level is fitted.
  void forget();
  /// Scrolling goes on far beyond `area`, of the scene.
  void makeRoomFor(const QRectF& area);
  /// What is kept when the view gets another size: its middle, or that it was fitted.
  struct Held {
    QPointF centre;
    bool isFitted = false;
  };
  /// What there is to keep, before the size changes.
  Held hold() const;
  /// `hadSize` is false where the view is given its first size.
  void restoreAfterResizing(const Held& held, bool hadSize);
  /// The view became visible: a level that was opened before is fitted now that the size is known.
  void noteShown();

 public Q_SLOTS:
  /// By a quarter, about the middle of the view.
  void zoomIn();
  void zoomOut();
  void zoomToActualSize();
  /// Brings the selection, or everything if there is none, into view.
  void zoomToFit();
  /// Brings everything into view, whatever is selected.
  void showAll();
  /// The same, as a diagram is first seen: only its beginning where all would be too small to read.
  void showForReading();

 private:
  /// How a level was seen when it was left.
  struct Place {
    QTransform transform;
    QPointF corner;  // top left
  };
  enum class Fit {
    kAll,      ///< all of it is seen
    kReadable  ///< its beginning is, where all of it would be too small to read
  };

  void fitTo(QRectF target, Fit how);
  void fitAgainUnderLegend();

  const CanvasOverlays& overlays_;
  ViewMotion* motion_;
  QHash<QString, Place> places_;  // by level
  bool fitsWhenShown_ = true;
  QRectF fittedTarget_;  // of the last fit,
  Fit fittedHow_ = Fit::kAll;
  QTransform fittedTransform_;  // and the viewport's after it
};

}  // namespace loopwright
