#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/check/check.h"
#include "engine/file/diagnostics_json.h"
#include "engine/file/load.h"
#include "engine/studies/variant_studies.h"

namespace loopwright {

// Warnings alone are no failure: the exit code tells of errors only.
int CheckCommand(const std::string& file, bool json, bool allow_paths) {
  std::vector<Diagnostic> diagnostics = CheckFile(file, BuiltInBlocks(), allow_paths);
  if (!HasErrors(diagnostics)) {
    const LoadResult loaded = LoadFile(file, BuiltInBlocks());
    const auto of_study = CheckStudy(*loaded.document, BuiltInBlocks(), allow_paths);
    diagnostics.insert(diagnostics.end(), of_study.begin(), of_study.end());
    SortByPlace(&diagnostics);
  }
  if (json) {
    WriteStandardOutput(DiagnosticsJson(file, diagnostics));
  } else {
    PrintDiagnostics(file, diagnostics, true);
  }
  return HasErrors(diagnostics) ? kInvalidDiagram : kDone;
}

}  // namespace loopwright
