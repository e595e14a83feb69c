#pragma once

#include <QPainterPath>
#include <QString>

namespace loopwright {

/// A line drawing of what a type does, around the origin, within 32 × 20 px.
struct FaceCurve {
  const char* type;
  const char* path;  ///< see parseCurve()
  const char* axes;  ///< thin lines behind it, may be empty
};

/// The drawing of `type`, or null.
const FaceCurve* findFaceCurve(const QString& type);

/// A path from the letters of SVG's absolute commands M, L, H, V, C and Z.
QPainterPath parseCurve(const char* text);

}  // namespace loopwright
