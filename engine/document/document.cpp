#include "engine/document/document.h"

#include <algorithm>
#include <charconv>

namespace loopwright {
namespace {

// Walks the subsystems of a path. `Next` gives the diagram inside the block of a name, or null.
template <typename DiagramPointer, typename Next>
DiagramPointer Descend(DiagramPointer diagram, std::string_view level, Next next) {
  if (level.empty()) return diagram;
  while (diagram) {
    const std::size_t slash = level.find('/');
    diagram = next(diagram, level.substr(0, slash));
    if (slash == std::string_view::npos) break;
    level.remove_prefix(slash + 1);
  }
  return diagram;
}

}  // namespace

// The order matters: it is that in which files list the arguments.
const std::vector<std::string>* DistributionArguments(std::string_view distribution) {
  static const std::vector<std::string> uniform = {"lower", "upper"};
  static const std::vector<std::string> gaussian = {"mean", "standard_deviation"};
  static const std::vector<std::string> exponential = {"rate"};
  if (distribution == "uniform") return &uniform;
  if (distribution == "gaussian") return &gaussian;
  if (distribution == "exponential") return &exponential;
  return nullptr;
}

const BlockParameter* Block::FindParameter(std::string_view parameter) const {
  for (const BlockParameter& given : parameters) {
    if (given.name == parameter) return &given;
  }
  return nullptr;
}

const RandomSetting* Block::FindRandom(std::string_view parameter) const {
  for (const auto& [given, setting] : random) {
    if (given == parameter) return &setting;
  }
  return nullptr;
}

// A parameter that is new comes last, and one that is replaced keeps its place in the file.
void Block::SetParameter(std::string_view parameter, std::optional<ParameterSetting> value) {
  const auto found = std::ranges::find(parameters, parameter, &BlockParameter::name);
  if (!value) {
    if (found != parameters.end()) parameters.erase(found);
  } else if (found != parameters.end()) {
    found->value = std::move(*value);
  } else {
    parameters.push_back({std::string(parameter), std::move(*value), {}});
  }
}

// The first dot parts the block from the port, as no name has a dot in it. Behind the port there
// may be an element in brackets, digits alone: "a/b.y[2]" is block a/b, port y, element 2. Anything
// that is left over, or a block with an empty part ("a//b"), makes it no path.
std::optional<SignalPath> ParseSignalPath(std::string_view text) {
  SignalPath path;
  const std::size_t dot = text.find('.');
  if (dot == 0 || dot == std::string_view::npos) return std::nullopt;
  path.block = text.substr(0, dot);
  std::string_view port = text.substr(dot + 1);
  const std::size_t bracket = port.find('[');
  if (bracket != std::string_view::npos) {
    const char* first = port.data() + bracket + 1;
    const char* last = port.data() + port.size() - 1;
    if (port.back() != ']' || first >= last || *first < '0' || *first > '9') return std::nullopt;
    const auto [end, error] = std::from_chars(first, last, path.element);
    if (error != std::errc() || end != last) return std::nullopt;
    port = port.substr(0, bracket);
  }
  path.port = port;
  if (port.empty() || port.find_first_of("./[],") != std::string_view::npos) return std::nullopt;
  const bool empty_part = path.block.front() == '/' || path.block.back() == '/' ||
                          path.block.find("//") != std::string::npos;
  if (empty_part || path.block.find_first_of("[],") != std::string::npos) return std::nullopt;
  return path;
}

std::string ToString(const SignalPath& path) {
  std::string text = path.block + '.' + path.port;
  if (path.element >= 0) text += '[' + std::to_string(path.element) + ']';
  return text;
}

std::size_t DiagramModel::FindWireTo(std::string_view to) const {
  const auto found = std::ranges::find(wires, to, &Wire::to);
  return found - wires.begin();
}

std::size_t DiagramModel::FindSignal(std::string_view key) const {
  const auto found = std::ranges::find(signal_settings, key, &SignalSetting::key);
  return found - signal_settings.begin();
}

// Goes down one subsystem for each part of the level.
const DiagramModel* Document::FindDiagram(std::string_view level) const {
  return Descend(&root, level, [](const DiagramModel* diagram, std::string_view name) {
    const Block* block = diagram->blocks.Find(name);
    return block ? block->diagram.get() : nullptr;
  });
}

// Each subsystem on the way is made this document's own where it was shared with a copy, so that
// the copy does not see the change.
DiagramModel* Document::FindMutableDiagram(std::string_view level) {
  return Descend(&root, level, [](DiagramModel* diagram, std::string_view name) -> DiagramModel* {
    const std::size_t index = diagram->blocks.IndexOf(name);
    return index < diagram->blocks.size() ? diagram->blocks.MutableDiagram(index) : nullptr;
  });
}

// "/gain" would be split into an empty level and "gain", and is no path of a block.
const Block* Document::FindBlock(std::string_view path) const {
  const auto [level, name] = SplitPath(path);
  const DiagramModel* diagram = path.starts_with('/') ? nullptr : FindDiagram(level);
  return diagram ? diagram->blocks.Find(name) : nullptr;
}

const AnalysisSetting* Document::FindAnalysis(std::string_view name) const {
  const auto found = std::ranges::find(analyses, name, &AnalysisSetting::name);
  return found == analyses.end() ? nullptr : &*found;
}

const std::vector<DiagramParameter>* Document::FindParameters(std::string_view level) const {
  if (level.empty()) return &parameters;
  const Block* block = FindBlock(level);
  return block && block->diagram ? &block->diagram_parameters : nullptr;
}

std::vector<DiagramParameter>* Document::FindMutableParameters(std::string_view level) {
  if (level.empty()) return &parameters;
  const auto [outer, name] = SplitPath(level);
  DiagramModel* diagram = level.starts_with('/') ? nullptr : FindMutableDiagram(outer);
  const std::size_t index = diagram ? diagram->blocks.IndexOf(name) : 0;
  if (!diagram || index == diagram->blocks.size()) return nullptr;
  return diagram->blocks.MutableParameters(index);
}

std::string JoinPath(std::string_view level, std::string_view name) {
  std::string path(level);
  if (!path.empty()) path += '/';
  return path.append(name);
}

std::pair<std::string, std::string> SplitPath(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {"", std::string(path)};
  return {std::string(path.substr(0, slash)), std::string(path.substr(slash + 1))};
}

}  // namespace loopwright
