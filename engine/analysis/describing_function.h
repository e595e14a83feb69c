#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/index/diagram_index.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {

/// A limit cycle that the describing function predicts: a sine of this amplitude at the block's
/// input.
struct PredictedCycle {
  double frequency = 0;  ///< rad/s
  double amplitude = 0;
};

/// −1/N(A) of a block over the amplitude A of a sine at its input, for the complex plane: where
/// L(jω) crosses it the block's describing function predicts a limit cycle. For example of a relay
/// of ±1 without hysteresis the negative real axis, passed at −π A/4.
struct DescribingCurve {
  std::string block;               ///< its path
  std::vector<double> amplitudes;  ///< ascending
  ComplexList values;              ///< −1/N at these; all are finite
  std::vector<PredictedCycle> cycles;
  /// Why there is no curve, where the block is not symmetric about 0, say; "" where there is one.
  std::string problem;
  /// The cycle that the diagram really runs through, where that was looked for and found: its
  /// frequency, and half of what the block's input goes through.
  std::optional<PredictedCycle> exact;
  std::string without_exact;  ///< why there is none, where it was looked for

  /// −1/N at an amplitude, between two of the curve by a straight line and beyond them at its end.
  /// For curves with values.
  Complex ValueAt(double amplitude) const;
};

/// Where L(jω) = −1/N(A), N the describing function of a block whose characteristic is symmetric
/// about 0 (Gelb, Vander Velde: Multiple-Input Describing Functions, 1968, appendix B). The type's
/// descriptor in `types` gives the characteristic, and `index` the numbers that it is made from.
/// `loop` is what lies between the block's output and its input, with the sign of negative
/// feedback. UsageError for a block of a type without a characteristic, or one that is not
/// symmetric. Of rounding up to 50 steps are looked at.
std::vector<PredictedCycle> PredictCycles(const Document& document, const BlockRegistry& types,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop);

/// The curve of such a block with the cycles that it predicts with `loop`. Of rounding the steps
/// that PredictCycles() looks at; of the others amplitudes over three decades to both sides of
/// where the block begins to bend what goes through it. Errors as PredictCycles().
DescribingCurve DescribeBlock(const Document& document, const BlockRegistry& types,
                              const DiagramIndex<double>& index, const std::string& block,
                              const ZeroPoleGain& loop);

}  // namespace loopwright
