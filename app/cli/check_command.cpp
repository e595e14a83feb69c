#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/check/check.h"
#include "engine/file/diagnostics_json.h"

namespace loopwright {

int CheckCommand(const std::string& file, bool json, bool allow_paths) {
  const std::vector<Diagnostic> diagnostics = CheckFile(file, BuiltInBlocks(), allow_paths);
  if (json) {
    WriteStandardOutput(DiagnosticsJson(file, diagnostics));
  } else {
    PrintDiagnostics(file, diagnostics, true);
  }
  return HasErrors(diagnostics) ? kInvalidDiagram : kDone;
}

}  // namespace loopwright
