#pragma once

#include <QGraphicsItem>
#include <QList>
#include <QPointF>
#include <QRectF>

#include "gui/edits/analysis_edits.h"

namespace loopwright {

/// What a point of the diagram is to the analysis, as small signs on its wire: an arrow into the
/// wire for an input, one out of it for an output, a gap for an opening, a ring for a loop. It gets
/// no mouse events, and far out it is not drawn.
class AnalysisMarkItem : public QGraphicsItem {
 public:
  AnalysisMarkItem();

  /// Shows these marks side by side along a wire that leaves its port at `end` in the direction
  /// `outward`, in the scene.
  void show(const QList<AnalysisMark>& marks, const QPointF& end, const QPointF& outward);
  const QList<AnalysisMark>& marks() const { return marks_; }

  QRectF boundingRect() const override { return bounds_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  /// The middle of a mark on the wire.
  QPointF placeOf(qsizetype index) const;
  void paintMark(QPainter* painter, AnalysisMark mark, const QPointF& place) const;

  QList<AnalysisMark> marks_;
  QPointF end_;
  QPointF outward_ = {1, 0};
  QRectF bounds_;
};

}  // namespace loopwright
