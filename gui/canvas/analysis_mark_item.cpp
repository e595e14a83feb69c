#include "gui/canvas/analysis_mark_item.h"

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QStyleOptionGraphicsItem>
#include <cmath>

#include "gui/scene/detail_level.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMarkWidth = 1.6;  // of lines, as of wires
constexpr double kFirstMark = 17;   // from the port, behind the arrow of an input
constexpr double kMarkStep = 11;    // from one mark to the next
constexpr double kArrowEnd = 13;    // from the wire to the far end of an arrow
constexpr double kArrowGap = 3;     // from the wire to its near end
constexpr double kHead = 3.5;       // half as wide as an arrow's head
constexpr double kCutHalf = 5;      // from the wire to the end of a stroke that cuts it
constexpr double kCutGap = 1.8;     // from the middle of a cut to its strokes
constexpr double kMarkRing = 4;     // radius

// An arrow from one place to another, with an open head.
void paintMarkArrow(QPainter* painter, const QPointF& from, const QPointF& to) {
  const QPointF along = (to - from) / QLineF(from, to).length();
  const QPointF across(-along.y(), along.x());
  painter->drawLine(from, to);
  painter->drawLine(to, to - kHead * (along + across));
  painter->drawLine(to, to - kHead * (along - across));
}

}  // namespace

// Above wires and blocks, below the values of signals.
AnalysisMarkItem::AnalysisMarkItem() { setZValue(9); }

void AnalysisMarkItem::show(const QList<AnalysisMark>& marks, const QPointF& end,
                            const QPointF& outward) {
  if (marks == marks_ && end == end_ && outward == outward_) return;
  prepareGeometryChange();
  marks_ = marks;
  end_ = end;
  outward_ = outward;
  const double room = kArrowEnd + kMarkWidth;
  bounds_ =
      QRectF(placeOf(0), placeOf(marks.size())).normalized().adjusted(-room, -room, room, room);
  update();
}

QPointF AnalysisMarkItem::placeOf(qsizetype index) const {
  return end_ + (kFirstMark + kMarkStep * static_cast<double>(index)) * outward_;
}

// Arrows stand above a wire that lies, and right of one that stands.
void AnalysisMarkItem::paintMark(QPainter* painter, AnalysisMark mark, const QPointF& place) const {
  const bool lies = std::abs(outward_.x()) >= std::abs(outward_.y());
  const QPointF aside = lies ? QPointF(0, -1) : QPointF(1, 0);
  const QPointF along = lies ? QPointF(1, 0) : QPointF(0, 1);
  const QPointF near = place + kArrowGap * aside;
  const QPointF far = place + kArrowEnd * aside;
  switch (mark) {
    case AnalysisMark::kInput:
      return paintMarkArrow(painter, far, near);
    case AnalysisMark::kOutput:
      return paintMarkArrow(painter, near, far);
    case AnalysisMark::kOpening: {
      const QPen pen = painter->pen();
      painter->setPen(QPen(Theme::current().canvas, 2 * kCutGap));
      painter->drawLine(place - kCutHalf * aside, place + kCutHalf * aside);
      painter->setPen(pen);
      for (const double side : {-kCutGap, kCutGap}) {
        const QPointF middle = place + side * along;
        const QPointF slant = kCutHalf * aside + kCutGap * along;
        painter->drawLine(middle - slant, middle + slant);
      }
      return;
    }
    case AnalysisMark::kLoop:
      painter->setBrush(Theme::current().canvas);
      painter->drawEllipse(place, kMarkRing, kMarkRing);
      painter->setBrush(Qt::NoBrush);
      return;
  }
}

void AnalysisMarkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const double detail =
      QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  if (detail < kDetailsFrom) return;
  painter->setPen(QPen(Theme::current().accent, kMarkWidth, Qt::SolidLine, Qt::RoundCap));
  painter->setBrush(Qt::NoBrush);
  for (qsizetype i = 0; i < marks_.size(); ++i) paintMark(painter, marks_[i], placeOf(i));
}

}  // namespace loopwright
