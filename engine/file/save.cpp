#include "engine/file/save.h"

#include "engine/document/field_tables.h"
#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// Writes the members of an object that stands on one line: {"key": value, ...}. Members are
// separated by ", ". What has no value is left out, so that what a file does not give is not
// written.
class InlineObject {
 public:
  explicit InlineObject(std::string* out) : out_(*out) { out_ += '{'; }

  // Begins a member; the caller writes its value.
  void Key(std::string_view key) {
    out_ += separator_;
    separator_ = ", ";
    AppendJsonString(key, &out_);
    out_ += ": ";
  }
  void Text(std::string_view key, std::string_view value) {
    Key(key);
    AppendJsonString(value, &out_);
  }
  // Unknown keys as they stood in the file that was read.
  void Extras(const ExtraKeys& extras) {
    for (const auto& [key, source] : extras) {
      Key(key);
      out_ += source;
    }
  }
  void End() { out_ += '}'; }

  // Writes a whole object by the table of its keys, and its unknown keys after them.
  template <typename Table, typename Owner>
  static void Write(const Table& fields, const Owner& owner, std::string* out) {
    InlineObject object(out);
    ForEachField(fields, [&](const auto& field) {
      object.Member(field.key, field.form, owner.*field.member);
    });
    object.Extras(owner.extras);
    object.End();
  }
  // The distribution first, then its arguments in the order that they are declared in.
  static void Write(const RandomSetting& random, std::string* out) {
    InlineObject object(out);
    object.Text("distribution", random.distribution);
    for (const auto& [name, value] : random.arguments) object.Value(name, value);
    object.Extras(random.extras);
    object.End();
  }
  // A value that is given, and nothing where none is.
  template <typename T>
  void Value(std::string_view key, const std::optional<T>& value) {
    if (value) Value(key, *value);
  }
  void Value(std::string_view key, const std::string& value) { Text(key, value); }
  // The shortest text that reads back as the same number.
  void Value(std::string_view key, double value) {
    Key(key);
    AppendNumber(value, &out_);
  }
  void Value(std::string_view key, int value) { Value(key, static_cast<double>(value)); }
  void Value(std::string_view key, bool value) {
    Key(key);
    out_ += value ? "true" : "false";
  }
  // Numbers, texts and lists, as JSON.
  void Value(std::string_view key, const ParameterSetting& value) {
    Key(key);
    out_ += ToJson(value);
  }

 private:
  // A member that a table has. Most forms are written as the type of the member tells.
  template <typename Form, typename T>
  void Member(std::string_view key, const Form&, const T& value) {
    Value(key, value);
  }
  void Member(std::string_view key, const RandomForm&, const std::optional<RandomSetting>& random) {
    if (!random) return;
    Key(key);
    Write(*random, &out_);
  }
  void Member(std::string_view key, const CornersForm&,
              const std::optional<std::vector<Point>>& corners) {
    if (!corners) return;
    ParameterSetting::List list;
    for (const Point& corner : *corners) list.push_back(ParameterSetting::List{corner.x, corner.y});
    Value(key, list);
  }
  void Member(std::string_view key, const TextListForm&, const std::vector<std::string>& texts) {
    Texts(key, texts);
  }
  void Member(std::string_view key, const SignalListForm&, const std::vector<std::string>& paths) {
    Texts(key, paths);
  }
  void Member(std::string_view key, const PointListForm&, const std::vector<std::string>& points) {
    Texts(key, points);
  }
  void Member(std::string_view key, const WordListForm&, const std::vector<std::string>& words) {
    Texts(key, words);
  }
  template <typename Table, typename Owner>
  void Member(std::string_view key, const ObjectForm<Table>& form,
              const std::optional<Owner>& owner) {
    if (!owner) return;
    Key(key);
    Write(form.fields, *owner, &out_);
  }
  // A limit that is chosen automatically is null.
  void Member(std::string_view key, const RangesForm&, const std::vector<PlotRange>& ranges) {
    if (ranges.empty()) return;
    const auto limit = [](std::optional<double> value) {
      return value ? ParameterSetting(*value) : ParameterSetting();
    };
    Key(key);
    InlineObject object(&out_);
    for (const PlotRange& range : ranges) {
      object.Value(range.axis, ParameterSetting::List{limit(range.lower), limit(range.upper)});
    }
    object.End();
  }
  template <typename Table, typename Element>
  void Member(std::string_view key, const ObjectListForm<Table>& form,
              const std::vector<Element>& list) {
    if (list.empty()) return;
    Key(key);
    out_ += '[';
    const char* separator = "";
    for (const Element& element : list) {
      out_ += separator;
      separator = ", ";
      Write(form.fields, element, &out_);
    }
    out_ += ']';
  }
  template <typename Table, typename Element>
  void Member(std::string_view key, const ObjectMapForm<Element, Table>& form,
              const std::vector<Element>& objects) {
    if (objects.empty()) return;
    Key(key);
    InlineObject map(&out_);
    for (const Element& object : objects) {
      map.Key(object.*form.name);
      Write(form.fields, object, &out_);
    }
    map.End();
  }
  void Texts(std::string_view key, const std::vector<std::string>& texts) {
    if (!texts.empty()) Value(key, ParameterSetting::List(texts.begin(), texts.end()));
  }

  std::string& out_;
  const char* separator_ = "";
};

// Writes objects and lists that have a line for each member or element. Indents by two spaces for
// each open bracket, and puts commas between elements. An empty object stays on its line: {}.
class LineWriter {
 public:
  explicit LineWriter(std::string* out) : out_(*out) {}

  // A bracket, behind which each element has a line of its own, one level deeper.
  void Open(char bracket) {
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  // On a line of its own, unless nothing stands between the brackets. What was closed is itself an
  // element of what is around it.
  void Close(char bracket) {
    --depth_;
    if (!first_) NewLine();
    out_ += bracket;
    first_ = false;
  }
  // Begins the line of the next element.
  void Element() {
    if (!first_) out_ += ',';
    first_ = false;
    NewLine();
  }
  // Begins the line of the next member.
  void Key(std::string_view key) {
    Element();
    AppendJsonString(key, &out_);
    out_ += ": ";
  }
  void Text(std::string_view key, std::string_view value) {
    Key(key);
    AppendJsonString(value, &out_);
  }
  void OptionalText(std::string_view key, const std::optional<std::string>& value) {
    if (value) Text(key, *value);
  }
  void OptionalSetting(std::string_view key, const std::optional<ParameterSetting>& value) {
    if (!value) return;
    Key(key);
    out_ += ToJson(*value);
  }
  void Extras(const ExtraKeys& extras) {
    for (const auto& [key, source] : extras) {
      Key(key);
      out_ += source;
    }
  }

 private:
  void NewLine() {
    out_ += '\n';
    out_.append(2 * static_cast<std::size_t>(depth_), ' ');
  }

  std::string& out_;
  int depth_ = 0;
  bool first_ = true;
};

// Writes a document in the order of keys that save.h lists. Both writers append to one text: a line
// of the outer one holds an object of the inner one.
class DocumentSaver {
 public:
  explicit DocumentSaver(std::string* out) : out_(*out), lines_(out) {}

  void Save(const Document& document);

 private:
  void Save(const SimulationSettings& settings);
  void Save(const StudySettings& study);
  void Save(const StudyParameters& parameters);
  void Save(const std::vector<DiagramParameter>& parameters);
  void Save(const DiagramModel& diagram);
  void Save(const Block& block);
  void SaveSubsystem(const Block& block);
  // A list with a line for each element, by the table of their keys; nothing where it is empty.
  template <typename Table, typename T>
  void SaveList(std::string_view key, const Table& fields, const std::vector<T>& list) {
    if (list.empty()) return;
    lines_.Key(key);
    lines_.Open('[');
    for (const T& element : list) {
      lines_.Element();
      InlineObject::Write(fields, element, &out_);
    }
    lines_.Close(']');
  }
  void SaveRandom(const Block& block);

  std::string& out_;
  LineWriter lines_;
};

// The file as a whole. `diagram` is written also where it is empty, since a file must have one.
void DocumentSaver::Save(const Document& document) {
  lines_.Open('{');
  lines_.Text("format", "loopwright");
  lines_.Key("version");
  AppendNumber(document.version, &out_);
  lines_.OptionalText("title", document.title);
  lines_.OptionalText("description", document.description);
  // Sections that are empty are left out.
  if (!document.parameters.empty()) {
    lines_.Key("parameters");
    Save(document.parameters);
  }
  if (!document.simulation.empty()) {
    lines_.Key("simulation");
    Save(document.simulation);
  }
  if (document.study) {
    lines_.Key("study");
    Save(*document.study);
  }
  lines_.Key("diagram");
  Save(document.root);
  SaveList("plots", kPlotFields, document.plots);
  SaveList("sliders", kSliderFields, document.sliders);
  SaveList("export", kFigureFields, document.figures);
  SaveList("analyses", kAnalysisFields, document.analyses);
  lines_.Extras(document.extras);
  lines_.Close('}');
  out_ += '\n';
}

// In the order of the list of settings, whatever order the file had.
void DocumentSaver::Save(const SimulationSettings& settings) {
  InlineObject object(&out_);
  for (const SimulationKey& key : SimulationKeys()) {
    if (const ParameterSetting* given = settings.Given(key.name)) object.Value(key.name, *given);
  }
  object.Extras(settings.extras);
  object.End();
}

// What is asked of many runs: a line for each key, since measures and variants can be many.
void DocumentSaver::Save(const StudySettings& study) {
  lines_.Open('{');
  lines_.OptionalSetting("runs", study.runs);
  lines_.OptionalSetting("grid", study.grid);
  if (study.signal) lines_.Text("signal", *study.signal);
  if (!study.measures.empty()) {
    lines_.Key("measures");
    lines_.Open('{');
    for (const StudyMeasure& measure : study.measures) lines_.Text(measure.name, measure.formula);
    lines_.Close('}');
  }
  if (study.stop) {
    lines_.Key("stop");
    InlineObject::Write(kStudyStopFields, *study.stop, &out_);
  }
  if (study.antithetic) lines_.OptionalSetting("antithetic", ParameterSetting(*study.antithetic));
  if (study.sobol) lines_.OptionalSetting("sobol", ParameterSetting(*study.sobol));
  // Each variant is a line, of the parameters that it has other values of.
  if (!study.common.empty()) {
    lines_.Key("common");
    lines_.Open('{');
    for (const StudyVariant& variant : study.common) {
      lines_.Key(variant.name);
      Save(variant.parameters);
    }
    lines_.Close('}');
  }
  if (!study.sweep.empty()) {
    lines_.Key("sweep");
    Save(study.sweep);
  }
  lines_.Extras(study.extras);
  lines_.Close('}');
}

// On one line: values of a variant, or lists of values of a sweep.
void DocumentSaver::Save(const StudyParameters& parameters) {
  InlineObject object(&out_);
  for (const auto& [name, setting] : parameters) object.Value(name, setting);
  object.End();
}

// A line for each parameter.
void DocumentSaver::Save(const std::vector<DiagramParameter>& parameters) {
  lines_.Open('{');
  for (const DiagramParameter& parameter : parameters) {
    lines_.Key(parameter.name);
    InlineObject::Write(kDiagramParameterFields, parameter, &out_);
  }
  lines_.Close('}');
}

// A level: blocks always, and lists where there is something in them.
void DocumentSaver::Save(const DiagramModel& diagram) {
  lines_.Open('{');
  // In the order of the document, whatever their names are.
  lines_.Key("blocks");
  lines_.Open('{');
  for (const Block& block : diagram.blocks) {
    lines_.Key(block.name);
    block.diagram ? SaveSubsystem(block) : Save(block);
  }
  lines_.Close('}');
  SaveList("wires", kWireFields, diagram.wires);
  if (!diagram.signal_settings.empty()) {
    lines_.Key("signals");
    lines_.Open('{');
    for (const SignalSetting& signal : diagram.signal_settings) {
      lines_.Key(signal.key);
      InlineObject::Write(kSignalFields, signal, &out_);
    }
    lines_.Close('}');
  }
  SaveList("notes", kNoteFields, diagram.notes);
  SaveList("frames", kFrameFields, diagram.frames);
  lines_.Extras(diagram.extras);
  lines_.Close('}');
}

// The random parameters of a block as one inline object.
void DocumentSaver::SaveRandom(const Block& block) {
  InlineObject object(&out_);
  for (const auto& [parameter, random] : block.random) {
    object.Key(parameter);
    InlineObject::Write(random, &out_);
  }
  object.End();
}

// A block on one line.
void DocumentSaver::Save(const Block& block) {
  InlineObject object(&out_);
  object.Text("type", block.type);
  // Settings as they were given: expressions stay texts.
  if (!block.parameters.empty()) {
    object.Key("parameters");
    InlineObject parameters(&out_);
    for (const BlockParameter& parameter : block.parameters) {
      parameters.Value(parameter.name, parameter.value);
    }
    parameters.End();
  }
  if (!block.random.empty()) {
    object.Key("random");
    SaveRandom(block);
  }
  if (block.layout) {
    object.Key("layout");
    InlineObject::Write(kLayoutFields, *block.layout, &out_);
  }
  object.Value("enabled", block.enabled);
  object.Value("color", block.color);
  object.Extras(block.extras);
  object.End();
}

// A subsystem with a line for each key, and its diagram indented below.
void DocumentSaver::SaveSubsystem(const Block& block) {
  lines_.Open('{');
  lines_.Text("type", block.type);
  if (!block.diagram_parameters.empty()) {
    lines_.Key("parameters");
    Save(block.diagram_parameters);
  }
  if (!block.random.empty()) {
    lines_.Key("random");
    SaveRandom(block);
  }
  if (block.layout) {
    lines_.Key("layout");
    InlineObject::Write(kLayoutFields, *block.layout, &out_);
  }
  if (block.enabled) {
    lines_.Key("enabled");
    out_ += *block.enabled ? "true" : "false";
  }
  lines_.OptionalText("color", block.color);
  lines_.Key("diagram");
  Save(*block.diagram);
  lines_.Extras(block.extras);
  lines_.Close('}');
}

}  // namespace

// The same document always gives the same bytes.
std::string SaveCanonical(const Document& document) {
  std::string out;
  DocumentSaver(&out).Save(document);
  return out;
}

}  // namespace loopwright
