#pragma once

#include <vector>

#include "engine/branches/other_choices.h"
#include "engine/branches/sliding_branches.h"
#include "engine/context/context_data.h"
#include "engine/integration/autodiff_copy.h"

namespace loopwright {

/// Decides the branches of `branches->undecided`, each of which stands on a threshold of its own in
/// a corner of the surfaces: they are right if the motion along the surfaces, made with them, leads
/// into them there. For example with x' = 0.1 - 1.2 [x > 0] + 0.1 c and y' = 0.2 - 1.6 c, where c
/// is y < [x > 0] - 1 at x = y = 0 for x > 0 and true otherwise, one motion along x = 0 rises in y,
/// with c false, and one falls, with c true.
///
/// All choices of their branches are tried where these are few. `branches` become those of the
/// first that is right, unless they are right themselves; returns the others that are right, too,
/// with another motion. The context is as before, without a blend. `copy` and `max_step_sec` are as
/// for SlidingMotion.
template <typename T>
OtherChoices ChooseCornerBranches(internal::ContextData<T>* data,
                                  const std::vector<SlidingSurface>& surfaces,
                                  AutoDiffCopy<T>* copy, double max_step_sec,
                                  SlidingBranches* branches);

}  // namespace loopwright
