#pragma once

#include <string>

#include "engine/simulation/trace_phase.h"

namespace loopwright {

/// A phase of a step as a line of JSON, without its end: see RunSetup::SetTrace(). Numbers have as
/// many digits as it takes to read them back exactly.
std::string TraceLine(const TracePhase& phase);

}  // namespace loopwright
