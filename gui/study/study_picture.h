#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/studies/run_block.h"
#include "engine/studies/study_comparison.h"
#include "engine/studies/study_plan.h"
#include "engine/studies/study_results.h"

namespace loopwright {

/// The confidence of all intervals that the panel shows.
inline constexpr double kStudyConfidence = 0.95;

/// What the runs so far say of a signal at a time of the grid, on one side of the updates there.
struct FanPoint {
  /// The quantiles that bound the bands of 98, 90 and 50 % of the runs.
  static constexpr std::array<double, 6> kQuantiles = {0.01, 0.05, 0.25, 0.75, 0.95, 0.99};

  double time = 0;  ///< seconds
  double mean = 0;
  double halfWidth = 0;  ///< of the confidence interval of the mean; NaN for fewer than two runs
  std::array<double, kQuantiles.size()> quantiles{};
  friend bool operator==(const FanPoint&, const FanPoint&) = default;
};

/// What the study that was kept is beside the present one.
struct StudyComparison {
  uint64_t keptRuns = 0;
  /// The values of the variant that the kept study is of.
  std::vector<std::pair<std::string, std::string>> overrides;
  /// It is the present study itself, of which nothing else is here.
  bool isPresent = false;
  /// The fan of the signal that is shown; empty where the kept study has not recorded it.
  std::vector<FanPoint> fan;
  /// The measures of the present study less those of the kept one.
  std::vector<MeasureDifference> measures;
};

/// What a study knew at a moment, as it is drawn. Nothing in it changes once it is published, so
/// the window reads it without waiting for the threads that go on with the study.
struct StudyPicture {
  /// Names of the random parameters and of the measures: of each run the values of the former, then
  /// of the latter.
  std::vector<std::string> parameters;
  std::vector<std::string> measures;
  std::vector<std::string> signals;  ///< labels of the columns on the grid, `plant.y[1]`
  std::vector<double> times;         ///< of the grid, seconds
  /// What makes run K again, besides its number: the log interval that the grid is (seconds), and
  /// the values of the variant.
  std::optional<double> logInterval;
  std::vector<std::pair<std::string, std::string>> overrides;

  uint64_t askedRuns = 0;
  uint64_t numRuns = 0;
  bool isComplete = false;  ///< it has all runs, or as many as its stop rule asks for
  bool isAntithetic = false;
  double runsPerSecond = 0;  ///< since the study was started or went on; 0 where not known
  /// The runs, in blocks that follow each other. A block whose on_grid is empty has no paths: they
  /// are kept up to a bound on memory.
  std::vector<std::shared_ptr<const RunBlock>> blocks;

  /// Which of `signals` the fan is of, or −1; two points for each time, before and after.
  int signal = -1;
  std::vector<FanPoint> fan;
  /// With the study that was kept; null where none is.
  std::shared_ptr<const StudyComparison> comparison;

  std::size_t numValues() const { return parameters.size() + measures.size(); }
};

/// The fan of a signal: of each time of the grid the points before and after the updates there, as
/// far as any run came.
std::vector<FanPoint> fanOf(const StudyResults& results, std::size_t signal);

/// The number of the signal with this label in `signals`; of a signal with several elements, named
/// without one, the first. −1 where there is none.
int findSignal(const std::vector<std::string>& signals, const std::string& label);

/// The name of the variant that has these values; "" where none has.
std::string variantWith(const std::vector<NamedVariant>& variants,
                        const std::vector<std::pair<std::string, std::string>>& overrides);

/// Value number `index` (a random parameter or a measure) of each run, in order; NaN where a run
/// does not have it.
std::vector<double> studyValues(const StudyPicture& picture, std::size_t index);

/// The signal of the fan in a run: of each time the values before and after the updates there, NaN
/// where the run did not come to. Empty where no path of that run is kept.
std::vector<double> pathOf(const StudyPicture& picture, uint64_t run);

/// The runs that did not come to their stop time, in order.
std::vector<RunEnding> endingsOf(const StudyPicture& picture);

}  // namespace loopwright
