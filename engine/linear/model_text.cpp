#include "engine/linear/model_text.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/expression/formula.h"
#include "engine/linear/transfer_function.h"

namespace loopwright {
namespace {

std::string_view TrimmedText(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

// The parts of a list that commas outside of brackets and quotes separate.
std::vector<std::string_view> SplitList(std::string_view text) {
  std::vector<std::string_view> parts;
  if (TrimmedText(text).empty()) return parts;
  int depth = 0;
  bool is_quoted = false;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == '[' || c == '(')) ++depth;
    if (!is_quoted && (c == ']' || c == ')')) --depth;
    if (c == ',' && ((depth == 0 && !is_quoted) || i == text.size())) {
      parts.push_back(TrimmedText(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return parts;
}

// The number that all of a text is; nothing where something is left.
std::optional<double> WholeNumber(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

/// A complex number as text: every way in which it can be read.
struct ComplexReadings {
  ComplexList values;
  /// "-12i" has a part of its own behind the sign. "-1.02.0i" has no sign between its parts, and
  /// means something only beside its conjugate.
  bool has_sign = true;
};

// A complex number is real part, sign, imaginary part and i. Every place at which the text can be
// divided into two numbers is tried: `1e-2i` is 0.01 i, and no 1e minus 2 i. Where no division has
// a sign between its parts, there may be several readings, among which the conjugate in the list
// decides (ParseComplexNumbers()).
ComplexReadings ReadingsOf(std::string_view text) {
  if (const auto real = WholeNumber(text)) return {{*real}};
  if (text.empty() || (text.back() != 'i' && text.back() != 'j')) return {};
  text.remove_suffix(1);
  ComplexList signed_readings, others;
  for (size_t split = 0; split < text.size(); ++split) {
    const bool has_sign = text[split] == '+' || text[split] == '-';
    if (has_sign && split > 0 && (text[split - 1] == 'e' || text[split - 1] == 'E')) continue;
    const auto real = split == 0 ? std::optional<double>(0) : WholeNumber(text.substr(0, split));
    const auto imaginary = WholeNumber(text.substr(split));
    if (!real || !imaginary) continue;
    (has_sign || split == 0 ? signed_readings : others).emplace_back(*real, *imaginary);
  }
  if (signed_readings.empty()) return {others, false};
  return {signed_readings};
}

// A number as an expression, 1/3, or the real and the imaginary part of one, [-1, 2]; empty where
// a text is neither.
ComplexList NumberOrPair(std::string_view text, const std::string& what) {
  const std::vector<double> parts = ParseNumbers(text, what);
  if (parts.size() == 1) return {parts[0]};
  if (parts.size() == 2) return {Complex(parts[0], parts[1])};
  return {};
}

}  // namespace

// Elements are expressions of numbers: [1/3, 2*pi].
Eigen::MatrixXd ParseMatrix(std::string_view text, const std::string& what) {
  const std::string_view trimmed = TrimmedText(text);
  if (trimmed == "[]" || trimmed == "[[]]") return {};
  try {
    return Formula::Parse(trimmed).Evaluate(NameTable()).elements();
  } catch (const FormulaError& error) {
    throw UsageError(what + ": \"" + std::string(trimmed) + "\", at character " +
                     std::to_string(error.begin() + 1) + ": " + error.what());
  }
}

// A single number is a vector of one.
std::vector<double> ParseNumbers(std::string_view text, const std::string& what) {
  const bool has_brackets = SplitList(text).size() < 2;
  const std::string list = has_brackets ? std::string(text) : "[" + std::string(text) + "]";
  const Eigen::MatrixXd matrix = ParseMatrix(list, what);
  if (matrix.cols() > 1 && matrix.rows() > 1) {
    throw UsageError(what + ": \"" + std::string(text) +
                     "\" is a matrix; expected a vector "
                     "such as [1, 2, 3]");
  }
  if (!matrix.allFinite()) {
    throw UsageError(what + ": \"" + std::string(text) + "\"; finite numbers are needed");
  }
  return {matrix.data(), matrix.data() + matrix.size()};
}

double ParseNumber(std::string_view text, const std::string& what) {
  const std::vector<double> values = ParseNumbers(text, what);
  if (values.size() != 1) throw UsageError(what + ": one number is needed");
  return values[0];
}

ComplexList ParseComplexNumbers(std::string_view text, const std::string& what) {
  std::string_view list = TrimmedText(text);
  if (list.size() >= 2 && list.front() == '[' && list.back() == ']') {
    list = list.substr(1, list.size() - 2);
  }
  std::vector<ComplexReadings> readings;
  for (std::string_view part : SplitList(list)) {
    const std::string_view typed = part;
    if (part.size() >= 2 && part.front() == '"' && part.back() == '"') {
      part = TrimmedText(part.substr(1, part.size() - 2));
    }
    ComplexReadings& some = readings.emplace_back(ReadingsOf(part));
    if (some.values.empty() && part.find_first_of("ij\"") == std::string_view::npos) {
      some = {NumberOrPair(part, what)};
    }
    if (some.values.empty()) {
      throw UsageError(what + ": " + std::string(typed) +
                       " is no number; expected such as -3, \"-1+2i\" or [-1, 2]");
    }
  }
  ComplexList values;
  for (const ComplexReadings& some : readings) {
    const auto has_conjugate = [&](Complex value) {
      return std::any_of(readings.begin(), readings.end(), [&](const ComplexReadings& other) {
        return other.has_sign && other.values[0] == std::conj(value);
      });
    };
    const auto fitting = std::find_if(some.values.begin(), some.values.end(), has_conjugate);
    const auto is_other = [&](Complex value) { return value != *fitting && has_conjugate(value); };
    const bool is_clear = some.has_sign || (fitting != some.values.end() &&
                                            std::none_of(fitting, some.values.end(), is_other));
    if (!is_clear) {
      throw UsageError(what +
                       ": a complex number needs a sign before its imaginary part, such as "
                       "\"-1+2i\"");
    }
    values.push_back(some.has_sign ? some.values[0] : *fitting);
  }
  return values;
}

// KIND(ARGUMENTS), split at the commas that are not inside brackets.
LinearModel ParseModel(std::string_view text) {
  const std::string_view trimmed = TrimmedText(text);
  const size_t open = trimmed.find('(');
  const std::string_view kind = TrimmedText(trimmed.substr(0, open));
  if (open == std::string_view::npos || trimmed.back() != ')' ||
      (kind != "ss" && kind != "tf" && kind != "zpk")) {
    throw UsageError("--model: \"" + std::string(trimmed) +
                     "\" is no model; expected ss(A, B, C, D), tf(numerator, denominator) or "
                     "zpk(zeros, poles, gain), each with a period as one more argument where it "
                     "is sampled");
  }
  const auto arguments = SplitList(trimmed.substr(open + 1, trimmed.size() - open - 2));
  const size_t count = kind == "ss" ? 4 : kind == "tf" ? 2 : 3;
  if (arguments.size() != count && arguments.size() != count + 1) {
    throw UsageError("--model: " + std::string(kind) + " takes " + std::to_string(count) +
                     " arguments, or " + std::to_string(count + 1) +
                     " with the period, but here are " + std::to_string(arguments.size()));
  }
  const auto place = [&](size_t i) {
    return "--model, argument " + std::to_string(i + 1) + " of " + std::string(kind);
  };
  const auto matrix = [&](size_t i) { return ParseMatrix(arguments[i], place(i)); };
  const auto number = [&](size_t i) { return ParseNumber(arguments[i], place(i)); };
  const double period = arguments.size() > count ? number(count) : 0;
  if (kind == "ss") {
    Eigen::MatrixXd A = matrix(0), B = matrix(1), C = matrix(2), D = matrix(3);
    // Of one output, C is a row also where it was written as a plain vector.
    if (D.rows() == 1 && C.cols() == 1 && C.rows() == A.rows()) C.transposeInPlace();
    return MakeModel(A, B, C, D, period);
  }
  if (kind == "tf") {
    const auto polynomial = [&](size_t i) -> Eigen::VectorXd {
      const std::vector<double> powers = ParseNumbers(arguments[i], place(i));
      return Eigen::VectorXd::Map(powers.data(), static_cast<Eigen::Index>(powers.size()));
    };
    return FromTransferFunction({polynomial(0), polynomial(1), 0, period});
  }
  ZeroPoleGain zpk;
  zpk.zeros = ParseComplexNumbers(arguments[0], "--model, zeros");
  zpk.poles = ParseComplexNumbers(arguments[1], "--model, poles");
  zpk.gain = number(2);
  zpk.period_sec = period;
  return FromZeroPoleGain(zpk);
}

}  // namespace loopwright
