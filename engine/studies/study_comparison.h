#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/statistics/moments.h"
#include "engine/studies/measure_formula.h"
#include "engine/studies/study_results.h"

namespace loopwright {

class Document;

/// What has to be the same in two studies for run K of one to have the draws of run K of the other,
/// and what was asked of the runs.
struct StudyDraws {
  uint64_t seed = 0;
  bool is_antithetic = false;
  bool has_sobol_points = false;
  std::vector<MeasureText> measures;  ///< empty: the last values of the recorded signals

  /// As the document says.
  static StudyDraws Of(const Document& document);
};

/// How a measure of one study differs from that of another.
struct MeasureDifference {
  std::string name;
  /// Why the runs make no pairs of the same draws; empty where they do. Then the difference is that
  /// of the means of two samples that have nothing to do with each other; without one its count is
  /// 0.
  std::string obstacle;
  Moments difference;     ///< of pairs of runs, the first study's less the second's
  double half_width = 0;  ///< of the confidence interval of the mean difference
  /// So many times as many runs with draws of their own would tell the difference as well; 1 where
  /// the runs make no pairs.
  double gain = 1;
};

/// Compares the measures of two studies, those of the first in their order and then those that only
/// the second has. Runs of one number are a pair: much of what varies from run to run drops out of
/// their difference (common random numbers: Law: Simulation Modeling and Analysis, 11.2).
std::vector<MeasureDifference> CompareMeasures(const StudyResults& of, const StudyDraws& draws,
                                               const StudyResults& less,
                                               const StudyDraws& other_draws, double confidence);

}  // namespace loopwright
