#include "engine/theory/flow_step.h"

#include <cmath>
#include <utility>

#include "engine/matrices/matrix_functions.h"

namespace loopwright {

using Eigen::MatrixXd;

FlowSteps::FlowSteps(MatrixXd drift, MatrixXd intensity)
    : drift_(std::move(drift)), intensity_(std::move(intensity)) {}

const FlowStep& FlowSteps::Over(double duration_sec, double rounding_sec) {
  constexpr size_t kMostSteps = 256;
  const auto found = steps_.lower_bound(duration_sec - rounding_sec);
  if (found != steps_.end() && found->first <= duration_sec + rounding_sec) return found->second;
  if (steps_.size() >= kMostSteps) steps_.clear();
  const Eigen::Index s = drift_.rows();
  const double reach = drift_.cwiseAbs().rowwise().sum().maxCoeff() * duration_sec;
  const int doublings = reach > 1 ? static_cast<int>(std::ceil(std::log2(reach))) : 0;
  const double h = std::ldexp(duration_sec, -doublings);
  MatrixXd both = MatrixXd::Zero(2 * s, 2 * s);
  both.topLeftCorner(s, s) = -drift_ * h;
  both.topRightCorner(s, s) = intensity_ * h;
  both.bottomRightCorner(s, s) = drift_.transpose() * h;
  const MatrixXd e = Exponential(both);
  FlowStep step{e.bottomRightCorner(s, s).transpose(), {}};
  step.added = step.phi * e.topRightCorner(s, s);
  for (int i = 0; i < doublings; ++i) {
    step.added = (step.added + step.phi * step.added * step.phi.transpose()).eval();
    step.phi = (step.phi * step.phi).eval();
  }
  return steps_[duration_sec] = std::move(step);
}

}  // namespace loopwright
