#pragma once

#include <string>

#include "engine/analysis/linearisation.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {

/// A diagram with one wire cut, linearised: its input and its output are the two ends of the wire.
/// The response from the one to the other is −L, L being the loop function by the convention of
/// negative feedback.
///
/// `at` is a signal of one element, SUB/BLOCK.PORT or SUB/BLOCK.PORT[2]; the inputs and outputs of
/// `options` count for nothing. UsageError where the signal has several elements, or where nothing
/// comes back to it: then it is in no loop. Otherwise as FindOperatingPoint(), Linearise() and
/// RequirePassage().
HybridModel CutLoop(const Document& document, const BlockRegistry& registry, PointOptions options,
                    const std::string& at);

/// The same at a point that is found already, which is given on with the model.
Linearisation CutDiagram(OperatingPoint point, PointOptions options, const std::string& at);

/// L of a cut loop as poles, zeros, a gain and one dead time. `model` is the linear model of what
/// CutLoop() gives; UsageError for dead times inside it.
ZeroPoleGain LoopFunction(const LinearModel& model);

}  // namespace loopwright
