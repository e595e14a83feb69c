#include <stdexcept>

#include "blocklib/common/faces.h"
#include "blocklib/common/parameters.h"
#include "blocklib/sinks/signal_sink.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/file/diagram_files.h"

namespace loopwright {

// The block type `FileSink`. The run records its inputs and writes them when it ends, in the form
// of results that the name of the file says (ResultFormatOf()): time, side and the paths of the
// ports that drive the inputs. It replaces files of earlier runs only (ObstacleToResults()). The
// path is checked with the diagram, so that a run does not fail at its end for a wrong name.
BlockDescriptor FileSinkBlock() {
  BlockDescriptor block;
  block.type = "FileSink";
  block.category = "sinks";
  block.title = "File sink";
  block.summary = "Writes a signal to a CSV file.";
  block.inputs = {"u1..un"};
  block.parameters = {
      MakeParameter("inputs", ParameterKind::kInteger, 1, "", ">= 1", ""),
      MakeParameter("path", ParameterKind::kText, "", "", "", "relative to the diagram's file"),
  };
  block.behaviour =
      "written atomically when the run ends; an unwritable path fails before the run starts";
  block.is_sink = true;
  block.writes_file = true;
  block.defaults_are_valid = false;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    try {
      arguments.files().ResolveWritten(arguments.text("path"));
    } catch (const std::invalid_argument& wrong) {
      problems->Add("path", wrong.what());
    }
  };
  block.face = FileFace;
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
