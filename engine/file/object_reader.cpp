#include "engine/file/object_reader.h"

#include <cmath>
#include <functional>
#include <utility>

#include "engine/document/analysis_words.h"
#include "engine/document/figure_words.h"
#include "engine/file/load_figures.h"
#include "engine/text/number_format.h"

namespace loopwright {

// Lists count from 0, as in the file.
std::string ElementPath(std::string_view level, std::string_view list, std::size_t index) {
  return JoinPath(level, list) + '[' + std::to_string(index) + ']';
}

// What is no text leaves the word that holds where none is given.
void ObjectReader::Value(const Given& given, const WordForm& form, std::string* out) {
  std::optional<std::string> word;
  read_.Choice(given.value, given.path, form.words, &word);
  if (given.value.is(JsonKind::kText)) *out = *word;
}

void ObjectReader::Value(const Given& given, const NumberForm&, std::optional<double>* out) {
  double number = 0;
  if (read_.Number(given.value, given.path, &number)) *out = number;
}

void ObjectReader::Value(const Given& given, const PositiveForm&, double* out) {
  std::optional<double> size;
  read_.Size(given.value, given.path, &size);
  *out = size.value_or(0);
}

void ObjectReader::Value(const Given& given, const BoundedForm& form, std::optional<double>* out) {
  double number = 0;
  if (!read_.Number(given.value, given.path, &number)) return;
  if (!(number >= form.least && number <= form.most)) {
    return read_.BadValue(given.value, given.path,
                          "a number from " + FormatNumber(form.least) + " to " +
                              FormatNumber(form.most) + " (" + std::string(form.unit) + ")");
  }
  *out = number;
}

void ObjectReader::Value(const Given& given, const WholeForm& form, std::optional<double>* out) {
  double number = 0;
  if (!read_.Number(given.value, given.path, &number)) return;
  if (!(number >= form.least && number <= form.most && number == std::floor(number))) {
    return read_.BadValue(
        given.value, given.path,
        "a whole number from " + std::to_string(form.least) + " to " + std::to_string(form.most));
  }
  *out = number;
}

void ObjectReader::Value(const Given& given, const RightAngleForm&, std::optional<int>* out) {
  double angle = 0;
  if (!read_.Number(given.value, given.path, &angle)) return;
  if (angle != 0 && angle != 90 && angle != 180 && angle != 270) {
    return read_.BadValue(given.value, given.path, "0, 90, 180 or 270");
  }
  *out = static_cast<int>(angle);
}

// A text is taken for an expression, which is evaluated when the parameters are known.
void ObjectReader::Value(const Given& given, const ExpressionForm&,
                         std::optional<ParameterSetting>* out) {
  ParameterSetting setting;
  if (read_.Expression(given.value, given.path, &setting)) *out = std::move(setting);
}

void ObjectReader::Value(const Given& given, const CornersForm&,
                         std::optional<std::vector<Point>>* out) {
  if (!read_.List(given.value, given.path)) return;
  out->emplace();
  for (const JsonValue corner : given.value.children())
    read_.Point(corner, given.path, &(*out)->emplace_back());
}

template <typename Check>
void ObjectReader::Texts(const Given& given, std::vector<std::string>* out, Check check) {
  if (!read_.List(given.value, given.path)) return;
  const std::string element_path = given.path + '.' + std::string(given.value.key());
  for (const JsonValue element : given.value.children()) {
    std::string& text = out->emplace_back();
    if (read_.Text(element, element_path, &text)) check(element, given.path, text);
  }
}

void ObjectReader::Value(const Given& given, const TextListForm&, std::vector<std::string>* out) {
  Texts(given, out, [](JsonValue, const std::string&, const std::string&) {});
}

void ObjectReader::Value(const Given& given, const SignalListForm&, std::vector<std::string>* out) {
  Texts(given, out, std::bind_front(&ObjectReader::IsSignal, this));
}

void ObjectReader::Value(const Given& given, const PointForm&, std::optional<std::string>* out) {
  if (read_.Text(given.value, given.path, out)) CheckPoint(given.value, given.path, **out);
}

void ObjectReader::Value(const Given& given, const PointListForm&, std::vector<std::string>* out) {
  Texts(given, out, std::bind_front(&ObjectReader::CheckPoint, this));
}

void ObjectReader::Value(const Given& given, const WordListForm& form,
                         std::vector<std::string>* out) {
  if (!read_.List(given.value, given.path)) return;
  const std::string element_path = given.path + '.' + std::string(given.value.key());
  for (const JsonValue element : given.value.children()) {
    std::optional<std::string> word;
    read_.Choice(element, element_path, form.words, &word);
    out->push_back(word.value_or(""));
  }
}

void ObjectReader::Value(const Given& given, const PeriodForm&,
                         std::optional<ParameterSetting>* out) {
  const auto& [value, path] = given;
  const std::string right =
      "a number above 0 (s), or \"" + std::string(kAnyPeriod) + "\" where it is to be found";
  if (!value.is(JsonKind::kNumber) && !value.is(JsonKind::kText)) {
    return read_.WrongType(value, path, right);
  }
  const bool is_right =
      value.is(JsonKind::kNumber) ? value.number() > 0 : value.text() == kAnyPeriod;
  if (!is_right) return read_.BadValue(value, path, right);
  Value(given, ExpressionForm{}, out);
}

// {"y": [0, null]}: a lower limit, and an upper one that follows the data. A list of just two, each
// a number or null; anything else is one error.
void ObjectReader::Value(const Given& given, const RangesForm&, std::vector<PlotRange>* out) {
  if (!read_.Object(given.value, given.path)) return;
  for (const JsonValue member : given.value.children()) {
    PlotRange& range = out->emplace_back();
    range.axis = member.key();
    std::vector<std::optional<double>> limits;
    bool is_right = member.is(JsonKind::kList);
    if (is_right) {
      for (const JsonValue limit : member.children()) {
        is_right = limits.size() < 2 && (limit.is(JsonKind::kNumber) || limit.is(JsonKind::kNull));
        if (!is_right) break;
        limits.emplace_back();
        if (limit.is(JsonKind::kNumber)) limits.back() = limit.number();
      }
    }
    if (!is_right || limits.size() != 2) {
      read_.WrongType(member, given.path, "[lower, upper], each a number, or null for automatic");
      continue;
    }
    range.lower = limits[0];
    range.upper = limits[1];
  }
}

void ObjectReader::Value(const Given& given, const FigureFileForm&, std::string* out) {
  if (!read_.Text(given.value, given.path, out)) return;
  const std::string_view advice = FigureFileAdvice(*out);
  if (!advice.empty()) read_.BadValue(given.value, given.path, advice);
}

void ObjectReader::Value(const Given& given, const FigureLayoutForm&,
                         std::optional<std::string>* out) {
  if (!read_.Text(given.value, given.path, out)) return;
  if (FigureLayoutOf(**out).first > 0) return;
  read_.BadValue(given.value, given.path, "rows and columns of plots, from \"1x1\" to \"9x9\"");
}

// A number of mm, or the name of a journal's column.
void ObjectReader::Value(const Given& given, const FigureWidthForm&,
                         std::optional<ParameterSetting>* out) {
  const auto& [value, path] = given;
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
  Value(given, ExpressionForm{}, out);
}

void ObjectReader::CheckPoint(JsonValue value, const std::string& path, const std::string& point) {
  const std::string_view text = point;
  if (ParseSignalPath(text.starts_with('>') ? text.substr(1) : text)) return;
  sink_.Add(DiagnosticCode::kBadSignal, value.place(), path,
            {point,
             "\"BLOCK.PORT\", \"SUBSYSTEM/BLOCK.PORT\", \"BLOCK.PORT[0]\", or the wire into one "
             "input, \">BLOCK.PORT\""});
}

bool ObjectReader::IsSignal(JsonValue value, const std::string& path, const std::string& signal) {
  if (ParseSignalPath(signal)) return true;
  sink_.Add(DiagnosticCode::kBadSignal, value.place(), path,
            {signal, "\"BLOCK.PORT\", \"SUBSYSTEM/BLOCK.PORT\" or \"BLOCK.PORT[0]\""});
  return false;
}

}  // namespace loopwright
