#pragma once

#include <string>
#include <vector>

#include "engine/analysis/trim.h"

namespace loopwright {

/// A document that begins at an operating point.
struct EquilibriumStart {
  Document document;
  /// State that no parameter of its block sets, and that is another than at the point.
  std::vector<std::string> not_written;
};

/// The document with what trim found: the values of what was free (`u.y` is the `default` of the
/// Inport u), and those parameters `initial_…` of blocks that put their state, or what a dead time
/// puts out, there. Which these are is found by trial: a value is kept where the diagram built with
/// it begins with that state.
EquilibriumStart StartAt(const OperatingPoint& point, const Equilibrium& equilibrium,
                         const Document& document, const BlockRegistry& registry, bool allow_paths);

}  // namespace loopwright
