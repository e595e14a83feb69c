#pragma once

#include <string_view>
#include <vector>

#include "engine/document/document.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/json_reader.h"

namespace loopwright {

/// Reads `analyses`: the linear analyses of the diagram. Appends them to `analyses`; what is not of
/// the right form, a name that two have, and a place that is two places, is an error in `sink`.
/// Whether the points are ports of the diagram is found when it is checked.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<AnalysisSetting>* analyses);

/// Whether a text of an equilibrium is NAME or NAME=LO..HI, and whether one is SIGNAL=EXPR.
bool IsFreeText(std::string_view text);
bool IsTargetText(std::string_view text);

}  // namespace loopwright
