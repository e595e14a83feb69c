#pragma once

#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/run/run_outcome.h"

namespace loopwright {

class Document;

/// What made a run fail, with the place of the block in the diagram's file where one is to blame.
Diagnostic RunFailure(const Document& document, const RunOutcome& outcome);

/// That a block ended a run before its stop time, when and why.
Diagnostic RunTermination(const Document& document, const RunOutcome& outcome);

/// What a run met and went on from.
std::vector<Diagnostic> RunWarnings(const Document& document, const RunOutcome& outcome);

/// That something recorded is not finite: the block that made it, and when.
Diagnostic NonFiniteWarning(const Document& document, const NonFiniteValue& first);

/// That a run was interrupted, and when.
Diagnostic RunInterruption(const RunOutcome& outcome);

}  // namespace loopwright
