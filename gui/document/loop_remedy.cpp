#include "gui/document/loop_remedy.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/check/simulation_values.h"
#include "engine/document/diagnostics.h"
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

// A hundredth of the run, with one digit: fast beside what it shows. 0 where that is not known.
double smallPartOfRun(const DiagramDocument& document) {
  std::vector<Diagnostic> none;
  const SimulationValues values = EvaluateSimulation(document.document(), &none);
  const double part = (values.stop_time - values.start_time) / 100;
  if (!(part > 0) || !std::isfinite(part)) return 0;
  return QString::number(part, 'g', 1).toDouble();
}

QString effectOf(LoopBreaker by, const QString& from, const QString& to, const QString& seconds) {
  if (by == LoopBreaker::kDelay) {
    return LoopRemedy::tr(
               "A unit delay in the wire %1 → %2 breaks the loop. %2 then sees what %1 was at "
               "the last sampling instant, every %3 s, and 0 before the first one: the loop "
               "is computed sample by sample, with a lag of one sample.")
        .arg(from, to, seconds);
  }
  return LoopRemedy::tr(
             "A first-order lag in the wire %1 → %2 breaks the loop as well. %2 then follows %1 "
             "from 0 on, with a time constant of %3 s: the loop comes to its values instead of "
             "having them at every instant.")
      .arg(from, to, seconds);
}

}  // namespace

// Composes the block and the sentence that says what it does, with the names of both ends and its
// time.
std::optional<LoopBreak> breakInWire(const DiagramDocument& document, const AlgebraicLoop& loop,
                                     const AlgebraicLoop::Wire& wire, LoopBreaker by) {
  const Wire* const found = find(document, wire);
  const BlockDescriptor* const type = document.registry().FindLoopBreaker(by);
  if (found == nullptr || type == nullptr) return {};
  double seconds = shortestPeriod(document, loop);
  if (seconds == 0 && by == LoopBreaker::kLag) seconds = smallPartOfRun(document);
  LoopBreak result{by, wire, {}, {}};
  if (seconds > 0) result.seconds = QString::fromStdString(FormatNumber(seconds));
  const ParameterDescriptor* const parameter = type->FindParameter(loopParameter(by));
  const QString shown = result.seconds.isEmpty() && parameter != nullptr
                            ? settingText(parameter->default_value)
                            : result.seconds;
  result.effect =
      effectOf(by, QString::fromStdString(found->from), QString::fromStdString(wire.to), shown);
  return result;
}

const char* loopParameter(LoopBreaker by) {
  return by == LoopBreaker::kLag ? "time_constant" : "period";
}

// A wire that runs to the right counts 0 at best, so that a loop without one that leads back takes
// its last wire.
std::optional<LoopBreak> breakForLoop(const DiagramDocument& document, const AlgebraicLoop& loop,
                                      LoopBreaker by) {
  if (loop.wires.empty()) return {};
  const AlgebraicLoop::Wire* best = &loop.wires.back();
  double furthest = std::max(0.0, wayBack(document, *best));
  for (const AlgebraicLoop::Wire& wire : loop.wires) {
    const double way = wayBack(document, wire);
    if (way <= furthest) continue;
    furthest = way;
    best = &wire;
  }
  return breakInWire(document, loop, *best, by);
}

}  // namespace loopwright
