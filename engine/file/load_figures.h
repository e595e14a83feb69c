#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/document/document.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/json_reader.h"

namespace loopwright {

/// Reads `plots`: the plots of the file. Appends them to `plots`; what is wrong is an error in
/// `sink`.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<PlotSetting>* plots);

/// Reads `sliders`: the sliders beside the plots. Appends them to `sliders`; two for one parameter,
/// and a range that ends before it begins, are errors in `sink`.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<SliderSetting>* sliders);

/// Reads `export`: the figures that are made of the file. Appends them to `figures`; what is not of
/// the right type, or is none of the words and sizes that there are, is an error in `sink`.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<FigureSetting>* figures);

/// What the name of a figure's file must be, where it is not; empty where it is right. For
/// "loop.gif" it is "a name that ends in .pdf, .svg, .png or .tex".
std::string_view FigureFileAdvice(const std::string& file);

}  // namespace loopwright
