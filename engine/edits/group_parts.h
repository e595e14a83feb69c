#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"

namespace loopwright::grouping {

// What grouping and dissolving share.

inline constexpr double kGrid = 10;
inline constexpr double kBlockWidth = 60;  // of a block without a size of its own
inline constexpr double kBlockHeight = 40;

/// The nearest multiple of the grid on which blocks lie, in px.
inline double Snap(double value) { return std::round(value / kGrid) * kGrid; }

/// The height of a subsystem's box as it is drawn.
inline double HeightFor(std::size_t inputs, std::size_t outputs) {
  constexpr double kPortStep = 20;
  return std::max(kBlockHeight, kPortStep * static_cast<double>(std::max(inputs, outputs) + 1));
}

/// The rectangle around blocks, as far as the document says how large they are.
struct Bounds {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool empty = true;

  /// Grows so far that the block with this layout is inside. A block without a size counts as one
  /// of the default size.
  void Include(const Layout& layout) {
    const double x1 = layout.x + layout.width.value_or(kBlockWidth);
    const double y1 = layout.y + layout.height.value_or(kBlockHeight);
    left = empty ? layout.x : std::min(left, layout.x);
    top = empty ? layout.y : std::min(top, layout.y);
    right = empty ? x1 : std::max(right, x1);
    bottom = empty ? y1 : std::max(bottom, y1);
    empty = false;
  }
  /// The middle of all that was included; the origin where nothing was.
  Point middle() const { return {(left + right) / 2, (top + bottom) / 2}; }
};

/// Where a block is drawn. One that has no place in the file counts as lying at the origin.
inline Layout LayoutOf(const Block& block) { return block.layout.value_or(Layout{}); }

/// What a block is to its diagram (a port, a tag, ...). Unknown types are ordinary systems, so that
/// a diagram of another version can be grouped too.
inline BlockRole RoleOf(const Block& block, const BlockRegistry& registry) {
  const BlockDescriptor* type = registry.Find(block.type);
  return type != nullptr ? type->role : BlockRole::kSystem;
}

}  // namespace loopwright::grouping
