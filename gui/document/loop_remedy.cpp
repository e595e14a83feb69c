#include "gui/document/loop_remedy.h"

#include <QCoreApplication>
#include <algorithm>
#include <string>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"
#include "engine/text/number_format.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class LoopRemedy {
  Q_DECLARE_TR_FUNCTIONS(LoopRemedy)
};

// The document's wire that a wire of a loop means; null where it is gone since the check.
const Wire* find(const DiagramDocument& document, const AlgebraicLoop::Wire& wire) {
  const DiagramModel* diagram = document.document().FindDiagram(wire.level);
  if (diagram == nullptr) return nullptr;
  const std::size_t index = diagram->FindWireTo(wire.to);
  return index < diagram->wires.size() ? &diagram->wires[index] : nullptr;
}

// How far a wire leads back to the left, in scene units.
double wayBack(const DiagramDocument& document, const AlgebraicLoop::Wire& wire) {
  const Wire* const found = find(document, wire);
  if (found == nullptr) return 0;
  const DiagramModel& diagram = *document.document().FindDiagram(wire.level);
  const Block* const from = diagram.blocks.Find(BlockOf(found->from));
  const Block* const to = diagram.blocks.Find(BlockOf(wire.to));
  if (from == nullptr || to == nullptr || !from->layout || !to->layout) return 0;
  return from->layout->x - to->layout->x;
}

// 0 where nothing is sampled.
double shortestPeriod(const DiagramDocument& document, const AlgebraicLoop& loop) {
  double shortest = 0;
  for (const std::string& output : loop.outputs) {
    const SampleTime* const time = document.report().sampleTime(output);
    if (time == nullptr || time->kind != SampleTime::Kind::kPeriodic) continue;
    if (shortest == 0 || time->period < shortest) shortest = time->period;
  }
  if (shortest > 0 || document.report().periods.empty()) return shortest;
  return document.report().periods.front();
}

}  // namespace

// Composes the delay and the sentence that says what it does, with the names of both ends and its
// period: the shortest of the loop, else of the document, else the default of the type.
std::optional<LoopDelay> delayInWire(const DiagramDocument& document, const AlgebraicLoop& loop,
                                     const AlgebraicLoop::Wire& wire) {
  const Wire* const found = find(document, wire);
  const BlockDescriptor* const type = document.registry().FindLoopBreaker();
  if (found == nullptr || type == nullptr) return {};
  const double shortest = shortestPeriod(document, loop);
  LoopDelay delay{wire, {}, {}};
  if (shortest > 0) delay.period = QString::fromStdString(FormatNumber(shortest));
  const ParameterDescriptor* const parameter = type->FindParameter("period");
  const QString seconds = delay.period.isEmpty() && parameter != nullptr
                              ? settingText(parameter->default_value)
                              : delay.period;
  const QString from = QString::fromStdString(found->from);
  const QString to = QString::fromStdString(wire.to);
  delay.effect =
      LoopRemedy::tr(
          "A unit delay in the wire %1 → %2 breaks the loop. %2 then sees what %1 was at "
          "the last sampling instant, every %3 s, and 0 before the first one: the loop "
          "is computed sample by sample, with a lag of one sample.")
          .arg(from, to, seconds);
  return delay;
}

// A wire that runs to the right counts 0 at best, so that a loop without one that leads back takes
// its last wire.
std::optional<LoopDelay> delayForLoop(const DiagramDocument& document, const AlgebraicLoop& loop) {
  if (loop.wires.empty()) return {};
  const AlgebraicLoop::Wire* best = &loop.wires.back();
  double furthest = std::max(0.0, wayBack(document, *best));
  for (const AlgebraicLoop::Wire& wire : loop.wires) {
    const double way = wayBack(document, wire);
    if (way <= furthest) continue;
    furthest = way;
    best = &wire;
  }
  return delayInWire(document, loop, *best);
}

}  // namespace loopwright
