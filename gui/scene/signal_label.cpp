#include "gui/scene/signal_label.h"

#include <QFontMetricsF>
#include <QSizeF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kAbove = 5;        // The name stands this far above its line, off its arrow,
constexpr double kLineHeight = 14;  // each of its lines is this high,
constexpr double kEdge = 4;         // and it has at least this much room at both of its sides.
constexpr double kLabelStep = 10;

// How long a piece is where it is horizontal; 0 for a vertical one, above which no name stands.
double horizontalLength(const std::vector<QPointF>& points, std::size_t piece) {
  const QPointF span = points[piece] - points[piece - 1];
  return span.y() == 0 ? std::abs(span.x()) : 0;
}

// The size of a text of one or more lines, without room at its sides.
QSizeF sizeOf(const QString& text) {
  const QFontMetricsF metrics(signalLabelFont());
  QSizeF size(0, 0);
  for (const QString& line : text.split(u'\n')) {
    size = {std::max(size.width(), metrics.horizontalAdvance(line)), size.height() + kLineHeight};
  }
  return size;
}

QRectF boxAt(const QPointF& place, const QSizeF& size) {
  return {place.x() - size.width() / 2 - kEdge, place.y() - kAbove - size.height(),
          size.width() + 2 * kEdge, size.height()};
}

// The places above a horizontal piece, from its middle outwards; above one that is too short as far
// as to where the name begins or ends with it.
std::vector<QPointF> placesAbove(const QPointF& from, const QPointF& to, const QSizeF& size) {
  const QPointF middle = (from + to) / 2;
  const double room = std::abs(to.x() - from.x()) / 2 - size.width() / 2 - kEdge;
  std::vector<QPointF> places{middle};
  const auto addAside = [&](double step) {
    places.push_back(middle + QPointF(step, 0));
    places.push_back(middle - QPointF(step, 0));
  };
  for (double step = kLabelStep; step <= std::abs(room); step += kLabelStep) addAside(step);
  if (room < 0) addAside(1 - room);
  return places;
}

// Places below a horizontal piece, from its middle outwards as above it.
std::vector<QPointF> placesBelow(const QPointF& from, const QPointF& to, const QSizeF& size) {
  std::vector<QPointF> places = placesAbove(from, to, size);
  for (QPointF& place : places) place.ry() += 2 * kAbove + size.height();
  return places;
}

// The places at both sides of a vertical piece, at the right first, from its middle outwards.
std::vector<QPointF> placesBeside(const QPointF& from, const QPointF& to, const QSizeF& size) {
  const QPointF middle = (from + to) / 2 + QPointF(0, kAbove + size.height() / 2);
  const QPointF aside(size.width() / 2 + kEdge + 1, 0);
  const double room = std::abs(to.y() - from.y()) / 2 - size.height() / 2;
  std::vector<QPointF> places{middle + aside, middle - aside};
  for (double step = kLabelStep; step <= room; step += kLabelStep) {
    for (const QPointF& side : {aside, -aside}) {
      places.push_back(middle + side + QPointF(0, step));
      places.push_back(middle + side - QPointF(0, step));
    }
  }
  return places;
}

// Beside the middle of the longest piece.
QPointF placeBeside(const std::vector<QPointF>& points, std::size_t firstPiece,
                    const QSizeF& size) {
  QPointF place;
  double longest = -1;
  for (std::size_t i = firstPiece; i < points.size(); ++i) {
    const QPointF span = points[i] - points[i - 1];
    const double length = span.manhattanLength();
    if (length <= longest) continue;
    longest = length;
    const bool isUpright = span.x() == 0 && length > 0;
    place = isUpright ? placesBeside(points[i - 1], points[i], size).front()
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

QString inTwoLines(const QString& name) {
  qsizetype best = -1;
  bool isMath = false;
  for (qsizetype i = 0; i < name.size(); ++i) {
    if (name[i] == u'$') isMath = !isMath;
    // The longer one of the lines is the shorter the nearer the space is to the middle.
    const bool isNearer =
        best < 0 || std::abs(2 * i + 1 - name.size()) < std::abs(2 * best + 1 - name.size());
    if (name[i] == u' ' && !isMath && isNearer) best = i;
  }
  return best < 0 ? QString() : name.left(best) + u'\n' + name.mid(best + 1);
}

// Places above long pieces are tried first, from the output on, and each from its middle outwards;
// then those above short pieces, below long ones, beside vertical ones, and below short ones. The
// first place that covers nothing ends the search.
SignalLabel placeSignalLabel(const std::vector<QPointF>& points, std::size_t firstPiece,
                             const QString& text,
                             const std::function<double(const QRectF&)>& cover) {
  const std::size_t first = std::min(firstPiece, points.size() - 1);
  const QSizeF size = sizeOf(text);
  SignalLabel best{text, {}, {}, std::numeric_limits<double>::infinity()};
  const double whole = size.width() + 2 * kEdge;
  using Places = std::vector<QPointF> (*)(const QPointF&, const QPointF&, const QSizeF&);
  // Pieces that are as long as said, up to `longest`, at which `places` lie.
  const auto tryPieces = [&](Places places, bool isLevel, double shortest, double longest) {
    for (std::size_t i = first; i < points.size() && best.cover > 0; ++i) {
      const double level = horizontalLength(points, i);
      const double length = isLevel ? level : std::abs(points[i].y() - points[i - 1].y());
      if (length == 0 || length < shortest || length >= longest) continue;
      for (const QPointF& place : places(points[i - 1], points[i], size)) {
        const double covered = cover(boxAt(place, size));
        if (covered >= best.cover) continue;
        best.place = place;
        best.cover = covered;
        if (covered == 0) return;
      }
    }
  };
  // In this order: above a level piece that is long enough, above a short one, below, and beside an
  // upright one. The first place that covers nothing ends the search.
  constexpr double kAny = std::numeric_limits<double>::infinity();
  tryPieces(placesAbove, true, whole, kAny);
  // None that is long enough has a free place: a short one may.
  tryPieces(placesAbove, true, size.width() / 2, whole);
  tryPieces(placesBelow, true, whole, kAny);
  tryPieces(placesBeside, false, size.height(), kAny);
  tryPieces(placesBelow, true, size.width() / 2, whole);
  const bool isFound = std::isfinite(best.cover);
  if (!isFound) best.place = placeBeside(points, first, size);
  best.box = boxAt(best.place, size);
  if (!isFound) best.cover = cover(best.box);
  return best;
}

}  // namespace loopwright
