#include "blocklib/sinks/signal_sink.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

// The block type `Terminator`, which takes a signal that nobody needs. It is no sink: what drives
// it is not recorded for its sake. Says that an output is not used on purpose. It takes a signal of
// any width.
BlockDescriptor TerminatorBlock() {
  BlockDescriptor block;
  block.type = "Terminator";
  block.category = "routing";
  block.title = "Terminator";
  block.summary = "Ends an unused output.";
  block.inputs = {"u"};
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 0 H2 M2 -9 V9 M7 -5.5 V5.5 M12 -2 V2");
  };
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
