#include "engine/file/diagnostics_json.h"

#include <nlohmann/json.hpp>

namespace loopwright {
namespace {

// Paths come from files of any bytes: what is not UTF-8 is replaced, never thrown at.
std::string JsonText(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Lines and columns count from 1; 0 means that there is none.
std::string NumberOrNull(int number) { return number > 0 ? std::to_string(number) : "null"; }

}  // namespace

std::string DiagnosticsJson(std::string_view file, const std::vector<Diagnostic>& diagnostics) {
  std::string json = "{\"file\": " + JsonText(file) + ", \"diagnostics\": [";
  bool first = true;
  for (const Diagnostic& diagnostic : diagnostics) {
    json += first ? "\n  " : ",\n  ";
    first = false;
    json += "{\"severity\": " + JsonText(SeverityName(diagnostic.severity)) +
            ", \"code\": " + JsonText(diagnostic.code()) +
            ", \"line\": " + NumberOrNull(diagnostic.place.line) +
            ", \"column\": " + NumberOrNull(diagnostic.place.column) +
            ", \"path\": " + JsonText(diagnostic.path) +
            ", \"text\": " + JsonText(diagnostic.text) + "}";
  }
  return json + (first ? "]}\n" : "\n]}\n");
}

}  // namespace loopwright
