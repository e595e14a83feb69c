#include "engine/analysis/loop_cut.h"

#include <utility>

#include "engine/common/exceptions.h"

namespace loopwright {

// Whether anything comes back is asked of the elements that are not 0, and not of a response over
// the common period: a difference of samples is 0 wherever its input is held for so long. Dead
// times pass on what enters them, as any approximation does.
Linearisation CutDiagram(OperatingPoint point, PointOptions options, const std::string& at) {
  options.inputs = options.outputs = {at};
  options.open.push_back(at);
  Linearisation diagram = Linearise(std::move(point), options);
  const HybridModel& model = diagram.model;
  if (model.num_inputs() != 1) {
    throw UsageError("--loop: the signal \"" + at + "\" has " + std::to_string(model.num_inputs()) +
                     " elements; name one of them, such as " + at + "[0]");
  }
  const HybridModel back = ConnectedPart(ReplaceDelays(model, 1));
  if (back.num_states() == 0 && back.D(0, 0) == 0) {
    RequirePassage(diagram, options);
    throw UsageError("--loop: nothing comes back to the signal \"" + at + "\": it is in no loop");
  }
  return diagram;
}

HybridModel CutLoop(const Document& document, const BlockRegistry& registry, PointOptions options,
                    const std::string& at) {
  OperatingPoint point = FindOperatingPoint(document, registry, options);
  return CutDiagram(std::move(point), std::move(options), at).model;
}

ZeroPoleGain LoopFunction(const LinearModel& model) {
  ZeroPoleGain loop = ToZeroPoleGain(model, 0, 0);
  loop.gain = -loop.gain;
  return loop;
}

}  // namespace loopwright
