#include "engine/file/load_figures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/document/figure_words.h"
#include "engine/file/field_reader.h"
#include "engine/file/load_annotations.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Whether a path stays in the folder that it starts from. A diagram that came from somebody else
// must not write anywhere else.
bool StaysBelow(const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

// Reads the list, one figure after the other. What is wrong is reported and skipped, and the rest
// is read all the same, so that a user sees all errors at once.
class FigureLoader {
 public:
  explicit FigureLoader(DiagnosticSink* sink) : read_(sink) {}

  void Load(JsonValue value, std::vector<FigureSetting>* figures) {
    if (!read_.List(value, "export")) return;
    for (const JsonValue element : value.children()) {
      const std::string path = ElementPath({}, "export", figures->size());
      FigureSetting figure;
      if (read_.Object(element, path)) LoadFigure(element, path, *figures, &figure);
      figures->push_back(std::move(figure));
    }
  }

 private:
  void LoadFigure(JsonValue value, const std::string& path,
                  const std::vector<FigureSetting>& before, FigureSetting* figure) {
    figure->origin = {value.place()};
    for (const JsonValue member : value.children()) {
      const std::string_view key = member.key();
      if (key == "file") {
        LoadFile(member, path, before, figure);
      } else if (key == "show") {
        read_.Choice(member, path, kFigureContents, &figure->show);
      } else if (key == "level") {
        read_.Text(member, path, &figure->level);
      } else if (key == "plots") {
        LoadPlots(member, path, figure);
      } else if (key == "signal") {
        read_.Text(member, path, &figure->signal);
      } else if (key == "variant") {
        read_.Text(member, path, &figure->variant);
      } else if (key == "beside") {
        read_.Text(member, path, &figure->beside);
      } else if (key == "theory") {
        read_.Boolean(member, path, &figure->theory);
      } else if (key == "paths") {
        LoadPaths(member, path, figure);
      } else if (key == "time") {
        Seconds(member, path, &figure->time);
      } else if (key == "from") {
        Seconds(member, path, &figure->from);
      } else if (key == "to") {
        Seconds(member, path, &figure->to);
      } else if (key == "layout") {
        LoadLayout(member, path, figure);
      } else if (key == "style") {
        read_.Choice(member, path, kFigureStyles, &figure->style);
      } else if (key == "width") {
        LoadWidth(member, path, figure);
      } else if (key == "height") {
        NumberIn(member, path, kLeastFigureLength, kLargestFigureLength, "mm", &figure->height);
      } else if (key == "font") {
        read_.Text(member, path, &figure->font);
      } else if (key == "font_size") {
        NumberIn(member, path, kLeastFigureFont, kLargestFigureFont, "points", &figure->font_size);
      } else if (key == "names") {
        read_.Boolean(member, path, &figure->names);
      } else if (key == "standalone") {
        read_.Boolean(member, path, &figure->standalone);
      } else {
        read_.Unknown(member, path, &figure->extras);
      }
    }
    read_.Require(value, "file", path, "a figure is written into one, like \"figures/loop.pdf\"");
    CheckSpan(value, path, *figure);
  }

  // Two figures in one file would be written over each other.
  void LoadFile(JsonValue value, const std::string& path, const std::vector<FigureSetting>& before,
                FigureSetting* figure) {
    if (!read_.Text(value, path, &figure->file)) return;
    const std::string& file = figure->file;
    const bool has_suffix = std::any_of(
        std::begin(kFigureSuffixes), std::end(kFigureSuffixes), [&](std::string_view suffix) {
          return file.size() > suffix.size() && file.ends_with(suffix);
        });
    const bool is_taken =
        std::any_of(before.begin(), before.end(),
                    [&](const FigureSetting& other) { return other.file == file; });
    if (!has_suffix) {
      read_.BadValue(value, path, "a name that ends in .pdf, .svg, .png or .tex");
    } else if (!StaysBelow(file)) {
      read_.BadValue(value, path, "a file below the folder of the diagram");
    } else if (is_taken) {
      read_.BadValue(value, path, "the file of no other figure");
    }
  }

  // The names of the plots that are shown, as `--export-plots` calls their files.
  void LoadPlots(JsonValue value, const std::string& path, FigureSetting* figure) {
    if (!read_.List(value, path)) return;
    for (const JsonValue element : value.children()) {
      read_.Text(element, path + ".plots", &figure->plots.emplace_back());
    }
  }

  void LoadLayout(JsonValue value, const std::string& path, FigureSetting* figure) {
    if (!read_.Text(value, path, &figure->layout)) return;
    if (FigureLayoutOf(*figure->layout).first > 0) return;
    read_.BadValue(value, path, "rows and columns of plots, from \"1x1\" to \"9x9\"");
  }

  // A number of mm, or the name of a journal's column.
  void LoadWidth(JsonValue value, const std::string& path, FigureSetting* figure) {
    std::string right = "a number from " + FormatNumber(kLeastFigureLength) + " to " +
                        FormatNumber(kLargestFigureLength) + " (mm), or one of ";
    bool is_right = false;
    const char* separator = "";
    for (const auto& [name, mm] : kColumnWidths) {
      is_right = is_right || (value.is(JsonKind::kText) && value.text() == name);
      right += std::string(separator) + '"' + std::string(name) + '"';
      separator = ", ";
    }
    if (value.is(JsonKind::kNumber)) {
      is_right = value.number() >= kLeastFigureLength && value.number() <= kLargestFigureLength;
    } else if (!value.is(JsonKind::kText)) {
      return read_.WrongType(value, path, right);
    }
    if (!is_right) return read_.BadValue(value, path, right);
    ParameterSetting width;
    if (read_.Expression(value, path, &width)) figure->width = std::move(width);
  }

  // How many runs are drawn.
  void LoadPaths(JsonValue value, const std::string& path, FigureSetting* figure) {
    double number = 0;
    if (!read_.Number(value, path, &number)) return;
    if (number != std::floor(number) || !(number >= 1 && number <= kMostFigurePaths)) {
      return read_.BadValue(value, path,
                            "a whole number from 1 to " + std::to_string(kMostFigurePaths));
    }
    figure->paths = number;
  }

  // A number within limits.
  void NumberIn(JsonValue value, const std::string& path, double least, double most,
                std::string_view unit, std::optional<double>* out) {
    double number = 0;
    if (!read_.Number(value, path, &number)) return;
    if (!(number >= least && number <= most)) {
      return read_.BadValue(value, path,
                            "a number from " + FormatNumber(least) + " to " + FormatNumber(most) +
                                " (" + std::string(unit) + ")");
    }
    *out = number;
  }

  // A time of the run, which may be before 0.
  void Seconds(JsonValue value, const std::string& path, std::optional<double>* out) {
    double number = 0;
    if (read_.Number(value, path, &number)) *out = number;
  }

  // A part of the run that ends before it begins is none.
  void CheckSpan(JsonValue value, const std::string& path, const FigureSetting& figure) {
    if (!figure.from || !figure.to || *figure.to > *figure.from) return;
    read_.BadValue(*FindMember(value, "to"), path, "a time after \"from\"");
  }

  FieldReader read_;
};

}  // namespace

void LoadFigures(JsonValue value, DiagnosticSink* sink, std::vector<FigureSetting>* figures) {
  FigureLoader(sink).Load(value, figures);
}

}  // namespace loopwright
