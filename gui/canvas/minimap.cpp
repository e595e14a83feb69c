#include "gui/canvas/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "gui/canvas/diagram_view.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMapWidth = 120;
constexpr int kMapHeight = 80;
constexpr double kMargin = 8;

}  // namespace

// In the corner it has a fixed size and lies over the view; as a panel it takes the size of its
// dock. It is painted again with each step of scroll or zoom, and drawn anew when the diagram
// changes.
Minimap::Minimap(DiagramView* view, Place place)
    : QWidget(place == Place::kCorner ? view : nullptr), view_(view), place_(place) {
  setObjectName(place == Place::kCorner ? "minimap" : "minimapPanel");
  setAccessibleName(tr("Overview of the diagram"));
  setToolTip(tr("The whole diagram; click to go there"));
  if (place == Place::kCorner) setFixedSize(kMapWidth, kMapHeight);
  setCursor(Qt::PointingHandCursor);
  const auto repaint = [this] { update(); };
  connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, this, repaint);
  connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, repaint);
  connect(view, &DiagramView::zoomChanged, this, repaint);
  connect(view->diagramScene(), &DiagramScene::contentChanged, this, &Minimap::invalidate);
}

void Minimap::invalidate() {
  isStale_ = true;
  update();
}

// Leads from the scene to the widget: the content is centred and as large as fits, but never larger
// than a quarter of its size, or three blocks would fill the map.
QTransform Minimap::toMap() const {
  const double scale = std::min({(width() - 2 * kMargin) / content_.width(),
                                 (height() - 2 * kMargin) / content_.height(), 0.25});
  QTransform transform;
  transform.translate(width() / 2.0, height() / 2.0);
  transform.scale(scale, scale);
  transform.translate(-content_.center().x(), -content_.center().y());
  return transform;
}

// Draws the blocks into a picture that stays until the diagram changes, since the map is painted
// with every step of a scroll. A block is never smaller than 1.5 px, so that no large diagram fades
// away.
void Minimap::drawContent() {
  isStale_ = false;
  content_ = QRectF();
  const auto& blocks = view_->diagramScene()->blocks();
  for (const BlockItem* block : blocks) content_ |= block->box();
  picture_ = QPixmap(size() * devicePixelRatioF());
  picture_.setDevicePixelRatio(devicePixelRatioF());
  picture_.fill(Qt::transparent);
  if (content_.isEmpty()) return;
  QPainter painter(&picture_);
  QColor colour = Theme::current().muted;
  colour.setAlphaF(0.55f);
  const QTransform map = toMap();
  for (const BlockItem* block : blocks) {
    QRectF box = map.mapRect(block->box());
    box.setWidth(std::max(box.width(), 1.5));
    box.setHeight(std::max(box.height(), 1.5));
    painter.fillRect(box, colour);
  }
}

// The picture of the blocks, and over it the frame of what the canvas shows now, kept within the
// map where the canvas is scrolled far away.
void Minimap::paintEvent(QPaintEvent*) {
  if (isStale_) drawContent();
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (place_ == Place::kCorner) {
    painter.setPen(theme.hairline);
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
  painter.drawPixmap(0, 0, picture_);
  if (content_.isEmpty()) return;
  const QRectF frame = toMap().mapRect(view_->seenArea()) & QRectF(rect()).adjusted(3, 3, -3, -3);
  painter.setPen(QPen(theme.accent, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(frame, 2, 2);
}

// Brings the place of the diagram that is drawn at `position` to the middle of the view.
void Minimap::goTo(const QPointF& position) {
  if (isStale_) drawContent();
  if (content_.isEmpty()) return;
  view_->centerOn(toMap().inverted().map(position));
  update();
}

void Minimap::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  invalidate();
}

void Minimap::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) invalidate();
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) goTo(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0) goTo(event->position());
}

}  // namespace loopwright
