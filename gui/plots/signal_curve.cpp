#include "gui/plots/signal_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/recording/recording.h"

namespace loopwright {

namespace {

constexpr double kLineWidth = 1.6;
constexpr double kHeldWidth = 1.8;
constexpr double kCircleRadius = 3.4;
constexpr double kRingWidth = 1.5;
constexpr double kHiddenOpacity = 0.3;  // of a hidden curve's sample
constexpr qsizetype kLongLine = 400;
constexpr double kFillingHeight = 8;  // pixels up or down in a segment, on average
constexpr int kCircleMargin = 5;      // circles at the edge of the axes are whole

// Pixel coordinates beyond this are cut: painters are exact up to about 2^15.
constexpr double kFarAway = 16000;

// Where the segment enters and leaves the area, in parts of its length (Liang and Barsky).
bool clipSegment(const QPointF& from, const QPointF& to, const QRectF& area, double* enter,
                 double* leave) {
  const double dx = to.x() - from.x();
  const double dy = to.y() - from.y();
  const double p[] = {-dx, dx, -dy, dy};
  const double q[] = {from.x() - area.left(), area.right() - from.x(), from.y() - area.top(),
                      area.bottom() - from.y()};
  *enter = 0;
  *leave = 1;
  for (int side = 0; side < 4; ++side) {
    if (p[side] == 0) {
      if (q[side] < 0) return false;
    } else if (p[side] < 0) {
      *enter = std::max(*enter, q[side] / p[side]);
    } else {
      *leave = std::min(*leave, q[side] / p[side]);
    }
  }
  return *enter <= *leave;
}

// Draws a connected line segment by segment: a wide, antialiased outline that crosses itself
// everywhere takes seconds as a whole and milliseconds in pieces. One that goes up and down all the
// time fills an area: there thin lines do, and are faster still.
void DrawLine(QCPPainter* painter, const QPolygonF& line) {
  if (line.size() <= 2 || painter->modes().testFlag(QCPPainter::pmVectorized)) {
    painter->drawPolyline(line);
    return;
  }
  double height = 0;
  QVector<QLineF> segments;
  segments.reserve(line.size());
  for (qsizetype i = 1; i < line.size(); ++i) {
    segments.append(QLineF(line[i - 1], line[i]));
    height += std::abs(segments.back().dy());
  }
  QPen pen = painter->pen();
  pen.setCapStyle(Qt::SquareCap);  // fills the corners
  if (line.size() > kLongLine && height > kFillingHeight * double(line.size())) {
    pen.setWidth(1);
    pen.setStyle(Qt::SolidLine);
    painter->setAntialiasing(false);
  } else if (pen.style() == Qt::CustomDashLine) {
    painter->drawPolyline(line);  // dashes go on from segment to segment
    return;
  }
  painter->setPen(pen);
  painter->drawLines(segments);
}

}  // namespace

// A part ends where the line leaves the area, and the next begins where it comes in again.
std::vector<QPolygonF> clipLine(const QPolygonF& line, const QRectF& area) {
  std::vector<QPolygonF> parts;
  QPolygonF part;
  for (qsizetype i = 1; i < line.size(); ++i) {
    double enter = 0;
    double leave = 1;
    const QPointF from = line[i - 1];
    const QPointF step = line[i] - from;
    if (!clipSegment(from, line[i], area, &enter, &leave)) continue;
    if (part.isEmpty()) part.append(from + enter * step);
    part.append(from + leave * step);
    if (leave < 1) {
      parts.push_back(part);
      part.clear();
    }
  }
  if (!part.isEmpty()) parts.push_back(part);
  return parts;
}

SignalCurve::SignalCurve(QCPAxis* timeAxis, QCPAxis* valueAxis, const CurveSetting& setting,
                         const QString& layer, CircleMode circles)
    : QCPAbstractPlottable(timeAxis, valueAxis), unit_(setting.unit), circles_(circles) {
  setSelectable(QCP::stNone);
  setName(setting.name);
  setLayer(layer);
}

// Takes what is there already; the curve is drawn with the next replot.
void SignalCurve::setSource(std::shared_ptr<const Recording> recording,
                            const CurveRequest& source) {
  recording_ = std::move(recording);
  source_ = source;
  source_.rows = 0;
  takeNewRows();
}

bool SignalCurve::takeNewRows() {
  const int64_t rows = recording_ && source_.column >= 0 ? recording_->size() : 0;
  return std::exchange(source_.rows, rows) != rows;
}

// Rows that came since takeNewRows() are left out, so all that is asked of the curve agrees with
// what it shows.
CurveRequest SignalCurve::request(double lower, double upper) const {
  CurveRequest request = source_;
  request.lower = lower;
  request.upper = upper;
  request.pixels = std::max(1, keyAxis()->axisRect()->width());
  request.circles = circles_;
  return request;
}

std::vector<UpdatePoint> SignalCurve::updates() const {
  if (rows() == 0) return {};
  return updatesIn(request(recording_->time(0), recording_->time(rows() - 1)));
}

std::optional<UpdatePoint> SignalCurve::valueAtTime(double time) const {
  if (rows() == 0) return std::nullopt;
  return valueAt(request(time, time), time);
}

std::optional<UpdatePoint> SignalCurve::lastValue() const {
  if (rows() == 0) return std::nullopt;
  return valueAtTime(recording_->time(rows() - 1));
}

// Among the circles that are drawn: where they have no room, no update can be meant.
std::optional<UpdatePoint> SignalCurve::updateNear(double time, double tolerance) const {
  std::optional<UpdatePoint> nearest;
  for (const UpdatePoint& update : geometry_.circles) {
    const double distance = std::abs(update.time - time);
    if (distance > tolerance) continue;
    if (!nearest || distance < std::abs(nearest->time - time)) nearest = update;
  }
  return nearest;
}

// In pixels, as it was drawn last: what the eye sees is what the pointer finds.
bool SignalCurve::passesThrough(const QRectF& area) const {
  if (!visible()) return false;
  for (const QPolygonF& line : drawn_) {
    if (line.size() == 1 && area.contains(line[0])) return true;
    for (qsizetype i = 1; i < line.size(); ++i) {
      double enter = 0;
      double leave = 1;
      if (clipSegment(line[i - 1], line[i], area, &enter, &leave)) return true;
    }
  }
  return false;
}

double SignalCurve::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange SignalCurve::getKeyRange(bool& found, QCP::SignDomain) const {
  found = rows() > 0;
  return found ? QCPRange(recording_->time(0), recording_->time(rows() - 1)) : QCPRange();
}

// The recording keeps ranges of its chunks, so this takes no look at every row.
QCPRange SignalCurve::getValueRange(bool& found, QCP::SignDomain, const QCPRange& keys) const {
  found = false;
  if (rows() == 0) return QCPRange();
  int64_t begin = 0;
  int64_t end = rows();
  if (keys != QCPRange()) {
    begin = std::min(recording_->LowerBound(keys.lower), rows());
    end = std::min(recording_->UpperBound(keys.upper), rows());
  }
  const MinMax range = recording_->Range(source_.column, begin, end);
  found = !range.empty();
  return found ? QCPRange(range.min, range.max) : QCPRange();
}

QPen SignalCurve::linePen() const {
  QPen pen(look_.colour, held() ? kHeldWidth : kLineWidth);
  pen.setCapStyle(held() || look_.line != CurveLine::kSolid ? Qt::FlatCap : Qt::RoundCap);
  pen.setJoinStyle(Qt::RoundJoin);
  setDashes(look_.line, &pen);
  return pen;
}

QRect SignalCurve::clipRect() const {
  const int margin = kCircleMargin;
  return keyAxis()->axisRect()->rect().adjusted(-margin, -margin, margin, margin);
}

// Reduces the rows to what the pixels can show, and turns that into pixels. Pieces far outside are
// cut, because painters lose their precision there; a file of vectors does not clip, and is cut at
// the axes.
void SignalCurve::draw(QCPPainter* painter) {
  geometry_ = {};
  drawn_.clear();
  if (rows() == 0) return;
  const QCPRange keys = keyAxis()->range();
  geometry_ = computeCurve(request(keys.lower, keys.upper));
  const bool clips = !painter->modes().testFlag(QCPPainter::pmVectorized);
  const QRectF area = QRectF(keyAxis()->axisRect()->rect());
  const QRectF near = clips ? area.adjusted(-kFarAway, -kFarAway, kFarAway, kFarAway) : area;
  for (const QPolygonF& line : geometry_.lines) {
    QPolygonF pixels;
    pixels.reserve(line.size());
    for (const QPointF& point : line) pixels.append(coordsToPixels(point.x(), point.y()));
    if (near.contains(pixels.boundingRect())) {
      drawn_.push_back(std::move(pixels));
    } else {
      for (QPolygonF& part : clipLine(pixels, near)) drawn_.push_back(std::move(part));
    }
  }
  drawLines(painter);
  drawCircles(painter);
}

// First the curve itself, then thin dashes between the two values of each update.
void SignalCurve::drawLines(QCPPainter* painter) const {
  const QRectF area = QRectF(keyAxis()->axisRect()->rect());
  painter->save();
  painter->setClipRect(area.adjusted(-1, -1, 1, 1));
  painter->setAntialiasing(true);
  painter->setBrush(Qt::NoBrush);
  for (const QPolygonF& line : drawn_) {
    painter->setAntialiasing(true);
    painter->setPen(linePen());
    DrawLine(painter, line);
  }
  painter->restore();
  painter->setAntialiasing(true);
  QPen dashed(look_.colour, 0.8, Qt::CustomDashLine, Qt::FlatCap);
  dashed.setDashPattern({3, 3});
  painter->setPen(dashed);
  for (const UpdatePoint& jump : geometry_.jumps) {
    const QPolygonF gap(
        {coordsToPixels(jump.time, jump.before), coordsToPixels(jump.time, jump.after)});
    for (const QPolygonF& part : clipLine(gap, area)) painter->drawPolyline(part);
  }
}

// Open for the value before an update, filled for the one after it.
void SignalCurve::drawCircles(QCPPainter* painter) const {
  const QRectF area = QRectF(keyAxis()->axisRect()->rect()).adjusted(-1, -1, 1, 1);
  painter->setPen(QPen(look_.colour, kRingWidth));
  for (const UpdatePoint& update : geometry_.circles) {
    const QPointF after = coordsToPixels(update.time, update.after);
    const QPointF before = coordsToPixels(update.time, update.before);
    // Where the two coincide the ring stays visible around a smaller dot.
    const bool together = std::abs(after.y() - before.y()) < 0.5;
    painter->setBrush(background_);
    if (area.contains(before)) painter->drawEllipse(before, kCircleRadius, kCircleRadius);
    painter->setBrush(look_.colour);
    const double radius = together ? kCircleRadius - 1.6 : kCircleRadius;
    if (area.contains(after)) painter->drawEllipse(after, radius, radius);
  }
}

// A short line for the legend. A hidden curve keeps its entry, where a click shows it again, but
// pale.
void SignalCurve::drawSample(QCPPainter* painter, const QRectF& area) const {
  painter->setAntialiasing(true);
  QPen pen = linePen();
  QColor colour = pen.color();
  if (!visible()) colour.setAlphaF(static_cast<float>(kHiddenOpacity));
  pen.setColor(colour);
  painter->setPen(pen);
  const double middle = area.center().y();
  painter->drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle));
}

void SignalCurve::drawLegendIcon(QCPPainter* painter, const QRectF& area) const {
  drawSample(painter, area);
}

}  // namespace loopwright
