#pragma once

#include <string>

namespace loopwright {

class BlockRegistry;

/// The block types of a registry as JSON: `{"version": 1, "blocks": [...]}`, one block a line, in
/// the registry's order.
std::string CatalogueJson(const BlockRegistry& registry);

}  // namespace loopwright
