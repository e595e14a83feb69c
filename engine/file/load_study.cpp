#include "engine/file/load_study.h"

#include <optional>
#include <string>
#include <utility>

#include "engine/document/field_tables.h"
#include "engine/file/field_reader.h"
#include "engine/file/object_reader.h"

namespace loopwright {
namespace {

// What diagnostics call the section and its keys: "study.runs".
constexpr std::string_view kStudyPath = "study";

std::string StudyPath(std::string_view key) {
  return std::string(kStudyPath) + "." + std::string(key);
}

// Reads the section key by key. What is of the wrong type is reported and skipped, and the rest is
// read all the same, so that a user sees all errors at once. Whether measures are formulas, and
// parameters those of the diagram, is not looked at here.
class StudyLoader {
 public:
  explicit StudyLoader(DiagnosticSink* sink) : read_(sink), objects_(sink) {}

  void Load(JsonValue value, StudySettings* study) {
    if (!read_.Object(value, kStudyPath)) return;
    std::optional<JsonValue> sobol;
    for (const JsonValue member : value.children()) {
      const std::string path = StudyPath(member.key());
      if (member.key() == "runs") {
        study->runs_origin = {member.place()};
        LoadExpression(member, path, &study->runs);
      } else if (member.key() == "grid") {
        study->grid_origin = {member.place()};
        LoadExpression(member, path, &study->grid);
      } else if (member.key() == "signal") {
        std::string signal;
        if (read_.Text(member, path, &signal)) study->signal = std::move(signal);
      } else if (member.key() == "measures") {
        LoadMeasures(member, path, &study->measures);
      } else if (member.key() == "stop") {
        StudyStop& stop = study->stop.emplace();
        if (objects_.Object(member, path, kStudyStopFields, &stop)) stop.origin = {member.place()};
      } else if (member.key() == "antithetic") {
        read_.Boolean(member, path, &study->antithetic);
      } else if (member.key() == "sobol") {
        read_.Boolean(member, path, &study->sobol);
        sobol = member;
      } else if (member.key() == "common") {
        LoadVariants(member, path, &study->common);
      } else if (member.key() == "sweep") {
        study->sweep_origin = {member.place()};
        LoadSweep(member, path, &study->sweep);
      } else {
        read_.Unknown(member, kStudyPath, &study->extras);
      }
    }
    if (study->antithetic.value_or(false) && study->sobol.value_or(false)) {
      read_.BadValue(*sobol, kStudyPath,
                     "false where `antithetic` is true: of such points the pairs are no mirrors");
    }
  }

 private:
  // A number or an expression of the parameters; nothing where it is neither.
  void LoadExpression(JsonValue value, const std::string& path,
                      std::optional<ParameterSetting>* setting) {
    ParameterSetting read;
    if (read_.Expression(value, path, &read)) *setting = std::move(read);
  }

  // {"peak": "greatest(plant.y)"}: what each measure is called, and its formula.
  void LoadMeasures(JsonValue value, const std::string& path, std::vector<StudyMeasure>* measures) {
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
  void LoadVariants(JsonValue value, const std::string& path, std::vector<StudyVariant>* variants) {
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
  void LoadSweep(JsonValue value, const std::string& path, StudyParameters* sweep) {
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
