#pragma once

#include <string>
#include <vector>

#include "engine/analysis/linearisation.h"
#include "engine/analysis/signals.h"
#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// What draws in a diagram, as far as a signal depends on it: noises that are held between their
/// updates, and diffusion of continuous state.
class NoiseSources {
 public:
  /// NoResultError where the law of what is drawn is not known, or the signal comes through a dead
  /// time. That two blocks draw the same the check of a document refuses.
  NoiseSources(const BuiltDocument& built, const SignalPlace& target);

  /// The diagram at a point, with the elements of the held noises as inputs, and the signal as
  /// output. UsageError, NoResultError.
  NoisyModel ModelAt(const OperatingPoint& point, const std::string& signal) const;
  /// The covariance of the model's `num_states` states at the start: of what continuous states that
  /// have diffusion begin with.
  Eigen::MatrixXd StartCovariance(const OperatingPoint& point, int num_states) const;
  /// The first of the elements of held noises that the signal shows as they are; -1 where it is
  /// another signal.
  int HeldElementOf(const SignalPlace& place) const;
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

  std::vector<Held> held_;
  std::vector<int> diffusing_;
  int num_elements_ = 0;
};

}  // namespace loopwright
