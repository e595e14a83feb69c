#include "engine/file/save.h"

#include <optional>
#include <utility>
#include <vector>

#include "engine/document/field_tables.h"
#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// Whether a member is written. What a file does not give is left out, and so are lists and sections
// that are empty.
bool IsGiven(const auto&) { return true; }
template <typename T>
bool IsGiven(const std::optional<T>& value) {
  return value.has_value();
}
template <typename T>
bool IsGiven(const std::vector<T>& list) {
  return !list.empty();
}
bool IsGiven(const SimulationSettings& settings) { return !settings.empty(); }

// The value itself of a member that is given.
const auto& Given(const auto& value) { return value; }
template <typename T>
const T& Given(const std::optional<T>& value) {
  return *value;
}
template <typename T>
const T& Given(const ValuePointer<T>& value) {
  return *value;
}

// Writes the members of an object that stands on one line: {"key": value, ...}. Members are
// separated by ", ".
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
  // A member of which the value is a number, a text, a truth value or a list of these.
  void Setting(std::string_view key, const ParameterSetting& value) {
    Key(key);
    out_ += ToJson(value);
  }
  void Settings(const StudyParameters& settings) {
    for (const auto& [name, setting] : settings) Setting(name, setting);
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
      const auto& value = owner.*field.member;
      if (!IsGiven(value)) return;
      object.Key(field.key);
      WriteValue(field.form, Given(value), out);
    });
    object.Extras(owner.extras);
    object.End();
  }

  // Writes the value of a member that is given. Most forms are written as the type of the member
  // tells, whatever the form is.
  static void WriteValue(const auto&, const std::string& text, std::string* out) {
    AppendJsonString(text, out);
  }
  // The shortest text that reads back as the same number.
  static void WriteValue(const auto&, double number, std::string* out) {
    AppendNumber(number, out);
  }
  static void WriteValue(const auto&, int number, std::string* out) { AppendNumber(number, out); }
  static void WriteValue(const auto&, bool value, std::string* out) {
    *out += value ? "true" : "false";
  }
  static void WriteValue(const auto&, const ParameterSetting& setting, std::string* out) {
    *out += ToJson(setting);
  }
  static void WriteValue(const auto&, const std::vector<std::string>& texts, std::string* out) {
    *out += ToJson(ParameterSetting::List(texts.begin(), texts.end()));
  }
  static void WriteValue(const CornersForm&, const std::vector<Point>& corners, std::string* out) {
    ParameterSetting::List list;
    for (const Point& corner : corners) list.push_back(ParameterSetting::List{corner.x, corner.y});
    *out += ToJson(list);
  }
  // A limit that is chosen automatically is null.
  static void WriteValue(const RangesForm&, const std::vector<PlotRange>& ranges,
                         std::string* out) {
    const auto limit = [](std::optional<double> value) {
      return value ? ParameterSetting(*value) : ParameterSetting();
    };
    InlineObject object(out);
    for (const PlotRange& range : ranges) {
      object.Setting(range.axis, ParameterSetting::List{limit(range.lower), limit(range.upper)});
    }
    object.End();
  }
  // The distribution first, then its arguments in the order that they are declared in.
  static void WriteValue(const RandomForm&, const RandomSetting& random, std::string* out) {
    InlineObject object(out);
    object.Setting("distribution", random.distribution);
    object.Settings(random.arguments);
    object.Extras(random.extras);
    object.End();
  }
  // Settings as they were given: expressions stay texts.
  static void WriteValue(const BlockParametersForm&, const std::vector<BlockParameter>& parameters,
                         std::string* out) {
    InlineObject object(out);
    for (const BlockParameter& parameter : parameters) {
      object.Setting(parameter.name, parameter.value);
    }
    object.End();
  }
  static void WriteValue(const BlockRandomForm&,
                         const std::vector<std::pair<std::string, RandomSetting>>& settings,
                         std::string* out) {
    InlineObject object(out);
    for (const auto& [parameter, random] : settings) {
      object.Key(parameter);
      WriteValue(RandomForm{}, random, out);
    }
    object.End();
  }
  // Values of a variant of a study, or lists of values of a sweep.
  static void WriteValue(const SweepForm&, const StudyParameters& parameters, std::string* out) {
    InlineObject object(out);
    object.Settings(parameters);
    object.End();
  }
  template <typename Table, typename Owner>
  static void WriteValue(const ObjectForm<Table>& form, const Owner& owner, std::string* out) {
    Write(form.fields, owner, out);
  }
  template <typename Table, typename Element>
  static void WriteValue(const ObjectListForm<Table>& form, const std::vector<Element>& list,
                         std::string* out) {
    *out += '[';
    const char* separator = "";
    for (const Element& element : list) {
      *out += separator;
      separator = ", ";
      Write(form.fields, element, out);
    }
    *out += ']';
  }
  template <typename Table, typename Element>
  static void WriteValue(const ObjectMapForm<Element, Table>& form,
                         const std::vector<Element>& objects, std::string* out) {
    InlineObject map(out);
    for (const Element& object : objects) {
      map.Key(object.*form.name);
      Write(form.fields, object, out);
    }
    map.End();
  }

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

// Writes a document by the tables of its keys. Both writers append to one text: a line of the outer
// one holds an object of the inner one.
class DocumentSaver {
 public:
  explicit DocumentSaver(std::string* out) : out_(*out), lines_(out) {}

  // The file as a whole: the mark, and behind it all that the table has.
  void Save(const Document& document) {
    lines_.Open('{');
    lines_.Key("format");
    AppendJsonString(kFormatName, &out_);
    Members(kDocumentFields, document);
    lines_.Close('}');
    out_ += '\n';
  }

 private:
  // A line for each member of an object that is given, then its unknown keys.
  template <typename Table, typename Owner>
  void Members(const Table& fields, const Owner& owner) {
    ForEachField(fields, [&](const auto& field) {
      const auto& value = owner.*field.member;
      if (!IsGiven(value)) return;
      lines_.Key(field.key);
      WriteValue(field.form, Given(value));
    });
    lines_.Extras(owner.extras);
  }
  template <typename Table, typename Owner>
  void WriteLines(const Table& fields, const Owner& owner) {
    lines_.Open('{');
    Members(fields, owner);
    lines_.Close('}');
  }
  // A line for each element of a list, under the name that it keeps in `name`. `write` writes the
  // element behind that.
  template <typename List, typename T, typename Write>
  void WriteMap(const List& list, std::string T::*name, Write write) {
    lines_.Open('{');
    for (const T& element : list) {
      lines_.Key(element.*name);
      write(element);
    }
    lines_.Close('}');
  }

  // The value of a member. Most stand on the line of their key.
  template <typename Form, typename T>
  void WriteValue(const Form& form, const T& value) {
    InlineObject::WriteValue(form, value, &out_);
  }
  template <typename Table, typename T>
  void WriteValue(const RowsForm<Table>& form, const std::vector<T>& list) {
    lines_.Open('[');
    for (const T& element : list) {
      lines_.Element();
      InlineObject::Write(form.fields, element, &out_);
    }
    lines_.Close(']');
  }
  void WriteValue(const ParametersForm&, const std::vector<DiagramParameter>& parameters) {
    WriteMap(parameters, &DiagramParameter::name, [&](const DiagramParameter& parameter) {
      InlineObject::Write(kDiagramParameterFields, parameter, &out_);
    });
  }
  // In the order of the list of settings, whatever order the file had.
  void WriteValue(const SimulationForm&, const SimulationSettings& settings) {
    InlineObject object(&out_);
    for (const SimulationKey& key : SimulationKeys()) {
      if (const ParameterSetting* given = settings.Given(key.name))
        object.Setting(key.name, *given);
    }
    object.Extras(settings.extras);
    object.End();
  }
  // A line for each key, since measures and variants can be many.
  void WriteValue(const StudyForm&, const StudySettings& study) { WriteLines(kStudyFields, study); }
  void WriteValue(const MeasuresForm&, const std::vector<StudyMeasure>& measures) {
    WriteMap(measures, &StudyMeasure::name,
             [&](const StudyMeasure& measure) { AppendJsonString(measure.formula, &out_); });
  }
  // Each variant is a line, of the parameters that it has other values of.
  void WriteValue(const VariantsForm&, const std::vector<StudyVariant>& variants) {
    WriteMap(variants, &StudyVariant::name, [&](const StudyVariant& variant) {
      InlineObject::WriteValue(SweepForm{}, variant.parameters, &out_);
    });
  }
  void WriteValue(const DiagramForm&, const DiagramModel& diagram) {
    WriteLines(kDiagramFields, diagram);
  }
  // A block is on one line. A subsystem has one for each key, and its diagram indented below.
  void WriteValue(const BlocksForm&, const BlockList& blocks) {
    WriteMap(blocks, &Block::name, [&](const Block& block) {
      if (block.diagram) {
        WriteLines(kSubsystemFields, block);
      } else {
        InlineObject::Write(kBlockFields, block, &out_);
      }
    });
  }
  void WriteValue(const SignalsForm&, const std::vector<SignalSetting>& signals) {
    WriteMap(signals, &SignalSetting::key, [&](const SignalSetting& signal) {
      InlineObject::Write(kSignalFields, signal, &out_);
    });
  }

  std::string& out_;
  LineWriter lines_;
};

}  // namespace

// The same document always gives the same bytes.
std::string SaveCanonical(const Document& document) {
  std::string out;
  DocumentSaver(&out).Save(document);
  return out;
}

}  // namespace loopwright
