#pragma once

#include <string>
#include <vector>

#include "engine/drawing/block_form.h"
#include "engine/drawing/geometry.h"

namespace loopwright {

/// A port on the rim of its block.
struct BoxPort {
  std::string name;
  bool is_input = true;
  Point position;  ///< relative to the top left corner of the block's box
  Point outward;   ///< unit vector away from the block
};

/// The box of a block and its ports, inputs and outputs in the order of the block's form.
struct BlockBox {
  Size size;
  BlockOutline outline = BlockOutline::kRectangle;
  std::vector<BoxPort> inputs;
  std::vector<BoxPort> outputs;
};

/// Inputs left, outputs right, 20 px apart and on the 10 px grid, in a box that is high enough for
/// them; a circle's inputs are left, below and above, as a sum is drawn. A circle with more than
/// three inputs becomes a rectangle.
BlockBox MakeBlockBox(const BlockForm& form);

}  // namespace loopwright
