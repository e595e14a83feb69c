#include "gui/tools/band_tool.h"

#include <QGraphicsRectItem>
#include <QKeyEvent>
#include <QPen>
#include <QSet>
#include <QSignalBlocker>
#include <utility>

#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

namespace {

// The box that the eye gives an item, in scene coordinates: a block without name and ports, the
// line of a wire, the text of a note.
QRectF drawnBox(const QGraphicsItem* item) {
  if (const auto* block = qgraphicsitem_cast<const BlockItem*>(item)) return block->drawnBox();
  if (const auto* wire = qgraphicsitem_cast<const WireItem*>(item)) return wire->lineBox();
  if (const auto* note = qgraphicsitem_cast<const NoteItem*>(item)) return note->textBox();
  if (const auto* frame = qgraphicsitem_cast<const FrameItem*>(item)) return frame->box();
  return item->sceneBoundingRect();
}

// Whether a part of what is drawn of an item lies in `area`.
bool touches(const QRectF& area, const QGraphicsItem* item) {
  if (const auto* wire = qgraphicsitem_cast<const WireItem*>(item)) return wire->isIn(area);
  if (const auto* frame = qgraphicsitem_cast<const FrameItem*>(item)) {
    const bool crosses = frame->box().intersects(area) && !frame->box().contains(area);
    return crosses || frame->titleBox().intersects(area);
  }
  if (item->type() == kBlockItemType) {
    return item->shape().intersects(item->mapRectFromScene(area));
  }
  return drawnBox(item).intersects(area);
}

}  // namespace

// With Shift the band adds to what is selected now. The rectangle is an item of the scene, above
// all others.
BandTool::BandTool(ToolView* view, const ToolEvent& pressed)
    : Tool(view), pressed_(pressed), band_(std::make_unique<QGraphicsRectItem>()) {
  if ((pressed.modifiers & Qt::ShiftModifier) != 0) before_ = currentSelection(*scene());
  QColor fill = Theme::current().accent;
  QPen pen(fill, 1);
  pen.setCosmetic(true);
  fill.setAlphaF(0.08f);
  band_->setPen(pen);
  band_->setBrush(fill);
  band_->setZValue(100);
  scene()->addItem(band_.get());
}

BandTool::~BandTool() { scene()->removeItem(band_.get()); }

// To the right only what lies wholly in the band is taken, to the left whatever the band touches,
// as in CAD programs. Items change their state one by one without a signal; one follows for all.
void BandTool::move(const ToolEvent& event) {
  const QRectF area = QRectF(pressed_.scene, event.scene).normalized();
  band_->setRect(area);
  const bool touch = event.scene.x() < pressed_.scene.x();
  QSet<QGraphicsItem*> wanted;
  for (QGraphicsItem* item : scene()->items(area, Qt::IntersectsItemBoundingRect)) {
    if (touch ? touches(area, item) : area.contains(drawnBox(item))) wanted.insert(item);
  }
  for (QGraphicsItem* item : itemsOf(*scene(), before_)) wanted.insert(item);
  bool changes = false;
  {
    const QSignalBlocker quiet(scene());  // One signal for all.
    for (QGraphicsItem* item : scene()->selectedItems()) {
      if (wanted.remove(item)) continue;
      item->setSelected(false);
      changes = true;
    }
    for (QGraphicsItem* item : std::as_const(wanted)) {
      item->setSelected(true);
      changes = changes || item->isSelected();
    }
  }
  if (changes) view()->announceSelection();
}

void BandTool::release(const ToolEvent&) { finish(); }

// Esc selects what the band would have added to, or nothing.
bool BandTool::key(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) view()->select(before_);
  return Tool::key(event);
}

}  // namespace loopwright
