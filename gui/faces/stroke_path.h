#pragma once

#include <QPainterPath>

namespace loopwright {

/// A path from the letters of SVG's absolute commands M, L, H, V, C and Z.
QPainterPath parseStrokePath(const char* text);

}  // namespace loopwright
