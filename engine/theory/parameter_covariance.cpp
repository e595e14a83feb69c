#include "engine/theory/parameter_covariance.h"

#include <cmath>
#include <cstddef>

namespace loopwright {
namespace {

using Eigen::VectorXd;

// The first signal of which the difference at value `i` is more than rounding and accuracy make,
// where parameters change it by `change`; -1 where there is none.
int FirstBeyond(const StudiedDocument& studied, const VectorXd& difference, const VectorXd& change,
                const VectorXd& mean) {
  for (Eigen::Index s = 0; s < difference.size(); ++s) {
    const double size = std::abs(change[s]) + std::abs(mean[s]);
    if (std::abs(difference[s]) > studied.Tolerance(size)) return static_cast<int>(s);
  }
  return -1;
}

}  // namespace

void AddParameterCovariance(const StudiedDocument& studied, const MeansOfMoved& means_of,
                            const std::function<bool()>& breaks_off, EnsembleTheory* theory) {
  const std::size_t count = studied.parameters().size(), size = theory->size();
  const auto is_broken_off = [&] { return breaks_off && breaks_off(); };
  const VectorXd nothing = VectorXd::Zero(static_cast<Eigen::Index>(theory->signals.size()));
  std::vector<VectorXd> sum(size, nothing), largest(size, nothing);
  for (std::size_t p = 0; p < count; ++p) {
    std::vector<double> moved(count);
    moved[p] = 1;
    const std::vector<VectorXd> above = means_of(moved);
    moved[p] = -1;
    const std::vector<VectorXd> below = means_of(moved);
    if (is_broken_off()) return;
    for (std::size_t i = 0; i < size; ++i) {
      const VectorXd change = (above[i] - below[i]) / 2;
      theory->covariances[i] += change * change.transpose();
      sum[i] += change;
      largest[i] = largest[i].cwiseMax(change.cwiseAbs());
      const VectorXd bend = (above[i] + below[i]) / 2 - theory->means[i];
      const int signal = FirstBeyond(studied, bend, change, theory->means[i]);
      if (signal < 0) continue;
      theory->SetInexact(theory->signals[signal] + " does not follow " +
                         studied.parameters()[p].path + " in a line");
    }
  }
  if (count < 2) return;
  const std::vector<VectorXd> all = means_of(std::vector<double>(count, 1));
  if (is_broken_off()) return;
  for (std::size_t i = 0; i < size; ++i) {
    const VectorXd rest = all[i] - theory->means[i] - sum[i];
    const int signal = FirstBeyond(studied, rest, largest[i], theory->means[i]);
    if (signal < 0) continue;
    theory->SetInexact("what random parameters do to " + theory->signals[signal] +
                       " does not add up");
  }
}

}  // namespace loopwright
