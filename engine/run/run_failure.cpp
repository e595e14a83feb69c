#include "engine/run/run_failure.h"

#include "engine/document/document.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// A message may name many blocks: longer than other arguments of diagnostics.
constexpr int kMaxMessage = 2000;

// Where the block at `path` stands in the diagram's file; nowhere if there is none.
SourcePlace PlaceOf(const Document& document, const std::string& path) {
  const Block* block = path.empty() ? nullptr : document.FindBlock(path);
  return block == nullptr ? SourcePlace{} : block->origin.place;
}

}  // namespace

// The outcomes of a run as diagnostics, each at its block in the file, so that an editor can show
// them as it shows mistakes.
Diagnostic RunFailure(const Document& document, const RunOutcome& outcome) {
  Diagnostic diagnostic =
      MakeDiagnostic(DiagnosticCode::kRunFailed, PlaceOf(document, outcome.path), outcome.path,
                     {FormatNumber(outcome.time)});
  diagnostic.text += Printable(outcome.message, kMaxMessage);
  return diagnostic;
}

Diagnostic RunTermination(const Document& document, const RunOutcome& outcome) {
  return MakeDiagnostic(DiagnosticCode::kRunEnded, PlaceOf(document, outcome.path), outcome.path,
                        {FormatNumber(outcome.time), outcome.message});
}

// In the order in which the run met them.
std::vector<Diagnostic> RunWarnings(const Document& document, const RunOutcome& outcome) {
  std::vector<Diagnostic> diagnostics;
  for (const RunWarning& warning : outcome.warnings) {
    Diagnostic& diagnostic = diagnostics.emplace_back(
        MakeDiagnostic(DiagnosticCode::kRunWarning, PlaceOf(document, warning.path), warning.path,
                       {FormatNumber(warning.time)}));
    diagnostic.text += Printable(warning.message, kMaxMessage);
  }
  return diagnostics;
}

Diagnostic NonFiniteWarning(const Document& document, const NonFiniteValue& first) {
  return MakeDiagnostic(
      DiagnosticCode::kNotFinite, PlaceOf(document, first.block), first.block,
      {first.port, FormatNumber(first.value), FormatNumber(first.time), first.column});
}

Diagnostic RunInterruption(const RunOutcome& outcome) {
  return MakeDiagnostic(DiagnosticCode::kRunInterrupted, {}, "", {FormatNumber(outcome.time)});
}

}  // namespace loopwright
