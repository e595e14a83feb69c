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
  near_.clear();
  std::copy_if(others_.begin(), others_.end(), std::back_inserter(near_),
               [&](const QRectF& other) { return around.intersects(other); });
  QPointF snapped = snapToGrid(anchor + offset) - anchor;
  if (const auto x = alignedOffset(across(moving_), offset.x(), near_, across, reach)) {
    snapped.setX(*x);
  }
  if (const auto y = alignedOffset(down(moving_), offset.y(), near_, down, reach)) {
    snapped.setY(*y);
  }
  showLines(snapped);
  return snapped;
}

// Draws the lines that hold after snapping. They are found from the place anew, since one place may
// be in line with several blocks at once.
void AlignmentGuides::showLines(const QPointF& offset) {
  const QRectF box = moving_.translated(offset);
  const auto touches = [](double a, double b) { return std::abs(a - b) < 0.01; };
  std::vector<QLineF> upright;
  std::vector<QLineF> flat;
  // One line for each of the six, from the first to the last block on it.
  for (size_t i = 0; i < 3; ++i) {
    const double x = across(box)[i];
    const double y = down(box)[i];
    QRectF onX;
    QRectF onY;
    for (const QRectF& other : near_) {
      if (touches(across(other)[i], x)) onX |= other;
      if (touches(down(other)[i], y)) onY |= other;
    }
    if (!onX.isNull()) {
      onX |= box;
      upright.emplace_back(x, onX.top() - kBeyond, x, onX.bottom() + kBeyond);
    }
    if (!onY.isNull()) {
      onY |= box;
      flat.emplace_back(onY.left() - kBeyond, y, onY.right() + kBeyond, y);
    }
  }
  upright_->setLines(upright);
  flat_->setLines(flat);
}

}  // namespace loopwright
