#include "engine/file/load_analyses.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "engine/document/field_tables.h"
#include "engine/file/field_reader.h"
#include "engine/file/object_reader.h"

namespace loopwright {
namespace {

// Where the points stand, in the order of ForEachPoint() whatever the order of the keys is.
void NotePoints(JsonValue value, AnalysisSetting* analysis) {
  analysis->origin = {value.place()};
  for (const char* key : {"inputs", "outputs", "open"}) {
    const std::optional<JsonValue> points = FindMember(value, key);
    if (!points || !points->is(JsonKind::kList)) continue;
    for (const JsonValue point : points->children()) {
      analysis->point_origins.places.push_back(point.place());
    }
  }
  if (const std::optional<JsonValue> loop = FindMember(value, "loop")) {
    analysis->point_origins.places.push_back(loop->place());
  }
}

// The key that says another place than the one before it: {"trim": {}, "time": 3}.
std::optional<JsonValue> SecondPlace(JsonValue at) {
  bool has_place = false;
  for (const JsonValue member : at.children()) {
    const bool is_place =
        member.key() == "trim" || member.key() == "time" || member.key() == "periodic";
    if (is_place && has_place) return member;
    has_place = has_place || is_place;
  }
  return std::nullopt;
}

// The texts of an equilibrium, which are read once more when it is looked for.
void CheckTrim(JsonValue trim, const std::string& path, FieldReader* read) {
  const auto check = [&](const char* key, bool (*is_right)(std::string_view), const char* right) {
    const std::optional<JsonValue> texts = FindMember(trim, key);
    if (!texts || !texts->is(JsonKind::kList)) return;
    for (const JsonValue text : texts->children()) {
      if (!text.is(JsonKind::kText) || is_right(text.text())) continue;
      read->BadValue(text, path + ".at.trim." + key, right);
    }
  };
  check("free", IsFreeText, "NAME, or NAME=LO..HI such as \"u.y=0..10\"");
  check("target", IsTargetText, "SIGNAL=EXPR, such as \"plant.y=1\"");
}

}  // namespace

// --analysis asks for one by its name, so there is one of each, and none without a name.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<AnalysisSetting>* analyses) {
  FieldReader read(sink);
  const auto finish = [&](JsonValue element, const std::string& path, AnalysisSetting* analysis) {
    NotePoints(element, analysis);
    const std::optional<JsonValue> name = FindMember(element, "name");
    const bool is_named = name && name->is(JsonKind::kText);
    const bool is_taken = std::ranges::count(*analyses, analysis->name, &AnalysisSetting::name) > 1;
    if (is_named && analysis->name.empty()) {
      read.BadValue(*name, path, "a name of one character or more");
    } else if (is_named && is_taken) {
      read.BadValue(*name, path, "the name of no other analysis");
    }
    const std::optional<JsonValue> at = FindMember(element, "at");
    if (!at || !at->is(JsonKind::kObject)) return;
    if (const std::optional<JsonValue> second = SecondPlace(*at)) {
      read.BadValue(*second, path, "alone: a place is one of trim, time and periodic");
    }
    const std::optional<JsonValue> trim = FindMember(*at, "trim");
    if (trim && trim->is(JsonKind::kObject)) CheckTrim(*trim, path, &read);
  };
  ObjectReader(sink).List(value, {}, "analyses", kAnalysisFields, analyses, finish);
}

// Whether the bounds are numbers is found when they are read.
bool IsFreeText(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals > 0 && !text.empty() &&
         (equals == text.npos || text.find("..", equals) != text.npos);
}

// Nor is EXPR looked at here.
bool IsTargetText(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals < text.size() - 1 && ParseSignalPath(text.substr(0, equals));
}

}  // namespace loopwright
