#pragma once

#include <QPointF>
#include <QStringList>
#include <string>

#include "engine/edits/edit.h"

namespace loopwright {

class BlockRegistry;

/// Lays blocks of a level out from left to right (see layeredLayout()), the top left corner of the
/// whole at `corner`; all blocks of the level where `blocks` is empty. They stand upright then,
/// their wires find their own ways, and frames go around what they held.
void arrangeBlocks(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const QStringList& blocks, const QPointF& corner);

/// Gives every block without a layout one, at all levels: a level without any is arranged, else
/// what has none is put below the rest.
void giveLayouts(Document* document, const BlockRegistry& registry);

}  // namespace loopwright
