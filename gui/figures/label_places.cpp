#include "gui/figures/label_places.h"

#include <algorithm>

#include "gui/figures/figure.h"

namespace loopwright {

namespace {

// How much of the others a box covers. Every box that is touched counts one, so covering a thin
// line is not for free.
double coverOf(const QRectF& box, const std::vector<QRectF>& others) {
  double cover = 0;
  for (const QRectF& other : others) {
    const QRectF both = box & other;
    if (!both.isEmpty()) cover += 1 + both.width() * both.height();
  }
  return cover;
}

}  // namespace

// The box of a whole wire with corners would hold all that it goes around: each piece has its own.
LabelPlaces::LabelPlaces(const Figure& figure) {
  for (const FigureElement& element : figure.elements) {
    if (element.kind != FigureElement::Kind::kLine) {
      taken_.push_back(Figure::boxOf(element));
      continue;
    }
    const double reach = element.pen / 2;
    std::vector<QRectF>& pieces = element.role == u"frame" ? frames_ : taken_;
    for (qsizetype i = 1; i < element.points.size(); ++i) {
      const QRectF piece = QRectF(element.points[i - 1], element.points[i]).normalized();
      pieces.push_back(piece.adjusted(-reach, -reach, reach, reach));
    }
  }
}

// The choices come in the order in which a typesetter would try them: the first free one is taken.
QRectF LabelPlaces::take(const std::vector<QRectF>& choices, double aside) {
  constexpr double kFrame = 1e-6;  // what a frame counts beside anything else
  const QRectF* best = nullptr;
  double least = 0;
  double hidden = 0;
  for (const QRectF& choice : choices) {
    const QRectF room = choice.adjusted(-aside, 0, aside, 0);
    const QRectF free = choice.adjusted(-kBetweenTexts, 0, kBetweenTexts, 0);
    const double cover = coverOf(room, taken_) + coverOf(free, texts_);
    const double whole = cover + kFrame * coverOf(room, frames_);
    if (best != nullptr && whole >= least) continue;
    best = &choice;
    least = whole;
    hidden = cover;
    if (least == 0) break;
  }
  if (hidden > 0) ++covered_;
  texts_.push_back(*best);
  return *best;
}

}  // namespace loopwright
