#include "engine/analysis/loop_unknowns.h"

#include "engine/build/build.h"
#include "engine/context/loop.h"
#include "engine/diagram/diagram.h"
#include "engine/system/plan_maker.h"

namespace loopwright {

// Loops are torn when the plan is made, and the plan is made without a run. A diagram that does not
// build has none that could be named.
std::vector<std::string> FindLoopUnknowns(const Document& document, const BlockRegistry& registry) {
  std::vector<std::string> unknowns;
  const BuildResult built = BuildDiagram(document, registry);
  if (!built.ok()) return unknowns;
  const auto plan = internal::MakePlan<double>(*built.diagram);
  if (plan->loops == nullptr) return unknowns;
  for (const internal::Loop& loop : plan->loops->loops) {
    for (const internal::Loop::Unknown& unknown : loop.unknowns) unknowns.push_back(unknown.name);
  }
  return unknowns;
}

}  // namespace loopwright
