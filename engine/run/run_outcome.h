#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/run/non_finite.h"

namespace loopwright {

enum class RunEnd {
  kDone,         ///< the stop time was reached
  kTerminated,   ///< a block ended the run (StopWhen)
  kStopped,      ///< it was told to stop
  kWrongOption,  ///< an option or setting is impossible: an unknown signal or integrator
  kInvalid,      ///< the diagram is not valid: the diagnostics say why
  kFailed,       ///< the run failed; what was recorded until then is there
};

/// Something that a run met and went on from.
struct RunWarning {
  double time;          ///< simulated, seconds
  std::string path;     ///< of the block that it is about
  std::string message;  ///< for the user
};

/// How a run ended.
struct RunOutcome {
  RunEnd end = RunEnd::kDone;
  std::string message;  ///< what happened, for the user; empty where all went well
  std::string path;     ///< of the block that ended or failed the run, or empty
  double time = 0;      ///< simulated time at the end, seconds
  /// The first value recorded that is not finite, to files of blocks too.
  std::optional<NonFiniteValue> non_finite;
  std::vector<RunWarning> warnings;
};

}  // namespace loopwright
