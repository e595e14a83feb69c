#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// A piece of a response: y(t) for start_sec ≤ t ≤ end_sec, smooth in between; where the next piece
/// begins, y may jump.
struct ResponsePiece {
  double start_sec = 0, end_sec = 0;
  std::function<double(double)> value;
  /// The values at even distances from its start to its end where they are known, which are
  /// quicker than to ask for each.
  std::vector<double> looks = {};
};

/// A step response as pieces one after another, long enough to have settled, and what it settles
/// at.
struct StepResponse {
  std::vector<ResponsePiece> pieces;
  double initial_value = 0;  ///< before the step
  double steady_value = 0;
  bool reaches_end = false;  ///< it comes to rest after a time, and does not only approach that
};

/// The response of an output of a model to a unit step of one input, from rest. Pieces are at most
/// as long as the shortest time constant that still moves, and each is a matrix exponential, so
/// that values between have no error of a grid. NoResultError where it does not settle, UsageError
/// for dead times inside the model.
StepResponse StepResponseOf(const LinearModel& model, int input, int output);

/// Step characteristics, by MATLAB's names; levels count from the value before the step. Times are
/// in seconds; PeakTime is infinite where the peak is only approached.
struct StepCharacteristics {
  double rise_time = 0, settling_time = 0;
  double settling_min = 0, settling_max = 0;
  double overshoot = 0, undershoot = 0;  ///< per cent of the way
  double peak = 0, peak_time = 0;
  double steady_state = 0;
};

/// Extremes and crossings are found between the looks at each piece and refined by bisection and
/// golden section.
StepCharacteristics CharacteriseStep(const StepResponse& response);

/// Points to draw a response by, in the order of their times; two at one time where it jumps.
struct ResponseCurve {
  std::vector<double> times_sec, values;
};

/// As many points as `count`, evenly in each piece, or at the looks at it where these are more; but
/// no more than twice as many as `count`: then the least and the greatest value of each of so many
/// stretches of the curve.
ResponseCurve CurveOf(std::span<const ResponsePiece> pieces, int count);

}  // namespace loopwright
