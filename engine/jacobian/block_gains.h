#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "engine/jacobian/diagram_ports.h"

namespace loopwright {

/// The gains that stand in the place of blocks (PortAction::gain). While derivatives are taken the
/// output w of such a block is an input of its own, and what the block reads, z, an output. With
/// both as parts of the model w = G z is solved,
///
///     ẋ = A x + B u + Bw w     z = Cz x + Dz u + Dw w     w = (1 − G Dw)⁻¹ G (Cz x + Dz u)
///
/// so that it does not matter in which order signals follow each other: gains may close an
/// algebraic loop where the blocks have none, and openings may cut it again.
class BlockGains {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  /// Gives each action with a gain columns of its own, behind all others, and adds to what is read.
  BlockGains(const Plan<double>& plan, int num_states, DiagramPorts* ports);

  /// How many rows of outputs it has added.
  int num_rows() const { return static_cast<int>(gain_.cols()); }

  /// Takes the columns and rows that were added out of these Jacobians again, with what gets
  /// through the gains. NoResultError names the blocks where an algebraic loop has no solution.
  void Close(Sparse* derivatives, std::vector<Sparse>* updates, Sparse* outputs) const;

 private:
  void RequireSolution(const Eigen::MatrixXd& loop) const;

  const Plan<double>& plan_;
  std::vector<int> nodes_;
  Eigen::MatrixXd gain_;  ///< of all blocks, one after another: w = G z
};

}  // namespace loopwright
