#pragma once

#include <string>

namespace loopwright {

class BlockRegistry;

/// The file format as a JSON Schema (draft 2020-12) that knows the block types of a registry: which
/// keys there are and what they hold, the parameters of each type, and of each parameter the shapes
/// and the choices that its kind takes, and bounds where it is a plain number. Expressions are
/// texts to it. A file that it refuses is refused by LoadDocument() or CheckDocument(); what needs
/// more than the form (ports, widths, loops, expressions) only these find.
std::string SchemaJson(const BlockRegistry& registry);

}  // namespace loopwright
