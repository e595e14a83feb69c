#include "gui/tools/alignment_guides.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"
#include "gui/tools/tool.h"

namespace loopwright {

namespace {

constexpr double kFar = 600;    // Blocks further away are not lined up with.
constexpr double kBeyond = 10;  // Guides go on this far behind what they touch.

using Three = std::array<double, 3>;

// The places of a box that can be in line with those of another.
Three across(const QRectF& box) { return {box.left(), box.center().x(), box.right()}; }
Three down(const QRectF& box) { return {box.top(), box.center().y(), box.bottom()}; }

// Of the offsets that bring one of `own` exactly in line with the same one of another, the nearest
// to `offset`.
std::optional<double> alignedOffset(const Three& own, double offset,
                                    const std::vector<QRectF>& others,
                                    Three (*linesOf)(const QRectF&), double reach) {
  std::optional<double> best;
  for (const QRectF& other : others) {
    const Three lines = linesOf(other);
    for (size_t i = 0; i < own.size(); ++i) {
      const double candidate = lines[i] - own[i];
      const double distance = std::abs(candidate - offset);
      if (distance > reach || (best && distance >= std::abs(*best - offset))) continue;
      best = candidate;
    }
  }
  return best;
}

// The lines on which a box is in line with others, one for each of its three places: from the first
// to the last box on it. They are found anew from where the box is, since one place may be in line
// with several blocks at once.
std::vector<QLineF> linesThrough(const QRectF& box, const std::vector<QRectF>& others,
                                 Three (*placesOf)(const QRectF&), bool isUpright) {
  std::vector<QLineF> lines;
  for (size_t i = 0; i < 3; ++i) {
    const double at = placesOf(box)[i];
    QRectF on;
    for (const QRectF& other : others) {
      if (std::abs(placesOf(other)[i] - at) < 0.01) on |= other;
    }
    if (on.isNull()) continue;
    on |= box;
    lines.push_back(isUpright ? QLineF(at, on.top() - kBeyond, at, on.bottom() + kBeyond)
                              : QLineF(on.left() - kBeyond, at, on.right() + kBeyond, at));
  }
  return lines;
}

}  // namespace

// Above the diagram, below the band of a selection.
GuideLines::GuideLines() { setZValue(60); }

// The box has some room around the lines, since one without width or height is not drawn.
void GuideLines::setLines(const std::vector<QLineF>& lines) {
  if (lines == lines_) return;
  prepareGeometryChange();
  lines_ = lines;
  bounds_ = QRectF();
  for (const QLineF& line : lines_) {
    bounds_ |= QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1);
  }
}

void GuideLines::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  QPen pen(Theme::current().accent, 1);
  pen.setCosmetic(true);
  painter->setPen(pen);
  for (const QLineF& line : lines_) painter->drawLine(line);
}

// Boxes are copied once, before the drag: blocks that do not move stay where they are.
AlignmentGuides::AlignmentGuides(DiagramScene* scene, const QRectF& moving, const QRectF& area,
                                 const QSet<QString>& moved)
    : scene_(scene),
      moving_(moving),
      upright_(std::make_unique<GuideLines>()),
      flat_(std::make_unique<GuideLines>()) {
  for (const BlockItem* block : scene->blocks()) {
    if (!moved.contains(block->name()) && area.intersects(block->box())) {
      others_.push_back(block->box());
    }
  }
  scene_->addItem(upright_.get());
  scene_->addItem(flat_.get());
}

AlignmentGuides::~AlignmentGuides() {
  scene_->removeItem(upright_.get());
  scene_->removeItem(flat_.get());
}

// Across and down are independent: a block may be in line with one neighbour and on the grid in the
// other direction. Only neighbours within 600 px count, or something far away would catch it.
QPointF AlignmentGuides::snap(const QPointF& offset, const QPointF& anchor, double reach) {
  const QRectF around = moving_.translated(offset).adjusted(-kFar, -kFar, kFar, kFar);
  std::vector<QRectF> near;
  std::copy_if(others_.begin(), others_.end(), std::back_inserter(near),
               [&](const QRectF& other) { return around.intersects(other); });
  QPointF snapped = snapToGrid(anchor + offset) - anchor;
  if (const auto x = alignedOffset(across(moving_), offset.x(), near, across, reach)) {
    snapped.setX(*x);
  }
  if (const auto y = alignedOffset(down(moving_), offset.y(), near, down, reach)) {
    snapped.setY(*y);
  }
  const QRectF box = moving_.translated(snapped);
  upright_->setLines(linesThrough(box, near, across, true));
  flat_->setLines(linesThrough(box, near, down, false));
  return snapped;
}

}  // namespace loopwright
