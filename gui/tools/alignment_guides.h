#pragma once

#include <QGraphicsItem>
#include <QPointF>
#include <QRectF>
#include <QSet>
#include <QString>
#include <memory>
#include <vector>

namespace loopwright {

class DiagramScene;

/// The lines that show what something is aligned with while it is dragged; parallel ones, so that
/// what they cover is narrow.
class GuideLines : public QGraphicsItem {
 public:
  /// Without lines at first, above all items of the diagram.
  GuideLines();
  /// Draws these lines instead of the last ones, in the scene; none hides them.
  void setLines(const std::vector<QLineF>& lines);
  /// The lines that are drawn now, in the scene.
  const std::vector<QLineF>& lines() const { return lines_; }
  QRectF boundingRect() const override { return bounds_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  std::vector<QLineF> lines_;
  QRectF bounds_;
};

/// Where a dragged rectangle comes to lie: near the left, middle or right (top, middle or bottom)
/// of a block that is not far away exactly in line with it, else on the grid. While it is in line,
/// guides are drawn in the scene. MoveTool has one for each drag.
class AlignmentGuides {
 public:
  /// `moving` is the rectangle before the drag; the blocks in `area` count, but those in `moved`.
  AlignmentGuides(DiagramScene* scene, const QRectF& moving, const QRectF& area,
                  const QSet<QString>& moved);
  /// The lines go with it.
  ~AlignmentGuides();
  AlignmentGuides(const AlignmentGuides&) = delete;
  AlignmentGuides& operator=(const AlignmentGuides&) = delete;

  /// The offset to use for a drag by `offset`, where lines draw from `reach` away; `anchor` is the
  /// point that otherwise goes to the grid.
  QPointF snap(const QPointF& offset, const QPointF& anchor, double reach);

 private:
  DiagramScene* scene_;
  QRectF moving_;
  std::vector<QRectF> others_;
  std::unique_ptr<GuideLines> upright_;
  std::unique_ptr<GuideLines> flat_;
};

}  // namespace loopwright
