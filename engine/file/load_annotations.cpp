#include "engine/file/load_annotations.h"

#include <cmath>

namespace loopwright {

namespace {

// The words that keys of a plot take.
constexpr std::string_view kPlotKinds[] = {"time", "xy", "histogram", "spectrum"};
constexpr std::string_view kCircleModes[] = {"on", "off"};
constexpr std::string_view kScales[] = {"linear", "log"};
constexpr std::string_view kLines[] = {"solid", "dash", "dot", "dash-dot"};

}  // namespace

// Lists count from 0, as in the file.
std::string ElementPath(std::string_view level, std::string_view list, std::size_t index) {
  return JoinPath(level, list) + '[' + std::to_string(index) + ']';
}

// Texts on the diagram. Only the text itself must be there.
void AnnotationLoader::LoadNotes(JsonValue value, const std::string& level,
                                 std::vector<Note>* notes) {
  if (!read_.List(value, JoinPath(level, "notes"))) return;
  for (const JsonValue element : value.children()) {
    const std::string path = ElementPath(level, "notes", notes->size());
    Note& note = notes->emplace_back();
    if (!read_.Object(element, path)) continue;
    for (const JsonValue member : element.children()) {
      const std::string_view key = member.key();
      if (key == "text") {
        read_.Text(member, path, &note.text);
      } else if (key == "x") {
        read_.Number(member, path, &note.x);
      } else if (key == "y") {
        read_.Number(member, path, &note.y);
      } else if (key == "width") {
        read_.Size(member, path, &note.width);
      } else if (key == "height") {
        read_.Size(member, path, &note.height);
      } else {
        read_.Unknown(member, path, &note.extras);
      }
    }
    read_.Require(element, "text", path, "a note has one");
  }
}

// Rectangles around parts of the diagram, with all four numbers.
void AnnotationLoader::LoadFrames(JsonValue value, const std::string& level,
                                  std::vector<Frame>* frames) {
  if (!read_.List(value, JoinPath(level, "frames"))) return;
  for (const JsonValue element : value.children()) {
    const std::string path = ElementPath(level, "frames", frames->size());
    Frame& frame = frames->emplace_back();
    if (!read_.Object(element, path)) continue;
    // Read as optional numbers, as those of notes are; what is missing is reported below, and is 0
    // until then.
    std::optional<double> width;
    std::optional<double> height;
    for (const JsonValue member : element.children()) {
      const std::string_view key = member.key();
      if (key == "title") {
        read_.Text(member, path, &frame.title);
      } else if (key == "x") {
        read_.Number(member, path, &frame.x);
      } else if (key == "y") {
        read_.Number(member, path, &frame.y);
      } else if (key == "width") {
        read_.Size(member, path, &width);
      } else if (key == "height") {
        read_.Size(member, path, &height);
      } else if (key == "color") {
        read_.Color(member, path, &frame.color);
      } else {
        read_.Unknown(member, path, &frame.extras);
      }
    }
    for (const char* key : {"x", "y", "width", "height"}) {
      read_.Require(element, key, path, "a frame has x, y, width and height");
    }
    frame.width = width.value_or(0);
    frame.height = height.value_or(0);
  }
}

// Plots belong to the file, not to a level.
void AnnotationLoader::LoadPlots(JsonValue value, std::vector<PlotSetting>* plots) {
  if (!read_.List(value, "plots")) return;
  for (const JsonValue element : value.children()) {
    const std::string path = ElementPath({}, "plots", plots->size());
    LoadPlot(element, path, &plots->emplace_back());
  }
}

// One plot: its kind, its signals, labels of axes and ranges.
void AnnotationLoader::LoadPlot(JsonValue value, const std::string& path, PlotSetting* plot) {
  if (!read_.Object(value, path)) return;
  plot->origin = {value.place()};
  for (const JsonValue member : value.children()) {
    const std::string_view key = member.key();
    if (key == "title") {
      read_.Text(member, path, &plot->title);
    } else if (key == "kind") {
      read_.Choice(member, path, kPlotKinds, &plot->kind);
    } else if (key == "block") {
      read_.Text(member, path, &plot->block);
    } else if (key == "signals") {
      LoadPlotSignals(member, path, plot);
    } else if (key == "axes") {
      LoadAxes(member, path, &plot->axes);
    } else if (key == "ranges") {
      LoadRanges(member, path, &plot->ranges);
    } else if (key == "curves") {
      LoadCurves(member, path, &plot->curves);
    } else if (key == "references") {
      LoadReferences(member, path, &plot->references);
    } else if (key == "circles") {
      read_.Choice(member, path, kCircleModes, &plot->circles);
    } else if (key == "row") {
      Place(member, path, &plot->row);
    } else if (key == "column") {
      Place(member, path, &plot->column);
    } else {
      read_.Unknown(member, path, &plot->extras);
    }
  }
}

// Paths of signals, of which the form is looked at here. Whether there are such signals is found
// when the document is checked.
void AnnotationLoader::LoadPlotSignals(JsonValue value, const std::string& path,
                                       PlotSetting* plot) {
  if (!read_.List(value, path)) return;
  for (const JsonValue element : value.children()) {
    plot->signal_origins.push_back({element.place()});
    std::string& signal = plot->signal_paths.emplace_back();
    if (read_.Text(element, path + ".signals", &signal)) IsSignal(element, path, signal);
  }
}

// Says so where a text names no signal.
bool AnnotationLoader::IsSignal(JsonValue value, const std::string& path,
                                const std::string& signal) {
  if (ParseSignalPath(signal)) return true;
  sink_.Add(DiagnosticCode::kBadSignal, value.place(), path,
            {signal, "\"BLOCK.PORT\", \"SUBSYSTEM/BLOCK.PORT\" or \"BLOCK.PORT[0]\""});
  return false;
}

// A row or a column of the page of plots, counted from 0. The limit keeps a page from having
// millions of empty places.
void AnnotationLoader::Place(JsonValue value, const std::string& path, std::optional<double>* out) {
  constexpr double kMost = 99;
  double number = 0;
  if (!read_.Number(value, path, &number)) return;
  if (!(number >= 0 && number <= kMost && number == std::floor(number))) {
    return read_.BadValue(value, path, "a whole number from 0 to 99");
  }
  *out = number;
}

// {"x": {"label": "time"}}, by the axis's name.
void AnnotationLoader::LoadAxes(JsonValue value, const std::string& path,
                                std::vector<PlotAxis>* axes) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    PlotAxis& axis = axes->emplace_back();
    axis.name = member.key();
    if (!read_.Object(member, path)) continue;
    for (const JsonValue field : member.children()) {
      if (field.key() == "label") {
        read_.Text(field, path, &axis.label);
      } else if (field.key() == "scale") {
        read_.Choice(field, path, kScales, &axis.scale);
      } else {
        read_.Unknown(field, path, &axis.extras);
      }
    }
  }
}

// {"y": [0, null]}: a lower limit, and an upper one that follows the data.
void AnnotationLoader::LoadRanges(JsonValue value, const std::string& path,
                                  std::vector<PlotRange>* ranges) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    PlotRange& range = ranges->emplace_back();
    range.axis = member.key();
    // A list of just two, each a number or null; anything else is one error.
    std::vector<std::optional<double>> limits;
    bool right = member.is(JsonKind::kList);
    if (right) {
      for (const JsonValue limit : member.children()) {
        right = right && limits.size() < 2 &&
                (limit.is(JsonKind::kNumber) || limit.is(JsonKind::kNull));
        if (!right) break;
        limits.emplace_back();
        if (limit.is(JsonKind::kNumber)) limits.back() = limit.number();
      }
    }
    if (!right || limits.size() != 2) {
      read_.WrongType(member, path, "[lower, upper], each a number, or null for automatic");
      continue;
    }
    range.lower = limits[0];
    range.upper = limits[1];
  }
}

// {"plant.y": {"color": "#c00", "line": "dash"}}: how the curve of a signal looks, by its path.
void AnnotationLoader::LoadCurves(JsonValue value, const std::string& path,
                                  std::vector<PlotCurve>* curves) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    PlotCurve& curve = curves->emplace_back();
    curve.signal_path = member.key();
    if (!IsSignal(member, path, curve.signal_path) || !read_.Object(member, path)) continue;
    for (const JsonValue field : member.children()) {
      if (field.key() == "color") {
        read_.Color(field, path, &curve.color);
      } else if (field.key() == "line") {
        read_.Choice(field, path, kLines, &curve.line);
      } else if (field.key() == "axis") {
        read_.Text(field, path, &curve.axis);
      } else {
        read_.Unknown(field, path, &curve.extras);
      }
    }
  }
}

// [{"axis": "y", "value": 1, "label": "limit"}]: straight lines across the plot.
void AnnotationLoader::LoadReferences(JsonValue value, const std::string& path,
                                      std::vector<PlotReference>* references) {
  if (!read_.List(value, path)) return;
  for (const JsonValue element : value.children()) {
    PlotReference& reference = references->emplace_back();
    if (!read_.Object(element, path + ".references")) continue;
    for (const JsonValue field : element.children()) {
      if (field.key() == "axis") {
        read_.Text(field, path, &reference.axis);
      } else if (field.key() == "value") {
        read_.Number(field, path, &reference.value);
      } else if (field.key() == "label") {
        read_.Text(field, path, &reference.label);
      } else {
        read_.Unknown(field, path, &reference.extras);
      }
    }
    for (const char* key : {"axis", "value"}) {
      read_.Require(element, key, path, "a line of reference has an axis and a value");
    }
  }
}

}  // namespace loopwright
