#include <memory>
#include <stdexcept>

#include "blocklib/common/faces.h"
#include "blocklib/common/parameters.h"
#include "blocklib/sources/signal_table.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/file/diagram_files.h"

namespace loopwright {
namespace {

// The file's content; std::invalid_argument says what is wrong with it. A file that has not changed
// is read once.
std::shared_ptr<const SignalFile> Read(const BlockArguments& arguments) {
  return arguments.files().ReadSignal(arguments.text("path"), arguments.text("columns"));
}

// Reads the file when the diagram is checked, so that a missing file is a problem of the block.
void ValidateFile(const BlockArguments& arguments, ArgumentProblems* problems) {
  try {
    const auto file = Read(arguments);
    if (file->times.size() == 1 && arguments.text("outside") == "repeat") {
      problems->Add("path", "is a file of 1 row: a table that repeats needs two or more");
    }
  } catch (const std::invalid_argument& wrong) {
    problems->Add("path", wrong.what());
  }
}

// Makes the table a system: from then on the file is not needed any more.
template <typename T>
std::unique_ptr<System<T>> MakeSource(const BlockArguments& arguments) {
  const auto file = Read(arguments);
  return std::make_unique<SignalTable<T>>(
      std::make_shared<const TimeTable>(file->times, file->values, file->width(),
                                        TimeTable::ToInterpolation(arguments.text("interpolation")),
                                        TimeTable::ToOutside(arguments.text("outside"))));
}

}  // namespace

// The block type `FileSource`: a SignalTable whose table is read from a CSV file when the diagram
// is built (see ParseSignalFile()). A SignalTable whose table lies in a file. The defaults name no
// file, so a new block has a problem until the user chooses one.
BlockDescriptor FileSourceBlock() {
  BlockDescriptor block;
  block.type = "FileSource";
  block.category = "sources";
  block.title = "File source";
  block.summary = "A signal read from a CSV file.";
  block.search_words = "read file, import, load data, CSV, data file, measured data, input file";
  block.names_elsewhere = "From File, From Spreadsheet, RFILE_f, READC_f, READAU_f";
  block.icon = R"(
  <path d="M8.5 21 H4.5 V3 H11.5 L15.5 7 V10.5 M11.5 3 V7 H15.5"/>
  <path d="M9 16 H21 M17.5 12.3 L21.2 16 L17.5 19.7"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("path", ParameterKind::kText, "", "", "",
                    "relative to the diagram's file; first column time"),
      MakeParameter("columns", ParameterKind::kText, "", "", "",
                    "comma-separated header names, empty for all"),
      MakeParameter("interpolation", ParameterKind::kChoice, "linear", "", "linear | hold", ""),
      MakeParameter("outside", ParameterKind::kChoice, "hold", "", "hold | repeat | zero", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "as SignalTable; a missing file, a missing column, a non-number or times out of order is a "
      "diagnostic that names file, line and column";
  block.defaults_are_valid = false;
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    widths->set_out(0, Read(arguments)->width());
  };
  block.validate = ValidateFile;
  block.timing = [](const BlockArguments& arguments) {
    return arguments.text("interpolation") == "hold" ? BlockTiming::kEvents
                                                     : BlockTiming::kContinuous;
  };
  block.make = MakeSource<double>;
  block.make_autodiff = MakeSource<AutoDiff>;
  block.make_symbolic = MakeSource<Expression>;
  block.face = FileFace;
  return block;
}

}  // namespace loopwright
