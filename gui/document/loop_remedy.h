#pragma once

#include <QString>
#include <optional>

#include "engine/check/algebraic_loop.h"

namespace loopwright {

class DiagramDocument;

/// A unit delay in one of its wires, which breaks an algebraic loop.
struct LoopDelay {
  AlgebraicLoop::Wire wire;
  QString period;  ///< of the delay, seconds, as its parameter is written; empty: its default
  QString effect;  ///< what the diagram then computes, for people
};

/// The delay to offer for a loop: in the wire that leads furthest back to the left, which is how
/// feedback is drawn, or else in the last one. Its period is the shortest one in the loop, or in
/// the diagram, or its type's default. Nothing where the document has no such wire any more.
std::optional<LoopDelay> delayForLoop(const DiagramDocument& document, const AlgebraicLoop& loop);

/// A delay for the loop in a wire of it that a person chose. Nothing where the document has no such
/// wire any more.
std::optional<LoopDelay> delayInWire(const DiagramDocument& document, const AlgebraicLoop& loop,
                                     const AlgebraicLoop::Wire& wire);

}  // namespace loopwright
