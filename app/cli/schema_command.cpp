#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/blocks/schema_json.h"

namespace loopwright {

// Prints the schema that editors of JSON can check a diagram file against.
int SchemaCommand() {
  WriteStandardOutput(SchemaJson(BuiltInBlocks()));
  return kDone;
}

}  // namespace loopwright
