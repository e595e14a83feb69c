#pragma once

#include <QObject>
#include <QStringList>

class QGraphicsView;
class QPointF;
class QVariantAnimation;

namespace loopwright {

class DiagramScene;

/// Leads the eye: the view glides to a place, fast but so that the eye can follow, and blocks are
/// ringed for a moment.
class ViewMotion : public QObject {
  Q_OBJECT
 public:
  /// Moves `view`, and rings blocks of `scene`; both outlive it.
  ViewMotion(QGraphicsView* view, DiagramScene* scene);

  /// Moves the view until `place` is in its middle.
  void glideTo(const QPointF& place);
  /// Ends a glide where it is.
  void stop();
  /// Rings blocks of the level: at once, or when the view has come to rest.
  void flash(const QStringList& blocks);

 private:
  /// Rings the flashed blocks as strongly, from 0 to 1.
  void setFlash(double strength);
  /// Puts the scroll bars to these values.
  void scrollTo(const QPointF& corner);

  QGraphicsView* view_;
  DiagramScene* scene_;
  QVariantAnimation* gliding_;
  QVariantAnimation* flashing_;
  QStringList flashed_;
};

}  // namespace loopwright
