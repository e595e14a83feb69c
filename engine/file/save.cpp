#include "engine/file/save.h"

#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// Writes the members of an object that stands on one line: {"key": value, ...}. Members are
// separated by ", ". Each function leaves out what has no value, so that what a file does not give
// is not written.
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
  // Nothing where there is no value.
  void OptionalText(std::string_view key, const std::optional<std::string>& value) {
    if (value) Text(key, *value);
  }
  // The shortest text that reads back as the same number.
  void Number(std::string_view key, double value) {
    Key(key);
    AppendNumber(value, &out_);
  }
  void Number(std::string_view key, std::optional<double> value) {
    if (value) Number(key, *value);
  }
  void Boolean(std::string_view key, std::optional<bool> value) {
    if (!value) return;
    Key(key);
    out_ += *value ? "true" : "false";
  }
  // Numbers, texts and lists, as JSON.
  void Setting(std::string_view key, const ParameterSetting& value) {
    Key(key);
    out_ += ToJson(value);
  }
  // Unknown keys as they stood in the file that was read.
  void Extras(const ExtraKeys& extras) {
    for (const auto& [key, source] : extras) {
      Key(key);
      out_ += source;
    }
  }
  void End() { out_ += '}'; }

 private:
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
  void Save(const StudyStop& stop);
  void Save(const StudyParameters& parameters);
  void Save(const std::vector<DiagramParameter>& parameters);
  void Save(const DiagramModel& diagram);
  void Save(const Block& block);
  void SaveSubsystem(const Block& block);
  void Save(const Wire& wire);
  void Save(const SignalSetting& signal);
  void Save(const Note& note);
  void Save(const Frame& frame);
  void Save(const PlotSetting& plot);
  void Save(const FigureSetting& figure);
  // A list with a line for each element, of whatever kind these are; nothing where it is empty.
  template <typename T>
  void SaveList(std::string_view key, const std::vector<T>& list) {
    if (list.empty()) return;
    lines_.Key(key);
    lines_.Open('[');
    for (const T& element : list) {
      lines_.Element();
      Save(element);
    }
    lines_.Close(']');
  }
  void SaveAxes(const PlotSetting& plot, InlineObject* object);
  void SaveCurves(const PlotSetting& plot, InlineObject* object);
  void Save(const Layout& layout);
  void Save(const RandomSetting& random);
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
  SaveList("plots", document.plots);
  SaveList("export", document.figures);
  lines_.Extras(document.extras);
  lines_.Close('}');
  out_ += '\n';
}

// In the order of the list of settings, whatever order the file had.
void DocumentSaver::Save(const SimulationSettings& settings) {
  InlineObject object(&out_);
  for (const SimulationKey& key : SimulationKeys()) {
    if (const ParameterSetting* given = settings.Given(key.name)) object.Setting(key.name, *given);
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
    Save(*study.stop);
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

// On one line. `of` is always written, also where a file left it at "mean".
void DocumentSaver::Save(const StudyStop& stop) {
  InlineObject object(&out_);
  object.Text("measure", stop.measure);
  object.Text("of", stop.of);
  if (stop.quantile) object.Setting("quantile", *stop.quantile);
  if (stop.half_width) object.Setting("half_width", *stop.half_width);
  object.Extras(stop.extras);
  object.End();
}

// On one line: values of a variant, or lists of values of a sweep.
void DocumentSaver::Save(const StudyParameters& parameters) {
  InlineObject object(&out_);
  for (const auto& [name, setting] : parameters) object.Setting(name, setting);
  object.End();
}

// A line for each parameter.
void DocumentSaver::Save(const std::vector<DiagramParameter>& parameters) {
  lines_.Open('{');
  for (const DiagramParameter& parameter : parameters) {
    lines_.Key(parameter.name);
    InlineObject object(&out_);
    object.Setting("value", parameter.value);
    object.OptionalText("unit", parameter.unit);
    object.OptionalText("description", parameter.description);
    if (parameter.random) {
      object.Key("random");
      Save(*parameter.random);
    }
    object.Extras(parameter.extras);
    object.End();
  }
  lines_.Close('}');
}

// The distribution first, then its arguments in the order that they are declared in.
void DocumentSaver::Save(const RandomSetting& random) {
  InlineObject object(&out_);
  object.Text("distribution", random.distribution);
  for (const auto& [name, value] : random.arguments) object.Setting(name, value);
  object.Extras(random.extras);
  object.End();
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
  SaveList("wires", diagram.wires);
  if (!diagram.signal_settings.empty()) {
    lines_.Key("signals");
    lines_.Open('{');
    for (const SignalSetting& signal : diagram.signal_settings) {
      lines_.Key(signal.key);
      Save(signal);
    }
    lines_.Close('}');
  }
  SaveList("notes", diagram.notes);
  SaveList("frames", diagram.frames);
  lines_.Extras(diagram.extras);
  lines_.Close('}');
}

// The random parameters of a block as one inline object.
void DocumentSaver::SaveRandom(const Block& block) {
  InlineObject object(&out_);
  for (const auto& [parameter, random] : block.random) {
    object.Key(parameter);
    Save(random);
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
      parameters.Setting(parameter.name, parameter.value);
    }
    parameters.End();
  }
  if (!block.random.empty()) {
    object.Key("random");
    SaveRandom(block);
  }
  if (block.layout) {
    object.Key("layout");
    Save(*block.layout);
  }
  object.Boolean("enabled", block.enabled);
  object.OptionalText("color", block.color);
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
    Save(*block.layout);
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

// Only what was given; a place is enough for a picture.
void DocumentSaver::Save(const Layout& layout) {
  InlineObject object(&out_);
  object.Number("x", layout.x);
  object.Number("y", layout.y);
  object.Number("width", layout.width);
  object.Number("height", layout.height);
  object.Number("rotation", layout.rotation);
  object.Boolean("flipped", layout.flipped);
  object.Extras(layout.extras);
  object.End();
}

// A route is written as a list of [x, y].
void DocumentSaver::Save(const Wire& wire) {
  InlineObject object(&out_);
  object.Text("from", wire.from);
  object.Text("to", wire.to);
  if (wire.route) {
    ParameterSetting::List corners;
    for (const Point& corner : *wire.route) {
      corners.push_back(ParameterSetting::List{corner.x, corner.y});
    }
    object.Setting("route", corners);
  }
  object.Extras(wire.extras);
  object.End();
}

// The key is the path of the signal and is written by the caller.
void DocumentSaver::Save(const SignalSetting& signal) {
  InlineObject object(&out_);
  object.OptionalText("name", signal.name);
  object.Boolean("log", signal.log);
  object.Extras(signal.extras);
  object.End();
}

// A note without a size is as large as its text.
void DocumentSaver::Save(const Note& note) {
  InlineObject object(&out_);
  object.Text("text", note.text);
  object.Number("x", note.x);
  object.Number("y", note.y);
  object.Number("width", note.width);
  object.Number("height", note.height);
  object.Extras(note.extras);
  object.End();
}

// A frame always has a place and a size.
void DocumentSaver::Save(const Frame& frame) {
  InlineObject object(&out_);
  object.OptionalText("title", frame.title);
  object.Number("x", frame.x);
  object.Number("y", frame.y);
  object.Number("width", frame.width);
  object.Number("height", frame.height);
  object.OptionalText("color", frame.color);
  object.Extras(frame.extras);
  object.End();
}

// A limit that is chosen automatically is null.
void DocumentSaver::Save(const PlotSetting& plot) {
  InlineObject object(&out_);
  object.OptionalText("title", plot.title);
  object.OptionalText("kind", plot.kind);
  object.OptionalText("block", plot.block);
  if (!plot.signal_paths.empty()) {
    object.Setting("signals",
                   ParameterSetting::List(plot.signal_paths.begin(), plot.signal_paths.end()));
  }
  SaveAxes(plot, &object);
  SaveCurves(plot, &object);
  object.OptionalText("circles", plot.circles);
  object.Number("row", plot.row);
  object.Number("column", plot.column);
  object.Extras(plot.extras);
  object.End();
}

// Labels and scales by the name of the axis; then limits, of which one that follows the data is
// null.
void DocumentSaver::SaveAxes(const PlotSetting& plot, InlineObject* object) {
  if (!plot.axes.empty()) {
    object->Key("axes");
    InlineObject axes(&out_);
    for (const PlotAxis& axis : plot.axes) {
      axes.Key(axis.name);
      InlineObject fields(&out_);
      fields.OptionalText("label", axis.label);
      fields.OptionalText("scale", axis.scale);
      fields.Extras(axis.extras);
      fields.End();
    }
    axes.End();
  }
  if (plot.ranges.empty()) return;
  object->Key("ranges");
  InlineObject ranges(&out_);
  for (const PlotRange& range : plot.ranges) {
    const auto limit = [](std::optional<double> value) {
      return value ? ParameterSetting(*value) : ParameterSetting();
    };
    ranges.Setting(range.axis, ParameterSetting::List{limit(range.lower), limit(range.upper)});
  }
  ranges.End();
}

// How single curves look, by the path of their signal; then straight lines across the plot, a list,
// since several may lie on one axis.
void DocumentSaver::SaveCurves(const PlotSetting& plot, InlineObject* object) {
  if (!plot.curves.empty()) {
    object->Key("curves");
    InlineObject curves(&out_);
    for (const PlotCurve& curve : plot.curves) {
      curves.Key(curve.signal_path);
      InlineObject fields(&out_);
      fields.OptionalText("color", curve.color);
      fields.OptionalText("line", curve.line);
      fields.OptionalText("axis", curve.axis);
      fields.Extras(curve.extras);
      fields.End();
    }
    curves.End();
  }
  if (plot.references.empty()) return;
  object->Key("references");
  out_ += '[';
  const char* separator = "";
  for (const PlotReference& reference : plot.references) {
    out_ += separator;
    separator = ", ";
    InlineObject fields(&out_);
    fields.Text("axis", reference.axis);
    fields.Number("value", reference.value);
    fields.OptionalText("label", reference.label);
    fields.Extras(reference.extras);
    fields.End();
  }
  out_ += ']';
}

// A figure on one line.
void DocumentSaver::Save(const FigureSetting& figure) {
  InlineObject object(&out_);
  object.Text("file", figure.file);
  object.OptionalText("show", figure.show);
  object.OptionalText("level", figure.level);
  if (!figure.plots.empty()) {
    object.Setting("plots", ParameterSetting::List(figure.plots.begin(), figure.plots.end()));
  }
  object.OptionalText("signal", figure.signal);
  object.OptionalText("variant", figure.variant);
  object.OptionalText("beside", figure.beside);
  object.Boolean("theory", figure.theory);
  object.Number("paths", figure.paths);
  object.Number("time", figure.time);
  object.Number("from", figure.from);
  object.Number("to", figure.to);
  object.OptionalText("layout", figure.layout);
  object.OptionalText("style", figure.style);
  if (figure.width) object.Setting("width", *figure.width);
  object.Number("height", figure.height);
  object.OptionalText("font", figure.font);
  object.Number("font_size", figure.font_size);
  object.Boolean("names", figure.names);
  object.Boolean("standalone", figure.standalone);
  object.Extras(figure.extras);
  object.End();
}

}  // namespace

// The same document always gives the same bytes.
std::string SaveCanonical(const Document& document) {
  std::string out;
  DocumentSaver(&out).Save(document);
  return out;
}

}  // namespace loopwright
