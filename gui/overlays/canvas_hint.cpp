#include "gui/overlays/canvas_hint.h"

#include <QTimer>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

// Lets clicks through to the canvas, which is what the person is working on.
CanvasHint::CanvasHint(QWidget* canvas) : QLabel(canvas), timer_(new QTimer(this)) {
  constexpr int kSeconds = 6;
  setObjectName("canvasHint");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
  timer_->setSingleShot(true);
  timer_->setInterval(kSeconds * 1000);
  connect(timer_, &QTimer::timeout, this, &QWidget::hide);
}

// The bubble is put below and to the right of the place, where the pointer does not cover it, and
// moved inside of the canvas where it would stick out. Each text begins its six seconds anew.
void CanvasHint::say(const QString& text, const QPoint& place, const QSize& room) {
  const Theme& theme = Theme::current();
  setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; padding: 4px 8px; "
                               "border-radius: 4px; font-size: %3px; }")
                    .arg(theme.bubble.name(), theme.bubbleText.name())
                    .arg(scaled(11)));
  setText(text);
  adjustSize();
  const QPoint corner = place + QPoint(14, 16);
  move(std::clamp(corner.x(), 0, std::max(0, room.width() - width())),
       std::clamp(corner.y(), 0, std::max(0, room.height() - height())));
  show();
  raise();
  timer_->start();
}

}  // namespace loopwright
