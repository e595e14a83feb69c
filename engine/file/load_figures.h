#pragma once

#include <vector>

#include "engine/document/document.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/json_reader.h"

namespace loopwright {

/// Reads `export`: the figures that are made of the file. Appends them to `figures`; what is not of
/// the right type, or is none of the words and sizes that there are, is an error in `sink`.
void LoadFigures(JsonValue value, DiagnosticSink* sink, std::vector<FigureSetting>* figures);

}  // namespace loopwright
