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
  block.search_words = "ignore, unused output, cap, null";
  block.names_elsewhere = "TRASH_f, TERMINATION_f, NULL, Sink";
  block.icon = R"(
  <path d="M3 12 H12.5 M12.5 4.5 V19.5 M16.3 8 V16 M20 10.8 V13.2"/>
)";
  block.inputs = {"u"};
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 0 H2 M2 -9 V9 M7 -5.5 V5.5 M12 -2 V2");
  };
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
