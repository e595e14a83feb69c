#include "engine/analysis/document_equations.h"

#include "engine/build/build.h"
#include "engine/document/text_diagnostic.h"

namespace loopwright {
namespace {

// What is asked of the diagram: its outputs and the signals that a run would record. Where there is
// nothing of both, a run records all outputs of the top level, and these are asked for.
std::vector<OutputOfInterest> Outputs(const BuildResultOf<Expression>& built) {
  std::vector<OutputOfInterest> outputs;
  for (int i = 0; i < built.diagram->num_output_ports(); ++i) {
    const OutputPort<Expression>& port = built.diagram->get_output_port(i);
    outputs.push_back({port.get_name(), &port});
  }
  const auto add_where = [&](auto condition) {
    for (const PortSignal<Expression>& signal : built.index->port_signals()) {
      if (signal.port == nullptr || !condition(signal)) continue;
      outputs.push_back({signal.path, signal.port});
    }
  };
  add_where([](const auto& signal) { return signal.logged_by_default; });
  if (outputs.empty()) {
    add_where([](const auto& signal) { return signal.path.find('/') == std::string::npos; });
  }
  return outputs;
}

}  // namespace

// A block that turns out to have no closed form becomes a source of symbols, and the rest is
// derived anew: without it others may show that they have none either. Every round takes at least
// one away.
DocumentEquations DeriveEquations(const Document& document, const BlockRegistry& registry,
                                  bool allow_paths) {
  BuildOptions options;
  options.allow_paths = allow_paths;
  options.symbolic = true;
  options.replace_without_form = true;
  while (true) {
    DocumentEquations result;
    auto built = BuildDiagramOf<Expression>(document, registry, options);
    result.diagnostics = std::move(built.diagnostics);
    if (!built.ok()) return result;
    try {
      result.equations =
          DeriveEquations(*built.index, Outputs(built), built.parameters, built.without_form);
      return result;
    } catch (const EquationsError& error) {
      bool is_new = false;
      for (const auto& [path, reason] : error.refusals()) {
        is_new = options.without_form.emplace(path, reason).second || is_new;
      }
      if (is_new) continue;
      result.diagnostics.push_back(
          MakeTextDiagnostic(DiagnosticCode::kBlockRefused, {}, error.path(), error.what()));
      return result;
    }
  }
}

}  // namespace loopwright
