#include "engine/file/load.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

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

// Turns a tree of JSON into a Document. Objects are read by the tables of their keys, in the order
// of the file: for each key that the table has, Value() is called with the form of the key. The
// forms of sections (parameters, levels, blocks, ...) are those that have a Value() here; all
// others are left to the ObjectReader, which also keeps what no table knows as an extra key with a
// warning. A problem is noted and reading goes on, so that one pass finds all of them.
class DocumentLoader {
 public:
  DocumentLoader(const BlockTypes& types, const LoadLimits& limits, DiagnosticSink* sink)
      : types_(types), limits_(limits), sink_(*sink), read_(sink), objects_(sink) {}

  void Load(JsonValue file, Document* document);

 private:
  // A value, the path of the level that it is of, and what diagnostics call it.
  struct Given {
    JsonValue value;
    const std::string& level;
    const std::string& path;
  };

  bool CheckFormat(JsonValue file);

  template <typename Form, typename T>
  void Value(const Given& given, const Form& form, T* out) {
    objects_.Read(given.value, given.path, form, out);
  }
  void Value(const Given& given, const VersionForm&, int* version);
  void Value(const Given& given, const ParametersForm&, std::vector<DiagramParameter>* parameters);
  void Value(const Given& given, const SimulationForm&, SimulationSettings* settings);
  void Value(const Given& given, const StudyForm&, std::optional<StudySettings>* study) {
    LoadStudy(given.value, &sink_, &study->emplace());
  }
  void Value(const Given& given, const DiagramForm&, DiagramModel* diagram) {
    LoadDiagram(given.value, given.level, diagram);
  }
  void Value(const Given& given, const DiagramForm&, ValuePointer<DiagramModel>* diagram) {
    LoadDiagram(given.value, given.level, &diagram->emplace());
  }
  void Value(const Given& given, const BlocksForm&, BlockList* blocks);
  void Value(const Given& given, const SignalsForm&, std::vector<SignalSetting>* signals);
  void Value(const Given& given, const BlockTypeForm&, std::string* type);
  void Value(const Given& given, const BlockParametersForm&,
             std::vector<BlockParameter>* parameters);
  void Value(const Given& given, const BlockRandomForm&,
             std::vector<std::pair<std::string, RandomSetting>>* random);
  // Lists of a level, and those of the file, which are checked for what two of them must not share.
  template <typename Table, typename Element>
  void Value(const Given& given, const RowsForm<Table>& form, std::vector<Element>* list) {
    if constexpr (requires { LoadList(given.value, &sink_, list); }) {
      LoadList(given.value, &sink_, list);
    } else {
      objects_.List(given.value, given.level, given.value.key(), form.fields, list);
    }
  }

  void LoadSimulationKey(const SimulationKey& key, JsonValue value, SimulationSettings* settings);
  void LoadParameter(JsonValue value, const std::string& path, DiagramParameter* parameter);
  void LoadDiagram(JsonValue value, const std::string& level, DiagramModel* diagram);
  void LoadBlock(JsonValue value, const std::string& path, Block* block);
  void CheckParameterNames(JsonValue block, std::string_view key, const std::string& path,
                           const std::string& type);
  void CheckWires(JsonValue diagram, const std::string& level, DiagramModel* model);
  void CheckWireEnd(JsonValue wire, std::string_view key, const std::function<std::string()>& path,
                    const BlockList& blocks, Origin* origin);

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
  } else if (!format->is(JsonKind::kText) || format->text() != kFormatName) {
    problem = "\"format\" is " + format->Describe();
    place = format->place();
  }
  if (!problem.empty()) sink_.Add(DiagnosticCode::kNotADiagram, place, kFilePath, {problem});
  return problem.empty();
}

// The top level. The mark was looked at, and all behind it is in the table.
void DocumentLoader::Load(JsonValue file, Document* document) {
  if (!CheckFormat(file)) return;
  const std::string path(kFilePath);
  const std::string top_level;
  const auto read_value = [&](JsonValue member, const auto& form, auto* out) {
    Value({member, top_level, std::string(member.key())}, form, out);
  };
  objects_.Members(file, path, kDocumentFields, document, read_value, {"format"});
}

// A newer version is read as far as it is understood, with a warning.
void DocumentLoader::Value(const Given& given, const VersionForm&, int* version) {
  const auto& [value, level, path] = given;
  double number = 0;
  if (!read_.Number(value, path, &number)) return;
  if (number < 1 || number != std::floor(number) || number > std::numeric_limits<int>::max()) {
    read_.BadValue(value, path, "a whole number from 1 on");
    return;
  }
  *version = static_cast<int>(number);
  if (*version > kFormatVersion) {
    sink_.Add(DiagnosticCode::kNewerVersion, value.place(), path,
              {std::to_string(*version), std::to_string(kFormatVersion)});
  }
}

// Known keys come from the one list of settings; an unknown one is kept.
void DocumentLoader::Value(const Given& given, const SimulationForm&,
                           SimulationSettings* settings) {
  if (!read_.Object(given.value, given.path)) return;
  for (const JsonValue member : given.value.children()) {
    if (const SimulationKey* key = FindSimulationKey(member.key())) {
      LoadSimulationKey(*key, member, settings);
    } else {
      read_.Unknown(member, given.path, &settings->extras);
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
        return read_.BadValue(value, path, "one of " + ListWords(key.choices, " and "));
      }
      setting = choice;
      break;
  }
  // Only what is right comes here.
  settings->Set(key.name, setting);
  settings->SetPlace(key.name, value.place());
}

// The parameters of the file (`level` is empty) or of a subsystem (`level` is its path).
void DocumentLoader::Value(const Given& given, const ParametersForm&,
                           std::vector<DiagramParameter>* parameters) {
  const std::string& level = given.level;
  if (!read_.Object(given.value, JoinPath(level, given.value.key()))) return;
  for (const JsonValue member : given.value.children()) {
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

// Wires are compared with the blocks once both are read, whichever stands first.
void DocumentLoader::LoadDiagram(JsonValue value, const std::string& level, DiagramModel* diagram) {
  const std::string path = JoinPath(level, "diagram");
  if (!read_.Object(value, path)) return;
  objects_.Members(value, path, kDiagramFields, diagram,
                   [&](JsonValue member, const auto& form, auto* out) {
                     Value({member, level, path}, form, out);
                   });
  CheckWires(value, level, diagram);
}

// The limit counts blocks of all levels, so that a hostile file cannot nest its way around it.
void DocumentLoader::Value(const Given& given, const BlocksForm&, BlockList* blocks) {
  const std::string& level = given.level;
  if (!read_.Object(given.value, JoinPath(level, given.value.key()))) return;
  for (const JsonValue member : given.value.children()) {
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

// The type is looked for first: it decides whether the keys are those of a subsystem.
void DocumentLoader::LoadBlock(JsonValue value, const std::string& path, Block* block) {
  if (!read_.Object(value, path)) return;
  if (const std::optional<JsonValue> type = FindMember(value, "type")) {
    block->type_origin = {type->place()};
    if (type->is(JsonKind::kText)) block->type = type->text();
  }
  const auto read_value = [&](JsonValue member, const auto& form, auto* out) {
    Value({member, path, path}, form, out);
  };
  if (block->is_subsystem()) {
    objects_.Members(value, path, kSubsystemFields, block, read_value);
  } else {
    objects_.Members(value, path, kBlockFields, block, read_value);
    CheckParameterNames(value, "parameters", path, block->type);
  }
  CheckParameterNames(value, "random", path, block->type);
}

// Whether there is such a type is found when the document is checked.
void DocumentLoader::Value(const Given& given, const BlockTypeForm&, std::string* type) {
  if (read_.Text(given.value, given.path, type) && type->empty()) {
    read_.BadValue(given.value, given.path, "the name of a block type, like \"Gain\"");
  }
}

// Settings only; whether they are right for the block is found when it is checked.
void DocumentLoader::Value(const Given& given, const BlockParametersForm&,
                           std::vector<BlockParameter>* parameters) {
  if (!read_.Object(given.value, given.path)) return;
  for (const JsonValue member : given.value.children()) {
    BlockParameter& parameter = parameters->emplace_back();
    parameter.name = member.key();
    parameter.origin = {member.place()};
    read_.Setting(member, given.path, &parameter.value);
  }
}

// Which parameters of the block are drawn anew for each run, and how.
void DocumentLoader::Value(const Given& given, const BlockRandomForm&,
                           std::vector<std::pair<std::string, RandomSetting>>* random) {
  if (!read_.Object(given.value, given.path)) return;
  for (const JsonValue member : given.value.children()) {
    auto& [parameter, setting] = random->emplace_back();
    parameter = member.key();
    read_.Random(member, given.path, &setting);
  }
}

// The names of parameters in `key` of a block. One that the type does not have is an error with the
// name that may have been meant. Nothing is said of types that are unknown themselves.
void DocumentLoader::CheckParameterNames(JsonValue block, std::string_view key,
                                         const std::string& path, const std::string& type) {
  const std::optional<JsonValue> settings = FindMember(block, key);
  if (!settings || !settings->is(JsonKind::kObject)) return;
  const std::vector<std::string>* names = types_.ParameterNames(type);
  if (!names) return;
  for (const JsonValue setting : settings->children()) {
    if (std::find(names->begin(), names->end(), setting.key()) != names->end()) continue;
    std::string advice = DidYouMean(setting.key(), *names, '"');
    if (advice.empty()) {
      advice = "; it has " + (names->empty() ? "none" : ListWords(*names, " and "));
    }
    sink_.Add(DiagnosticCode::kUnknownParameter, setting.key_place(), path,
              {type, setting.key(), advice});
  }
}

// Each input may have one wire: the second one is reported with the line of the first.
void DocumentLoader::CheckWires(JsonValue diagram, const std::string& level, DiagramModel* model) {
  const std::optional<JsonValue> wires = FindMember(diagram, "wires");
  if (!wires || !wires->is(JsonKind::kList)) return;
  std::unordered_map<std::string_view, int> lines;  // where each input got its wire
  std::size_t index = 0;                            // also what is no wire was appended
  for (const JsonValue element : wires->children()) {
    Wire& wire = model->wires[index++];
    if (!element.is(JsonKind::kObject)) continue;
    wire.origin = {element.place()};
    // Made for what is reported alone: most files have thousands of wires and nothing wrong.
    const auto path = [&] { return ElementPath(level, "wires", index - 1); };
    CheckWireEnd(element, "from", path, model->blocks, &wire.from_origin);
    CheckWireEnd(element, "to", path, model->blocks, &wire.to_origin);
    if (wire.to.empty()) continue;
    const auto [first, added] =
        lines.emplace(FindMember(element, "to")->text(), element.place().line);
    if (!added) {
      sink_.Add(DiagnosticCode::kInputTwice, wire.to_origin.place, JoinPath(level, wire.to),
                {wire.to, std::to_string(first->second)});
    }
  }
}

// An end is "BLOCK.PORT" of a block on the level of the wire. Whether the block has such a port is
// found later, as that needs its type.
void DocumentLoader::CheckWireEnd(JsonValue wire, std::string_view key,
                                  const std::function<std::string()>& path, const BlockList& blocks,
                                  Origin* origin) {
  const std::optional<JsonValue> end = FindMember(wire, key);
  if (!end) return;
  *origin = {end->place()};
  if (!end->is(JsonKind::kText)) return;
  // A wire carries a whole signal of its own level: no element of one, and no path into a
  // subsystem.
  const std::optional<SignalPath> port = ParseSignalPath(end->text());
  if (!port || port->element >= 0 || port->block.find('/') != std::string::npos) {
    sink_.Add(DiagnosticCode::kBadPort, end->place(), path(), {end->text()});
  } else if (!blocks.contains(port->block)) {
    sink_.Add(DiagnosticCode::kWireToNowhere, end->place(), path(),
              {port->block, WireAdvice(port->block, blocks)});
  }
}

// Names and logging of signals, which may lie deeper: "SUBSYSTEM/BLOCK.PORT".
void DocumentLoader::Value(const Given& given, const SignalsForm&,
                           std::vector<SignalSetting>* signals) {
  const std::string& level = given.level;
  if (!read_.Object(given.value, JoinPath(level, given.value.key()))) return;
  for (const JsonValue member : given.value.children()) {
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
    if (std::ranges::all_of(found, IsLocal)) result.damaged = std::move(result.document);
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
