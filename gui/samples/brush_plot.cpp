#include "gui/samples/brush_plot.h"

#include <QApplication>
#include <QEvent>
#include <QMouseEvent>

#include "gui/plots/plot_style.h"
#include "gui/theme/theme.h"

namespace loopwright {

BrushPlot::BrushPlot(const QString& area, QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)) {
  plot_->setObjectName(area);
  plot_->installEventFilter(this);
  setMinimumSize(scaled(140), scaled(90));
}

void BrushPlot::dragTo(const QPointF& place) {
  isDragging_ =
      isDragging_ || (place - *pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (!isDragging_) return;
  choose(*pressed_, place);
  Q_EMIT brushed();
}

void BrushPlot::endDrag() {
  pressed_.reset();
  if (isDragging_) return;
  chooseNothing();
  Q_EMIT brushed();
}

void BrushPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::StyleChange) return;
  style();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void BrushPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->resize(size());
}

// A press alone chooses nothing: only a drag of some pixels is a brush, and a click takes the brush
// away (endDrag()). The plot still gets every event.
bool BrushPlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  const auto* const mouse = static_cast<QMouseEvent*>(event);
  if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
    pressed_ = mouse->position();
    isDragging_ = false;
  } else if (event->type() == QEvent::MouseMove && pressed_) {
    dragTo(mouse->position());
  } else if (event->type() == QEvent::MouseButtonRelease && pressed_) {
    endDrag();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace loopwright
