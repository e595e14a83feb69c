#pragma once

#include <string>
#include <vector>

#include "engine/theory/covariance_flow.h"

namespace loopwright {

/// An element of a dead time of a diagram.
struct DeadTime {
  std::string block;          ///< its path; "" where nothing random enters it: it is left out
  bool is_asked_for = false;  ///< what comes out is one of the signals whose law is asked for
};

/// Where what comes out of a dead time is: a state of the model, or one of its inputs, by number.
/// Neither where it is the same in all runs, or only updates read it.
struct ShownDelay {
  int state = -1, input = -1;
};

/// Makes the dead times of a model states, as far as they can be, in place of its last inputs and
/// outputs, which are the delayed signals and those that enter the delays (HybridModel). There are
/// two kinds. What enters one is held: it changes at updates of states and noises alone. So it is
/// known by its values on a grid of times
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
/// Until start_sec + τ the delay shows what it begins with, which is the same in all runs; at that
/// time itself, y⁻ is still that.
///
/// Of the other kind only updates read what comes out, at t_k = offset + k period each. Then what
/// enters is known by its values at t_k − τ alone, with ⌈τ/period⌉ registers:
///
///     r₁⁺ = z⁻, r₂⁺ = r₁⁻, …         at t_k − τ, after the start
///
/// and the update at t_k reads the last of them. All others stay what they are
/// (NoisyModel::delays), also where there would be more than 200 registers, or one feeds itself
/// without an update in between. Returns where each is. Of the model the intensity is not looked
/// at, and is to be made afterwards.
std::vector<ShownDelay> HoldDelays(double start_sec, const std::vector<DeadTime>& delays,
                                   NoisyModel* noisy);

}  // namespace loopwright
