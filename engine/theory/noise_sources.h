#pragma once

#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/analysis/signals.h"
#include "engine/run/run_options.h"
#include "engine/theory/covariance_flow.h"
#include "engine/theory/held_delays.h"

namespace loopwright {

/// One element of a signal whose law is asked for.
struct TargetSignal {
  std::string label;  ///< as results call it: SUB/BLOCK.PORT, SUB/BLOCK.PORT[2]
  SignalPlace place;  ///< of this element alone
};

/// All elements of the signals that a run with these options records, each once. UsageError names a
/// signal that is not there; NoResultError: there are too many.
std::vector<TargetSignal> FindTargets(const DiagramIndex<double>& index, const RunOptions& options);

/// Their values at a point.
Eigen::VectorXd ValuesAt(const std::vector<TargetSignal>& targets, const OperatingPoint& point);

/// What draws in a diagram, as far as signals depend on it: noises that are held between their
/// updates, and diffusion of continuous state.
class NoiseSources {
 public:
  /// `has_parameters`: random parameters are drawn as well, so that states which no noise reaches
  /// may be others in each run. Runs begin at `start_sec`. That two blocks draw the same the check
  /// of a document refuses.
  NoiseSources(const BuiltDocument& built, std::vector<TargetSignal> targets, bool has_parameters,
               double start_sec);

  /// The diagram at a point, with the elements of the held noises as inputs, and the signals as
  /// outputs, in their order. Dead times are states as far as they can be (HoldDelays()), and
  /// derivatives by states that are the same in all runs are 0 (DropUnreached()). UsageError,
  /// NoResultError.
  NoisyModel ModelAt(const OperatingPoint& point) const;
  /// What the updates of that model do when they are made next: at the start of a run this may be
  /// something else than later (CovarianceFlow::SetFirstUpdates()).
  std::vector<HybridUpdate<double>> NextUpdatesAt(const OperatingPoint& point) const;
  /// The covariance of the model's `num_states` states at the start: of what continuous states that
  /// have diffusion begin with.
  Eigen::MatrixXd StartCovariance(const OperatingPoint& point, int num_states) const;
  const std::vector<TargetSignal>& targets() const { return targets_; }
  /// The nodes of all blocks that draw.
  std::vector<int> nodes() const;
  /// The first block whose diffusion is no constant; "" where none is.
  std::string BlockOfStateNoise(const BuiltDocument& built) const;

 private:
  struct Held {
    int node = 0;
    int first = 0, width = 0;  // of its elements, among those of all
    double period_sec = 0, offset_sec = 0;
    std::string signal;
  };
  void AddHeld(const DiagramIndex<double>& index, int node);
  NoisyModel LineariseAt(const OperatingPoint& point, bool as_it_stands,
                         std::vector<ShownDelay>* shown) const;
  void FindOutputs(const DiagramIndex<double>& index);
  void FindDelays(const DiagramIndex<double>& index);
  void ReadOutputs(const std::vector<ShownDelay>& shown, HybridModel* model) const;
  void AddIntensity(const OperatingPoint& point, NoisyModel* noisy) const;

  std::vector<TargetSignal> targets_;
  bool has_parameters_;
  double start_sec_;
  std::vector<std::string> outputs_;  ///< labels of targets, those of one place once
  std::vector<int> rows_;             ///< which of them each target is; -1: a delay's output
  std::vector<DeadTime> delays_;      ///< see HoldDelays()
  std::vector<int> first_delays_;     ///< by node: the first of its elements in that list; else -1
  std::vector<Held> held_;
  std::vector<int> diffusing_;
  int num_elements_ = 0;
};

}  // namespace loopwright
