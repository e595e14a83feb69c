#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "engine/linear/step_response.h"

namespace loopwright {

/// Pieces of a response y = c x along the flow ẋ = F x, one after another. Matrix exponentials are
/// made for the lengths of pieces and for halves of these, once for all pieces; a value in between
/// is that of a short Taylor series, whose coefficients are kept for the values asked for next to
/// it, as a bisection does. So values are as exact as a matrix exponential for each, and a hundred
/// times as quick. The pieces may be asked on one thread at a time.
class FlowPieces {
 public:
  /// Of a model of one input and one output without dead times. Its input is one more state, behind
  /// the others, which stands still; it counts in this unit.
  FlowPieces(const ModelOf<Eigen::MatrixXd>& model, double unit);

  /// Adds a piece of this length that begins in the state `x`, and takes `x` to its end. Its times
  /// may differ by rounding from the length.
  void Add(double start_sec, double end_sec, double length_sec, Eigen::VectorXd* x,
           std::vector<ResponsePiece>* pieces) const;

 private:
  class Flow;
  std::shared_ptr<Flow> flow_;  ///< of all pieces, which may outlive this
};

}  // namespace loopwright
