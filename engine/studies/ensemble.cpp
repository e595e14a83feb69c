#include "engine/studies/ensemble.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/studies/handover.h"

namespace loopwright {
namespace {

// Calls work(cell) for every cell, on all threads that are free. What orders them after what was
// before and before what follows is within TBB, where the thread sanitizer does not see it: hence
// Handover.
template <typename Work>
void ForCells(std::size_t num_cells, Work work) {
  constexpr std::size_t kCellsOfTask = 32;
  const Handover handover;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, num_cells, kCellsOfTask),
                    [&work](const tbb::blocked_range<std::size_t>& cells) {
                      const Handover of_task;
                      for (std::size_t cell = cells.begin(); cell != cells.end(); ++cell) {
                        work(cell);
                      }
                    });
}

// The numbers of one cell of a leaf, run by run.
std::vector<double> ValuesOf(std::span<const double> leaf, std::size_t num_cells,
                             std::size_t cell) {
  std::vector<double> values;
  values.reserve(leaf.size() / num_cells);
  for (std::size_t i = cell; i < leaf.size(); i += num_cells) values.push_back(leaf[i]);
  return values;
}

}  // namespace

// The moments come twice: of all values, and of means of pairs where runs were made in antithetic
// pairs, because only those are independent and say how sure the mean is. Quantiles are of the
// finite values.
SampleSummary::SampleSummary(std::span<const double> values, bool in_pairs)
    : moments(MomentsOf(values, false)), independent(MomentsOf(values, in_pairs)) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](double value) { return std::isfinite(value); });
  std::sort(sorted.begin(), sorted.end());
  digest = TDigest(sorted);
}

void SampleSummary::Merge(const SampleSummary& later) {
  moments.Merge(later.moments);
  independent.Merge(later.independent);
  digest.Merge(later.digest);
}

Ensemble::Ensemble(std::size_t num_cells, bool in_pairs)
    : num_cells_(num_cells), in_pairs_(in_pairs) {}

// Rows of runs, one number for each cell. They are gathered exactly in a leaf of kExactRuns runs;
// only a full one is summarized.
void Ensemble::Append(std::span<const double> rows) {
  if (num_cells_ == 0) return;
  for (std::size_t begin = 0; begin < rows.size(); begin += num_cells_) {
    if (state_.leaf.size() == kExactRuns * num_cells_) CloseLeaf();
    const auto row = rows.subspan(begin, num_cells_);
    state_.leaf.insert(state_.leaf.end(), row.begin(), row.end());
    ++state_.num_runs;
  }
}

// The numbers of the runs of a leaf become moments and a digest, cell by cell.
Ensemble::Summaries Ensemble::SummarizeLeaf() const {
  Summaries summaries(num_cells_);
  ForCells(num_cells_, [&](std::size_t cell) {
    summaries[cell] = SampleSummary(ValuesOf(state_.leaf, num_cells_, cell), in_pairs_);
    summaries[cell].digest.Compress();
  });
  return summaries;
}

// As in adding binary numbers: two summaries of one level become one of the next, so that the
// result depends on the number of runs alone and not on who made them.
void Ensemble::CloseLeaf() {
  Summaries carried = SummarizeLeaf();
  state_.leaf.clear();
  std::size_t level = 0;
  for (; level < state_.levels.size() && state_.levels[level]; ++level) {
    Summaries earlier = std::move(*state_.levels[level]);
    state_.levels[level].reset();
    ForCells(num_cells_, [&](std::size_t cell) { earlier[cell].Merge(carried[cell]); });
    carried = std::move(earlier);
  }
  if (level == state_.levels.size()) state_.levels.emplace_back();
  state_.levels[level] = std::move(carried);
}

// All levels and the open leaf together, in the order of the runs.
SampleSummary Ensemble::Cell(std::size_t cell) const {
  SampleSummary all(ValuesOf(state_.leaf, num_cells_, cell), in_pairs_);
  for (const std::optional<Summaries>& level : state_.levels) {
    if (!level) continue;
    SampleSummary earlier = (*level)[cell];
    earlier.Merge(all);
    all = std::move(earlier);
  }
  return all;
}

void Ensemble::Restore(State state) { state_ = std::move(state); }

}  // namespace loopwright
