#include "engine/file/load_annotations.h"

namespace loopwright {

std::string ElementPath(std::string_view level, std::string_view list, std::size_t index) {
  return JoinPath(level, list) + '[' + std::to_string(index) + ']';
}

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

void AnnotationLoader::LoadFrames(JsonValue value, const std::string& level,
                                  std::vector<Frame>* frames) {
  if (!read_.List(value, JoinPath(level, "frames"))) return;
  for (const JsonValue element : value.children()) {
    const std::string path = ElementPath(level, "frames", frames->size());
    Frame& frame = frames->emplace_back();
    if (!read_.Object(element, path)) continue;
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

void AnnotationLoader::LoadPlots(JsonValue value, std::vector<PlotSetting>* plots) {
  if (!read_.List(value, "plots")) return;
  for (const JsonValue element : value.children()) {
    const std::string path = ElementPath({}, "plots", plots->size());
    LoadPlot(element, path, &plots->emplace_back());
  }
}

void AnnotationLoader::LoadPlot(JsonValue value, const std::string& path, PlotSetting* plot) {
  if (!read_.Object(value, path)) return;
  plot->origin = {value.place()};
  for (const JsonValue member : value.children()) {
    const std::string_view key = member.key();
    if (key == "title") {
      read_.Text(member, path, &plot->title);
    } else if (key == "kind") {
      if (!read_.Text(member, path, &plot->kind)) continue;
      if (plot->kind != "time" && plot->kind != "xy") {
        read_.BadValue(member, path, "\"time\" or \"xy\"");
      }
    } else if (key == "signals") {
      LoadPlotSignals(member, path, plot);
    } else if (key == "axes") {
      LoadAxes(member, path, &plot->axes);
    } else if (key == "ranges") {
      LoadRanges(member, path, &plot->ranges);
    } else {
      read_.Unknown(member, path, &plot->extras);
    }
  }
}

void AnnotationLoader::LoadPlotSignals(JsonValue value, const std::string& path,
                                       PlotSetting* plot) {
  if (!read_.List(value, path)) return;
  for (const JsonValue element : value.children()) {
    plot->signal_origins.push_back({element.place()});
    std::string& signal = plot->signal_paths.emplace_back();
    if (!read_.Text(element, path + ".signals", &signal) || ParseSignalPath(signal)) continue;
    sink_.Add(DiagnosticCode::kBadSignal, element.place(), path,
              {signal, "\"BLOCK.PORT\", \"SUBSYSTEM/BLOCK.PORT\" or \"BLOCK.PORT[0]\""});
  }
}

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
      } else {
        read_.Unknown(field, path, &axis.extras);
      }
    }
  }
}

void AnnotationLoader::LoadRanges(JsonValue value, const std::string& path,
                                  std::vector<PlotRange>* ranges) {
  if (!read_.Object(value, path)) return;
  for (const JsonValue member : value.children()) {
    PlotRange& range = ranges->emplace_back();
    range.axis = member.key();
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

}  // namespace loopwright
