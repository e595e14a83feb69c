#include "engine/analysis/loop_cut.h"

#include <utility>

#include "engine/common/exceptions.h"
#include "engine/linear/zeros.h"

namespace loopwright {

// Whether anything comes back is asked of the structure as the numbers make it: the response is 0
// at almost every s exactly where its normal rank is 0. A dead time does not change that, so that
// any approximation of it will do.
HybridModel CutLoop(const Document& document, const BlockRegistry& registry, PointOptions options,
                    const std::string& at) {
  constexpr int kAnyOrder = 4;
  options.inputs = options.outputs = {at};
  options.open.push_back(at);
  Linearisation diagram = Linearise(FindOperatingPoint(document, registry, options), options);
  const HybridModel& model = diagram.model;
  if (model.num_inputs() != 1) {
    throw UsageError("--loop: the signal \"" + at + "\" has " + std::to_string(model.num_inputs()) +
                     " elements; name one of them, such as " + at + "[0]");
  }
  const LinearModel rational = ReplaceDelays(ToLinearModel(model, kAnyOrder, false), kAnyOrder);
  if (ZerosOf(rational).normal_rank == 0) {
    RequirePassage(diagram, options);
    throw UsageError("--loop: nothing comes back to the signal \"" + at + "\": it is in no loop");
  }
  return std::move(diagram.model);
}

ZeroPoleGain LoopFunction(const LinearModel& model) {
  ZeroPoleGain loop = ToZeroPoleGain(model, 0, 0);
  loop.gain = -loop.gain;
  return loop;
}

}  // namespace loopwright
