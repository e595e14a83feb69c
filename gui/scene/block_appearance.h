#pragma once

#include <QString>

#include "gui/scene/block_item.h"

namespace loopwright {

class BlockRegistry;
class Document;
struct Block;

/// What `block` of `level` looks like: its face from its parameters, its ports, place and state. A
/// block of a type that `registry` does not have looks like a placeholder with the type's name. The
/// scene asks for it after each change of a block, and the clipboard to measure blocks.
BlockAppearance makeAppearance(const Document& document, const QString& level, const Block& block,
                               const BlockRegistry& registry);

/// The sign beside a port, which is number `number` of the block's inputs or outputs; "" for none.
QString signOf(const BlockFace& face, const PortPlace& port, size_t number);

/// Whether a port that looks along `direction`, below zero to the left, has a sign beside it in the
/// block. A circle has its signs instead of a face.
bool hasSigns(const BlockAppearance& appearance, const BlockGeometry& geometry, double direction);

}  // namespace loopwright
