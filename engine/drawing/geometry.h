#pragma once

#include <algorithm>
#include <cmath>

#include "engine/document/document.h"

namespace loopwright {

// A diagram's x grows to the right and its y downwards, as on a screen; a unit is a pixel at a zoom
// of 1. A Point (of the document) is a place, or the way from one place to another.

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }

/// The nearest point of the 10 px grid.
inline Point SnapToGrid(Point point) {
  constexpr double kGrid = 10;
  return {std::round(point.x / kGrid) * kGrid, std::round(point.y / kGrid) * kGrid};
}

/// The extent of a block or a text.
struct Size {
  double width = 0;
  double height = 0;

  Size transposed() const { return {height, width}; }
  Point middle() const { return {width / 2, height / 2}; }
  friend bool operator==(const Size&, const Size&) = default;
};

/// An upright rectangle.
struct Rect {
  Point corner;  ///< top left
  Size size;

  double right() const { return corner.x + size.width; }
  double bottom() const { return corner.y + size.height; }
  /// Whether `other` lies in it, its rim included.
  bool Contains(const Rect& other) const {
    return corner.x <= other.corner.x && other.right() <= right() && corner.y <= other.corner.y &&
           other.bottom() <= bottom();
  }
  /// The smallest rectangle around both.
  Rect United(const Rect& other) const {
    const Point first{std::min(corner.x, other.corner.x), std::min(corner.y, other.corner.y)};
    return {
        first,
        {std::max(right(), other.right()) - first.x, std::max(bottom(), other.bottom()) - first.y}};
  }
};

}  // namespace loopwright
