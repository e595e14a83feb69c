#pragma once

#include <limits>
#include <vector>

#include "engine/linear/transfer_function.h"

namespace loopwright {

/// Where |L| = 1.
struct GainCrossover {
  double frequency = 0;     ///< rad/s
  double phase_margin = 0;  ///< degrees, −180 … 180
  double delay_margin = 0;  ///< seconds: the least further dead time that brings L to −1 there
};

/// Where L is real and negative.
struct PhaseCrossover {
  double frequency = 0;    ///< rad/s
  double gain_margin = 0;  ///< the factor that brings L to −1 there
};

/// How far a feedback loop, u = −y around L, is from the boundary of stability.
struct LoopMargins {
  bool stable = false;
  double gain_margin = std::numeric_limits<double>::infinity();   ///< smallest factor above 1
  double gain_reduction = 0;                                      ///< largest factor below 1
  double phase_margin = std::numeric_limits<double>::infinity();  ///< least magnitude, signed
  double delay_margin = std::numeric_limits<double>::infinity();
  double modulus_margin = 0;                     ///< the least |1 + L|
  double Ms = 0, Ms_frequency = 0, Mt = 0;       ///< the largest |S| and |T|
  std::vector<GainCrossover> gain_crossovers;    ///< by frequency
  std::vector<PhaseCrossover> phase_crossovers;  ///< by frequency; of dead time while |L| ≥ 0.01
};

/// Margins of a loop by root finding: a grid that follows poles, zeros and dead time brackets every
/// crossing of the magnitude and of the continuous phase, and bisection finds it to the last digit.
/// Dead time stays exact: whether the closed loop is stable follows from the loop without it and
/// the crossings that it moves through (Walton, Marshall, IEE Proc. D 134 (1987) 101-107).
/// NoResultError where these are more than 100,000.
LoopMargins MarginsOf(const ZeroPoleGain& loop);

/// All crossings of the negative real axis, those at ω = 0 and at half the sampling frequency
/// included.
std::vector<PhaseCrossover> PhaseCrossoversOf(const ZeroPoleGain& loop);

/// Frequencies (rad/s), ascending, between which neither magnitude nor phase of the response
/// changes much.
std::vector<double> FrequencyGrid(const ZeroPoleGain& loop);

}  // namespace loopwright
