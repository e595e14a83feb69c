#pragma once

#include <cstdint>
#include <vector>

#include "engine/context/context_data.h"

namespace loopwright {

/// A branch of a leaf on its threshold, and what it is on the two sides of it. For sign(x) at x = 0
/// the sides are -1 and 1; the value on the threshold itself, 0, is neither.
struct SidedMode {
  int node = 0;  ///< the leaf
  int mode = 0;  ///< position in the context's modes
  int64_t sides[2] = {0, 0};
};

/// A threshold in the space of time and state, with all branches that change there: `x > y` of one
/// block and `y > x` of another share one. Side 1 is where the margin of branches[0], with that
/// branch on its side 1, is positive.
struct SlidingSurface {
  std::vector<SidedMode> branches;
};

/// Memory for CalcSurfaceMargin(), kept so that nothing is allocated in a step.
template <typename T>
struct SurfaceScratch {
  std::vector<int64_t> modes;
  std::vector<T> margins;
};

/// g(t, x) of a surface at the context's time and state: positive on its side 1, negative on its
/// side 0.
template <typename T>
T CalcSurfaceMargin(const internal::ContextData<T>& data, const SlidingSurface& surface,
                    SurfaceScratch<T>* scratch);

}  // namespace loopwright
