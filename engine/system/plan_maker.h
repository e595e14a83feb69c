#pragma once

#include <memory>

#include "engine/context/plan.h"
#include "engine/system/system.h"

namespace loopwright::internal {

/// Flattens a system, with all that is in it: numbers its values and lays them out, links what is
/// computed with what it depends on, tears algebraic loops (engine/loops/tear_loops.h), and sorts.
/// std::logic_error names a cache entry that depends on itself.
template <typename T>
std::shared_ptr<Plan<T>> MakePlan(const System<T>& root);

}  // namespace loopwright::internal
