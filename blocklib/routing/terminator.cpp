#include "blocklib/routing/terminator.h"

#include "blocklib/sinks/signal_sink.h"

namespace loopwright {

BlockDescriptor TerminatorBlock() {
  BlockDescriptor block;
  block.type = "Terminator";
  block.category = "routing";
  block.title = "Terminator";
  block.summary = "Ends an unused output.";
  block.inputs = {"u"};
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
