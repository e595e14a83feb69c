#include "gui/figures/span_texts.h"

#include <QLineF>
#include <QRectF>
#include <algorithm>
#include <cmath>

#include "gui/figures/figure.h"
#include "gui/figures/label_places.h"
#include "gui/figures/math_text.h"
#include "gui/figures/plot_layout.h"

namespace loopwright {

namespace {

constexpr double kPiece = 3;  // points

// A line in short pieces, each of which has a small box, however it slants.
QPolygonF inPieces(const PlotLayout& layout, const QPolygonF& line) {
  QPolygonF pieces;
  for (const QPointF& point : line) {
    const QPointF place = layout.at(point);
    if (!pieces.isEmpty()) {
      const QPointF from = pieces.back();
      const int count = static_cast<int>(QLineF(from, place).length() / kPiece);
      for (int i = 1; i <= count; ++i) pieces.append(from + (place - from) * i / (count + 1));
    }
    pieces.append(place);
  }
  return pieces;
}

// All that a text would hide.
Figure obstaclesOf(const PlotLayout& layout) {
  Figure obstacles;
  for (const PaperCurve& curve : layout.plot.curves) {
    for (const QPolygonF& line : curve.lines) obstacles.line({}, inPieces(layout, line), 1);
  }
  for (const QPolygonF& line : layout.plot.guides) obstacles.line({}, inPieces(layout, line));
  for (const PaperMarks& marks : layout.plot.marks) {
    for (const QPointF& place : marks.places) {
      obstacles.circle({}, layout.at(place), kMarkRadius, Qt::black);
    }
  }
  for (const PaperSpan& span : layout.plot.spans) {
    obstacles.line({}, inPieces(layout, {span.from, span.to}), 1);
  }
  return obstacles;
}

// Beside several places of the line to its right and left, then above and below its ends; as far
// as they lie within the axes, or all where none does.
std::vector<QRectF> choicesFor(const PlotLayout& layout, const PaperSpan& span,
                               const QSizeF& size) {
  const QPointF from = layout.at(span.from);
  const QPointF to = layout.at(span.to);
  std::vector<QRectF> choices;
  const auto add = [&](const QPointF& corner) { choices.emplace_back(corner, size); };
  for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8, 0.0, 1.0}) {
    const QPointF place = from + part * (to - from);
    add(place + QPointF(kBesideAxes, -size.height() / 2));
    add(place + QPointF(-kBesideAxes - size.width(), -size.height() / 2));
  }
  for (const double part : {0.5, 0.0, 1.0}) {
    const QPointF place = from + part * (to - from);
    for (const double left : {-size.width() / 2, kBesideAxes, -kBesideAxes - size.width()}) {
      add(place + QPointF(left, -kBesideAxes - size.height()));
      add(place + QPointF(left, kBesideAxes));
    }
  }
  std::vector<QRectF> within;
  std::copy_if(choices.begin(), choices.end(), std::back_inserter(within),
               [&](const QRectF& choice) { return layout.area.contains(choice); });
  return within.empty() ? choices : within;
}

}  // namespace

// Each text takes the place near its span that covers least of what is there, and is in the way of
// the next ones then.
std::vector<QPointF> placeSpanTexts(const PlotLayout& layout, const Figure& figure, double wider) {
  std::vector<QPointF> places;
  LabelPlaces free(obstaclesOf(layout));
  for (const PaperSpan& span : layout.plot.spans) {
    const double width = (1 + wider) * widthOf(figure, nameRuns(span.text, false));
    const QSizeF size(width, (Figure::kAscent + Figure::kDescent) * figure.size);
    const QRectF box = free.take(choicesFor(layout, span, size));
    places.push_back(box.topLeft() + QPointF(0, Figure::kAscent * figure.size));
  }
  return places;
}

}  // namespace loopwright
