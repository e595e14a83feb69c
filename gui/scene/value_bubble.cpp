#include "gui/scene/value_bubble.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <limits>

#include "gui/scene/detail_level.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kBubbleHeight = 14;
constexpr double kDistance = 5;  // from the line
constexpr double kPadding = 5;
constexpr double kCircleRoom = 11;  // for ○ or ●
constexpr double kSignRadius = 2.8;
constexpr double kLeastRoom = 66;   // for a number such as −2.215e−06
constexpr double kRoomAtEnds = 18;  // between a value and the ends of its wire

// Lengths of the card that opens above a bubble, in units of the canvas.
constexpr double kCardGap = 3;    // to the bubble
constexpr double kLineRoom = 13;  // for a line of text
constexpr double kCurveWidth = 120;
constexpr double kCurveHeight = 30;
constexpr double kColumnGap = 8;

QFont bubbleFont() { return diagramFont(10); }

double widthOf(const QString& text) { return QFontMetricsF(bubbleFont()).horizontalAdvance(text); }

// ○ or ● at the left end of an area; the rest of the area.
QRectF drawSign(QPainter* painter, QRectF area, bool isAfter) {
  painter->setBrush(isAfter ? QBrush(painter->pen().color()) : QBrush(Qt::NoBrush));
  painter->drawEllipse(QPointF(area.left() + kSignRadius, area.center().y()), kSignRadius,
                       kSignRadius);
  area.setLeft(area.left() + kCircleRoom);
  return area;
}

// How wide the columns of a table of elements are: the number of the element, and the first and the
// second value; 0 for the last where no element has two.
struct ElementColumns {
  double index = 0, before = 0, after = 0;
};

ElementColumns columnsOf(const QList<WireValue>& elements) {
  ElementColumns columns;
  for (qsizetype i = 0; i < elements.size(); ++i) {
    columns.index = std::max(columns.index, widthOf(QString::number(i)));
    columns.before = std::max(columns.before, widthOf(elements[i].before));
    if (!elements[i].after.isEmpty()) {
      columns.after = std::max(columns.after, kCircleRoom + widthOf(elements[i].after));
    }
  }
  if (columns.after > 0) columns.before += kCircleRoom;
  return columns;
}

// The last line of a table of elements.
QString moreText(int more) { return QStringLiteral("… %1").arg(more); }

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
  updateBounds();
}

void ValueBubble::setDetail(const std::optional<WireDetail>& detail) {
  if (detail == detail_) return;
  prepareGeometryChange();
  detail_ = detail;
  updateBounds();
}

void ValueBubble::updateBounds() {
  bounds_ = box(0);
  if (!value_.after.isEmpty()) bounds_ |= box(1);
  if (detail_) bounds_ |= cardBox();
  bounds_.adjust(-1, -1, 1, 1);
  // It covers the values of other wires.
  setZValue(detail_ ? 11 : 10);
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
  const double width = widthOf(text(index)) + 2 * kPadding + (isOfTwo ? kCircleRoom : 0);
  double top = place_.y() - kDistance - kBubbleHeight;
  if (isBelow_ || index == 1) top = place_.y() + kDistance;
  if (isBelow_ && index == 1) top += kBubbleHeight + 2;
  return {place_.x() - width / 2, top, width, kBubbleHeight};
}

// The instant stands in the last line, over it the curve, over that the elements.
QRectF ValueBubble::cardBox() const {
  const ElementColumns columns = columnsOf(detail_->elements);
  double width = widthOf(detail_->instant);
  double height = kLineRoom;
  if (!detail_->elements.isEmpty()) {
    width = std::max(width, columns.index + kColumnGap + columns.before +
                                (columns.after > 0 ? kColumnGap + columns.after : 0));
    height += kLineRoom * static_cast<double>(detail_->elements.size());
    if (detail_->moreElements > 0) {
      width = std::max(width, widthOf(moreText(detail_->moreElements)));
      height += kLineRoom;
    }
  }
  if (!detail_->past.isEmpty()) {
    width = std::max(width, kCurveWidth);
    height += kCurveHeight + kPadding;
  }
  width += 2 * kPadding;
  height += 2 * kPadding;
  const double bottom = place_.y() - kDistance - kBubbleHeight - kCardGap;
  return {place_.x() - width / 2, bottom - height, width, height};
}

void ValueBubble::paintCard(QPainter* painter) const {
  const Theme& theme = Theme::current();
  const QRectF card = cardBox();
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.bubble);
  painter->drawRoundedRect(card, 4, 4);
  const QRectF inside = card.adjusted(kPadding, kPadding, -kPadding, -kPadding);
  painter->setPen(QPen(theme.bubbleText, 1.1));
  QRectF line(inside.left(), inside.top(), inside.width(), kLineRoom);
  const ElementColumns columns = columnsOf(detail_->elements);
  for (qsizetype i = 0; i < detail_->elements.size(); ++i) {
    const WireValue& element = detail_->elements[i];
    QRectF cell = line;
    cell.setWidth(columns.index);
    painter->drawText(cell, Qt::AlignRight | Qt::AlignVCenter, QString::number(i));
    const bool isOfTwo = !element.after.isEmpty();
    cell.moveLeft(cell.right() + kColumnGap);
    cell.setWidth(columns.before);
    painter->drawText(isOfTwo ? drawSign(painter, cell, false) : cell,
                      Qt::AlignRight | Qt::AlignVCenter, element.before);
    if (isOfTwo) {
      cell.moveLeft(cell.right() + kColumnGap);
      cell.setWidth(columns.after);
      painter->drawText(drawSign(painter, cell, true), Qt::AlignRight | Qt::AlignVCenter,
                        element.after);
    }
    line.translate(0, kLineRoom);
  }
  if (detail_->moreElements > 0) {
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, moreText(detail_->moreElements));
    line.translate(0, kLineRoom);
  }
  if (!detail_->past.isEmpty()) {
    paintPast(painter, {line.topLeft(), QSizeF(inside.width(), kCurveHeight)});
    line.translate(0, kCurveHeight + kPadding);
  }
  painter->drawText(line, Qt::AlignCenter, detail_->instant);
}

// From the first to the last time at the sides of `area`, from the least to the greatest value at
// its bottom and top; a signal that stands still in the middle.
void ValueBubble::paintPast(QPainter* painter, const QRectF& area) const {
  QRectF range = detail_->past.front().boundingRect();
  for (const QPolygonF& line : detail_->past) {
    const QRectF other = line.boundingRect();
    range.setLeft(std::min(range.left(), other.left()));
    range.setRight(std::max(range.right(), other.right()));
    range.setTop(std::min(range.top(), other.top()));
    range.setBottom(std::max(range.bottom(), other.bottom()));
  }
  const auto toArea = [&](const QPointF& point) {
    const double x = range.width() > 0 ? (point.x() - range.left()) / range.width() : 0;
    const double y = range.height() > 0 ? (point.y() - range.top()) / range.height() : 0.5;
    return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
  };
  painter->setBrush(Qt::NoBrush);
  for (const QPolygonF& line : detail_->past) {
    QPolygonF drawn;
    for (const QPointF& point : line) drawn += toArea(point);
    painter->drawPolyline(drawn);
  }
}

void ValueBubble::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const double detail =
      QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  if (detail < kDetailsFrom || value_.before.isEmpty()) return;
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
      area = drawSign(painter, area.adjusted(kPadding, 0, 0, 0), index == 1);
      area.setLeft(area.left() - kPadding);
    }
    painter->drawText(area, Qt::AlignCenter, text(index));
  }
  if (detail_) paintCard(painter);
}

// A vector on a short wire covers no block.
void showOnWire(const WireValue& value, const WireItem& wire, bool isWhole, ValueBubble* bubble) {
  const double room =
      isWhole ? std::numeric_limits<double>::max() : wire.longestPiece().length() - kRoomAtEnds;
  bubble->show(value, wire.middle(), wire.showsLabel(), room);
}

}  // namespace loopwright
