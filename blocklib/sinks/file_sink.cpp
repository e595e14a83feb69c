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
  block.search_words = "write file, save, export, log, CSV, record, output file";
  block.names_elsewhere = "To File, To Workspace, WFILE_f, WRITEC_f, TOWS_c, WRITEAU_f";
  block.icon = R"(
  <path d="M13.5 21 H20.5 V7 L16.5 3 H9.5 V10.5 M16.5 3 V7 H20.5"/>
  <path d="M2.5 16 H14.5 M10.8 12.3 L14.6 16 L10.8 19.7"/>
)";
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
