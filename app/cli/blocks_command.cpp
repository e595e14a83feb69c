#include <algorithm>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/blocks/block_registry.h"
#include "engine/blocks/catalogue_json.h"
#include "engine/blocks/schema_json.h"

namespace loopwright {

// Prints the catalogue of block types: as JSON for programs, or a line each under the headings of
// their categories, with the summaries in one column.
int BlocksCommand(bool json) {
  if (json) {
    WriteStandardOutput(CatalogueJson(BuiltInBlocks()));
    return kDone;
  }
  size_t width = 0;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    width = std::max(width, block.type.size());
  }
  std::string text;
  std::string category;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    if (block.category != category) {
      category = block.category;
      text += (text.empty() ? "" : "\n") + category + "\n";
    }
    text +=
        "  " + block.type + std::string(width + 2 - block.type.size(), ' ') + block.summary + "\n";
  }
  WriteStandardOutput(text);
  return kDone;
}

// Prints the schema that editors of JSON can check a diagram file against.
int SchemaCommand() {
  WriteStandardOutput(SchemaJson(BuiltInBlocks()));
  return kDone;
}

}  // namespace loopwright
