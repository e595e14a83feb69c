#include "gui/scene/value_bubble.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kBubbleHeight = 14;
constexpr double kDistance = 5;  // from the line
constexpr double kPadding = 5;
constexpr double kCircleRoom = 11;  // for ○ or ●
constexpr double kSignRadius = 2.8;
constexpr double kLeastRoom = 66;       // for a number such as −2.215e−06
constexpr double kReadableFrom = 0.45;  // of the actual size

QFont bubbleFont() { return diagramFont(10); }

}  // namespace

// Above wires, names and blocks: what is asked for is to be read.
ValueBubble::ValueBubble() {
  setAcceptedMouseButtons(Qt::NoButton);
  setZValue(10);
}

void ValueBubble::show(const WireValue& value, const QPointF& place, bool isBelow, double room) {
  if (value == value_ && place == place_ && isBelow == isBelow_ && room == room_) return;
  prepareGeometryChange();
  value_ = value;
  place_ = place;
  isBelow_ = isBelow;
  room_ = room;
  bounds_ = box(0);
  if (!value.after.isEmpty()) bounds_ |= box(1);
  bounds_.adjust(-1, -1, 1, 1);
  update();
}

QString ValueBubble::text(int index) const {
  const QString& whole = index == 0 ? value_.before : value_.after;
  return QFontMetricsF(bubbleFont()).elidedText(whole, Qt::ElideRight, std::max(room_, kLeastRoom));
}

// One value above the line or below it. Of two the first is above and the second below, or both
// below each other.
QRectF ValueBubble::box(int index) const {
  const bool isOfTwo = !value_.after.isEmpty();
  const double width = QFontMetricsF(bubbleFont()).horizontalAdvance(text(index)) + 2 * kPadding +
                       (isOfTwo ? kCircleRoom : 0);
  double top = place_.y() - kDistance - kBubbleHeight;
  if (isBelow_ || index == 1) top = place_.y() + kDistance;
  if (isBelow_ && index == 1) top += kBubbleHeight + 2;
  return {place_.x() - width / 2, top, width, kBubbleHeight};
}

void ValueBubble::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const double detail =
      QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  if (detail < kReadableFrom || value_.before.isEmpty()) return;
  const Theme& theme = Theme::current();
  const bool isOfTwo = !value_.after.isEmpty();
  painter->setFont(bubbleFont());
  for (int index = 0; index < (isOfTwo ? 2 : 1); ++index) {
    QRectF area = box(index);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.bubble);
    painter->drawRoundedRect(area, 3, 3);
    painter->setPen(QPen(theme.bubbleText, 1.1));
    if (isOfTwo) {
      painter->setBrush(index == 0 ? QBrush(Qt::NoBrush) : QBrush(theme.bubbleText));
      painter->drawEllipse(QPointF(area.left() + kPadding + kSignRadius, area.center().y()),
                           kSignRadius, kSignRadius);
      area.setLeft(area.left() + kCircleRoom);
    }
    painter->drawText(area, Qt::AlignCenter, text(index));
  }
}

}  // namespace loopwright
