#include "engine/file/load.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unordered_map>
#include <utility>

#include "engine/document/block_name.h"
#include "engine/document/field_tables.h"
#include "engine/expression/formula.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/field_reader.h"
#include "engine/file/json_reader.h"
#include "engine/file/load_analyses.h"
#include "engine/file/load_figures.h"
#include "engine/file/load_study.h"
#include "engine/file/object_reader.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

constexpr double kMaxSeed = 9007199254740992;  // 2^53: up to here a number is exact

// The names in a row, for the text of a diagnostic.
std::string Enumerate(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text.empty() ? "none" : text;
}

// Turns a tree of JSON into a Document. Each function reads one kind of object: it goes through the
// members in the order of the file, hands what it knows to the FieldReader, and keeps what it does
// not know as an extra key with a warning. A problem is noted and reading goes on, so that one pass
// finds all of them.
class DocumentLoader {
 public:
  DocumentLoader(const BlockTypes& types, const LoadLimits& limits, DiagnosticSink* sink)
      : types_(types), limits_(limits), sink_(*sink), read_(sink), objects_(sink) {}

  void Load(JsonValue file, Document* document);

 private:
  bool CheckFormat(JsonValue file);
  void LoadVersion(JsonValue value, Document* document);
  void LoadSimulation(JsonValue value, SimulationSettings* settings);
  void LoadSimulationKey(const SimulationKey& key, JsonValue value, SimulationSettings* settings);
  void LoadParameters(JsonValue value, const std::string& level,
                      std::vector<DiagramParameter>* parameters);
  void LoadParameter(JsonValue value, const std::string& path, DiagramParameter* parameter);
  void LoadDiagram(JsonValue value, const std::string& level, DiagramModel* diagram);
  void LoadBlocks(JsonValue value, const std::string& level, BlockList* blocks);
  void LoadBlock(JsonValue value, const std::string& path, Block* block);
  void LoadBlockParameters(JsonValue value, const std::string& path, Block* block);
  void LoadBlockRandom(JsonValue value, const std::string& path, Block* block);
  void CheckBlockParameter(JsonValue value, const std::string& path, const Block& block);
  void LoadWires(JsonValue value, const std::string& level, DiagramModel* diagram);
  void CheckWireEnd(JsonValue wire, std::string_view key, const std::string& path,
                    const BlockList& blocks, Origin* origin);
  void LoadSignals(JsonValue value, const std::string& level, std::vector<SignalSetting>* signals);

  const BlockTypes& types_;
  const LoadLimits& limits_;
  DiagnosticSink& sink_;
  FieldReader read_;
  ObjectReader objects_;
  std::size_t num_blocks_ = 0;
};

// Whether the file says of itself that it is a diagram. Anything else, such as a table or a schema,
// gets this one diagnostic and is not read further.
bool DocumentLoader::CheckFormat(JsonValue file) {
  std::string problem;
  SourcePlace place = file.place();
  if (!file.is(JsonKind::kObject)) {
    problem = "the file is " + file.Describe();
  } else if (const std::optional<JsonValue> format = FindMember(file, "format"); !format) {
    problem = "there is no \"format\"";
  } else if (!format->is(JsonKind::kText) || format->text() != "loopwright") {
    problem = "\"format\" is " + format->Describe();
    place = format->place();
  }
  if (!problem.empty()) sink_.Add(DiagnosticCode::kNotADiagram, place, kFilePath, {problem});
  return problem.empty();
}

// The top level: text, parameters, settings of the simulation, the diagram, plots, figures and
// analyses.
void DocumentLoader::Load(JsonValue file, Document* document) {
  if (!CheckFormat(file)) return;
  for (const JsonValue member : file.children()) {
    const std::string_view key = member.key();
    if (key == "version") {
      LoadVersion(member, document);
    } else if (key == "title") {
      read_.Text(member, key, &document->title);
    } else if (key == "description") {
      read_.Text(member, key, &document->description);
    } else if (key == "parameters") {
      LoadParameters(member, {}, &document->parameters);
    } else if (key == "simulation") {
      LoadSimulation(member, &document->simulation);
    } else if (key == "study") {
      LoadStudy(member, &sink_, &document->study.emplace());
    } else if (key == "diagram") {
      LoadDiagram(member, {}, &document->root);
    } else if (key == "plots") {
      LoadPlots(member, &sink_, &document->plots);
    } else if (key == "sliders") {
      LoadSliders(member, &sink_, &document->sliders);
    } else if (key == "export") {
      LoadFigures(member, &sink_, &document->figures);
    } else if (key == "analyses") {
      LoadAnalyses(member, &sink_, &document->analyses);
    } else if (key != "format") {
      read_.Unknown(member, kFilePath, &document->extras);
    }
  }
  read_.Require(file, "version", kFilePath, "this program writes \"version\": 1");
  read_.Require(file, "diagram", kFilePath, "a diagram file has \"diagram\": {\"blocks\": {...}}");
}

// A newer version is read as far as it is understood, with a warning.
void DocumentLoader::LoadVersion(JsonValue value, Document* document) {
  double version = 0;
  if (!read_.Number(value, "version", &version)) return;
  if (version < 1 || version != std::floor(version) || version > std::numeric_limits<int>::max()) {
    read_.BadValue(value, "version", "a whole number from 1 on");
    return;
  }
  document->version = static_cast<int>(version);
  if (document->version > kFormatVersion) {
    sink_.Add(DiagnosticCode::kNewerVersion, value.place(), "version",
              {std::to_string(document->version), std::to_string(kFormatVersion)});
  }
}

// Known keys come from the one list of settings; an unknown one is kept.
void DocumentLoader::LoadSimulation(JsonValue value, SimulationSettings* settings) {
  if (!read_.Object(value, "simulation")) return;
  for (const JsonValue member : value.children()) {
    if (const SimulationKey* key = FindSimulationKey(member.key())) {
      LoadSimulationKey(*key, member, settings);
    } else {
      read_.Unknown(member, "simulation", &settings->extras);
    }
  }
}

// Checks one setting by its kind. Numbers may be expressions, which are evaluated later, when the
// parameters are known.
void DocumentLoader::LoadSimulationKey(const SimulationKey& key, JsonValue value,
                                       SimulationSettings* settings) {
  const std::string path = "simulation." + key.name;
  ParameterSetting setting;
  std::optional<bool> boolean;
  std::string choice;
  switch (key.kind) {
    case SimulationKeyKind::kNumberOrNull:
      if (value.is(JsonKind::kNull)) break;
      if (!value.is(JsonKind::kNumber) && !value.is(JsonKind::kText)) {
        return read_.WrongType(value, path, "a number, an expression, or null");
      }
      [[fallthrough]];
    case SimulationKeyKind::kNumber:
      if (!read_.Expression(value, path, &setting)) return;
      break;
    case SimulationKeyKind::kWholeNumber:
      if (!read_.Expression(value, path, &setting)) return;
      if (setting.is_number() && !(setting.number() >= 0 && setting.number() <= kMaxSeed &&
                                   setting.number() == std::floor(setting.number()))) {
        return read_.BadValue(value, path, "a whole number from 0 to 9007199254740992");
      }
      break;
    case SimulationKeyKind::kBoolean:
      if (!read_.Boolean(value, path, &boolean)) return;
      setting = *boolean;
      break;
    case SimulationKeyKind::kChoice:
      if (!read_.Text(value, path, &choice)) return;
      if (std::find(key.choices.begin(), key.choices.end(), choice) == key.choices.end()) {
        return read_.BadValue(value, path, "one of " + Enumerate(key.choices));
      }
      setting = choice;
      break;
  }
  // Only what is right comes here.
  settings->Set(key.name, setting);
  settings->SetPlace(key.name, value.place());
}

// The parameters of the file (`level` is empty) or of a subsystem (`level` is its path).
void DocumentLoader::LoadParameters(JsonValue value, const std::string& level,
                                    std::vector<DiagramParameter>* parameters) {
  if (!read_.Object(value, JoinPath(level, "parameters"))) return;
  for (const JsonValue member : value.children()) {
    DiagramParameter& parameter = parameters->emplace_back();
    parameter.name = member.key();
    parameter.origin = {member.key_place()};
    const std::string path = JoinPath(level, member.key());
    // A name that formulas could not use is an error, and its value is read all the same.
    if (const std::optional<std::string> problem = CheckParameterName(member.key())) {
      sink_.Add(DiagnosticCode::kBadParameterName, member.key_place(), path,
                {member.key(), *problem});
    }
    LoadParameter(member, path, &parameter);
  }
}

// One of them: {"value": 9.81, "unit": "m/s²"}. The place of the value is kept for messages about
// it.
void DocumentLoader::LoadParameter(JsonValue value, const std::string& path,
                                   DiagramParameter* parameter) {
  if (!value.is(JsonKind::kObject)) {
    return read_.WrongType(value, path, "an object like {\"value\": 1, \"unit\": \"kg\"}");
  }
  objects_.Object(value, path, kDiagramParameterFields, parameter);
  if (const std::optional<JsonValue> given = FindMember(value, "value")) {
    parameter->value_origin = {given->place()};
  }
}

// Blocks are read first wherever they stand, since wires are compared with them.
void DocumentLoader::LoadDiagram(JsonValue value, const std::string& level, DiagramModel* diagram) {
  const std::string path = JoinPath(level, "diagram");
  if (!read_.Object(value, path)) return;
  read_.Require(value, "blocks", path, "a diagram has \"blocks\": {...}");
  if (const std::optional<JsonValue> blocks = FindMember(value, "blocks")) {
    LoadBlocks(*blocks, level, &diagram->blocks);
  }
  for (const JsonValue member : value.children()) {
    const std::string_view key = member.key();
    if (key == "wires") {
      LoadWires(member, level, diagram);
    } else if (key == "signals") {
      LoadSignals(member, level, &diagram->signal_settings);
    } else if (key == "notes") {
      objects_.List(member, level, "notes", kNoteFields, &diagram->notes);
    } else if (key == "frames") {
      objects_.List(member, level, "frames", kFrameFields, &diagram->frames);
    } else if (key != "blocks") {
      read_.Unknown(member, path, &diagram->extras);
    }
  }
}

// The limit counts blocks of all levels, so that a hostile file cannot nest its way around it.
void DocumentLoader::LoadBlocks(JsonValue value, const std::string& level, BlockList* blocks) {
  if (!read_.Object(value, JoinPath(level, "blocks"))) return;
  for (const JsonValue member : value.children()) {
    if (num_blocks_ == limits_.blocks) {
      sink_.Add(DiagnosticCode::kTooManyBlocks, member.key_place(), kFilePath,
                {std::to_string(limits_.blocks)});
    }
    if (++num_blocks_ > limits_.blocks) return;
    Block block;
    block.name = member.key();
    block.origin = {member.key_place()};
    const std::string path = JoinPath(level, block.name);
    if (const std::string problem = BlockNameProblem(block.name); !problem.empty()) {
      sink_.Add(DiagnosticCode::kBadBlockName, member.key_place(), path, {block.name, problem});
    }
    LoadBlock(member, path, &block);
    // A repeated name was reported by the reader.
    if (!blocks->contains(block.name)) blocks->Append(std::move(block));
  }
}

// The type is looked for first: what "parameters" and "diagram" mean depends on it.
void DocumentLoader::LoadBlock(JsonValue value, const std::string& path, Block* block) {
  if (!read_.Object(value, path)) return;
  read_.Require(value, "type", path, "a block has one, like \"type\": \"Gain\"");
  if (const std::optional<JsonValue> type = FindMember(value, "type")) {
    block->type_origin = {type->place()};
    if (read_.Text(*type, path, &block->type) && block->type.empty()) {
      read_.BadValue(*type, path, "the name of a block type, like \"Gain\"");
    }
  }
  for (const JsonValue member : value.children()) {
    const std::string_view key = member.key();
    if (key == "parameters" && block->is_subsystem()) {
      LoadParameters(member, path, &block->diagram_parameters);
    } else if (key == "parameters") {
      LoadBlockParameters(member, path, block);
    } else if (key == "random") {
      LoadBlockRandom(member, path, block);
    } else if (key == "layout") {
      objects_.Object(member, path, kLayoutFields, &block->layout.emplace());
    } else if (key == "enabled") {
      read_.Boolean(member, path, &block->enabled);
    } else if (key == "color") {
      read_.Color(member, path, &block->color);
    } else if (key == "diagram" && block->is_subsystem()) {
      LoadDiagram(member, path, &block->diagram.emplace());
    } else if (key != "type") {
      read_.Unknown(member, path, &block->extras);
    }
  }
  if (block->is_subsystem()) {
    read_.Require(value, "diagram", path, "a Subsystem has \"diagram\": {\"blocks\": {...}}");
  }
}

// Settings only; whether they are right for the block is found when it is checked.
void DocumentLoader::LoadBlockParameters(JsonValue value, const std::string& path, Block* block) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    CheckBlockParameter(member, path, *block);
    BlockParameter& parameter = block->parameters.emplace_back();
    parameter.name = member.key();
    parameter.origin = {member.place()};
    read_.Setting(member, path, &parameter.value);
  }
}

// Which parameters of the block are drawn anew for each run, and how.
void DocumentLoader::LoadBlockRandom(JsonValue value, const std::string& path, Block* block) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    CheckBlockParameter(member, path, *block);
    auto& [parameter, setting] = block->random.emplace_back();
    parameter = member.key();
    read_.Random(member, path, &setting);
  }
}

// A parameter that the type does not have is an error with the name that may have been meant.
// Nothing is said of types that are unknown themselves.
void DocumentLoader::CheckBlockParameter(JsonValue value, const std::string& path,
                                         const Block& block) {
  const std::vector<std::string>* names = types_.ParameterNames(block.type);
  if (!names || std::find(names->begin(), names->end(), value.key()) != names->end()) return;
  const std::string suggestion = DidYouMean(value.key(), *names, '"');
  sink_.Add(
      DiagnosticCode::kUnknownParameter, value.key_place(), path,
      {block.type, value.key(), suggestion.empty() ? "; it has " + Enumerate(*names) : suggestion});
}

// Each input may have one wire: the second one is reported with the line of the first.
void DocumentLoader::LoadWires(JsonValue value, const std::string& level, DiagramModel* diagram) {
  std::unordered_map<std::string_view, int> lines;  // where each input got its wire
  const auto finish = [&](JsonValue element, const std::string& path, Wire* wire) {
    wire->origin = {element.place()};
    CheckWireEnd(element, "from", path, diagram->blocks, &wire->from_origin);
    CheckWireEnd(element, "to", path, diagram->blocks, &wire->to_origin);
    if (wire->to.empty()) return;
    const auto [first, added] =
        lines.emplace(FindMember(element, "to")->text(), element.place().line);
    if (!added) {
      sink_.Add(DiagnosticCode::kInputTwice, wire->to_origin.place, JoinPath(level, wire->to),
                {wire->to, std::to_string(first->second)});
    }
  };
  objects_.List(value, level, "wires", kWireFields, &diagram->wires, finish);
}

// An end is "BLOCK.PORT" of a block on the level of the wire. Whether the block has such a port is
// found later, as that needs its type.
void DocumentLoader::CheckWireEnd(JsonValue wire, std::string_view key, const std::string& path,
                                  const BlockList& blocks, Origin* origin) {
  const std::optional<JsonValue> end = FindMember(wire, key);
  if (!end) return;
  *origin = {end->place()};
  if (!end->is(JsonKind::kText)) return;
  // A wire carries a whole signal of its own level: no element of one, and no path into a
  // subsystem.
  const std::optional<SignalPath> port = ParseSignalPath(end->text());
  if (!port || port->element >= 0 || port->block.find('/') != std::string::npos) {
    sink_.Add(DiagnosticCode::kBadPort, end->place(), path, {end->text()});
  } else if (!blocks.contains(port->block)) {
    sink_.Add(DiagnosticCode::kWireToNowhere, end->place(), path,
              {port->block, WireAdvice(port->block, blocks)});
  }
}

// Names and logging of signals, which may lie deeper: "SUBSYSTEM/BLOCK.PORT".
void DocumentLoader::LoadSignals(JsonValue value, const std::string& level,
                                 std::vector<SignalSetting>* signals) {
  if (!read_.Object(value, JoinPath(level, "signals"))) return;
  for (const JsonValue member : value.children()) {
    SignalSetting& signal = signals->emplace_back();
    signal.key = member.key();
    signal.origin = {member.key_place()};
    const std::string path = JoinPath(level, signal.key);
    const std::optional<SignalPath> port = ParseSignalPath(signal.key);
    if (!port || port->element >= 0) {
      sink_.Add(DiagnosticCode::kBadSignal, member.key_place(), path,
                {signal.key, "\"BLOCK.PORT\" or \"SUBSYSTEM/BLOCK.PORT\""});
    }
    objects_.Object(member, path, kSignalFields, &signal);
  }
}

}  // namespace

namespace {

// Whether a diagnostic leaves the rest of the document what it is meant to be. An unknown block
// type is none of these, as it is not looked for here.
bool IsLocal(const Diagnostic& diagnostic) {
  switch (diagnostic.id) {
    case DiagnosticCode::kMissingKey:
    case DiagnosticCode::kWrongType:
    case DiagnosticCode::kBadValue:
    case DiagnosticCode::kUnknownParameter:
    case DiagnosticCode::kBadParameterName:
    case DiagnosticCode::kBadBlockName:
    case DiagnosticCode::kUnknownDistribution:
    case DiagnosticCode::kBadPort:
    case DiagnosticCode::kBadSignal:
    case DiagnosticCode::kWireToNowhere:
    case DiagnosticCode::kInputTwice:
      return true;
    default:
      return diagnostic.severity != Severity::kError;
  }
}

}  // namespace

// Reads the tree, then the document. With errors there is no document; where all of them are local,
// what was read is handed on for further checks, so that a user sees all problems at once.
LoadResult LoadDocument(std::string_view bytes, const BlockTypes& types, const LoadLimits& limits) {
  LoadResult result;
  DiagnosticSink sink(limits.diagnostics);
  // Limits keep a hostile file from using all memory or the whole stack.
  const JsonLimits json_limits = {limits.values, limits.bytes, limits.depth, kMaxSubsystemDepth};
  if (const std::optional<JsonTree> tree = JsonTree::Read(bytes, json_limits, &sink)) {
    DocumentLoader(types, limits, &sink).Load(tree->root(), &result.document.emplace());
  }
  if (sink.has_errors()) {
    const auto& found = sink.diagnostics();
    if (std::all_of(found.begin(), found.end(), IsLocal))
      result.damaged = std::move(result.document);
    result.document.reset();
  }
  result.diagnostics = sink.TakeSorted();
  return result;
}

// The document also knows its folder, which paths in it are relative to.
LoadResult LoadFile(const std::string& path, const BlockTypes& types, std::string* bytes) {
  std::string read = ReadFile(path);
  LoadResult result = LoadDocument(read, types);
  if (bytes != nullptr) *bytes = std::move(read);
  for (std::optional<Document>* document : {&result.document, &result.damaged}) {
    if (!*document) continue;
    const std::string folder = std::filesystem::path(path).parent_path().string();
    (*document)->folder.path = folder.empty() ? "." : folder;
  }
  return result;
}

}  // namespace loopwright
