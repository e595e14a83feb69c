#include "engine/check/analysis.h"

#include <algorithm>
#include <optional>

#include "engine/check/check.h"
#include "engine/check/simulation_values.h"
#include "engine/check/slider_check.h"
#include "engine/common/result_file.h"
#include "engine/document/text_diagnostic.h"
#include "engine/random/draw.h"
#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// A random stream, and whose draws they are.
struct RandomStream {
  std::string name;
  std::string path;  // of a block or a parameter
  SourcePlace place;
};

// The streams of a block: its own, that of a random Inport, and those of its random parameters.
void AddStreamsOf(const Structure::BlockNode& node, std::vector<RandomStream>* streams) {
  if (!node.valid || !node.enabled) return;
  const std::string& path = node.arguments->path();
  const SourcePlace place = node.block->origin.place;
  const bool is_random_inport = node.is(BlockRole::kInport) && node.level == 0 &&
                                node.arguments->has("random") &&
                                node.arguments->text("random") != "none";
  if (node.arguments->has("stream")) streams->push_back({node.arguments->stream(), path, place});
  if (is_random_inport) streams->push_back({path, path, place});
  for (const auto& [parameter, random] : node.block->random) {
    const std::string name = path + "." + parameter;
    streams->push_back({name, name, random.origin.place});
  }
}

// The streams of a diagram's random parameters.
void AddStreamsOf(const std::vector<DiagramParameter>& parameters, const std::string& level,
                  std::vector<RandomStream>* streams) {
  for (const DiagramParameter& parameter : parameters) {
    if (!parameter.random) continue;
    const std::string stream = level + "." + parameter.name;
    streams->push_back(
        {stream, level.empty() ? parameter.name : stream, parameter.random->origin.place});
  }
}

// Streams are known by a hash of their name; two of one hash would give equal draws, and results
// that are correlated without a reason that shows.
void CheckStreams(const Structure& structure, const Document& document,
                  std::vector<Diagnostic>* diagnostics) {
  std::vector<RandomStream> streams;
  AddStreamsOf(document.parameters, "", &streams);
  for (const Structure::BlockNode& node : structure.blocks) {
    AddStreamsOf(node, &streams);
    if (node.block->diagram_parameters.empty()) continue;
    AddStreamsOf(node.block->diagram_parameters, structure.PathOf(node), &streams);
  }
  std::unordered_map<std::uint64_t, const RandomStream*> taken;
  for (const RandomStream& stream : streams) {
    const auto [entry, is_new] = taken.emplace(StreamKey(stream.name), &stream);
    if (is_new) continue;
    diagnostics->push_back(MakeTextDiagnostic(
        DiagnosticCode::kEqualStreams, stream.place, stream.path,
        "its random stream \"" + stream.name + "\" gives the same draws as the stream \"" +
            entry->second->name + "\" of " + entry->second->path +
            "; give one of them another `stream`"));
  }
}

// At the first block of those that make the diagram stochastic. One note for the whole diagram:
// noise in one block changes how all continuous state is integrated.
void NoteDiffusion(const Structure& structure, std::vector<Diagnostic>* diagnostics) {
  for (const int i : structure.BlocksInFileOrder()) {
    const Structure::BlockNode& node = structure.blocks[i];
    if (!node.valid || !node.enabled || !node.type->has_diffusion) continue;
    diagnostics->push_back(MakeDiagnostic(DiagnosticCode::kStochasticDiagram,
                                          node.block->origin.place, structure.PathOf(node), {}));
    return;
  }
}

// Two blocks that write one file, and files that a run would not replace. Said before the run,
// since a run of hours must not fail at its end.
void CheckWrittenFiles(const Structure& structure, std::vector<Diagnostic>* diagnostics) {
  std::unordered_map<std::string, int> writers;
  for (int i = 0; i < structure.num_blocks(); ++i) {
    const Structure::BlockNode& node = structure.blocks[i];
    if (!node.valid || !node.enabled || !node.type->writes_file) continue;
    const std::string& path = node.arguments->text("path");
    const std::string file = structure.files->ResolveWritten(path);
    const std::string obstacle = ObstacleToResults(file, structure.files->MayReplace(file));
    if (!obstacle.empty()) {
      diagnostics->push_back(MakeTextDiagnostic(
          DiagnosticCode::kFileInTheWay, node.block->origin.place, structure.PathOf(node) + ".path",
          "a run will not write `path`: \"" + Printable(path) + "\" is " + obstacle));
    }
    const auto [writer, is_new] = writers.emplace(file, i);
    if (is_new) continue;
    const Structure::BlockNode& other = structure.blocks[writer->second];
    diagnostics->push_back(MakeTextDiagnostic(
        DiagnosticCode::kParameterValue, node.block->origin.place, structure.PathOf(node) + ".path",
        "`path` names the file that " + structure.PathOf(other) +
            " writes already; give each a file of its own"));
  }
}

// Blocks that hold their value until their next update, and feed one of the same period. It is no
// mistake, but often not what was meant: a note says where a sample is lost.
void CheckSampleDelays(const Structure& structure, std::vector<Diagnostic>* diagnostics) {
  for (int i = 0; i < structure.num_inputs(); ++i) {
    const Structure::Input& input = structure.inputs[i];
    if (input.source < 0) continue;
    const Structure::BlockNode& to = structure.block_of_input(i);
    const Structure::BlockNode& from = structure.block_of_output(input.source);
    if (!to.valid || !to.is_system() || !to.enabled || to.type->is_sink) continue;
    if (!from.valid || !from.is_system() || !from.enabled || !from.type->is_held) continue;
    const double period = PeriodOf(to);
    if (period == 0 || period != PeriodOf(from)) continue;
    diagnostics->push_back(MakeTextDiagnostic(
        DiagnosticCode::kExtraSampleDelay, structure.PlaceOfInput(i), structure.InputPath(i),
        structure.PathOf(from) + " shows a sample until its next update, so " +
            structure.PathOf(to) + ", updated every " + FormatNumber(period) +
            " s as well, sees it one period later"));
  }
}

// The block of `diagram` that was probably meant.
std::string SuggestBlock(std::string_view name, const DiagramModel& diagram) {
  std::vector<std::string> names;
  for (const Block& block : diagram.blocks) names.push_back(block.name);
  return DidYouMean(name, names);
}

// What a setting of signals, plots or analyses should have named, an output or an input. Follows
// the path as far as it is right, and names what is wrong there.
std::string PortAdvice(const Structure& structure, int level, std::string_view path,
                       bool is_input) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return "it must be BLOCK.PORT";
  const Structure::Level* here = &structure.levels[level];
  std::string_view name = path.substr(0, dot);
  while (true) {
    const std::size_t slash = name.find('/');
    const std::size_t index = here->diagram->blocks.IndexOf(name.substr(0, slash));
    if (index == here->diagram->blocks.size()) {
      return "there is no block " + Printable(name.substr(0, slash)) +
             (here->path.empty() ? "" : " in " + here->path) +
             SuggestBlock(name.substr(0, slash), *here->diagram);
    }
    const Structure::BlockNode& node =
        structure.blocks[static_cast<std::size_t>(here->first_block) + index];
    if (slash != std::string_view::npos) {
      if (node.inner_level < 0) return node.block->name + " is no subsystem";
      here = &structure.levels[node.inner_level];
      name.remove_prefix(slash + 1);
      continue;
    }
    const int count = is_input ? node.num_inputs() : node.num_outputs();
    std::string ports;
    for (int k = 0; k < std::min(count, 10); ++k) {
      ports += (k > 0 ? ", " : "") + (is_input ? node.ports->inputs[k] : node.ports->outputs[k]);
    }
    const std::string none = is_input ? " has no inputs" : " has no outputs";
    return node.block->name + (ports.empty() ? none : " has " + ports);
  }
}

// A warning of that code where there is no such element of a signal of the top level or below it.
void CheckElement(const SignalPath& path, int width, DiagnosticCode code, SourcePlace place,
                  std::vector<Diagnostic>* diagnostics) {
  if (path.element < width) return;
  const std::string port = path.block + '.' + path.port;
  const std::string advice = port + " has width " + std::to_string(width) + ", counted from 0";
  diagnostics->push_back(MakeDiagnostic(code, place, ToString(path), {ToString(path), advice}));
}

// The output that a signal setting names; a warning where there is none.
std::optional<int> FindSignal(const Structure& structure, int level, std::string_view path,
                              SourcePlace place, std::vector<Diagnostic>* diagnostics) {
  const std::optional<SignalPath> parsed = ParseSignalPath(path);
  const bool has_element = parsed && parsed->element >= 0;
  const std::string_view port_path = has_element ? path.substr(0, path.rfind('[')) : path;
  const std::string where = JoinPath(structure.levels[level].path, path);
  const int output = structure.FindOutput(level, port_path);
  if (output < 0) {
    diagnostics->push_back(
        MakeDiagnostic(DiagnosticCode::kUnknownSignal, place, where,
                       {port_path, PortAdvice(structure, level, port_path, false)}));
    return std::nullopt;
  }
  if (has_element) {
    CheckElement(*parsed, structure.outputs[output].width, DiagnosticCode::kUnknownSignal, place,
                 diagnostics);
  }
  return output;
}

// The input that a point of an analysis names behind its '>', which must have a wire; a warning
// where there is none.
void CheckWirePoint(const Structure& structure, const std::string& point, SourcePlace place,
                    std::vector<Diagnostic>* diagnostics) {
  const std::optional<SignalPath> path = ParseSignalPath(point.substr(1));
  if (!path) return;
  const std::string port = path->block + '.' + path->port;
  const int input = structure.FindInput(0, port);
  if (input < 0) {
    diagnostics->push_back(MakeDiagnostic(DiagnosticCode::kUnknownInput, place, port,
                                          {port, PortAdvice(structure, 0, port, true)}));
  } else {
    CheckElement(*path, structure.inputs[input].width, DiagnosticCode::kUnknownInput, place,
                 diagnostics);
  }
}

// What analyses name of the diagram. A run does without them, so that what is not there is a
// warning.
void CheckAnalyses(const Structure& structure, const Document& document,
                   std::vector<Diagnostic>* diagnostics) {
  for (const AnalysisSetting& analysis : document.analyses) {
    const std::vector<SourcePlace>& places = analysis.point_origins.places;
    std::size_t i = 0;
    analysis.ForEachPoint([&](const std::string& point) {
      const SourcePlace place = i < places.size() ? places[i] : analysis.origin.place;
      ++i;
      if (point.starts_with('>')) {
        CheckWirePoint(structure, point, place, diagnostics);
      } else {
        FindSignal(structure, 0, point, place, diagnostics);
      }
    });
  }
}

}  // namespace

// A signal is recorded if a setting says so, if a plot shows it, or if a display reads it.
std::vector<char> ChooseLogged(const Structure& structure, const Document& document,
                               std::vector<Diagnostic>* diagnostics) {
  std::vector<char> logged(structure.outputs.size(), 0);
  for (int i = 0; i < structure.num_levels(); ++i) {
    const DiagramModel& diagram = *structure.levels[i].diagram;
    for (const SignalSetting& signal : diagram.signal_settings) {
      const auto output = FindSignal(structure, i, signal.key, signal.origin.place, diagnostics);
      if (output && signal.log.value_or(false)) logged[*output] = 1;
    }
  }
  for (const PlotSetting& plot : document.plots) {
    for (std::size_t i = 0; i < plot.signal_paths.size(); ++i) {
      const SourcePlace place =
          i < plot.signal_origins.size() ? plot.signal_origins[i].place : plot.origin.place;
      const auto output = FindSignal(structure, 0, plot.signal_paths[i], place, diagnostics);
      if (output) logged[*output] = 1;
    }
  }
  for (int i = 0; i < structure.num_inputs(); ++i) {
    const Structure::BlockNode& node = structure.block_of_input(i);
    const int source = structure.inputs[i].source;
    if (node.type->is_sink && node.enabled && source >= 0) {
      logged[source] = 1;
    }
  }
  return logged;
}

// In the order in which the parts need each other: structure, widths, feedthrough, loops; then
// checks that look at the result.
Analysis Analyse(const Document& document, const BlockRegistry& registry, bool allow_paths,
                 Analysis* before) {
  Analysis analysis;
  std::vector<Diagnostic>* diagnostics = &analysis.diagnostics;
  analysis.structure = LayOut(document, registry, diagnostics, allow_paths,
                              before != nullptr ? &before->structure : nullptr);
  const Structure& structure = analysis.structure;
  InferWidths(&analysis.structure, diagnostics);
  analysis.feedthrough = std::make_unique<FeedthroughTable>(&analysis.structure, diagnostics);
  const SimulationValues simulation =
      EvaluateSimulation(document, *structure.levels.front().scope, diagnostics);
  analysis.solves_algebraic_loops = simulation.algebraic_loops == "solve";
  analysis.loops = CheckAlgebraicLoops(structure, *analysis.feedthrough, registry,
                                       analysis.solves_algebraic_loops, diagnostics);
  CheckStreams(structure, document, diagnostics);
  CheckSampleDelays(structure, diagnostics);
  NoteDiffusion(structure, diagnostics);
  CheckWrittenFiles(structure, diagnostics);
  CheckSliders(document, registry, diagnostics);
  analysis.logged = ChooseLogged(structure, document, diagnostics);
  CheckAnalyses(structure, document, diagnostics);
  SortByPlace(diagnostics);
  return analysis;
}

std::vector<Diagnostic> CheckDocument(const Document& document, const BlockRegistry& registry,
                                      bool allow_paths) {
  return Analyse(document, registry, allow_paths).diagnostics;
}

}  // namespace loopwright
