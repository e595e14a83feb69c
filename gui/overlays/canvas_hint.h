#pragma once

#include <QLabel>

class QTimer;

namespace loopwright {

/// A bubble over the canvas that says why something cannot be done. It stays for a while and takes
/// no clicks. Its object name is `canvasHint`.
class CanvasHint : public QLabel {
  Q_OBJECT
 public:
  explicit CanvasHint(QWidget* canvas);

  /// Says `text` beside `place`, a pixel of the canvas, as far as `room` allows.
  void say(const QString& text, const QPoint& place, const QSize& room);

 private:
  QTimer* timer_;
};

}  // namespace loopwright
