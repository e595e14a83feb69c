#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "engine/analysis/hybrid_model.h"
#include "engine/theory/flow_step.h"
#include "engine/traits/draw_law.h"

namespace loopwright {

/// An element of a noise that is held between its updates, at offset + k period, in seconds.
struct HeldElement {
  std::string name;
  double period_sec = 0, offset_sec = 0;
  ElementLaw law;
};

/// A linear diagram and what drives it: the inputs of the model are elements of noises that are
/// held, one after another, and its continuous state is driven by white noise besides,
///
///     dx = (A x + B w) dt + dV,   Cov(dV) = intensity dt.
///
/// Dead times that are no states are the last inputs and outputs of the model, as in HybridModel.
struct NoisyModel {
  HybridModel model;
  std::vector<HeldElement> held;
  Eigen::MatrixXd intensity;        ///< of the states of the model, those that are discrete being 0
  std::vector<std::string> delays;  ///< the blocks of the dead times that are no states

  /// Of states and held elements together, z = (x, w): how many there are, their names, and the
  /// matrices F and Q of
  ///
  ///     dz = F z dt + dV,   Cov(dV) = Q dt,   y = H z.
  int size() const { return model.num_states() + static_cast<int>(held.size()); }
  std::string NameOf(int element) const;
  Eigen::MatrixXd DriftMatrix() const;
  Eigen::MatrixXd IntensityMatrix() const;
  Eigen::MatrixXd OutputMatrix() const;
  /// What of z enters each dead time.
  Eigen::MatrixXd EnteringMatrix() const;
  /// Of z, where this is that of the states: noises begin as their laws say.
  Eigen::MatrixXd StartCovariance(const Eigen::MatrixXd& of_states) const;
};

/// NoResultError where updates, those at the start of a run, are not of the states of the model.
void RequireUpdatesOf(const NoisyModel& noisy, const std::vector<HybridUpdate<double>>& updates);

/// A covariance as computed, made symmetric and its variances not negative.
Eigen::MatrixXd WithoutRounding(const Eigen::MatrixXd& covariance);

/// The covariance of the state x of a noisy linear model, and of the noises w that it holds, as
/// time goes on. Between instants, with z = (x, w), it follows
///
///     Ṗ = F P + P Fᵀ + Q,   F = (A B; 0 0)
///
/// which over a time h is P → Φ P Φᵀ + R with Φ = e^(F h) and R = ∫ e^(F s) Q e^(Fᵀ s) ds
/// (FlowSteps). At an update all that is due together reads what was before: P → J P Jᵀ + W, where
/// J has the rows of the updates and the factors of the noises, and W the variances of what is
/// drawn. So sampled and continuous parts of any rates are exact.
class CovarianceFlow {
 public:
  /// Begins at `start_sec` with this covariance of states and noises. All dead times are states.
  CovarianceFlow(NoisyModel model, double start_sec, Eigen::MatrixXd covariance);

  /// From here on the model is this one, of the same states and noises; NoResultError where it has
  /// others.
  void SetModel(NoisyModel model);
  /// What each update of the model does at its first time, where that is something else than later:
  /// a moving average has no earlier samples then, and takes the first one in their place. They are
  /// updates of the same states.
  void SetFirstUpdates(std::vector<HybridUpdate<double>> updates);
  /// Goes to a time, seconds, before the updates that are due then. `breaks_off` is asked at each
  /// instant on the way, and may be empty; where it says so, nothing that follows is of use.
  void AdvanceTo(double time_sec, const std::function<bool()>& breaks_off);
  /// Makes the updates that are due at the present time, once.
  void Update();

  /// The covariance of the outputs of the model at the present time.
  Eigen::MatrixXd OutputCovariance() const;
  /// That of states and noises.
  const Eigen::MatrixXd& covariance() const { return covariance_; }

  /// From here on transition() is kept: by which matrix z has come from where it was.
  void FollowTransition();
  const Eigen::MatrixXd& transition() const { return transition_; }

 private:
  int size() const { return static_cast<int>(covariance_.rows()); }
  /// The next time at which something is updated, and the period of that.
  struct Instant {
    double time_sec = 0, period_sec = 0;
  };
  Instant NextInstant() const;
  void Flow(double end_sec);

  NoisyModel noisy_;
  double time_sec_;
  Eigen::MatrixXd covariance_;  // of the states, then of the noises
  Eigen::MatrixXd transition_;  // of no size where it is not followed
  FlowSteps steps_;
  std::vector<HybridUpdate<double>> first_updates_;  // as those of the model, or none
  std::vector<bool> was_updated_;
};

/// Whether two models are the same but for rounding.
bool IsSameModel(const NoisyModel& a, const NoisyModel& b);

}  // namespace loopwright
