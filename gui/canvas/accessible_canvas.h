#pragma once

namespace loopwright {

/// Shows canvases to screen readers and other programs that ask what is on the screen: after the
/// widgets over a canvas, the blocks of its level are its children, in the order of the document.
/// Each is a graphic with the block's name, its type as description, its place on the screen and
/// whether it is selected. To be called before canvases are asked for; again does nothing.
void installAccessibleCanvas();

}  // namespace loopwright
