#include "engine/theory/kept_model.h"

#include <algorithm>
#include <cstddef>

#include "engine/theory/noise_reach.h"

namespace loopwright {

using Eigen::Index;
using Eigen::MatrixXd;

// The inputs of a hybrid model end with what comes out of its dead times, and its outputs with what
// enters them; held noises have no input.
KeptModel::KeptModel(const NoisyModel& noisy)
    : num_states(noisy.model.num_states()),
      num_all(noisy.size()),
      elements(NoiseReach(noisy).kept()),
      drift(noisy.DriftMatrix()(elements, elements)),
      intensity(noisy.IntensityMatrix()(elements, elements)),
      entering(noisy.EnteringMatrix()(Eigen::all, elements)),
      outputs(noisy.OutputMatrix()(Eigen::all, elements)) {
  const int q = noisy.model.num_delays();
  MatrixXd of_all = MatrixXd::Zero(num_all, q);
  of_all.topRows(num_states) = noisy.model.B.rightCols(q);
  of_delayed = of_all(elements, Eigen::all);
  through = noisy.model.D.bottomRightCorner(q, q);
}

// The columns of an update are those of the states, of the held noises and of what is delayed; rows
// of elements that are not kept are left out.
KeptUpdate KeptModel::Keep(const HybridUpdate<double>& update) const {
  KeptUpdate kept{update.period_sec, update.offset_sec, {}, {}, {}};
  std::vector<int> from;
  for (std::size_t r = 0; r < update.rows.size(); ++r) {
    const auto found = std::lower_bound(elements.begin(), elements.end(), update.rows[r]);
    if (found == elements.end() || *found != update.rows[r]) continue;
    kept.rows.push_back(static_cast<int>(found - elements.begin()));
    from.push_back(static_cast<int>(r));
  }
  MatrixXd of_all(update.E.rows(), num_all);
  of_all.leftCols(num_states) = update.E;
  of_all.rightCols(num_all - num_states) = update.F.leftCols(num_all - num_states);
  kept.of_kept = of_all(from, elements);
  kept.of_delayed = MatrixXd(update.F.rightCols(through.cols()))(from, Eigen::all);
  return kept;
}

// Held noises follow the states in z.
std::vector<KeptDraw> KeptModel::Draws(const NoisyModel& noisy) const {
  std::vector<KeptDraw> draws;
  for (Index row = 0; row < size(); ++row) {
    const int element = elements[row] - num_states;
    if (element < 0) continue;
    const HeldElement& held = noisy.held[element];
    draws.push_back({static_cast<int>(row), held.period_sec, held.offset_sec, held.law});
  }
  return draws;
}

}  // namespace loopwright
