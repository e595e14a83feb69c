#include "engine/studies/study_results.h"

#include <algorithm>

namespace loopwright {

uint64_t StudyResults::num_failed() const {
  return static_cast<uint64_t>(std::ranges::count_if(
      endings, [](const RunEnding& ending) { return ending.end == RunEnd::kFailed; }));
}

std::vector<double> StudyResults::MeasureValues(std::size_t measure) const {
  std::vector<double> of_runs;
  of_runs.reserve(num_runs);
  for (uint64_t run = 0; run < num_runs; ++run) {
    of_runs.push_back(ValuesOf(run)[parameters.size() + measure]);
  }
  return of_runs;
}

SampleSummary StudyResults::Measure(std::size_t measure) const {
  return SampleSummary(MeasureValues(measure), is_antithetic);
}

}  // namespace loopwright
