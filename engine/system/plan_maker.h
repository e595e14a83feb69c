#pragma once

#include <memory>

#include "engine/context/context.h"
#include "engine/context/plan.h"
#include "engine/system/system.h"

namespace loopwright::internal {

/// Flattens a system, with all that is in it: numbers its values and lays them out, links what is
/// computed with what it depends on, tears algebraic loops (engine/loops/tear_loops.h), and sorts.
/// std::logic_error names a cache entry that depends on itself.
template <typename T>
std::shared_ptr<Plan<T>> MakePlan(const System<T>& root);

// A context knows the systems that it was made by only through its plan, and can change them for
// others of equal structure (plan_maker.cpp): the whole tree at once. Every computed value is then
// out of date, since systems of equal structure may compute differently.

/// Where `context` was made by a system of the structure of `system`, and stands where that does in
/// its tree, it belongs to the tree of `system` from here on. Whether that is so.
template <typename T>
bool AdoptSystem(const System<T>& system, const Context<T>& context);
/// The same for any place in the tree of `system`.
template <typename T>
bool AdoptTree(const System<T>& system, const Context<T>& context);

/// A root context of `system` takes its present plan where that is of the same structure: events
/// that were declared after the context was made belong to it from here on. Whether there was
/// something to take.
template <typename T>
bool AdoptPresentPlan(const System<T>& system, const Context<T>& context);

}  // namespace loopwright::internal
