#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// An update of the elements of z that are kept: `rows` of z become `of_kept` z + `of_delayed` d.
struct KeptUpdate {
  double period_sec = 0, offset_sec = 0;
  std::vector<int> rows;  ///< counted among those that are kept
  Eigen::MatrixXd of_kept, of_delayed;
};

/// A held noise among the elements of z that are kept: at offset + k period, in seconds, the
/// element z_row becomes law.factor z_row and a draw of variance law.variance.
struct KeptDraw {
  int row = 0;  ///< counted among those that are kept
  double period_sec = 0, offset_sec = 0;
  ElementLaw law;
};

/// A noisy model as far as it counts for the covariance of its outputs: of its states and held
/// noises those elements z that what is drawn comes to and that the outputs depend on (NoiseReach).
/// With the signals s that enter its dead times τ_j, and d that come out of them,
///
///     dz = (F z + G d) dt + dV,   Cov(dV) = Q dt,
///      s = C z + D d,   d_j(t) = s_j(t − τ_j),   y = H z + ...
///
/// All that follow delayed noise (StackedPieces, DelayedPeriod, DelayEquation) begin with it.
struct KeptModel {
  explicit KeptModel(const NoisyModel& noisy);
  /// How many elements are kept.
  Eigen::Index size() const { return static_cast<Eigen::Index>(elements.size()); }
  /// What an update of the model does to the elements that are kept.
  KeptUpdate Keep(const HybridUpdate<double>& update) const;
  /// The held noises that are kept, ascending by row.
  std::vector<KeptDraw> Draws(const NoisyModel& noisy) const;

  int num_states, num_all;     ///< of the model: states, and with them the held noises
  std::vector<int> elements;   ///< which of these are kept, ascending
  Eigen::MatrixXd drift;       ///< F
  Eigen::MatrixXd of_delayed;  ///< G
  Eigen::MatrixXd intensity;   ///< Q
  Eigen::MatrixXd entering;    ///< C
  Eigen::MatrixXd through;     ///< D
  Eigen::MatrixXd outputs;     ///< H
};

}  // namespace loopwright
