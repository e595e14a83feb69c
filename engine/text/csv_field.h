#pragma once

#include <string>

namespace loopwright {

/// A field of a CSV file (RFC 4180): in quotes where it holds a comma, a quote or a line break.
inline std::string CsvField(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace loopwright
