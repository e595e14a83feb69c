#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/document/document.h"
#include "engine/drawing/geometry.h"

namespace loopwright {

class BlockRegistry;

/// What decides how large a block is drawn and where its ports are.
struct BlockForm {
  BlockOutline outline = BlockOutline::kRectangle;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::optional<double> width;  ///< of the box as shown; absent: the default
  std::optional<double> height;
  Size natural_size{60, 40};  ///< the least default size, before rotation
  int rotation = 0;           ///< 0, 90, 180 or 270 degrees, clockwise
  bool flipped = false;       ///< inputs and outputs change sides, before rotation
};

/// The form of `block` at `level`: by its type's shape, its ports and its layout. A subsystem is
/// wide enough for the names of its ports.
BlockForm FindBlockForm(const Document& document, std::string_view level, const Block& block,
                        const BlockRegistry& registry);

}  // namespace loopwright
