#include <iostream>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/analysis/equations.h"
#include "engine/model/build.h"

namespace loopwright {
namespace {

// The blocks that are inputs of the diagram, and what is asked of it: its outputs and the signals
// that a run would record.
std::vector<const System<Expression>*> Inports(const Document& document,
                                               const Diagram<Expression>& diagram) {
  std::vector<const System<Expression>*> inports;
  for (const Block& block : document.root.blocks) {
    if (block.type == "Inport" && block.is_enabled() && diagram.HasSubsystemNamed(block.name)) {
      inports.push_back(&diagram.GetSubsystemByName(block.name));
    }
  }
  return inports;
}

std::vector<OutputOfInterest> Outputs(const BuildResultOf<Expression>& built) {
  std::vector<OutputOfInterest> outputs;
  for (int i = 0; i < built.diagram->num_output_ports(); ++i) {
    const OutputPort<Expression>& port = built.diagram->get_output_port(i);
    outputs.push_back({port.get_name(), &port});
  }
  for (const PortSignal<Expression>& signal : built.port_signals) {
    if (signal.logged_by_default) outputs.push_back({signal.path, signal.port});
  }
  return outputs;
}

}  // namespace

int EquationsCommand(const std::string& file, bool latex, bool allow_paths) {
  const std::optional<Document> document = LoadOrPrint(file, true);
  if (!document.has_value()) return kInvalidDiagram;
  const auto built =
      BuildDiagramOf<Expression>(*document, BuiltInBlocks(), {{}, allow_paths, true});
  PrintDiagnostics(file, built.diagnostics, true);
  if (!built.ok()) return kInvalidDiagram;
  try {
    const SystemEquations equations = DeriveEquations(
        *built.diagram, Outputs(built), Inports(*document, *built.diagram), built.parameters);
    WriteStandardOutput(latex ? EquationsLatex(equations) : EquationsText(equations));
  } catch (const EquationsError& error) {
    std::cerr << file << ": error: " << error.path() << ": " << error.what() << '\n';
    return kInvalidDiagram;
  }
  return kDone;
}

}  // namespace loopwright
