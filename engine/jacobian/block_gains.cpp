#include "engine/jacobian/block_gains.h"

#include <string>

#include "engine/linear/linear_model.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {

// G is block-diagonal: each block's gain stands below and to the right of the last one's, as the
// added inputs w and the added outputs z are numbered block by block. The inputs of a block follow
// each other as its ports do.
BlockGains::BlockGains(const Plan<double>& plan, int num_states, DiagramPorts* ports)
    : plan_(plan) {
  for (PortAction& action : ports->actions) {
    if (!action.gain) continue;
    action.gain_column = num_states + ports->num_inputs;
    ports->num_inputs += action.width;
    const PlanNode& node = plan.nodes[action.node];
    for (int i = 0; i < node.num_inputs; ++i) {
      const int size = plan.systems[action.node]->get_input_port(i).size();
      ports->reads.push_back({node.first_input + i, size, ports->num_outputs});
      ports->num_outputs += size;
    }
    const Eigen::Index rows = gain_.rows(), columns = gain_.cols();
    gain_.conservativeResizeLike(
        Eigen::MatrixXd::Zero(rows + action.gain->rows(), columns + action.gain->cols()));
    gain_.bottomRightCorner(action.gain->rows(), action.gain->cols()) = *action.gain;
    nodes_.push_back(action.node);
  }
}

// The columns are [x and u | w], the rows of the outputs [y; z]. z = Z [x; u] + Dw w and w = G z
// give w = (1 − G Dw)⁻¹ G Z [x; u], called `through`; what each part of the Jacobian says by w is
// then added to what it says by x and u. For example the output of a gain of 2 has twice the row of
// what it reads, if its own output does not come back to it (Dw = 0).
void BlockGains::Close(Sparse* derivatives, std::vector<Sparse>* updates, Sparse* outputs) const {
  if (nodes_.empty()) return;
  const Eigen::Index size = gain_.rows(), columns = outputs->cols() - size;
  const Sparse read = outputs->bottomRows(gain_.cols());
  const Sparse shown = outputs->topRows(outputs->rows() - gain_.cols());
  const Eigen::MatrixXd loop =
      Eigen::MatrixXd::Identity(size, size) - gain_ * Eigen::MatrixXd(read.rightCols(size));
  RequireSolution(loop);
  const Eigen::MatrixXd closed = SolveRegular(loop, gain_);
  const Sparse through = Sparse(closed.sparseView()) * Sparse(read.leftCols(columns));
  const auto close = [&](const Sparse& part) {
    Sparse sum = Sparse(part.leftCols(columns)) + Sparse(Sparse(part.rightCols(size)) * through);
    sum.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    return sum;
  };
  *derivatives = close(*derivatives);
  for (Sparse& part : *updates) part = close(part);
  *outputs = close(shown);
}

// What has no derivative is told by those who know the names of signals.
void BlockGains::RequireSolution(const Eigen::MatrixXd& loop) const {
  if (!loop.allFinite() || FullLu<Eigen::MatrixXd>(loop).is_invertible()) return;
  std::string blocks;
  for (const int node : nodes_) {
    blocks += (blocks.empty() ? "\"" : ", \"") + plan_.PathOf(node) + '"';
  }
  throw NoResultError("with a gain in the place of " + blocks +
                      " the diagram has an algebraic loop without solution: the gain around it is "
                      "1. Choose another gain, or cut a signal of the loop");
}

}  // namespace loopwright
