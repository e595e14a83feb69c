#include "engine/simulation/run_failure.h"

#include "engine/common/number_format.h"
#include "engine/model/document.h"

namespace loopwright {
namespace {

// A message may name many blocks: longer than other arguments of diagnostics.
constexpr int kMaxMessage = 2000;

}  // namespace

Diagnostic RunFailure(const Document& document, const RunOutcome& outcome) {
  const Block* block = outcome.path.empty() ? nullptr : document.FindBlock(outcome.path);
  const SourcePlace place = block == nullptr ? SourcePlace{} : block->origin.place;
  Diagnostic diagnostic =
      MakeDiagnostic(DiagnosticCode::kRunFailed, place, outcome.path, {FormatNumber(outcome.time)});
  diagnostic.text += Printable(outcome.message, kMaxMessage);
  return diagnostic;
}

Diagnostic RunInterruption(const RunOutcome& outcome) {
  return MakeDiagnostic(DiagnosticCode::kRunInterrupted, {}, "", {FormatNumber(outcome.time)});
}

}  // namespace loopwright
