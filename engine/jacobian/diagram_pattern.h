#pragma once

#include <vector>

#include "engine/common/jacobian_pattern.h"
#include "engine/jacobian/diagram_ports.h"

namespace loopwright {

/// Which elements of a diagram's Jacobian can differ from 0, as far as declared prerequisites tell.
/// Columns are the elements of state or parameters at `state_places` in the arena, then inputs;
/// rows are derivatives, then as FirstUpdateRows() says. Signals that are cut count as if they were
/// not, so that it may hold more than there is. UsageError where there are more than 100 million.
JacobianPattern PatternOfDiagram(const Plan<double>& plan, const std::vector<int>& state_places,
                                 const DiagramPorts& ports);

}  // namespace loopwright
