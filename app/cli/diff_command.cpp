#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/differences/document_differences.h"

namespace loopwright {

// Differences of the layout are told, but do not count for the exit code.
int DiffCommand(const std::string& before, const std::string& after) {
  const std::optional<Document> old_document = LoadOrPrint(before, false);
  const std::optional<Document> new_document = LoadOrPrint(after, false);
  if (!old_document.has_value() || !new_document.has_value()) return kInvalidDiagram;
  const DocumentDifferences differences =
      FindDocumentDifferences(*old_document, *new_document, BuiltInBlocks());
  std::string text;
  for (const std::string& line : differences.content) text += line + '\n';
  for (const std::string& line : differences.layout) text += "layout of " + line + '\n';
  WriteStandardOutput(text);
  return differences.content.empty() ? kDone : kWrongUsage;
}

}  // namespace loopwright
