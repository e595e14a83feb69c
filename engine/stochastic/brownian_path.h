#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/random/draw.h"

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

/// Independent Wiener processes that are drawn from one stream.
struct WienerStream {
  uint64_t key;
  int num_processes;
};

/// The independent Wiener processes of some streams, seen step by step (semantics 19), numbered
/// stream by stream. What process i of the m of a stream does in cell n follows from draw n*m + i:
///
/// - its increment W over the cell is sqrt(step) times that draw;
/// - H = 1/h ∫ (W(s) - W s/h) ds, how far the path lies beside its chord on the mean over a cell of
///   length h, is independent of W and normal of variance h/12: the draw with the mark kOfArea;
/// - given W and H of a node of length h of the cell's binary tree, its left and right half have
///   W/2 ± d with d = 3/2 H + sqrt(h)/4 z1, and H - d/2 ± sqrt(h/48) z2, where z1 and z2 are the
///   draws with the node's number, z2 with the mark kOfDifference. So all levels refine one path;
/// - where an event splits a part for the j-th time, a bridge to the part's end is drawn with split
///   number j and the part's node number, and what is left is the rest of the increment. What the
///   path does within such a piece is drawn anew, from a tree of the piece's own.
///
/// Kloeden, Platen: Numerical Solution of Stochastic Differential Equations (1992), 1.8; Foster,
/// Lyons, Oberhauser: An optimal polynomial approximation of Brownian motion, SIAM J. Numer. Anal.
/// 58 (2020) 1393-1421, for the law of the halves.
class BrownianPath {
 public:
  explicit BrownianPath(const std::vector<WienerStream>& streams);

  int num_processes() const { return static_cast<int>(processes_.size()); }
  /// The next steps are in `part` of a cell of `cell_sec`.
  void Enter(RandomSource source, const CellPart& part, double cell_sec);
  /// A step over the first `step_sec` of the `rest_sec` that are left of the part.
  void Split(double step_sec, double rest_sec);
  /// A step over all that is left of the part, `rest_sec`.
  void Finish(double rest_sec);

  // Of the last step, with W from 0 at its start.
  const std::vector<double>& increments() const { return step_; }
  /// H of each process: ∫ W dt = h (H + W/2).
  const std::vector<double>& Areas();
  /// The iterated integrals I_ij = ∫ W_i dW_j in the sense of Itô of processes `first`, ...,
  /// `first` + `count` - 1, row by row: I_ii is exact, and the others are the expectation given
  /// the W and H of the 2^depth parts of the step. So what they lack of Lévy's area
  /// (I_ij - I_ji)/2, whose variance is h²/4, has the variance h²/12 / 2^depth. By Chen's relation
  /// the area of a step is the sum of its halves' areas and 1/2 (W_i W'_j - W'_i W_j), and that of
  /// a part is expected as H_i W_j - W_i H_j.
  void CalcIteratedIntegrals(int first, int count, int depth, double* integrals);
  /// 1 or -1, each with probability 1/2, for a pair of processes i > j; independent of the rest.
  double PairSign(int i, int j) const;

 private:
  /// W and H of the processes over a node of a tree.
  struct Node {
    std::vector<double> w, h;
  };
  /// A process by its stream and its place there.
  struct Process {
    uint64_t key;
    uint64_t of_stream, num_of_stream;
  };

  double Gaussian(std::size_t process, uint64_t split, uint64_t node) const {
    const Process& p = processes_[process];
    return GaussianDraw(source_, p.key, {part_.cell * p.num_of_stream + p.of_stream, split, node});
  }
  void BeginStep(double step_sec);
  /// Halves the node at place `depth` of nodes_ into `depth` + 1.
  void Descend(uint64_t node, double length_sec, bool is_right, std::size_t depth);
  struct AreaSum;
  void AddAreas(uint64_t node, double length_sec, std::size_t depth, AreaSum* sum);

  std::vector<Process> processes_;
  RandomSource source_;
  CellPart part_;
  double cell_sec_ = 0;
  uint64_t splits_ = 0;  ///< of the part so far
  std::vector<double> rest_, step_, step_areas_, part_areas_;
  bool has_part_areas_ = false, has_step_areas_ = false;
  double step_sec_ = 0;
  // The tree that the last step is the root of: marks of its draws, and the number of its root.
  uint64_t tree_mark_ = 0, root_ = 1;
  std::vector<Node> nodes_;  ///< of a way down a tree
};

}  // namespace loopwright
