#pragma once

#include <vector>

#include "engine/drawing/geometry.h"

namespace loopwright {

/// A block as far as its place depends on it.
struct LayoutNode {
  Size size;
  std::vector<double> inputs;  ///< heights of the ports below the top edge
  std::vector<double> outputs;
  double above = 0;  ///< room that is kept free above, for a name that stands there
};

/// A wire from an output of one node to an input of another, by index.
struct LayoutEdge {
  int from = 0;
  int output = 0;
  int to = 0;
  int input = 0;
  bool bends = false;  ///< a port looks up or down, so that no height makes the wire straight
  double room = 0;     ///< width that the wire's name takes
};

struct LayoutPlace {
  Point corner;          ///< top left
  bool flipped = false;  ///< the signal runs through it from right to left
};

/// Places for blocks such that signals run from left to right and feedback runs below, all on the
/// 10 px grid, the first corner at (0, 0). A block that does nothing but lead a signal back that
/// goes on elsewhere too is put below, flipped.
///
/// Method (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures", 1981): edges that close a loop are set aside; each node's layer is the longest way
/// from a source; nodes are ordered within layers by the barycentre of their neighbours, and
/// brought to the heights of their neighbours' ports by isotonic regression, which keeps order and
/// gaps.
std::vector<LayoutPlace> LayeredLayout(const std::vector<LayoutNode>& nodes,
                                       const std::vector<LayoutEdge>& edges);

}  // namespace loopwright
