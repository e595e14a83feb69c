#pragma once

#include <cstdint>

#include "engine/context/plan.h"

namespace loopwright::internal {

/// A hash (FNV-1a, 64 bits) of all that a context's layout and the meaning of its values rest on:
/// the tree of systems with their classes, the types and sizes of ports, state, parameters and
/// cache entries, prerequisites, and connections. The names of systems, ports and entries are left
/// out: systems of equal structure may be called differently.
template <typename T>
uint64_t StructureFingerprint(const Plan<T>& plan);

}  // namespace loopwright::internal
