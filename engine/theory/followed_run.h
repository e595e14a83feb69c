#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/run/run_model.h"
#include "engine/run/run_options.h"

namespace loopwright {

/// A run that is looked at where it stands, at times of choice and at both sides of the updates
/// there.
class FollowedRun {
 public:
  /// Run number `run` of the study of a model that was made with `options`; kMeanRun: with every
  /// draw at its mean, and without what diffusion adds, so that continuous state is as accurate as
  /// the settings ask for. UsageError.
  FollowedRun(const RunModel& model, RunOptions options, uint64_t run);

  /// Told for each time, first before and then after the updates; false ends it.
  using Visitor = std::function<bool(std::size_t time, bool is_after, const OperatingPoint&)>;
  /// Goes through `times`, seconds, ascending, of which the first is the start. Returns "" where it
  /// came to the last, or was told to end, else why it did not. `breaks_off` is asked before each
  /// step, and may be empty.
  std::string Follow(const std::vector<double>& times, const std::function<bool()>& breaks_off,
                     const Visitor& visit);

 private:
  RunModel::RunParts parts_;
  std::unique_ptr<Context<double>> context_;
  RunOptions options_;
};

}  // namespace loopwright
