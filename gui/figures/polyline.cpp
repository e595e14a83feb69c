#include "gui/figures/polyline.h"

#include <QLineF>
#include <QRectF>
#include <algorithm>
#include <cmath>
#include <utility>

namespace loopwright {

// With a stack instead of recursion: a run of millions of points would need as deep a one.
QPolygonF thinned(const QPolygonF& line, double tolerance) {
  if (line.size() < 3) return line;
  std::vector<bool> isKept(line.size(), false);
  isKept.front() = isKept.back() = true;
  std::vector<std::pair<qsizetype, qsizetype>> open{{0, line.size() - 1}};
  // The point of a stretch that is farthest from its chord is kept if it is farther than the
  // tolerance, and both halves are looked at again; else nothing between the ends is needed.
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const QPointF span = line[last] - line[first];
    const double square = QPointF::dotProduct(span, span);
    qsizetype farthest = first;
    double greatest = tolerance;
    for (qsizetype i = first + 1; i < last; ++i) {
      const QPointF off = line[i] - line[first];
      const double along =
          square == 0 ? 0 : std::clamp(QPointF::dotProduct(off, span) / square, 0.0, 1.0);
      const QPointF away = off - along * span;
      const double distance = std::hypot(away.x(), away.y());
      if (distance <= greatest) continue;
      greatest = distance;
      farthest = i;
    }
    if (farthest == first) continue;
    isKept[farthest] = true;
    open.emplace_back(first, farthest);
    open.emplace_back(farthest, last);
  }
  QPolygonF result;
  for (qsizetype i = 0; i < line.size(); ++i) {
    if (isKept[i]) result.append(line[i]);
  }
  return result;
}

double lengthOf(const QPolygonF& line) {
  double length = 0;
  for (qsizetype i = 1; i < line.size(); ++i) length += QLineF(line[i - 1], line[i]).length();
  return length;
}

// Each piece is cut at the four sides (Y. Liang and B. Barsky, A new concept and method for line
// clipping, ACM Transactions on Graphics 3(1), 1984).
std::vector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area) {
  std::vector<QPolygonF> pieces;
  QPolygonF piece;
  const auto finish = [&] {
    if (piece.size() > 1) pieces.push_back(piece);
    piece.clear();
  };
  for (qsizetype i = 1; i < line.size(); ++i) {
    const QPointF a = line[i - 1];
    const QPointF d = line[i] - a;
    // The part of the piece that lies within the area, from `from` to `to` of its way, is what all
    // four sides leave of it. `move` is how fast the piece goes out through a side, `room` how far
    // its start is from that side.
    double from = 0;
    double to = 1;
    const auto cut = [&](double move, double room) {
      if (move == 0) to = room < -1e-9 ? -1 : to;
      if (move < 0) from = std::max(from, room / move);
      if (move > 0) to = std::min(to, room / move);
    };
    cut(-d.x(), a.x() - area.left());
    cut(d.x(), area.right() - a.x());
    cut(-d.y(), a.y() - area.top());
    cut(d.y(), area.bottom() - a.y());
    if (from > to) {
      finish();
      continue;
    }
    // A piece that comes in from outside begins a new line; one that leaves the area ends it.
    if (from > 0) finish();
    if (piece.isEmpty()) piece.append(a + from * d);
    piece.append(a + to * d);
    if (to < 1) finish();
  }
  finish();
  return pieces;
}

}  // namespace loopwright
