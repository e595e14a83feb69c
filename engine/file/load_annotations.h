#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/file/field_reader.h"

namespace loopwright {

/// What a diagnostic calls the element of a list: "SUB/notes[2]".
std::string ElementPath(std::string_view level, std::string_view list, std::size_t index);

/// Reads what has no part in a simulation: notes, frames and plots. Errors are added to the sink,
/// with the place in the file; what is right is kept all the same.
class AnnotationLoader {
 public:
  /// `sink` must outlive this.
  explicit AnnotationLoader(DiagnosticSink* sink) : sink_(*sink), read_(sink) {}

  /// Appends the notes of a level, `level` being its path, empty at the top.
  void LoadNotes(JsonValue value, const std::string& level, std::vector<Note>* notes);
  /// Appends the frames of a level.
  void LoadFrames(JsonValue value, const std::string& level, std::vector<Frame>* frames);
  /// Appends the plots of the file.
  void LoadPlots(JsonValue value, std::vector<PlotSetting>* plots);

 private:
  /// Parts of a plot; `path` is what diagnostics call it, "plots[0]".
  void LoadPlot(JsonValue value, const std::string& path, PlotSetting* plot);
  void LoadPlotSignals(JsonValue value, const std::string& path, PlotSetting* plot);
  void LoadAxes(JsonValue value, const std::string& path, std::vector<PlotAxis>* axes);
  void LoadRanges(JsonValue value, const std::string& path, std::vector<PlotRange>* ranges);
  void LoadCurves(JsonValue value, const std::string& path, std::vector<PlotCurve>* curves);
  void LoadReferences(JsonValue value, const std::string& path,
                      std::vector<PlotReference>* references);
  /// Whether a text has the form of a signal's path; an error at `value` where it has not.
  bool IsSignal(JsonValue value, const std::string& path, const std::string& signal);
  /// Reads a row or a column, a whole number from 0 to 99.
  void Place(JsonValue value, const std::string& path, std::optional<double>* out);

  DiagnosticSink& sink_;
  FieldReader read_;
};

}  // namespace loopwright
