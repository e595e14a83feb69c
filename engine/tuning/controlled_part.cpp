#include "engine/tuning/controlled_part.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/analysis/signals.h"
#include "engine/common/exceptions.h"
#include "engine/jacobian/diagram_ports.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The rates that have a part in the model, and that of the block.
ControlledPart PartOf(const Linearisation& diagram, const std::string& block) {
  ControlledPart part{ConnectedPart(diagram.model), 0};
  std::erase_if(part.model.updates, [](const auto& update) { return update.rows.empty(); });
  std::vector<double> periods;
  for (const auto& update : part.model.updates) periods.push_back(update.period_sec);
  const DiagramIndex<double>& index = diagram.point.built->index();
  const int node = index.FindLeaf(block);
  for (const UpdateGroup& group : PeriodicUpdates(index)) {
    const bool is_of_block = std::any_of(group.events.begin(), group.events.end(), [&](int event) {
      return index.plan().events[event].node == node;
    });
    if (!is_of_block) continue;
    part.period_sec = group.period_sec;
    periods.push_back(group.period_sec);
    CountTimeFrom(group.offset_sec, &part.model);
  }
  part.model.period_sec = CommonPeriod(periods);
  return part;
}

// The block's formula is that of one rate, at which all that it controls repeats.
void RequireOneRate(const std::string& block, const ControlledPart& part) {
  const double period = part.model.period_sec;
  if (std::abs(period - part.period_sec) <= 1e-9 * period) return;
  if (part.period_sec == 0) {
    throw UsageError("--block: what \"" + block + "\" controls is sampled, every " +
                     FormatNumber(period) +
                     " s, but the block is continuous; put a DiscretePid "
                     "of that period in its place");
  }
  throw UsageError("--block: \"" + block + "\" is updated every " + FormatNumber(part.period_sec) +
                   " s, but what it controls repeats only every " + FormatNumber(period) +
                   " s; give both the same period");
}

}  // namespace

ControlledPart LineariseWithout(const Document& document, const BlockRegistry& registry,
                                PointOptions options, const std::string& block,
                                const std::string& output) {
  OperatingPoint point = FindOperatingPoint(document, registry, options);
  options.inputs = {output};
  options.open.push_back(output);
  options.outputs = {SourceOf(point.built->index(), block, 0)};
  return PartOf(Linearise(std::move(point), options), block);
}

// The input is added to the one wire, and the cut behind the block lets nothing come around.
HybridModel LineariseAlone(const Document& document, const BlockRegistry& registry,
                           PointOptions options, const std::string& block,
                           const std::string& output) {
  OperatingPoint point = FindOperatingPoint(document, registry, options);
  const DiagramIndex<double>& index = point.built->index();
  const int node = index.FindLeaf(block);
  if (node < 0) throw UsageError("there is no block \"" + block + "\" with a computation");
  options.inputs = {">" + block + "." + index.plan().systems[node]->get_input_port(0).get_name()};
  options.outputs = {output};
  options.open.push_back(output);
  return ConnectedPart(Linearise(std::move(point), options).model);
}

// An input may act at once, on a flow or an output, and be read by updates. Updates at the start of
// the period come together with the block's own and read what was before; any later ones see the
// new value.
InputUse UseOf(const HybridModel& plant, const std::string& what) {
  const int m = plant.num_inputs();
  bool is_read = false, acts = !plant.B.leftCols(m).isZero(0) || !plant.D.leftCols(m).isZero(0);
  for (const HybridInstant<double>& instant : InstantsOf(plant)) {
    if (instant.F.leftCols(m).isZero(0)) continue;
    (instant.time_sec == 0 ? is_read : acts) = true;
  }
  if (is_read && acts) {
    throw UsageError(what +
                     ": some updates read the input when the block is updated, and see its last "
                     "value, and others see the new one; put one ZeroOrderHold of the period " +
                     FormatNumber(plant.period_sec) + " s in front of all");
  }
  return is_read ? InputUse::kSampled : InputUse::kHeld;
}

// A sampled controller reads what was there before its own update, and a hold in front of the
// process what the controller has shown up to then. What enters the dead times keeps its sign.
LinearModel ProcessSeenByPid(const ControlledPart& part, const std::string& block,
                             LinearModel seen) {
  RequireOneRate(block, part);
  if (part.model.is_sampled() && UseOf(part.model, "pid") == InputUse::kSampled) {
    seen = DelayInputs(seen, part.period_sec);
  }
  seen.C.topRows(seen.num_outputs()) *= -1;
  seen.D.topRows(seen.num_outputs()) *= -1;
  return seen;
}

}  // namespace loopwright
