#include "engine/file/load_figures.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "engine/document/field_tables.h"
#include "engine/document/figure_words.h"
#include "engine/file/field_reader.h"
#include "engine/file/object_reader.h"

namespace loopwright {
namespace {

// Whether a path stays in the folder that it starts from. A diagram that came from somebody else
// must not write anywhere else.
bool StaysBelow(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

// Where a plot and its signals stand in the file, for what is said of them when they are checked.
void NoteOrigins(JsonValue value, PlotSetting* plot) {
  plot->origin = {value.place()};
  const std::optional<JsonValue> signals = FindMember(value, "signals");
  if (!signals || !signals->is(JsonKind::kList)) return;
  for (const JsonValue signal : signals->children()) {
    plot->signal_origins.push_back({signal.place()});
  }
}

}  // namespace

// Plots belong to the file, not to a level.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<PlotSetting>* plots) {
  ObjectReader(sink).List(
      value, {}, "plots", kPlotFields, plots,
      [](JsonValue element, const std::string&, PlotSetting* plot) { NoteOrigins(element, plot); });
}

// Whether there is such a parameter is found when the document is checked.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<SliderSetting>* sliders) {
  FieldReader read(sink);
  const auto finish = [&](JsonValue element, const std::string& path, SliderSetting* slider) {
    slider->origin = {element.place()};
    const bool is_taken =
        std::ranges::count(*sliders, slider->parameter, &SliderSetting::parameter) > 1;
    if (is_taken && !slider->parameter.empty()) {
      read.BadValue(*FindMember(element, "parameter"), path, "the parameter of no other slider");
    }
    if (slider->lower && slider->upper && *slider->upper <= *slider->lower) {
      read.BadValue(*FindMember(element, "upper"), path, "a number above \"lower\"");
    }
  };
  ObjectReader(sink).List(value, {}, "sliders", kSliderFields, sliders, finish);
}

// Two figures in one file would be written over each other, and a part of the run that ends before
// it begins is none.
void LoadList(JsonValue value, DiagnosticSink* sink, std::vector<FigureSetting>* figures) {
  FieldReader read(sink);
  const auto finish = [&](JsonValue element, const std::string& path, FigureSetting* figure) {
    figure->origin = {element.place()};
    const std::string& file = figure->file;
    const bool is_taken = std::ranges::count(*figures, file, &FigureSetting::file) > 1;
    if (is_taken && FigureFileAdvice(file).empty()) {
      read.BadValue(*FindMember(element, "file"), path, "the file of no other figure");
    }
    if (figure->from && figure->to && *figure->to <= *figure->from) {
      read.BadValue(*FindMember(element, "to"), path, "a time after \"from\"");
    }
  };
  ObjectReader(sink).List(value, {}, "export", kFigureFields, figures, finish);
}

std::string_view FigureFileAdvice(const std::string& file) {
  const bool has_suffix = std::ranges::any_of(kFigureSuffixes, [&](std::string_view suffix) {
    return file.size() > suffix.size() && file.ends_with(suffix);
  });
  if (!has_suffix) return "a name that ends in .pdf, .svg, .png or .tex";
  if (!StaysBelow(file)) return "a file below the folder of the diagram";
  return {};
}

}  // namespace loopwright
