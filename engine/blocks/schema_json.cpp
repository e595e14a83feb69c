#include "engine/blocks/schema_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/blocks/block_registry.h"
#include "engine/document/analysis_words.h"
#include "engine/document/document.h"
#include "engine/document/field_tables.h"
#include "engine/document/figure_words.h"
#include "engine/document/parameter_setting.h"
#include "engine/document/simulation_settings.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Json = nlohmann::ordered_json;

// A name takes part in paths (`SUB/BLOCK.port[2]`) and in texts in quotes, so it may hold none of
// the characters that separate these, and no control characters.
constexpr const char* kBlockName = R"(^[^/.\[\],'"\u0000-\u001f]+$)";
constexpr const char* kColor = "^#[0-9a-fA-F]{6}$";

// The parts of the schema stand once, under "$defs", and are referred to by name. A diagram inside
// a subsystem can be described in no other way, since it has diagrams in it again.
Json Ref(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

// {"type": "number"}, with a description where there is one: editors show it beside the key.
Json Typed(const char* type, std::string_view description = {}) {
  Json schema = {{"type", type}};
  if (!description.empty()) schema["description"] = description;
  return schema;
}

Json ListOf(Json element) { return {{"type", "array"}, {"items", std::move(element)}}; }

// An object with these members. Others are allowed unless the caller says otherwise: a file may
// hold keys of a newer program, which are kept.
Json ObjectOf(Json properties, const std::vector<std::string>& required = {}) {
  Json schema = {{"type", "object"}};
  if (!required.empty()) schema["required"] = required;
  schema["properties"] = std::move(properties);
  return schema;
}

// An object whose keys are names that the user chose, and whose values all look the same: the
// blocks of a diagram, by their names.
Json MapOf(Json element) {
  return {{"type", "object"}, {"additionalProperties", std::move(element)}};
}

Json AnyOf(const std::vector<Json>& alternatives) { return {{"anyOf", alternatives}}; }

// The finite number that a text is, as it is written in files.
std::optional<Json> FiniteNumberOf(std::string_view text) {
  const std::optional<double> value = ReadNumber(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return Json::parse(FormatNumber(*value));
}

// A number with the bounds of a constraint such as "> 0" or "in [0, 1]"; other constraints are not
// those of one number.
Json BoundedNumber(std::string_view constraint) {
  Json schema = {{"type", "number"}};
  const std::pair<std::string_view, const char*> relations[] = {{">= ", "minimum"},
                                                                {"<= ", "maximum"},
                                                                {"> ", "exclusiveMinimum"},
                                                                {"< ", "exclusiveMaximum"}};
  for (const auto& [relation, keyword] : relations) {
    if (!constraint.starts_with(relation)) continue;
    if (const auto bound = FiniteNumberOf(constraint.substr(relation.size())))
      schema[keyword] = *bound;
    return schema;
  }
  if (constraint.starts_with("!= ")) {
    if (const auto bound = FiniteNumberOf(constraint.substr(3)))
      schema["not"] = {{"const", *bound}};
  } else if (constraint.starts_with("in [")) {
    const std::size_t comma = constraint.find(", ");
    const auto lower = FiniteNumberOf(constraint.substr(4, comma - 4));
    const auto upper = FiniteNumberOf(constraint.substr(comma + 2, constraint.size() - comma - 3));
    if (lower) schema["minimum"] = *lower;
    if (upper) schema["maximum"] = *upper;
  }
  return schema;
}

// One of a few words, such as "linear" or "cubic".
Json Choice(const std::vector<std::string>& choices) {
  Json values = choices;
  // A choice that reads as a number may be written as one (the order of a norm).
  for (const std::string& choice : choices) {
    if (const auto number = FiniteNumberOf(choice)) values.push_back(*number);
  }
  return {{"enum", values}};
}

// A text. The constraint "only + and -" of the descriptors (the signs of a sum) becomes the pattern
// ^[\+\-]+$: its two characters stand at places 5 and 11 of the constraint.
Json Text(std::string_view constraint) {
  Json schema = {{"type", "string"}};
  if (constraint.starts_with("only ") && constraint.size() == 12) {
    const std::string characters = {'\\', constraint[5], '\\', constraint[11]};
    schema["pattern"] = "^[" + characters + "]+$";
  }
  return schema;
}

// What a parameter of a kind may be given as. An expression (a text) may stand for each number, and
// for a whole vector or matrix.
Json ValueSchema(const ParameterDescriptor& parameter) {
  const Json number = BoundedNumber(parameter.constraint);
  const Json text = Ref("expression");
  const Json formula = AnyOf({text, Typed("number")});
  Json scalar = AnyOf({number, text});
  switch (parameter.kind) {
    case ParameterKind::kNumber:
      return scalar;
    case ParameterKind::kInteger: {
      Json whole = number;
      whole["type"] = "integer";
      return AnyOf({whole, text});
    }
    case ParameterKind::kBoolean:
      return AnyOf({Typed("boolean"), Typed("number"), text});
    case ParameterKind::kChoice:
      return Choice(parameter.choices);
    case ParameterKind::kText:
      return parameter.is_formula ? formula : Text(parameter.constraint);
    case ParameterKind::kVector:
    case ParameterKind::kComplexVector:
      return AnyOf({number, text, ListOf(scalar)});
    case ParameterKind::kMatrix:
      return AnyOf({number, text, ListOf(scalar), ListOf(AnyOf({text, ListOf(scalar)}))});
    case ParameterKind::kTextList:
      return AnyOf({formula, ListOf(formula)});
    case ParameterKind::kTextMatrix:
      return AnyOf({formula, ListOf(ListOf(formula))});
  }
  return Json::object();
}

// The schema of one parameter of a block type: what it may be given as, and for the reader of the
// schema (an editor that completes keys) its description, constraint, unit and default.
Json ParameterSchema(const ParameterDescriptor& parameter) {
  Json schema = ValueSchema(parameter);
  std::string description = parameter.description;
  for (const std::string& part : {parameter.constraint, parameter.unit}) {
    if (!part.empty()) description += (description.empty() ? "" : "; ") + part;
  }
  if (!description.empty()) schema["description"] = description;
  schema["default"] = Json::parse(ToJson(parameter.default_value));
  return schema;
}

// One of the words of a list that the loader knows.
template <typename Words>
Json OneOf(const Words& words) {
  Json values = Json::array();
  for (const std::string_view word : words) values.push_back(word);
  return {{"enum", values}};
}

// A list of two values of one kind.
Json PairOf(Json element) {
  Json schema = ListOf(std::move(element));
  schema["minItems"] = 2;
  schema["maxItems"] = 2;
  return schema;
}

// The forms that the value of a key may have (engine/document/field.h), each as a schema.
Json FormSchema(const TextForm& form) { return Typed("string", form.description); }
Json FormSchema(const WordForm& form) { return OneOf(form.words); }
Json FormSchema(const ColorForm&) { return Ref("color"); }
Json FormSchema(const BooleanForm& form) { return Typed("boolean", form.description); }
Json FormSchema(const NumberForm& form) { return Typed("number", form.description); }
Json FormSchema(const PositiveForm&) { return {{"type", "number"}, {"exclusiveMinimum", 0}}; }
Json FormSchema(const BoundedForm& form) {
  return {{"type", "number"},
          {"minimum", Json::parse(FormatNumber(form.least))},
          {"maximum", Json::parse(FormatNumber(form.most))},
          {"description", form.unit}};
}
Json FormSchema(const WholeForm& form) {
  Json schema = {{"type", "integer"}, {"minimum", form.least}, {"maximum", form.most}};
  if (!form.description.empty()) schema["description"] = form.description;
  return schema;
}
Json FormSchema(const RightAngleForm&) { return {{"enum", {0, 90, 180, 270}}}; }
Json FormSchema(const ExpressionForm&) { return Ref("scalar"); }
Json FormSchema(const SettingForm&) { return Ref("setting"); }
Json FormSchema(const RandomForm&) { return Ref("random"); }
Json FormSchema(const CornersForm&) { return ListOf(PairOf(Typed("number"))); }
Json FormSchema(const TextListForm& form) { return ListOf(Typed("string", form.description)); }
Json FormSchema(const SignalListForm&) { return ListOf(Ref("signal")); }
Json FormSchema(const PointForm&) { return Ref("point"); }
Json FormSchema(const PointListForm&) { return ListOf(Ref("point")); }
Json FormSchema(const WordListForm& form) { return ListOf(OneOf(form.words)); }
Json FormSchema(const PeriodForm&) {
  const Json any = {{"const", kAnyPeriod}};
  Json schema = AnyOf({FormSchema(PositiveForm{}), any});
  schema["description"] = "of the orbit; s";
  return schema;
}
Json FormSchema(const RangesForm&) { return MapOf(PairOf({{"type", {"number", "null"}}})); }
// The pattern keeps the file below the diagram's folder.
Json FormSchema(const FigureFileForm&) {
  return {{"type", "string"},
          {"pattern", R"(^(?!/)(?!(.*/)?\.\./).+\.(pdf|svg|png|tex)$)"},
          {"description", "from the diagram's folder"}};
}
Json FormSchema(const FigureLayoutForm&) {
  return {{"type", "string"}, {"pattern", "^[1-9]x[1-9]$"}};
}
Json FormSchema(const FigureWidthForm&) {
  std::vector<std::string_view> columns;
  for (const auto& [name, mm] : kColumnWidths) columns.push_back(name);
  return AnyOf({FormSchema(kFigureLengthForm), OneOf(columns)});
}

template <typename Table>
Json TableSchema(const Table& fields, Json properties = Json::object(),
                 std::vector<std::string> required = {});

template <typename Table>
Json FormSchema(const ObjectForm<Table>& form) {
  return form.definition.empty() ? TableSchema(form.fields) : Ref(std::string(form.definition));
}
template <typename Table>
Json FormSchema(const RowsForm<Table>& form) {
  return ListOf(Ref(std::string(form.definition)));
}
template <typename Table>
Json FormSchema(const ObjectListForm<Table>& form) {
  return ListOf(TableSchema(form.fields));
}
template <typename Element, typename Table>
Json FormSchema(const ObjectMapForm<Element, Table>& form) {
  return MapOf(TableSchema(form.fields));
}

// The forms of sections. What they hold stands in Parts(), once, under the name that is given here.
Json FormSchema(const VersionForm&) { return {{"type", "integer"}, {"minimum", 1}}; }
Json FormSchema(const ParametersForm&) { return Ref("parameters"); }
Json FormSchema(const SimulationForm&) { return Ref("simulation"); }
Json FormSchema(const StudyForm&) { return Ref("study"); }
Json FormSchema(const MeasuresForm&) {
  return MapOf(Typed("string", "a formula of what a run did: greatest(plant.y)"));
}
Json FormSchema(const VariantsForm&) { return MapOf(MapOf(Ref("setting"))); }
// A sweep of a parameter without any value would be no run at all, hence minItems.
Json FormSchema(const SweepForm&) {
  Json values = ListOf(Ref("setting"));
  values["minItems"] = 1;
  return MapOf(values);
}
// A subsystem refers to this schema again for what it holds.
Json FormSchema(const DiagramForm&) { return Ref("diagram"); }
Json FormSchema(const BlocksForm&) {
  Json blocks = MapOf(Ref("block"));
  blocks["propertyNames"] = {{"pattern", kBlockName}, {"maxLength", 200}};
  return blocks;
}
Json FormSchema(const SignalsForm&) { return MapOf(TableSchema(kSignalFields)); }
// Which types there are, and what parameters each has, is added by AnyBlock().
Json FormSchema(const BlockTypeForm&) { return Typed("string"); }
Json FormSchema(const BlockParametersForm&) { return Typed("object"); }
Json FormSchema(const BlockRandomForm&) { return Typed("object"); }

// An object with the keys of a table, behind those that the caller gives.
template <typename Table>
Json TableSchema(const Table& fields, Json properties, std::vector<std::string> required) {
  ForEachField(fields, [&](const auto& field) {
    const std::string key(field.key);
    properties[key] = FormSchema(field.form);
    if (field.is_required()) required.push_back(key);
  });
  return ObjectOf(std::move(properties), required);
}

// The members of a block of one type that depend on the type.
Json BlockSchema(const BlockDescriptor& block) {
  Json schema = {{"description", block.title + ": " + block.summary}};
  if (block.role == BlockRole::kSubsystem) {
    Json own = TableSchema(std::tuple_cat(kSubsystemParameterFields, kSubsystemDiagramFields));
    own.erase("type");
    schema.update(own);
    return schema;
  }
  Json parameters = Json::object();
  Json random = Json::object();
  for (const ParameterDescriptor& parameter : block.parameters) {
    parameters[parameter.name] = ParameterSchema(parameter);
    random[parameter.name] = Ref("random");
  }
  for (Json* members : {&parameters, &random}) {
    *members = ObjectOf(std::move(*members));
    (*members)["additionalProperties"] = false;
  }
  schema["properties"] = {{"parameters", parameters}, {"random", random}};
  return schema;
}

// The schema of any block. JSON Schema has no inheritance, so what all types share stands here
// once, and for each type an "if type is Gain, then also blocks/Gain" adds what its parameters are.
Json AnyBlock(const BlockRegistry& registry) {
  Json types = Json::array();
  Json cases = Json::array();
  for (const BlockDescriptor& block : registry.all()) {
    types.push_back(block.type);
    cases.push_back({{"if", {{"properties", {{"type", {{"const", block.type}}}}}}},
                     {"then", Ref("blocks/" + block.type)}});
  }
  Json schema = TableSchema(kBlockFields);
  schema["properties"]["type"] = {{"enum", types}};
  schema["allOf"] = cases;
  return schema;
}

// An analysis is taken at one place: keys that say different ones exclude each other.
Json AnalysisSchema() {
  Json schema = TableSchema(kAnalysisFields);
  Json pairs = Json::array();
  const std::vector<std::vector<std::string>> excluded = {
      {"trim", "time"}, {"trim", "periodic"}, {"time", "periodic"}};
  for (const std::vector<std::string>& keys : excluded) pairs.push_back({{"required", keys}});
  schema["properties"]["at"]["not"] = {{"anyOf", pairs}};
  schema["properties"]["name"]["minLength"] = 1;
  return schema;
}

// The keys of "simulation" are listed once, in SimulationKeys(). Reading, printing and this schema
// all follow that list, so a new key needs no line here.
Json SimulationKeySchema(const SimulationKey& key) {
  const Json text = Ref("expression");
  Json schema;
  switch (key.kind) {
    case SimulationKeyKind::kNumber:
      schema = AnyOf({Typed("number"), text});
      break;
    case SimulationKeyKind::kNumberOrNull:
      schema = AnyOf({Typed("number"), text, Typed("null")});
      break;
    case SimulationKeyKind::kWholeNumber:
      schema = AnyOf({{{"type", "integer"}, {"minimum", 0}}, text});
      break;
    case SimulationKeyKind::kBoolean:
      schema = Typed("boolean");
      break;
    case SimulationKeyKind::kChoice:
      schema = Choice(key.choices);
      break;
  }
  schema["description"] = key.unit.empty() ? key.description : key.description + "; " + key.unit;
  schema["default"] = Json::parse(ToJson(key.default_value));
  return schema;
}

Json SimulationSchema() {
  Json properties = Json::object();
  for (const SimulationKey& key : SimulationKeys()) {
    properties[key.name] = SimulationKeySchema(key);
  }
  return ObjectOf(properties);
}

// A distribution is an object that names itself and has the arguments that belong to it:
// {"distribution": "uniform", "lower": 0, "upper": 1}. The word "distribution" decides which of the
// alternatives holds, so at most one of them can.
Json RandomSchema() {
  Json cases = Json::array();
  for (const char* name : {"uniform", "gaussian", "exponential"}) {
    const std::vector<std::string>& arguments = *DistributionArguments(name);
    Json properties = {{"distribution", {{"const", name}}}};
    for (const std::string& argument : arguments) properties[argument] = Ref("scalar");
    std::vector<std::string> required = {"distribution"};
    required.insert(required.end(), arguments.begin(), arguments.end());
    cases.push_back(ObjectOf(properties, required));
  }
  return {{"description", "the distribution that the runs of a study draw the value from"},
          {"oneOf", cases}};
}

// What files hold besides blocks: small objects of fixed members.
Json Parts() {
  Json setting = {{"type", {"number", "string", "boolean", "array"}}, {"items", Ref("setting")}};
  return {{"expression", Typed("string", "an expression of the diagram's parameters")},
          {"scalar", AnyOf({Typed("number"), Ref("expression")})},
          {"setting", setting},
          {"color", {{"type", "string"}, {"pattern", kColor}}},
          {"signal", Typed("string", "BLOCK.PORT, SUBSYSTEM/BLOCK.PORT or BLOCK.PORT[2]")},
          {"point", Typed("string", "a signal, or the wire into an input: >BLOCK.PORT")},
          {"random", RandomSchema()},
          {"parameters", MapOf(TableSchema(kDiagramParameterFields))},
          {"layout", TableSchema(kLayoutFields)},
          {"wire", TableSchema(kWireFields)},
          {"note", TableSchema(kNoteFields)},
          {"frame", TableSchema(kFrameFields)},
          {"plot", TableSchema(kPlotFields)},
          {"slider", TableSchema(kSliderFields)},
          {"figure", TableSchema(kFigureFields)},
          {"analysis", AnalysisSchema()},
          {"simulation", SimulationSchema()},
          {"study", TableSchema(kStudyFields)},
          {"diagram", TableSchema(kDiagramFields)}};
}

}  // namespace

// The definitions come first into one object, which is put under "$defs" last, so that a person who
// opens the schema sees the keys of the file at its top.
std::string SchemaJson(const BlockRegistry& registry) {
  Json definitions = Parts();
  definitions["block"] = AnyBlock(registry);
  Json& blocks = definitions["blocks"] = Json::object();
  for (const BlockDescriptor& block : registry.all()) blocks[block.type] = BlockSchema(block);
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Loopwright diagram"}};
  Json mark = Json::object();
  mark["format"] = {{"const", kFormatName}};
  schema.update(TableSchema(kDocumentFields, std::move(mark), {"format"}));
  schema["$defs"] = definitions;
  return schema.dump(1) + "\n";
}

}  // namespace loopwright
