#include "gui/plots/plot_frame.h"

#include <QApplication>
#include <QMouseEvent>
#include <QVBoxLayout>

#include "gui/plots/plot_view.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLeastPlotHeight = 150;

}  // namespace

// The title is the handle by which a plot is dragged to a side of another one. The margin before it
// is about that of the axis, so that it stands above the curves.
PlotFrame::PlotFrame(PlotView* plot, const QString& title) : plot_(plot) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  if (!title.isEmpty()) {
    title_ = new QLabel(title, this);
    title_->setObjectName(QStringLiteral("plotTitle"));
    title_->setProperty("role", "secondary");
    title_->setContentsMargins(48, 6, 0, 0);
    title_->setMinimumWidth(1);  // A long one is cut.
    title_->setCursor(Qt::OpenHandCursor);
    title_->setToolTip(tr("Drag the plot to a side of another"));
    title_->installEventFilter(this);
    layout->addWidget(title_);
  }
  layout->addWidget(plot, 1);
  setMinimumHeight(scaled(kLeastPlotHeight));
}

// A press and a release without a way between them are a click, and move nothing.
bool PlotFrame::eventFilter(QObject* watched, QEvent* event) {
  if (watched != title_) return false;
  const auto* const mouse = static_cast<QMouseEvent*>(event);
  if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
    start_ = mouse->pos();
    isDragged_ = false;
    return true;
  }
  if (event->type() == QEvent::MouseMove && mouse->buttons() & Qt::LeftButton) {
    const int distance = (mouse->pos() - start_).manhattanLength();
    isDragged_ = isDragged_ || distance >= QApplication::startDragDistance();
    if (isDragged_) Q_EMIT dragged(mouse->globalPosition().toPoint());
    return true;
  }
  if (event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton) {
    if (isDragged_) Q_EMIT dropped(mouse->globalPosition().toPoint());
    isDragged_ = false;
    return true;
  }
  return false;
}

}  // namespace loopwright
