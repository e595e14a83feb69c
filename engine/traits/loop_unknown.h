#pragma once

namespace loopwright {

/// What a leaf implements, beside LeafSystem, whose output port 0 is an unknown of an algebraic
/// loop: the value for which its input port 0, which is as wide, is zero. The search for it begins
/// at its numeric parameter 0. In a diagram that solves its loops (DiagramBuilder) the leaf's own
/// computation of the output is never called; it is where the input does not depend on the output,
/// so that there is no loop.
class LoopUnknown {
 public:
  virtual ~LoopUnknown() = default;
};

}  // namespace loopwright
