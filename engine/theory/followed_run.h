#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/run/run_model.h"
#include "engine/run/run_options.h"

namespace loopwright {

/// Told for each time of a run, first before and then after the updates; false ends it.
using RunVisitor = std::function<bool(std::size_t time, bool is_after, const OperatingPoint&)>;

/// Looks at a run where it stands, at times of choice and at both sides of the updates there: at
/// run number `run` of the study of a model that was made with `options`; kMeanRun: with every draw
/// at its mean, and without what diffusion adds, so that continuous state is as accurate as the
/// settings ask for. Goes through `times`, seconds, ascending, of which the first is the start.
/// Returns "" where it came to the last, or was told to end, else why it did not. `breaks_off` is
/// asked before each step, and may be empty. UsageError.
std::string FollowRun(const RunModel& model, RunOptions options, uint64_t run,
                      const std::vector<double>& times, const std::function<bool()>& breaks_off,
                      const RunVisitor& visit);

}  // namespace loopwright
