#include "gui/canvas/free_room.h"

#include <QGraphicsItem>
#include <algorithm>
#include <cmath>

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/tools/tool.h"

namespace loopwright {

namespace {

constexpr double kStep = 20;    // Two steps of the grid.
constexpr int kMostRings = 40;  // Farther away nobody looks for what was added.
constexpr double kGap = 6;      // What is around stays that far away.

// Whether `room`, with 6 px around it, lies on a block, its name, a note or, if wires are to be
// avoided, a wire. Frames are no obstacle: things are meant to be put into them.
bool isTaken(const DiagramScene& scene, const QRectF& room, WiresInRoom wires) {
  const QRectF area = room.adjusted(-kGap, -kGap, kGap, kGap);
  const QList<QGraphicsItem*> near = scene.items(area, Qt::IntersectsItemBoundingRect);
  return std::any_of(near.begin(), near.end(), [&](const QGraphicsItem* item) {
    if (const auto* block = qgraphicsitem_cast<const BlockItem*>(item)) {
      return area.intersects(block->box()) ||
             area.intersects(block->mapRectToScene(block->nameRect()));
    }
    if (const auto* wire = qgraphicsitem_cast<const WireItem*>(item)) {
      return wires == WiresInRoom::kAvoided && wire->isIn(area);
    }
    return item->type() == kNoteItemType;
  });
}

}  // namespace

// Ring by ring of squares around the place, and in each ring the nearest place first.
QPointF findRoom(const DiagramScene& scene, const QRectF& wanted, WiresInRoom wires,
                 const QRectF& within) {
  const QPointF corner = snapToGrid(wanted.topLeft());
  for (int ring = 0; ring <= kMostRings; ++ring) {
    QPointF best;
    double least = -1;
    for (int x = -ring; x <= ring; ++x) {
      // The left and right side of the ring have all their places, the columns between only two.
      const int across = std::abs(x) == ring ? 1 : std::max(1, 2 * ring);
      for (int y = -ring; y <= ring; y += across) {
        const QPointF offset(x * kStep, y * kStep);
        const double distance = std::hypot(offset.x(), offset.y());
        if (least >= 0 && distance >= least) continue;
        const QRectF room(corner + offset, wanted.size());
        if (!within.isNull() && !within.contains(room)) continue;
        if (isTaken(scene, room, wires)) continue;
        best = room.topLeft();
        least = distance;
      }
    }
    if (least >= 0) return best;
  }
  return corner;
}

}  // namespace loopwright
