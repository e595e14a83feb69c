#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/model/check.h"
#include "engine/model/diagnostics_json.h"
#include "engine/model/load.h"

namespace loopwright {

int CheckCommand(const std::string& file, bool json, bool allow_paths) {
  LoadResult loaded = LoadFile(file, BuiltInBlocks());
  std::vector<Diagnostic> diagnostics = std::move(loaded.diagnostics);
  if (loaded.document.has_value()) {
    for (Diagnostic& found : CheckDocument(*loaded.document, BuiltInBlocks(), allow_paths)) {
      diagnostics.push_back(std::move(found));
    }
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
