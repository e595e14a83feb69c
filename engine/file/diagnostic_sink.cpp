#include "engine/file/diagnostic_sink.h"

#include <string>
#include <utility>

namespace loopwright {

// Errors and warnings are limited apart, so that many warnings cannot hide an error.
void DiagnosticSink::Add(DiagnosticCode id, SourcePlace place, std::string_view path,
                         const std::vector<std::string_view>& arguments) {
  const bool error = DescribeDiagnostic(id).severity == Severity::kError;
  if (++(error ? errors_ : warnings_) <= limit_) {
    diagnostics_.push_back(MakeDiagnostic(id, place, path, arguments));
  } else if (!full_) {
    full_ = true;
    diagnostics_.push_back(MakeDiagnostic(DiagnosticCode::kTooManyProblems, place, kFilePath,
                                          {std::to_string(limit_)}));
  }
}

std::vector<Diagnostic> DiagnosticSink::TakeSorted() {
  SortByPlace(&diagnostics_);
  return std::move(diagnostics_);
}

}  // namespace loopwright
