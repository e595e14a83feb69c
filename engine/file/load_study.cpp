#include "engine/file/load_study.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/field_tables.h"
#include "engine/file/field_reader.h"
#include "engine/file/object_reader.h"

namespace loopwright {
namespace {

// Reads the section by the table of its keys. What is of the wrong type is reported and skipped,
// and the rest is read all the same, so that a user sees all errors at once. Whether measures are
// formulas, and parameters those of the diagram, is not looked at here.
class StudyLoader {
 public:
  explicit StudyLoader(DiagnosticSink* sink) : read_(sink), objects_(sink) {}

  void Load(JsonValue value, StudySettings* study) {
    const std::string path = "study";
    if (!read_.Object(value, path)) return;
    // Diagnostics call a key "study.runs".
    objects_.Members(value, path, kStudyFields, study,
                     [&](JsonValue member, const auto& form, auto* out) {
                       Value(member, path + "." + std::string(member.key()), form, out);
                     });
    NoteOrigins(value, study);
    if (study->antithetic.value_or(false) && study->sobol.value_or(false)) {
      read_.BadValue(*FindMember(value, "sobol"), path,
                     "false where `antithetic` is true: of such points the pairs are no mirrors");
    }
  }

 private:
  // Where values stand of which something may be said when they are looked at.
  static void NoteOrigins(JsonValue value, StudySettings* study) {
    const auto note = [&](std::string_view key, Origin* origin) {
      if (const std::optional<JsonValue> member = FindMember(value, key)) {
        *origin = {member->place()};
      }
    };
    note("runs", &study->runs_origin);
    note("grid", &study->grid_origin);
    note("sweep", &study->sweep_origin);
    const std::optional<JsonValue> stop = FindMember(value, "stop");
    if (stop && stop->is(JsonKind::kObject)) study->stop->origin = {stop->place()};
  }

  // The value of a key: `path` is what diagnostics call it.
  template <typename Form, typename T>
  void Value(JsonValue value, const std::string& path, const Form& form, T* out) {
    objects_.Read(value, path, form, out);
  }

  // {"peak": "greatest(plant.y)"}: what each measure is called, and its formula.
  void Value(JsonValue value, const std::string& path, const MeasuresForm&,
             std::vector<StudyMeasure>* measures) {
    if (!read_.Object(value, path)) return;
    for (const JsonValue member : value.children()) {
      StudyMeasure& measure = measures->emplace_back();
      measure.name = member.key();
      measure.origin = {member.place()};
      read_.Text(member, path + "." + measure.name, &measure.formula);
    }
  }

  // {"slow": {"plant.gain": 1}}: variants of the diagram, each with the parameters that it has
  // other values of.
  void Value(JsonValue value, const std::string& path, const VariantsForm&,
             std::vector<StudyVariant>* variants) {
    if (!read_.Object(value, path)) return;
    for (const JsonValue member : value.children()) {
      StudyVariant& variant = variants->emplace_back();
      variant.name = member.key();
      variant.origin = {member.place()};
      const std::string variant_path = path + "." + variant.name;
      if (!read_.Object(member, variant_path)) continue;
      for (const JsonValue parameter : member.children()) {
        ParameterSetting setting;
        read_.Setting(parameter, variant_path, &setting);
        variant.parameters.emplace_back(parameter.key(), std::move(setting));
      }
    }
  }

  // {"k": [1, 2, 4]}: lists of values. A list without values would leave no variant at all.
  void Value(JsonValue value, const std::string& path, const SweepForm&, StudyParameters* sweep) {
    if (!read_.Object(value, path)) return;
    for (const JsonValue member : value.children()) {
      ParameterSetting values;
      const std::string parameter_path = path + "." + std::string(member.key());
      if (!read_.List(member, parameter_path)) continue;
      if (!read_.Setting(member, parameter_path, &values)) continue;
      if (values.list().empty()) {
        read_.BadValue(member, parameter_path, "a list of values, at least one");
      }
      sweep->emplace_back(member.key(), std::move(values));
    }
  }

  FieldReader read_;
  ObjectReader objects_;
};

}  // namespace

void LoadStudy(JsonValue value, DiagnosticSink* sink, StudySettings* study) {
  StudyLoader(sink).Load(value, study);
}

}  // namespace loopwright
