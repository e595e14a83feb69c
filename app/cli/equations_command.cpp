#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/analysis/document_equations.h"

namespace loopwright {

// Derives the equations of the whole diagram and prints them as text or as LaTeX. What is wrong
// with the diagram is printed first, on standard error, so that standard output holds equations
// alone.
int EquationsCommand(const std::string& file, bool latex, bool allow_paths) {
  const std::optional<Document> document = LoadOrPrint(file, true);
  if (!document.has_value()) return kInvalidDiagram;
  const DocumentEquations derived = DeriveEquations(*document, BuiltInBlocks(), allow_paths);
  PrintDiagnostics(file, derived.diagnostics, true);
  if (!derived.equations.has_value()) return kInvalidDiagram;
  WriteStandardOutput(latex ? EquationsLatex(*derived.equations)
                            : EquationsText(*derived.equations));
  return kDone;
}

}  // namespace loopwright
