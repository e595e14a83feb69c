#pragma once

#include <QString>
#include <optional>

#include "engine/blocks/block_descriptor.h"
#include "engine/check/algebraic_loop.h"

namespace loopwright {

class DiagramDocument;

/// A block in one of its wires, a unit delay or a first-order lag, which breaks an algebraic loop.
struct LoopBreak {
  LoopBreaker by = LoopBreaker::kDelay;
  AlgebraicLoop::Wire wire;
  /// Period of the delay or time constant of the lag, seconds, as the parameter is written; empty:
  /// its default.
  QString seconds;
  QString effect;  ///< what the diagram then computes, for people
};

/// The parameter of such a block that is a time: `period` or `time_constant`.
const char* loopParameter(LoopBreaker by);

/// The block to offer for a loop: in the wire that leads furthest back to the left, which is how
/// feedback is drawn, or else in the last one. A delay has the shortest period in the loop, or in
/// the diagram, or its type's default; a lag that period as well, or a hundredth of the run.
/// Nothing where the document has no such wire any more.
std::optional<LoopBreak> breakForLoop(const DiagramDocument& document, const AlgebraicLoop& loop,
                                      LoopBreaker by);

/// A block for the loop in a wire of it that a person chose. Nothing where the document has no such
/// wire any more.
std::optional<LoopBreak> breakInWire(const DiagramDocument& document, const AlgebraicLoop& loop,
                                     const AlgebraicLoop::Wire& wire, LoopBreaker by);

}  // namespace loopwright
