#pragma once

#include <string>

#include "engine/simulation/trace_phase.h"

namespace loopwright {

/// A phase of a step as a line of JSON, without its end: see RunSetup::SetTrace().
std::string TraceLine(const TracePhase& phase);

}  // namespace loopwright
