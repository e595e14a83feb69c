#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/drawing/arrange.h"
#include "engine/file/load.h"
#include "engine/file/save.h"

namespace loopwright {

// Either gives places only to blocks that have none, or lays out all levels. A file that comes out
// as it was is not written, so that its date stays.
int ArrangeCommand(const std::string& file, bool missing_only) {
  const std::string bytes = ReadFile(file);
  LoadResult loaded = LoadDocument(bytes, BuiltInBlocks());
  PrintDiagnostics(file, loaded.diagnostics, true);
  if (!loaded.document.has_value()) return kInvalidDiagram;
  if (missing_only) {
    GiveLayouts(&*loaded.document, BuiltInBlocks());
  } else {
    Transaction transaction(&*loaded.document);
    ArrangeLevels(&transaction, "", BuiltInBlocks());
    transaction.Commit();
  }
  const std::string arranged = SaveCanonical(*loaded.document);
  if (arranged != bytes) WriteFileAtomically(file, arranged);
  return kDone;
}

}  // namespace loopwright
