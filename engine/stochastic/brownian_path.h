#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/random/random_source.h"

namespace loopwright {

/// One of the 2^level equal parts of a cell of the grid t0 + n*step on which stochastic
/// differential equations are advanced.
struct CellPart {
  uint64_t cell = 0;  ///< n
  int level = 0;
  uint64_t index = 0;  ///< of the part in the cell

  /// Its number in the cell's binary tree: the cell is 1, the halves of k are 2k and 2k + 1.
  uint64_t node() const { return (uint64_t{1} << level) + index; }
};

/// The independent Wiener processes of one stream, seen step by step (semantics 19). What process i
/// of m does in cell n follows from draw n*m + i:
///
/// - its increment over the cell is sqrt(step) times that draw;
/// - at the middle of node k of the cell's binary tree it is the mean of its values at the ends
/// plus
///   sqrt(length)/2 times the draw with node number k: Lévy's construction, so that all levels
///   refine one path;
/// - where an event splits a part for the j-th time, a bridge to the part's end is drawn with split
///   number j and the part's node number, and what is left is the rest of the increment.
///
/// Kloeden, Platen: Numerical Solution of Stochastic Differential Equations (1992), 1.8.
class BrownianPath {
 public:
  BrownianPath(uint64_t stream_key, int num_processes);

  int num_processes() const { return static_cast<int>(rest_.size()); }
  /// The next steps are in `part` of a cell of `cell_sec`.
  void Enter(RandomSource source, const CellPart& part, double cell_sec);
  /// A step over the first `step_sec` of the `rest_sec` that are left of the part.
  void Split(RandomSource source, const CellPart& part, double step_sec, double rest_sec);
  /// A step over all that is left of the part.
  void Finish() { step_ = rest_; }
  /// Of each process over the last step.
  const std::vector<double>& increments() const { return step_; }

 private:
  uint64_t Draw(const CellPart& part, size_t process) const {
    return part.cell * rest_.size() + process;
  }

  uint64_t stream_key_;
  uint64_t splits_ = 0;  ///< of the part so far
  std::vector<double> rest_, step_;
};

}  // namespace loopwright
