#include "gui/scene/signal_label.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kAbove = 5;    // The name stands this far above its line, off its arrow,
constexpr double kHeight = 14;  // is this high,
constexpr double kEdge = 4;     // and has at least this much room at both of its sides.
constexpr double kStep = 10;

// How long a piece is where it is horizontal; 0 for a vertical one, above which no name stands.
double horizontalLength(const std::vector<QPointF>& points, std::size_t piece) {
  const QPointF span = points[piece] - points[piece - 1];
  return span.y() == 0 ? std::abs(span.x()) : 0;
}

// The places above a horizontal piece, from its middle outwards; above one that is too short as far
// as to where the name begins or ends with it.
std::vector<QPointF> placesAbove(const QPointF& from, const QPointF& to, double width) {
  const QPointF middle = (from + to) / 2;
  const double room = std::abs(to.x() - from.x()) / 2 - width / 2 - kEdge;
  std::vector<QPointF> places{middle};
  const auto addAside = [&](double step) {
    places.push_back(middle + QPointF(step, 0));
    places.push_back(middle - QPointF(step, 0));
  };
  for (double step = kStep; step <= std::abs(room); step += kStep) addAside(step);
  if (room < 0) addAside(1 - room);
  return places;
}

// Places below a horizontal piece, from its middle outwards as above it.
std::vector<QPointF> placesBelow(const QPointF& from, const QPointF& to, double width) {
  std::vector<QPointF> places = placesAbove(from, to, width);
  for (QPointF& place : places) place.ry() += 2 * kAbove + kHeight;
  return places;
}

// The places at both sides of a vertical piece, at the right first, from its middle outwards.
std::vector<QPointF> placesBeside(const QPointF& from, const QPointF& to, double width) {
  const QPointF middle = (from + to) / 2 + QPointF(0, kAbove + kHeight / 2);
  const QPointF aside(width / 2 + kEdge + 1, 0);
  const double room = std::abs(to.y() - from.y()) / 2 - kHeight / 2;
  std::vector<QPointF> places{middle + aside, middle - aside};
  for (double step = kStep; step <= room; step += kStep) {
    for (const QPointF& side : {aside, -aside}) {
      places.push_back(middle + side + QPointF(0, step));
      places.push_back(middle + side - QPointF(0, step));
    }
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
    const bool isUpright = span.x() == 0 && length > 0;
    place = isUpright ? placesBeside(points[i - 1], points[i], width).front()
                      : (points[i] + points[i - 1]) / 2;
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

// Places above long pieces are tried first, from the output on, and each from its middle outwards;
// then those above short pieces, below long ones, and beside vertical ones. The first place that
// covers nothing ends the search.
QPointF placeSignalLabel(const std::vector<QPointF>& points, std::size_t firstPiece, double width,
                         const std::function<double(const QRectF&)>& cover) {
  const std::size_t first = std::min(firstPiece, points.size() - 1);
  QPointF best;
  double least = std::numeric_limits<double>::infinity();
  const double whole = width + 2 * kEdge;
  using Places = std::vector<QPointF> (*)(const QPointF&, const QPointF&, double);
  // Pieces that are as long as said, up to `longest`, at which `places` lie.
  const auto tryPieces = [&](Places places, bool isLevel, double shortest, double longest) {
    for (std::size_t i = first; i < points.size() && least > 0; ++i) {
      const double level = horizontalLength(points, i);
      const double length = isLevel ? level : std::abs(points[i].y() - points[i - 1].y());
      if (length == 0 || length < shortest || length >= longest) continue;
      for (const QPointF& place : places(points[i - 1], points[i], width)) {
        const double covered = cover(signalLabelRect(place, width));
        if (covered >= least) continue;
        best = place;
        least = covered;
        if (least == 0) return;
      }
    }
  };
  // In this order: above a level piece that is long enough, above a short one, below, and beside an
  // upright one. The first place that covers nothing ends the search.
  constexpr double kAny = std::numeric_limits<double>::infinity();
  tryPieces(placesAbove, true, whole, kAny);
  // None that is long enough has a free place: a short one may.
  tryPieces(placesAbove, true, width / 2, whole);
  tryPieces(placesBelow, true, whole, kAny);
  tryPieces(placesBeside, false, kHeight, kAny);
  return std::isfinite(least) ? best : placeBeside(points, first, width);
}

}  // namespace loopwright
