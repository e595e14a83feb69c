#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

/// Diagnostics as JSON, one a line: `{"file": FILE, "diagnostics": [{"severity": "error", "code":
/// "unknown-type", "line": 12, "column": 7, "path": "plant", "text": ...}, ...]}`. Line and column
/// are null where there is no place.
std::string DiagnosticsJson(std::string_view file, const std::vector<Diagnostic>& diagnostics);

}  // namespace loopwright
