#pragma once

#include <string>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/diffusion.h"

namespace loopwright {

// How the noises of a plan's leaves act on each other, which decides what a method can do.

/// The leaf at a node of a plan.
template <typename T>
const LeafSystem<T>& LeafAt(const Plan<T>& plan, int node) {
  return static_cast<const LeafSystem<T>&>(*plan.systems[node]);
}

/// The nodes of the leaves that have declared a diffusion, in build order.
template <typename T>
std::vector<int> NoisyLeaves(const Plan<T>& plan);

/// Whether a leaf has declared a diffusion.
template <typename T>
bool HasDiffusion(const Plan<T>& plan);

/// A leaf whose diffusion reads through an input the noisy state of a leaf.
struct NoiseFeedback {
  int node = -1;  ///< of the leaf that reads; -1: there is none
  int input = 0;
  int read_node = 0;  ///< of the leaf whose state it reads
};

/// The first in build order. Where there is none, B of a leaf depends on a noisy state only as the
/// leaf's own form says, and so noises of different leaves commute.
template <typename T>
NoiseFeedback FindNoiseFeedback(const Plan<T>& plan);

/// Why a method that takes noises to commute cannot advance the systems of `plan`, with the path
/// of a system; `name` is the method's, and `needs_derivative` says whether it is Milstein's.
/// Empty where it can.
template <typename T>
std::string CommutingNoiseProblem(std::string_view name, bool needs_derivative,
                                  const Plan<T>& plan);

}  // namespace loopwright
