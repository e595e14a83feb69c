#pragma once

#include <string>
#include <vector>

#include "engine/drawing/geometry.h"
#include "engine/edits/edit.h"

namespace loopwright {

class BlockRegistry;

/// Lays blocks of a level out from left to right (see LayeredLayout()), the top left corner of the
/// whole at `corner`; all blocks of the level where `blocks` is empty. They stand upright then,
/// their wires find their own ways, and frames go around what they held.
void ArrangeBlocks(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const std::vector<std::string>& blocks,
                   Point corner);

/// Lays all blocks of a level out, and of the levels inside of it. The top left corner of each
/// level stays where it is, to the grid; it is the origin where no block of the level has a layout.
/// Throws EditError where there is no such level.
void ArrangeLevels(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry);

/// Gives every block without a layout one, at all levels: a level without any is arranged, else
/// what has none is put below the rest.
void GiveLayouts(Document* document, const BlockRegistry& registry);
/// The same for one level, within a transaction that has added blocks to it.
void GiveLayouts(Transaction* transaction, const std::string& level, const BlockRegistry& registry);

}  // namespace loopwright
