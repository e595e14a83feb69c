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
  ViewMotion(QGraphicsView* view, DiagramScene* scene);

  /// Moves the view until `place` is in its middle.
  void glideTo(const QPointF& place);
  /// Ends a glide where it is.
  void stop();
  /// Rings blocks of the level: at once, or when the view has come to rest.
  void flash(const QStringList& blocks);

 private:
  void setFlash(double strength);
  void scrollTo(const QPointF& corner);

  QGraphicsView* view_;
  DiagramScene* scene_;
  QVariantAnimation* gliding_;
  QVariantAnimation* flashing_;
  QStringList flashed_;
};

}  // namespace loopwright
