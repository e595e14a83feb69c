#include "gui/figures/label_places.h"

#include <algorithm>

#include "gui/figures/figure.h"

namespace loopwright {

// The box of a whole wire with corners would hold all that it goes around: each piece has its own.
LabelPlaces::LabelPlaces(const Figure& figure) {
  for (const FigureElement& element : figure.elements) {
    if (element.kind != FigureElement::Kind::kLine) {
      taken_.push_back(Figure::boxOf(element));
      continue;
    }
    const double reach = element.pen / 2;
    for (qsizetype i = 1; i < element.points.size(); ++i) {
      const QRectF piece = QRectF(element.points[i - 1], element.points[i]).normalized();
      taken_.push_back(piece.adjusted(-reach, -reach, reach, reach));
    }
  }
}

// Every box that is touched counts one, so covering a thin line is not for free.
double LabelPlaces::coverOf(const QRectF& box) const {
  double cover = 0;
  for (const QRectF& other : taken_) {
    const QRectF both = box & other;
    if (!both.isEmpty()) cover += 1 + both.width() * both.height();
  }
  return cover;
}

// The choices come in the order in which a typesetter would try them: the first free one is taken.
QRectF LabelPlaces::take(const std::vector<QRectF>& choices) {
  const QRectF* best = &choices.front();
  double least = coverOf(*best);
  for (const QRectF& choice : choices) {
    if (least == 0) break;
    const double cover = coverOf(choice);
    if (cover >= least) continue;
    best = &choice;
    least = cover;
  }
  if (least > 0) ++covered_;
  taken_.push_back(*best);
  return *best;
}

}  // namespace loopwright
