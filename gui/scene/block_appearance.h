#pragma once

#include <QString>

#include "gui/scene/block_item.h"

namespace loopwright {

class BlockRegistry;
class Document;
struct Block;

/// What `block` of `level` looks like: its face from its parameters, its ports, place and state.
BlockAppearance makeAppearance(const Document& document, const QString& level, const Block& block,
                               const BlockRegistry& registry);

}  // namespace loopwright
