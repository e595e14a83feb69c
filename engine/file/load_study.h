#pragma once

#include "engine/document/document.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/json_reader.h"

namespace loopwright {

/// Reads `study`: what is asked of many runs. What is not of the right type is an error.
void LoadStudy(JsonValue value, DiagnosticSink* sink, StudySettings* study);

}  // namespace loopwright
