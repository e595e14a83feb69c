// The part of diagram_edits.h that brings things in line.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"

namespace loopwright {

// Wires do not count: they follow what they join.
QRectF selectionBox(const DiagramScene& scene, const Selection& selection) {
  QRectF box;
  for (const QString& name : selection.blocks) {
    if (const BlockItem* block = scene.findBlock(name)) box |= block->box();
  }
  for (int index : selection.notes) {
    if (const NoteItem* note = scene.findNote(index)) box |= QRectF(note->pos(), note->size());
  }
  for (int index : selection.frames) {
    if (const FrameItem* frame = scene.findFrame(index)) box |= frame->box();
  }
  return box;
}

namespace {

// One selected thing and where it is.
struct PlacedThing {
  Selection thing;
  QRectF box;
};

// Takes a selection apart into its things, each as a selection of its own, so that moveSelection()
// can move it alone.
std::vector<PlacedThing> placedThings(const DiagramScene& scene, const Selection& selection) {
  std::vector<PlacedThing> things;
  const auto add = [&](Selection thing) {
    const QRectF box = selectionBox(scene, thing);
    things.push_back({std::move(thing), box});
  };
  for (const QString& name : selection.blocks) add({QStringList{name}, {}, {}, {}});
  for (int index : selection.notes) add({{}, {}, {index}, {}});
  for (int index : selection.frames) add({{}, {}, {}, {index}});
  return things;
}

// How far a thing moves to be in line with the rectangle around all.
QPointF alignmentStep(const QRectF& box, const QRectF& whole, Alignment alignment) {
  switch (alignment) {
    case Alignment::kLeft:
      return {whole.left() - box.left(), 0};
    case Alignment::kCentre:
      return {whole.center().x() - box.center().x(), 0};
    case Alignment::kRight:
      return {whole.right() - box.right(), 0};
    case Alignment::kTop:
      return {0, whole.top() - box.top()};
    case Alignment::kMiddle:
      return {0, whole.center().y() - box.center().y()};
    case Alignment::kBottom:
      return {0, whole.bottom() - box.bottom()};
    default:
      return {};
  }
}

// The steps that make the gaps between neighbours equal.
std::vector<QPointF> distributionSteps(const std::vector<PlacedThing>& things, bool across) {
  const auto start = [&](const QRectF& box) { return across ? box.left() : box.top(); };
  const auto size = [&](const QRectF& box) { return across ? box.width() : box.height(); };
  std::vector<std::size_t> order(things.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return start(things[a].box) < start(things[b].box);
  });
  // What is left of the whole length when the things are taken out is shared among the gaps.
  double filled = 0;
  for (const PlacedThing& thing : things) filled += size(thing.box);
  const QRectF& last = things[order.back()].box;
  const double first = start(things[order.front()].box);
  const double gap =
      (start(last) + size(last) - first - filled) / static_cast<double>(things.size() - 1);
  std::vector<QPointF> steps(things.size());
  double at = first;
  for (std::size_t i : order) {
    // In eighths, so that places stay exact in later sums.
    const double step = std::round((at - start(things[i].box)) * 8) / 8;
    if (i != order.back()) steps[i] = across ? QPointF(step, 0) : QPointF(0, step);
    at += size(things[i].box) + gap;
  }
  return steps;
}

}  // namespace

// One thing alone is in line already. Things that have their place are not touched, so that the
// undo step names no change that is none.
void alignSelection(Transaction* transaction, const std::string& level,
                    const BlockRegistry& registry, const DiagramScene& scene,
                    const Selection& selection, Alignment alignment) {
  const std::vector<PlacedThing> things = placedThings(scene, selection);
  if (things.size() < 2) return;
  const QRectF whole = selectionBox(scene, selection);
  const bool distributes = alignment == Alignment::kAcross || alignment == Alignment::kDown;
  std::vector<QPointF> steps;
  if (distributes) steps = distributionSteps(things, alignment == Alignment::kAcross);
  for (std::size_t i = 0; i < things.size(); ++i) {
    const QPointF step = distributes ? steps[i] : alignmentStep(things[i].box, whole, alignment);
    if (!step.isNull()) moveSelection(transaction, level, registry, things[i].thing, step);
  }
}

}  // namespace loopwright
