#include "gui/scene/block_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/scene/block_appearance.h"
#include "gui/scene/detail_level.h"
#include "gui/scene/note_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kFramePen = 1.4;
constexpr double kCornerRadius = 4;
constexpr double kRing = 4;  // The selection ring is this far outside.
constexpr double kPillInset = 7;
constexpr double kPortNameInset = 4;
constexpr double kSignRoom = 9;
constexpr double kFaceEdge = 4;     // what a text of a face keeps off the frame
constexpr double kPortMark = 6;     // the length of a port's triangle
constexpr double kSmallSide = 60;   // A side up to this belongs to its only port.
constexpr double kBadgePlace = 12;  // of a recorded signal, from its port on
constexpr double kBadgeRadius = 4.5;
constexpr double kNameGap = 5;       // The selection ring stays clear of the name.
constexpr double kFacesFrom = 0.28;  // Of the actual size; names and ports from kDetailsFrom on.

// A small triangle whose tip looks along `direction`.
QPolygonF arrowHead(const QPointF& tip, const QPointF& direction) {
  const QPointF across(-direction.y(), direction.x());
  const QPointF base = tip - direction * kPortMark;
  return QPolygonF({tip, base + across * 3.6, base - across * 3.6});
}

// Where the sign of a port stands: inside, about its middle.
QRectF signBox(const PortPlace& port) {
  const QPointF inside = port.position - port.outward * 8;
  return {inside - QPointF(40, 7), QSizeF(80, 14)};
}

// Looks at all ports and keeps the nearest within what was found before; of two that are equally
// near the later one, so that an output wins against an input.
template <typename Distance>
const PortPlace* nearestPort(const BlockGeometry& geometry, double tolerance,
                             const Distance& distanceTo) {
  const PortPlace* nearest = nullptr;
  double least = tolerance;
  for (const auto* side : {&geometry.inputs, &geometry.outputs}) {
    for (const PortPlace& port : *side) {
      const double distance = distanceTo(port);
      if (distance > least) continue;
      nearest = &port;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace

BlockItem::BlockItem(int id) : id_(id), rate_(Theme::kContinuousRate) {
  setFlag(ItemIsSelectable);
  setZValue(2);
}

QPointF BlockItem::portPosition(const QString& port) const {
  const PortPlace* place = geometry_.findPort(port);
  return place != nullptr ? pos() + place->position : box().center();
}

const PortPlace* BlockItem::portAt(const QPointF& scenePosition, double tolerance) const {
  return nearestPort(geometry_, tolerance, [&](const PortPlace& port) {
    const QPointF offset = scenePosition - pos() - port.position;
    return std::hypot(offset.x(), offset.y());
  });
}

// From a point of the item to the port's triangle, or to the whole side where that is small and
// the port is alone there.
double BlockItem::distanceToOpenPort(const PortPlace& port, const QPointF& place) const {
  const double toTriangle =
      distanceToLine(place, port.position, port.position + port.outward * kPortMark);
  // The unit vector along the side that the port is on, and how long that side is.
  const QPointF along(std::abs(port.outward.y()), std::abs(port.outward.x()));
  const double length = along.x() * geometry_.size.width() + along.y() * geometry_.size.height();
  int onSide = 0;
  for (const auto* side : {&geometry_.inputs, &geometry_.outputs}) {
    onSide +=
        static_cast<int>(std::count_if(side->begin(), side->end(), [&](const PortPlace& other) {
          return other.outward == port.outward;
        }));
  }
  if (onSide > 1 || length > kSmallSide) return toTriangle;
  const double before = QPointF::dotProduct(port.position, along);
  const QPointF first = port.position - along * before;
  return std::min(toTriangle, distanceToLine(place, first, first + along * length));
}

// Ports that have a wire are passed over: there the pointer means the wire, or the block.
const PortPlace* BlockItem::openPortAt(const QPointF& scenePosition, double tolerance) const {
  const QPointF place = mapFromScene(scenePosition);
  if (outlinePath(0).contains(place)) return nullptr;
  return nearestPort(geometry_, tolerance, [&](const PortPlace& port) {
    return connected_.contains(port.name) ? std::numeric_limits<double>::infinity()
                                          : distanceToOpenPort(port, place);
  });
}

// The scene makes an appearance from the document alone. The period and the displayed value come
// from a check and from a run: they are kept.
void BlockItem::setAppearance(const BlockAppearance& appearance) {
  prepareGeometryChange();
  const QString period = appearance_.face.period;
  const QString value = appearance_.face.value;
  appearance_ = appearance;
  appearance_.face.period = period;
  appearance_.face.value = value;
  geometry_ = makeBlockGeometry(appearance.form);
  // With many ports only those that are seen are painted.
  setFlag(ItemUsesExtendedStyleOption, !geometry_.numbers.isEmpty());
  updatePortNames();
  setPos(appearance.position);
  updateBounds();
  update();
}

void BlockItem::setRate(int rate, const QString& period) {
  if (rate == rate_ && period == appearance_.face.period) return;
  rate_ = rate;
  appearance_.face.period = period;
  update();
}

void BlockItem::setProblems(const QString& problems, bool isError) {
  const bool looksTheSame = problems.isEmpty() == problems_.isEmpty() && isError == hasError_;
  problems_ = problems;
  hasError_ = isError;
  updateToolTip();
  if (!looksTheSame) update();
}

void BlockItem::setCost(double share, const QString& text) {
  costText_ = text;
  updateToolTip();
  changeShown(this, &cost_, share);
}

void BlockItem::updateToolTip() {
  const bool isBoth = !problems_.isEmpty() && !costText_.isEmpty();
  setToolTip(problems_ + (isBoth ? QStringLiteral("\n") : QString()) + costText_);
}

void BlockItem::setRecordedPorts(const QSet<QString>& ports) {
  if (ports == recorded_) return;
  prepareGeometryChange();
  recorded_ = ports;
  updateBounds();
  update();
}

void BlockItem::setFlash(double strength) {
  flash_ = strength;
  update();
}

// Finds where the name stands and which rectangle Qt has to redraw when the item changes. The name
// stands below the block, above it where a port looks down, and beside it where ports look both
// ways, so that no wire runs through it.
void BlockItem::updateBounds() {
  const QFontMetricsF metrics(diagramFont(10));
  const double width = metrics.horizontalAdvance(appearance_.name) + 4;
  const QSizeF size = geometry_.size;
  bool portBelow = false;
  bool portAbove = false;
  bool portRight = false;
  for (const auto* side : {&geometry_.inputs, &geometry_.outputs}) {
    for (const PortPlace& port : *side) {
      portBelow = portBelow || port.outward.y() > 0;
      portAbove = portAbove || port.outward.y() < 0;
      portRight = portRight || port.outward.x() > 0;
    }
  }
  // A pill that lies is lower than its box.
  const bool lies = geometry_.outline == BlockOutline::kPill && size.width() >= size.height();
  const double inset = lies ? kPillInset : 0;
  const double height = metrics.height();
  const double top = portBelow ? inset - height - 2 : size.height() - inset + kNameGap;
  nameRect_ = QRectF(size.width() / 2 - width / 2, top, width, height);
  // Where wires come from above and from below, beside it, or else between them: above, right.
  if (portBelow && portAbove) {
    nameRect_.moveTo(portRight ? QPointF(size.width() * 0.8, size.height() * 0.15 - height)
                               : QPointF(size.width() + 4, size.height() / 2 - height / 2));
  }
  const double margin =
      std::max(kRing + 6, recorded_.isEmpty() ? 0 : kBadgePlace + kBadgeRadius + 1);
  bounds_ = QRectF(QPointF(0, 0), size).adjusted(-margin, -margin, margin, margin) | nameRect_;
}

// The block's outline, `grow` pixels outside of its frame: 0 for the frame itself, 4 for the ring
// of a selected block.
QPainterPath BlockItem::outlinePath(double grow) const {
  QRectF box(QPointF(0, 0), geometry_.size);
  QPainterPath path;
  switch (geometry_.outline) {
    case BlockOutline::kCircle: {
      const double radius = std::min(box.width(), box.height()) / 2 - 3 + grow;
      path.addEllipse(box.center(), radius, radius);
      break;
    }
    case BlockOutline::kTriangle: {
      // Like the ports, the triangle turns with the block.
      const PortPlace* tip = geometry_.outputs.empty() ? nullptr : &geometry_.outputs.front();
      const QPointF direction = tip != nullptr ? tip->outward : QPointF(1, 0);
      const QPointF across(-direction.y(), direction.x());
      const QPointF half(box.width() / 2, box.height() / 2);
      const double length = std::abs(direction.x() * half.x() + direction.y() * half.y());
      const double width = std::abs(across.x() * half.x() + across.y() * half.y());
      const QPointF centre = box.center();
      path.addPolygon(
          QPolygonF({centre + direction * (length + grow * 2),
                     centre - direction * (length + grow) + across * (width + grow * 1.6),
                     centre - direction * (length + grow) - across * (width + grow * 1.6)}));
      path.closeSubpath();
      break;
    }
    case BlockOutline::kPill: {
      // Like the ports, the pill turns with the block.
      const bool upright = box.height() > box.width();
      const double across = upright ? kPillInset - grow : -grow;
      const double down = upright ? -grow : kPillInset - grow;
      box.adjust(across, down, -across, -down);
      const double radius = std::min(box.width(), box.height()) / 2;
      path.addRoundedRect(box, radius, radius);
      break;
    }
    case BlockOutline::kRectangle:
      box.adjust(-grow, -grow, grow, grow);
      path.addRoundedRect(box, kCornerRadius + grow * 0.75, kCornerRadius + grow * 0.75);
      break;
  }
  return path;
}

// What a click must hit to mean this block: the outline, not the box with the name.
QPainterPath BlockItem::shape() const { return outlinePath(1); }

// What it costs takes the place of a colour of its own.
QColor BlockItem::fillColour() const {
  const Theme& theme = Theme::current();
  if (theme.isMono()) return theme.field;
  if (cost_ >= 0) return theme.costColour(cost_);
  return appearance_.tint.isValid() ? blended(theme.field, appearance_.tint, 0.25) : theme.field;
}

// Draws the block in as much detail as the zoom is worth: far out a filled rectangle, nearer its
// face, then ports and names. Glows and rings come first, since they lie behind the block.
void BlockItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const double detail =
      QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  const Theme& theme = Theme::current();
  const QColor rate = theme.sampleTimeColour(rate_);
  const QColor frame = hasError_ || isInLoop_ ? theme.error : rate;
  const bool isSelected = (option->state & QStyle::State_Selected) != 0;
  const QColor fill = fillColour();
  if (detail < kFacesFrom) {
    const QColor colour = isSelected ? theme.accent : cost_ >= 0 ? fill : frame;
    painter->fillRect(QRectF(QPointF(0, 0), geometry_.size), colour);
    return;
  }
  // A wide, faint line around the outline.
  const auto glowOf = [&](QColor colour, double strength, double distance) {
    colour.setAlphaF(static_cast<float>(strength));
    painter->setPen(QPen(colour, 7));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(outlinePath(distance));
  };
  if (isInLoop_) glowOf(theme.error, 0.22, 2);
  if (flash_ > 0) glowOf(theme.accent, 0.35 * flash_, kRing);
  if (isSelected) {
    painter->setPen(QPen(theme.accent, 1.6));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(outlinePath(kRing));
  }
  // The block itself; a disabled one is faint and dashed, a placeholder dashed.
  if (!appearance_.isEnabled) painter->setOpacity(0.4);
  const bool isDashed = !appearance_.isEnabled || !appearance_.isKnown;
  const double pen = std::max(kFramePen, 1 / detail);  // Far out frames stay visible.
  painter->setPen(QPen(frame, pen, isDashed ? Qt::DashLine : Qt::SolidLine));
  painter->setBrush(fill);
  painter->drawPath(outlinePath(0));
  const FaceStyle style{theme.ink, theme.muted, theme.accent, fill, rate};
  paintBlockFace(painter, faceBox(), appearance_.face, style);
  if (detail >= kDetailsFrom) {
    paintPorts(painter, option->exposedRect);
    paintName(painter);
  }
  painter->setOpacity(1);
  if (isSelected && detail >= kDetailsFrom && canBeResized()) {
    paintResizeHandle(painter, geometry_.size);
  }
  if (hasProblem()) paintBadge(painter);
}

// Measures the names of ports once for each change, since a large subsystem is drawn often.
void BlockItem::updatePortNames() {
  const bool namesPorts = appearance_.namesPorts;
  left_ = !namesPorts && hasSigns(appearance_, geometry_, -1) ? kSignRoom : 0;
  right_ = !namesPorts && hasSigns(appearance_, geometry_, 1) ? kSignRoom : 0;
  if (!namesPorts) return;
  const QFontMetricsF metrics(diagramFont(10));
  for (const auto* side : {&geometry_.inputs, &geometry_.outputs}) {
    for (const PortPlace& port : *side) {
      if (port.outward.x() == 0) continue;
      double& widest = port.outward.x() < 0 ? left_ : right_;
      widest = std::max(widest, metrics.horizontalAdvance(port.name));
    }
  }
}

// The room for what the block shows: beside the names of its ports or their signs, where it has
// such. A triangle has it at its wide side, which for one that points to the left is the right one.
QRectF BlockItem::faceBox() const {
  const QRectF box(QPointF(0, 0), geometry_.size);
  if (!appearance_.namesPorts) {
    const bool pointsLeft = geometry_.outline == BlockOutline::kTriangle &&
                            !geometry_.outputs.empty() && geometry_.outputs.front().outward.x() < 0;
    const double narrow = pointsLeft ? box.width() * (1 - appearance_.face.content.room) : 0;
    return box.adjusted(left_, 0, -right_, 0).translated(std::max(0.0, narrow - kFaceEdge), 0);
  }
  return box.adjusted(left_ > 0 ? kPortNameInset + left_ : 0, 0,
                      right_ > 0 ? -kPortNameInset - right_ : 0, 0);
}

// Draws the ports in the part of the block that is exposed. A block with hundreds of ports is
// usually seen in part, and only that part is worth drawing.
void BlockItem::paintPorts(QPainter* painter, const QRectF& exposed) const {
  constexpr double kReach = 48;  // A mark or a sign goes no farther from its port.
  const QRectF area = exposed.adjusted(-kReach, -kReach, kReach, kReach);
  const auto isSeen = [&](const PortPlace& port) {
    // Names at the left and at the right may go as far as the block.
    if (!appearance_.namesPorts || port.outward.x() == 0) return area.contains(port.position);
    return area.top() <= port.position.y() && port.position.y() <= area.bottom();
  };
  painter->setFont(diagramFont(10));
  for (const auto* side : {&geometry_.inputs, &geometry_.outputs}) {
    for (size_t i = 0; i < side->size(); ++i) {
      const PortPlace& port = (*side)[i];
      if (!isSeen(port)) continue;
      paintPort(painter, port, signOf(appearance_.face, port, i));
      if (!port.isInput && recorded_.contains(port.name)) paintRecordedBadge(painter, port);
    }
  }
}

// Draws one port: a halo where a wire being drawn may end, a triangle where no wire is (hollow
// where one is required), a ring where the keyboard is; then its name or sign.
void BlockItem::paintPort(QPainter* painter, const PortPlace& port, const QString& sign) const {
  const Theme& theme = Theme::current();
  if (highlighted_.contains(port.name)) {
    QColor halo = theme.accent;
    halo.setAlphaF(0.25f);
    painter->setPen(QPen(theme.accent, 1.4));
    painter->setBrush(halo);
    painter->drawEllipse(port.position, 5, 5);
  } else if (!connected_.contains(port.name)) {
    const bool isOpen = open_.contains(port.name);
    painter->setPen(isOpen ? QPen(theme.muted, 1.2) : QPen(Qt::NoPen));
    painter->setBrush(isOpen ? theme.canvas : theme.muted);
    const QPointF tip = port.isInput ? port.position : port.position + port.outward * kPortMark;
    painter->drawPolygon(arrowHead(tip, port.isInput ? -port.outward : port.outward));
  }
  if (port.name == focusedPort_) {
    painter->setPen(QPen(theme.accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(port.position, 7, 7);
  }
  if (appearance_.namesPorts) return paintPortName(painter, port);
  if (sign.isEmpty()) return;
  painter->setPen(theme.ink);
  painter->drawText(signBox(port), Qt::AlignCenter, sign);
}

// A dot in a ring, as on the button of a recorder.
void BlockItem::paintRecordedBadge(QPainter* painter, const PortPlace& port) const {
  const Theme& theme = Theme::current();
  const QPointF centre = port.position + port.outward * kBadgePlace;
  painter->setPen(QPen(theme.accent, 1.2));
  painter->setBrush(theme.canvas);
  painter->drawEllipse(centre, kBadgeRadius, kBadgeRadius);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme.accent);
  painter->drawEllipse(centre, 2, 2);
}

// Draws a port's name beside the port, shortened with "…" where the names of the other side would
// leave it no room. A name gets at least half of the block's width.
void BlockItem::paintPortName(QPainter* painter, const PortPlace& port) const {
  painter->setPen(Theme::current().muted);
  if (port.outward.x() == 0) {
    return painter->drawText(signBox(port), Qt::AlignCenter, port.name);
  }
  // Names at the left and at the right leave each other room.
  const double room = geometry_.size.width() - 2 * kPortNameInset;
  const double other = port.outward.x() < 0 ? right_ : left_;
  const double width = std::max(room / 2, room - other - kPortNameInset);
  const QString shown = QFontMetricsF(diagramFont(10)).elidedText(port.name, Qt::ElideRight, width);
  const QRectF area(kPortNameInset, port.position.y() - 7, room, 14);
  const auto side = port.outward.x() < 0 ? Qt::AlignLeft : Qt::AlignRight;
  painter->drawText(area, side | Qt::AlignVCenter, shown);
}

void BlockItem::paintName(QPainter* painter) const {
  painter->setFont(diagramFont(10));
  painter->setPen(Theme::current().muted);
  painter->drawText(nameRect_, Qt::AlignCenter, appearance_.name);
}

// Draws the exclamation mark at the top right corner of a block with an error or a warning.
void BlockItem::paintBadge(QPainter* painter) const {
  const Theme& theme = Theme::current();
  const QPointF centre(geometry_.size.width(), 0);
  painter->setPen(QPen(theme.canvas, 1.5));
  painter->setBrush(hasError_ ? theme.error : theme.warning);
  painter->drawEllipse(centre, 6.5, 6.5);
  QFont font = diagramFont(10);
  font.setBold(true);
  painter->setFont(font);
  painter->setPen(theme.canvas);
  painter->drawText(QRectF(centre - QPointF(6, 6.5), QSizeF(12, 13)), Qt::AlignCenter,
                    QStringLiteral("!"));
}

}  // namespace loopwright
