#include "engine/simulation/run_failure.h"

#include "engine/common/number_format.h"
#include "engine/model/document.h"

namespace loopwright {

Diagnostic RunFailure(const Document& document, const RunOutcome& outcome) {
  const Block* block = outcome.path.empty() ? nullptr : document.FindBlock(outcome.path);
  const SourcePlace place = block == nullptr ? SourcePlace{} : block->origin.place;
  return MakeDiagnostic(DiagnosticCode::kRunFailed, place, outcome.path,
                        {FormatNumber(outcome.time), outcome.message});
}

Diagnostic RunInterruption(const RunOutcome& outcome) {
  return MakeDiagnostic(DiagnosticCode::kRunInterrupted, {}, "", {FormatNumber(outcome.time)});
}

}  // namespace loopwright
