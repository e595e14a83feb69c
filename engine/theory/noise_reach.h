#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// Which of the states and held noises z = (x, w) of a model what is drawn comes to, over any time,
/// and on which the outputs depend: by which elements of its matrices are 0, without rounding.
class NoiseReach {
 public:
  explicit NoiseReach(const NoisyModel& noisy);
  bool IsReached(int element) const { return is_reached_[element]; }
  bool IsSeen(int element) const { return is_seen_[element]; }
  /// The elements that are both: all others add nothing to the covariance of the outputs.
  std::vector<int> kept() const;

 private:
  std::vector<bool> is_reached_, is_seen_;
};

/// Makes the derivatives by all states 0 that nothing drawn comes to: they are the same in all runs
/// (the time of an update, the covariance in a filter), and add nothing to a covariance, but may
/// change from one instant to the next.
void DropUnreached(NoisyModel* noisy);

}  // namespace loopwright
