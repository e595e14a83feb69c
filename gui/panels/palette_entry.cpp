#include "gui/panels/palette_entry.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <utility>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDragDistance = 4;
constexpr int kIconSize = 20;
constexpr QSizeF kFrameSize(33, 25);

}  // namespace

PaletteEntry::PaletteEntry(const QString& type, const QString& title, const QString& help,
                           const QIcon& icon, QWidget* parent)
    : QWidget(parent), type_(type), title_(title), icon_(icon) {
  setAccessibleName(title);
  setAccessibleDescription(help);
  setToolTip(help + tr("\nDrag it to the diagram, or double-click. F1 for help."));
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setFixedHeight(sizeHint().height());
}

void PaletteEntry::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (underMouse() || hasFocus()) {
    painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
    painter.setBrush(theme.accentSoft);
    painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 0.5, -2.5, -0.5), 5, 5);
  }
  const QRectF frame(QPointF((width() - kFrameSize.width()) / 2, 4.5), kFrameSize);
  QColor border = theme.muted;
  border.setAlphaF(0.7f);
  painter.setPen(QPen(border, 1.1));
  painter.setBrush(theme.field);
  painter.drawRoundedRect(frame, 3, 3);
  icon_.paint(&painter, (width() - kIconSize) / 2, 7, kIconSize, kIconSize);
  painter.setFont(captionFont());
  painter.setPen(theme.ink);
  const QRect area(2, 32, width() - 4, 16);
  painter.drawText(area, Qt::AlignCenter,
                   painter.fontMetrics().elidedText(title_, Qt::ElideRight, area.width()));
}

void PaletteEntry::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position().toPoint();
  isPressed_ = true;
  isDragged_ = false;
}

void PaletteEntry::mouseMoveEvent(QMouseEvent* event) {
  if (!isPressed_ || (event->buttons() & Qt::LeftButton) == 0) return;
  const QPoint way = event->position().toPoint() - pressed_;
  if (!isDragged_ && way.manhattanLength() < kDragDistance) return;
  if (!isDragged_) {
    isDragged_ = true;
    setFocus(Qt::MouseFocusReason);  // Esc comes here.
    setCursor(Qt::ClosedHandCursor);
  }
  Q_EMIT dragMoved(type_, mapToGlobal(event->position().toPoint()));
}

void PaletteEntry::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !isPressed_) return;
  isPressed_ = false;
  unsetCursor();
  if (std::exchange(isDragged_, false)) {
    Q_EMIT dragReleased(type_, mapToGlobal(event->position().toPoint()));
  }
}

void PaletteEntry::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT placeRequested(type_);
}

void PaletteEntry::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && isDragged_) {
    isDragged_ = false;
    isPressed_ = false;
    unsetCursor();
    Q_EMIT dragCancelled();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT placeRequested(type_);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void PaletteEntry::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("palette.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Place in the diagram"), this, [this] { Q_EMIT placeRequested(type_); });
  menu->addAction(tr("Help on %1").arg(title_), this, [this] { Q_EMIT helpRequested(type_); });
  menu->popup(event->globalPos());
}

}  // namespace loopwright
