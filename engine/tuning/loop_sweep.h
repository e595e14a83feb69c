#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"

namespace loopwright {

/// What a parameter of a diagram does to the loop through a signal: its response and the poles of
/// the closed loop over values of the parameter. It is what a hand asks that drags a pole or a
/// margin to another place: which value brings it there?
struct LoopSweep {
  std::string parameter;               ///< `Kp`, `SUB/BLOCK.gain`
  std::vector<double> values;          ///< ascending
  std::size_t present = 0;             ///< the number of the value that the diagram has
  std::vector<double> frequencies;     ///< rad/s, ascending
  std::vector<ComplexList> responses;  ///< of L at these, for each value
  std::vector<ComplexList> poles;      ///< of the closed loop, for each value
};

/// The loop that `picture` shows, over two decades of the parameter to both sides of `value`, or
/// from −1 to 1 around 0. A parameter that L is proportional to costs one linearisation more,
/// others one for each value. Values at which there is no loop are left out. Nothing where the
/// parameter does not move the loop. Errors of the present value as CutLoop(), OverrideError for a
/// parameter that is not there.
std::optional<LoopSweep> SweepLoop(const Document& document, const BlockRegistry& registry,
                                   const std::string& at, const PointOptions& point,
                                   const std::string& parameter, double value,
                                   const ResponsePicture& picture);

/// The value, nearest to the present one, with which |L| = 1 at this frequency; nothing where none
/// of the sweep brings it there. Between two values of the sweep, and two frequencies, it is taken
/// to run straight.
std::optional<double> ValueForCrossover(const LoopSweep& sweep, double frequency);

/// The same for the phase margin, degrees, and for the gain margin, a factor: of the crossing that
/// has it now, and of others as far as the margin does not jump to them. For example the loop
/// k e^(−0.1 s)/s has a phase margin of 90° and less; that k = 57.6 turns it once around, to 120°,
/// is no way to more.
std::optional<double> ValueForPhaseMargin(const LoopSweep& sweep, double degrees);
std::optional<double> ValueForGainMargin(const LoopSweep& sweep, double factor);

/// The value with which the pole that is now nearest to `from` comes nearest to `to`, on its way
/// from value to value. A pole and its conjugate are one.
std::optional<double> ValueForPole(const LoopSweep& sweep, const Complex& from, const Complex& to);

}  // namespace loopwright
