#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/statistics/moments.h"
#include "engine/statistics/t_digest.h"

namespace loopwright {

/// A sample's moments, and the sketch that its quantiles are read from.
struct SampleSummary {
  Moments moments;
  Moments independent;  ///< the same, of antithetic runs that of the means of pairs
  TDigest digest;

  SampleSummary() = default;
  /// Of values in the order of runs; those that are not finite are left out. `in_pairs`: see
  /// MomentsOf().
  SampleSummary(std::span<const double> values, bool in_pairs);
  void Merge(const SampleSummary& later);
  double Quantile(double p) const { return digest.Quantile(p, moments.least, moments.greatest); }
};

/// The samples of all runs of a study in many cells (a signal at a time and side): one number a run
/// and cell, taken in run after run, in one pass and bounded memory.
///
/// The numbers of up to kExactRuns runs are kept, and all that is said of them is exact. When more
/// runs come, each such leaf of runs is summarized cell by cell (SampleSummary), and summaries are
/// merged in a binary tree over the numbers of runs: leaves 0 and 1, 2 and 3, then those two, ... .
/// The tree depends on the number of runs alone, so the bytes of the result do not depend on who
/// made which run when. There is one summary a level of the tree: of 1,000,000 runs ten.
class Ensemble {
 public:
  static constexpr uint64_t kExactRuns = TDigest::kExact;
  /// What is summarized of a leaf or several, by cells.
  using Summaries = std::vector<SampleSummary>;

  /// `in_pairs`: runs are antithetic pairs.
  explicit Ensemble(std::size_t num_cells, bool in_pairs = false);

  std::size_t num_cells() const { return num_cells_; }
  uint64_t num_runs() const { return state_.num_runs; }

  /// Takes in the next runs: num_cells() numbers each. What is not finite is not there.
  void Append(std::span<const double> rows);

  /// The sample of a cell over all runs so far.
  SampleSummary Cell(std::size_t cell) const;

  /// What is kept, for a checkpoint: the runs of the last leaf, and the tree's levels from the
  /// least up.
  struct State {
    uint64_t num_runs = 0;
    std::vector<double> leaf;
    std::vector<std::optional<Summaries>> levels;
  };
  const State& state() const { return state_; }
  void Restore(State state);

 private:
  /// Makes the full leaf a summary and puts it into the tree.
  void CloseLeaf();
  Summaries SummarizeLeaf() const;

  std::size_t num_cells_;
  bool in_pairs_;
  State state_;
};

}  // namespace loopwright
