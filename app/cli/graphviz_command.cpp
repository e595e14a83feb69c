#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/build/build.h"
#include "engine/diagram/diagram.h"

namespace loopwright {

// Prints the built diagram in the language of Graphviz, on standard output.
int GraphvizCommand(const std::string& file, bool allow_paths) {
  const std::optional<Document> document = LoadOrPrint(file, true);
  if (!document.has_value()) return kInvalidDiagram;
  const BuildResult built =
      BuildDiagram(*document, BuiltInBlocks(), {.overrides = {}, .allow_paths = allow_paths});
  PrintDiagnostics(file, built.diagnostics, true);
  if (!built.ok()) return kInvalidDiagram;
  WriteStandardOutput(built.diagram->GetGraphvizString());
  return kDone;
}

}  // namespace loopwright
