#include "gui/scene/wire_item.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "gui/scene/detail_level.h"
#include "gui/scene/signal_label.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kPen = 1.6;
constexpr double kHoverPen = 2.6;
constexpr double kGlowPen = 9;  // of a wire that is lit up
constexpr double kCorner = 3;
constexpr double kArrow = 6;  // the length of an arrow, and half its width
constexpr double kArrowHalf = 3.6;
constexpr double kDot = 3;
constexpr double kFarDot = 5;
constexpr double kHitWidth = 9;
constexpr double kDotsFrom = 0.28;

double lengthOf(const QPointF& vector) { return std::hypot(vector.x(), vector.y()); }

// A line whose corners are rounded. Each corner is cut off by at most half of its shorter
// neighbour, so that two corners near each other never overlap, and replaced by a curve whose
// control point is the corner.
QPainterPath roundedLine(const std::vector<QPointF>& points) {
  QPainterPath path;
  if (points.empty()) return path;
  path.moveTo(points.front());
  for (size_t i = 1; i + 1 < points.size(); ++i) {
    const QPointF before = points[i] - points[i - 1];
    const QPointF after = points[i + 1] - points[i];
    const double room = std::min({kCorner, lengthOf(before) / 2, lengthOf(after) / 2});
    if (room <= 0) continue;
    path.lineTo(points[i] - before / lengthOf(before) * room);
    path.quadTo(points[i], points[i] + after / lengthOf(after) * room);
  }
  path.lineTo(points.back());
  return path;
}

}  // namespace

// Wires lie below blocks and above notes and frames, so that a click on both means the block.
WireItem::WireItem(int id) : id_(id), rate_(Theme::kContinuousRate) {
  setFlag(ItemIsSelectable);
  setZValue(1);
}

void WireItem::setEnds(const QString& from, const QString& to) {
  from_ = from;
  to_ = to;
}

void WireItem::setPoints(const std::vector<QPointF>& points) {
  if (points == points_) return;
  prepareGeometryChange();
  points_ = points;
  updateBounds();
  update();
}

void WireItem::setLabel(const QString& name, const std::optional<SignalLabel>& shown) {
  name_ = name;
  if (shown == label_) return;
  prepareGeometryChange();
  label_ = shown;
  updateBounds();
  update();
}

// The middle of the longest piece, the first of those that are equally long: where a name or a new
// block has the most room.
QPointF WireItem::middle() const { return longestPiece().center(); }

QLineF WireItem::longestPiece() const {
  QLineF longest;
  for (size_t i = 1; i < points_.size(); ++i) {
    const QLineF piece(points_[i - 1], points_[i]);
    if (i == 1 || piece.length() > longest.length()) longest = piece;
  }
  return longest;
}

QRectF WireItem::lineBox() const {
  constexpr double kHalf = kPen / 2;
  const QPolygonF line(QList<QPointF>(points_.begin(), points_.end()));
  return line.boundingRect().adjusted(-kHalf, -kHalf, kHalf, kHalf);
}

QRectF WireItem::arrowBox() const {
  if (points_.size() < 2) return {};
  const QPointF& tip = points_.back();
  const QPointF last = tip - points_[points_.size() - 2];
  const double length = lengthOf(last);
  if (length == 0) return {};
  const QRectF along = QRectF(tip, tip - last / length * kArrow).normalized();
  const bool isLevel = last.y() == 0;
  return isLevel ? along.adjusted(0, -kArrowHalf, 0, kArrowHalf)
                 : along.adjusted(-kArrowHalf, 0, kArrowHalf, 0);
}

bool WireItem::isIn(const QRectF& area) const {
  // The pieces run along the axes, so a piece is its own box; it may have no width.
  for (size_t i = 1; i < points_.size(); ++i) {
    const QRectF piece = QRectF(points_[i - 1], points_[i]).normalized();
    if (piece.left() <= area.right() && piece.right() >= area.left() &&
        piece.top() <= area.bottom() && piece.bottom() >= area.top()) {
      return true;
    }
  }
  return false;
}

// The nearest piece, the first of those that are equally near; -1 for a wire without a way.
int WireItem::segmentAt(const QPointF& scenePosition) const {
  int nearest = -1;
  double least = 0;
  for (size_t i = 0; i + 1 < points_.size(); ++i) {
    const double distance = distanceToLine(scenePosition, points_[i], points_[i + 1]);
    if (nearest >= 0 && distance >= least) continue;
    nearest = static_cast<int>(i);
    least = distance;
  }
  return nearest;
}

// The rectangle that Qt redraws: every point with room for dots, arrow and glow, and the name.
void WireItem::updateBounds() {
  QRectF box;
  for (const QPointF& point : points_) {
    const QRectF around(point - QPointF(6, 6), QSizeF(12, 12));
    box = box.isNull() ? around : box | around;
  }
  // The name stands above its place, where it may interrupt a frame.
  if (label_) {
    const double above = std::max(0.0, QFontMetricsF(signalLabelFont()).height() - 11);
    box |= label_->box.adjusted(0, -above, 0, 0);
  }
  bounds_ = box;
}

// A click hits the wire within 4.5 px of its line, which is easier to hit than a line of 1.6 px.
// This is quicker than asking shape(), which Qt would do for every wire below the pointer.
bool WireItem::contains(const QPointF& point) const {
  for (size_t i = 1; i < points_.size(); ++i) {
    if (distanceToLine(point, points_[i - 1], points_[i]) <= kHitWidth / 2) return true;
  }
  return false;
}

// The line as a band that is as wide as what contains() accepts.
QPainterPath WireItem::shape() const {
  QPainterPath line;
  for (size_t i = 0; i < points_.size(); ++i) {
    i == 0 ? line.moveTo(points_[i]) : line.lineTo(points_[i]);
  }
  QPainterPathStroker stroker;
  stroker.setWidth(kHitWidth);
  return stroker.createStroke(line);
}

// Draws the wire: far out a plain line with larger dots, so that branches are still seen; nearer
// with rounded corners, arrow, handles at the ends of a selected wire, and its name.
void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const double detail =
      QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  const Theme& theme = Theme::current();
  const bool isSelected = (option->state & QStyle::State_Selected) != 0;
  QColor colour = theme.sampleTimeColour(rate_);
  if (isBroken_ || isInLoop_) colour = theme.error;
  if (isSelected) colour = theme.accent;
  if (isInLoop_) {
    QColor glow = theme.error;
    glow.setAlphaF(0.22f);
    painter->setPen(QPen(glow, kGlowPen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(points_.data(), static_cast<int>(points_.size()));
  }
  // Far out lines stay visible.
  const double least = 1 / detail;
  QPen pen(colour, std::max(least, isHovered_ || isSelected || isInLoop_ ? kHoverPen : kPen));
  if (theme.isMono()) {
    const QList<qreal> dashes = Theme::sampleTimeDashes(rate_);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
  }
  if (isBroken_) pen.setStyle(Qt::DashLine);
  if (detail < kDetailsFrom) {
    painter->setPen(pen);
    painter->drawPolyline(points_.data(), static_cast<int>(points_.size()));
    if (detail >= kDotsFrom) paintDots(painter, colour, kFarDot);
    return;
  }
  paintWire(painter, points_, pen);
  paintDots(painter, colour, kDot);
  if (isSelected && !points_.empty()) {
    // Its ends can be taken elsewhere.
    painter->setPen(QPen(theme.accent, 1));
    painter->setBrush(theme.canvas);
    for (const QPointF& end : {points_.front(), points_.back()}) {
      painter->drawRect(QRectF(end - QPointF(3, 3), QSizeF(6, 6)));
    }
  }
  if (!label_) return;
  painter->setFont(signalLabelFont());
  painter->setPen(theme.ink);
  const QRectF& box = label_->box;
  if (isLabelOnFrame_) painter->fillRect(box, theme.canvas);
  constexpr double kHigher = 2;  // room for letters with accents
  painter->drawText(box.adjusted(0, -kHigher, 0, 0), Qt::AlignHCenter | Qt::AlignBottom,
                    label_->text);
}

void WireItem::paintDots(QPainter* painter, const QColor& colour, double radius) const {
  painter->setPen(Qt::NoPen);
  painter->setBrush(colour);
  for (const QPointF& dot : dots_) painter->drawEllipse(dot, radius, radius);
}

// The line stops inside the arrow, so that its thick end does not stick out of the arrow's tip.
void paintWire(QPainter* painter, const std::vector<QPointF>& points, const QPen& pen) {
  if (points.size() < 2) return;
  const QPointF tip = points.back();
  const QPointF last = tip - points[points.size() - 2];
  const double length = lengthOf(last);
  std::vector<QPointF> line = points;
  if (length > kArrow) line.back() = tip - last / length * 4;  // The line ends inside the arrow.
  painter->setPen(pen);
  painter->setBrush(Qt::NoBrush);
  painter->drawPath(roundedLine(line));
  if (length == 0) return;
  const QPointF direction = last / length;
  const QPointF across(-direction.y(), direction.x());
  painter->setPen(QPen(pen.color(), 0.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->setBrush(pen.color());
  const QPointF base = tip - direction * kArrow;
  painter->drawPolygon(QPolygonF({tip, base + across * kArrowHalf, base - across * kArrowHalf}));
}

// Where wires run on top of each other no branch is to be seen, so that the lines are looked at as
// a drawing and not wire by wire: all pieces become edges of one graph whose nodes are the corners,
// each edge once, and a node with three or more edges is a branch.
std::vector<QPointF> branchPoints(const std::vector<const WireItem*>& wires) {
  if (wires.size() < 2) return {};
  using Node = std::pair<double, double>;
  // The corners on each horizontal and each vertical line.
  std::map<double, std::set<double>> rows;
  std::map<double, std::set<double>> columns;
  for (const WireItem* wire : wires) {
    for (const QPointF& point : wire->points()) {
      rows[point.y()].insert(point.x());
      columns[point.x()].insert(point.y());
    }
  }
  // Pieces are cut at every corner that lies on them; where three or more edges meet is a branch.
  std::map<Node, std::set<Node>> neighbours;
  for (const WireItem* wire : wires) {
    const std::vector<QPointF>& points = wire->points();
    for (size_t i = 1; i < points.size(); ++i) {
      const QPointF& a = points[i - 1];
      const QPointF& b = points[i];
      const bool flat = a.y() == b.y();
      if (!flat && a.x() != b.x()) continue;
      // The corners on the piece's line between its ends cut it into edges.
      const std::set<double>& line = flat ? rows[a.y()] : columns[a.x()];
      const double first = flat ? std::min(a.x(), b.x()) : std::min(a.y(), b.y());
      const double last = flat ? std::max(a.x(), b.x()) : std::max(a.y(), b.y());
      auto at = line.lower_bound(first);
      for (auto next = std::next(at); next != line.end() && *next <= last; at = next++) {
        const Node from = flat ? Node(*at, a.y()) : Node(a.x(), *at);
        const Node to = flat ? Node(*next, a.y()) : Node(a.x(), *next);
        neighbours[from].insert(to);
        neighbours[to].insert(from);
      }
    }
  }
  std::vector<QPointF> branches;
  for (const auto& [node, others] : neighbours) {
    if (others.size() >= 3) branches.emplace_back(node.first, node.second);
  }
  return branches;
}

}  // namespace loopwright
