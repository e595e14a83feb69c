#include "gui/scene/signal_label.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kAbove = 3;    // The name stands this far above its line,
constexpr double kHeight = 14;  // is this high,
constexpr double kEdge = 4;     // and has at least this much room at both of its sides.
constexpr double kStep = 10;

// How long a piece is where it is horizontal; 0 for a vertical one, above which no name stands.
double horizontalLength(const std::vector<QPointF>& points, std::size_t piece) {
  const QPointF span = points[piece] - points[piece - 1];
  return span.y() == 0 ? std::abs(span.x()) : 0;
}

// The places above a horizontal piece, from its middle outwards.
std::vector<QPointF> placesAbove(const QPointF& from, const QPointF& to, double width) {
  const QPointF middle = (from + to) / 2;
  const double room = std::abs(to.x() - from.x()) / 2 - width / 2 - kEdge;
  std::vector<QPointF> places{middle};
  for (double step = kStep; step <= room; step += kStep) {
    places.push_back(middle + QPointF(step, 0));
    places.push_back(middle - QPointF(step, 0));
  }
  return places;
}

// Beside the middle of the longest piece.
QPointF placeBeside(const std::vector<QPointF>& points, std::size_t firstPiece, double width) {
  QPointF place;
  double longest = -1;
  for (std::size_t i = firstPiece; i < points.size(); ++i) {
    const QPointF span = points[i] - points[i - 1];
    const double length = std::abs(span.x()) + std::abs(span.y());
    if (length <= longest) continue;
    longest = length;
    const QPointF middle = (points[i] + points[i - 1]) / 2;
    const QPointF aside(width / 2 + 5, kAbove + kHeight / 2);
    place = span.x() == 0 && length > 0 ? middle + aside : middle;
  }
  return place;
}

}  // namespace

QFont signalLabelFont() {
  QFont font = diagramFont(11);
  font.setItalic(true);
  return font;
}

QRectF signalLabelRect(const QPointF& place, double width) {
  return {place.x() - width / 2 - kEdge, place.y() - kAbove - kHeight, width + 2 * kEdge, kHeight};
}

// Long pieces are tried first, from the output on, and each from its middle outwards; the first
// place that covers nothing ends the search.
QPointF placeSignalLabel(const std::vector<QPointF>& points, std::size_t firstPiece, double width,
                         const std::function<double(const QRectF&)>& cover) {
  const std::size_t first = std::min(firstPiece, points.size() - 1);
  QPointF best;
  double least = std::numeric_limits<double>::infinity();
  const auto tryPiece = [&](std::size_t piece) {
    for (const QPointF& place : placesAbove(points[piece - 1], points[piece], width)) {
      const double covered = cover(signalLabelRect(place, width));
      if (covered >= least) continue;
      best = place;
      least = covered;
      if (least == 0) return;
    }
  };
  for (std::size_t i = first; i < points.size() && least > 0; ++i) {
    if (horizontalLength(points, i) >= width + 2 * kEdge) tryPiece(i);
  }
  if (least == 0) return best;
  // None that is long enough has a free place: a short one may.
  for (std::size_t i = first; i < points.size() && least > 0; ++i) {
    const double length = horizontalLength(points, i);
    if (length >= width / 2 && length < width + 2 * kEdge) tryPiece(i);
  }
  return std::isfinite(least) ? best : placeBeside(points, first, width);
}

}  // namespace loopwright
