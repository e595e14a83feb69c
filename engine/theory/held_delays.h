#pragma once

#include <string>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// Where what comes out of a dead time is: a state of the model, or one of its inputs, by number.
/// Neither where that stands still.
struct ShownDelay {
  int state = -1, input = -1;
};

/// Makes the dead times of a model states, as far as they can be, in place of its last inputs and
/// outputs, which are the delayed signals and those that enter the delays (HybridModel). What
/// enters one is held: it changes at updates of states and noises alone. So it is known by its
/// values on a grid of times
///
///     t_k = start_sec + k h,
///
/// h being the longest time that divides all their periods and their distances from the start. With
/// a delay of τ and R = ⌈τ/h⌉ − 1 registers r, of which the last is shown, z being what enters:
///
///     r₁⁺ = z⁻, r₂⁺ = r₁⁻, …         at t_k
///     y⁺ = r_R⁻ (z⁻ where R is 0)    at t_k + τ
///
/// z⁻ at t_k is what it was from t_k−1 on; an update at t_k reads y⁻, as at any other instant.
/// Until start_sec + τ the delay shows what it begins with, which is the same in all runs.
///
/// `delays` has a name for each dead time, the block's path; "" where nothing random enters it:
/// then what comes out is the same in all runs, and the dead time is left out. A
/// dead time stays what it is (NoisyModel::delays) where what enters it changes all the time or at
/// times on no grid, where it keeps more than 200 values, or feeds itself without an update in
/// between. Returns where each is. Of the model the intensity is
/// not looked at, and is to be made afterwards.
std::vector<ShownDelay> HoldDelays(double start_sec, const std::vector<std::string>& delays,
                                   NoisyModel* noisy);

}  // namespace loopwright
