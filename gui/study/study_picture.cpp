#include "gui/study/study_picture.h"

#include <algorithm>

#include "engine/statistics/confidence.h"

namespace loopwright {

// The ensemble has a cell for each time, side (before and after the updates) and signal, in this
// order. Runs that ended early are missing from later cells, so that a mean there is over fewer
// runs.
std::vector<FanPoint> fanOf(const StudyResults& results, std::size_t signal) {
  std::vector<FanPoint> fan;
  const std::size_t numSignals = results.signal_labels.size();
  for (std::size_t i = 0; i < results.times.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const SampleSummary sample = results.ensemble.Cell((2 * i + side) * numSignals + signal);
      if (sample.moments.count == 0) return fan;  // No run came so far.
      FanPoint& point = fan.emplace_back();
      point.time = results.times[i];
      point.mean = sample.moments.mean;
      point.halfWidth = MeanHalfWidth(sample.independent, kStudyConfidence);
      for (std::size_t q = 0; q < point.quantiles.size(); ++q) {
        point.quantiles[q] = sample.Quantile(FanPoint::kQuantiles[q]);
      }
    }
  }
  return fan;
}

int findSignal(const std::vector<std::string>& signals, const std::string& label) {
  for (const std::string& wanted : {label, label + "[0]"}) {
    const auto found = std::find(signals.begin(), signals.end(), wanted);
    if (found != signals.end()) return static_cast<int>(found - signals.begin());
  }
  return -1;
}

std::string variantWith(const std::vector<NamedVariant>& variants,
                        const std::vector<std::pair<std::string, std::string>>& overrides) {
  const auto found = std::ranges::find(variants, overrides, &NamedVariant::overrides);
  return found == variants.end() ? std::string() : found->name;
}

// Runs are kept in blocks as they came in. Each has `made` runs, which are fewer than it was to
// have where the study was stopped, and so many values a run: parameters, then measures.
std::vector<double> studyValues(const StudyPicture& picture, std::size_t index) {
  std::vector<double> values;
  values.reserve(picture.numRuns);
  for (const auto& block : picture.blocks) {
    for (uint64_t i = 0; i < block->made; ++i) {
      values.push_back(block->values[i * picture.numValues() + index]);
    }
  }
  return values;
}

// Blocks are sorted by their first run, so that the one that holds a run is found by bisection. Its
// values lie run by run, then by time and side, then by signal: the path of one signal takes every
// so many-th of them. Runs beyond those whose paths are kept have none.
std::vector<double> pathOf(const StudyPicture& picture, uint64_t run) {
  if (run >= picture.numRuns || picture.signal < 0) return {};
  const auto behind =
      std::upper_bound(picture.blocks.begin(), picture.blocks.end(), run,
                       [](uint64_t wanted, const auto& block) { return wanted < block->first; });
  const RunBlock& block = **(behind - 1);
  if (block.on_grid.empty()) return {};
  const std::size_t numSignals = picture.signals.size();
  const std::size_t numPoints = 2 * picture.times.size();
  std::vector<double> path(numPoints);
  std::size_t cell =
      (run - block.first) * numPoints * numSignals + static_cast<std::size_t>(picture.signal);
  for (double& value : path) {
    value = block.on_grid[cell];
    cell += numSignals;
  }
  return path;
}

// A block tells endings of all of its runs; those that were not made any more are left out.
std::vector<RunEnding> endingsOf(const StudyPicture& picture) {
  std::vector<RunEnding> endings;
  for (const auto& block : picture.blocks) {
    for (const RunEnding& ending : block->endings) {
      if (ending.run < block->first + block->made) endings.push_back(ending);
    }
  }
  return endings;
}

}  // namespace loopwright
