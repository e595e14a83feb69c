#pragma once

#include <QLabel>

class QTimer;

namespace loopwright {

/// A bubble over the canvas that says why something cannot be done. It stays for a while and takes
/// no clicks. The canvas shows it where a wire cannot end, for instance, since the status bar is
/// far from where the person looks. Its object name is `canvasHint`.
class CanvasHint : public QLabel {
  Q_OBJECT
 public:
  /// `canvas` becomes its parent; it begins hidden.
  explicit CanvasHint(QWidget* canvas);

  /// Says `text` beside `place`, a pixel of the canvas, as far as `room` allows.
  void say(const QString& text, const QPoint& place, const QSize& room);

 private:
  QTimer* timer_;
};

}  // namespace loopwright
