#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/document/canonical_expressions.h"
#include "engine/file/load.h"
#include "engine/file/save.h"

namespace loopwright {

// Rewrites a file in the canonical form, in which equal diagrams are equal files. With `check` it
// writes nothing and fails where it would, for use before a commit.
int FormatCommand(const std::string& file, bool check) {
  const std::string bytes = ReadFile(file);
  LoadResult loaded = LoadDocument(bytes, BuiltInBlocks());
  PrintDiagnostics(file, loaded.diagnostics, true);
  if (!loaded.document.has_value()) return kInvalidDiagram;
  CanonicalizeExpressions(&*loaded.document, BuiltInBlocks());
  const std::string canonical = SaveCanonical(*loaded.document);
  if (canonical == bytes) return kDone;
  if (check) {
    throw UsageError(file + ": is not in the canonical form; `loopwright-cli format " + file +
                     "` rewrites it");
  }
  WriteFileAtomically(file, canonical);
  return kDone;
}

}  // namespace loopwright
