#include "engine/blocks/argument_evaluation.h"

#include <cmath>
#include <complex>

#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

constexpr double kLargestInteger = 9007199254740992;  // 2^53: integers up to it are doubles.

// What a setting is, for a message that goes on with what it must be: `the text "abc"`, `2.5`, `a
// list`.
std::string Describe(const ParameterSetting& setting) {
  if (setting.is_null()) return "null";
  if (setting.is_boolean()) return setting.boolean() ? "true" : "false";
  if (setting.is_number()) return FormatNumber(setting.number());
  return setting.is_text() ? "the text " + ToJson(setting) : "a list";
}

// Throws "is IS; it must be MUST_BE". Who catches it puts the block and the parameter before it, so
// that the whole reads "plant/gain.gain is true; it must be a number". False: the fault lies in the
// setting, not in an expression's text.
[[noreturn]] void Fail(const std::string& is, const std::string& must_be) {
  throw SettingError("is " + is + "; it must be " + must_be, false);
}

// Parses and computes a text such as "2*k + 1" with the parameters that are known in the scope. A
// FormulaError knows a place in the text counted from 0; people count characters from 1.
FormulaValue EvaluateExpression(const std::string& text, const NameScope& scope,
                                ParsedFormulas* parsed) {
  try {
    if (parsed == nullptr) return Formula::Parse(text).Evaluate(scope);
    return parsed->Get(text).Evaluate(scope);
  } catch (const FormulaError& error) {
    throw SettingError("has a wrong expression: " + std::string(error.what()) + " (at character " +
                           std::to_string(error.begin() + 1) + " of \"" + text + "\")",
                       true);
  }
}

// A list of numbers is a vector, and a list of rows is a matrix: [1, "k"] or [[1, 0], [0, "k"]].
// The first element decides which of the two it is; an element of the other kind, or a row of
// another length, is refused by its number. An empty list is a vector without elements.
FormulaValue EvaluateList(const ParameterSetting::List& list, const NameScope& scope,
                          ParsedFormulas* parsed) {
  std::vector<FormulaValue> elements;
  elements.reserve(list.size());
  for (const ParameterSetting& element : list) {
    elements.push_back(EvaluateNumeric(element, scope, parsed));
  }
  const bool numbers = elements.empty() || elements.front().is_number();
  const auto rows = static_cast<Eigen::Index>(elements.size());
  const Eigen::Index columns = numbers ? 1 : elements.front().elements().size();
  Eigen::MatrixXd result(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const FormulaValue& element = elements[i];
    if (numbers ? !element.is_number() : !element.is_vector()) {
      throw SettingError("has " + element.Describe() + " as element " + std::to_string(i) +
                             "; the elements must all be numbers, or all be rows of numbers",
                         false);
    }
    if (element.elements().size() != columns) {
      throw SettingError("has " + std::to_string(element.elements().size()) + " numbers in row " +
                             std::to_string(i) + " and " + std::to_string(columns) +
                             " in row 0; all rows must have as many",
                         false);
    }
    for (Eigen::Index j = 0; j < columns; ++j) result(i, j) = element.elements()(j);
  }
  return numbers ? FormulaValue::Vector(result.col(0)) : FormulaValue::Matrix(std::move(result));
}

// Integers are computed as doubles, as everything else, and so "6/2" is 3. Above 2^53 not every
// whole number is a double, and the result might be another one than was written.
std::int64_t EvaluateInteger(const ParameterSetting& setting, const NameScope& scope) {
  const double value = EvaluateNumber(setting, scope);
  if (value != std::floor(value) || std::abs(value) > kLargestInteger) {
    Fail(FormatNumber(value), "a whole number");
  }
  return static_cast<std::int64_t>(value);
}

// True and false may be given as such, as a word, or as an expression that is not 0. The last lets
// a parameter of the diagram switch something.
bool EvaluateBoolean(const ParameterSetting& setting, const NameScope& scope) {
  if (setting.is_boolean()) return setting.boolean();
  if (setting.is_text() && setting.text() == "true") return true;
  if (setting.is_text() && setting.text() == "false") return false;
  if (setting.is_list() || setting.is_null()) Fail(Describe(setting), "true or false");
  return EvaluateNumber(setting, scope) != 0;
}

// Choices are words and are never evaluated. A number is taken for its text, since a choice may
// read as one: the order 2 of a norm may be written 2 or "2".
std::string EvaluateChoice(const ParameterDescriptor& parameter, const ParameterSetting& setting) {
  std::string text = setting.is_text()     ? setting.text()
                     : setting.is_number() ? FormatNumber(setting.number())
                                           : std::string();
  for (const std::string& choice : parameter.choices) {
    if (choice == text) return text;
  }
  Fail(Describe(setting), ListWords(parameter.choices, " or "));
}

// A formula that is only a number needs no quotes: {"expression": 2} means "2".
std::string EvaluateText(const ParameterSetting& setting, bool is_formula) {
  if (setting.is_text()) return setting.text();
  if (is_formula && setting.is_number()) return FormatNumber(setting.number());
  Fail(Describe(setting), is_formula ? "a formula in quotes" : "a text in quotes");
}

// One formula that stands alone is a list of one, so that a system with one state needs no
// brackets.
std::vector<std::string> EvaluateTextList(const ParameterSetting& setting,
                                          const std::string& must_be) {
  if (setting.is_text() || setting.is_number()) return {EvaluateText(setting, true)};
  if (!setting.is_list()) Fail(Describe(setting), must_be);
  std::vector<std::string> texts;
  for (const ParameterSetting& element : setting.list()) {
    if (!element.is_text() && !element.is_number()) {
      throw SettingError("has " + Describe(element) + " in it; it must be " + must_be, false);
    }
    texts.push_back(EvaluateText(element, true));
  }
  return texts;
}

// Rows of formulas, all of one length. One formula that stands alone is a matrix of one row and one
// column.
std::vector<std::vector<std::string>> EvaluateTextMatrix(const ParameterSetting& setting) {
  const std::string must_be = "rows of formulas such as [[\"x1\", \"0\"]]";
  if (setting.is_text() || setting.is_number()) return {{EvaluateText(setting, true)}};
  if (!setting.is_list()) Fail(Describe(setting), must_be);
  std::vector<std::vector<std::string>> rows;
  for (const ParameterSetting& row : setting.list()) {
    if (!row.is_list()) {
      throw SettingError("has " + Describe(row) + " in it; it must be " + must_be, false);
    }
    rows.push_back(EvaluateTextList(row, must_be));
    if (rows.back().size() != rows.front().size()) {
      throw SettingError("has rows of " + std::to_string(rows.front().size()) + " and " +
                             std::to_string(rows.back().size()) +
                             " formulas; all rows must have as many",
                         false);
    }
  }
  return rows;
}

bool IsPartOfWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// Whether a text ends in an imaginary part, as in "2i", "-1 + (k+1)i", "3-i" or "i". What stands
// before the i decides: a number, a bracket, a sign or a space. A word that begins with a letter is
// a name ("pi", "k1i"), and so is a number with a letter right before the i ("2ki").
bool IsImaginary(std::string_view text) {
  if (text.empty() || text.back() != 'i') return false;
  const char before = text.size() < 2 ? '+' : text[text.size() - 2];
  if (std::string_view("+-) ").find(before) != std::string_view::npos) return true;
  if (before != '.' && (before < '0' || before > '9')) return false;
  std::size_t begin = text.size() - 1;
  while (begin > 0 && IsPartOfWord(text[begin - 1])) --begin;
  return text[begin] == '.' || (text[begin] >= '0' && text[begin] <= '9');
}

// Where the imaginary part begins: at the last sign outside of round brackets that is neither the
// sign of an exponent, as the one in 1e-3 is, nor that of a factor, as in "2*-3i". At 0 where there
// is none, as in "2i".
std::size_t ImaginaryBegin(std::string_view text) {
  int depth = 0;
  for (std::size_t i = text.size() - 1; i > 0; --i) {
    const char c = text[i];
    if (c == ')') ++depth;
    if (c == '(') --depth;
    if ((c != '+' && c != '-') || depth != 0) continue;
    const bool exponent = (text[i - 1] == 'e' || text[i - 1] == 'E') && i > 1 &&
                          ((text[i - 2] >= '0' && text[i - 2] <= '9') || text[i - 2] == '.');
    const std::size_t left = text.find_last_not_of(' ', i - 1);
    const bool factor = left != std::string_view::npos &&
                        std::string_view("*/^+-").find(text[left]) != std::string_view::npos;
    if (!exponent && !factor) return i;
  }
  return 0;
}

// The real or the imaginary part alone, an expression of its own that must be one number.
double EvaluatePart(std::string_view text, const NameScope& scope) {
  return EvaluateNumber(ParameterSetting(std::string(text)), scope);
}

// One complex number. Formulas know no complex numbers, so the text is cut in two, "a + b i", and
// each half is evaluated on its own; "2 - i" has the imaginary part -1, since nothing before the i
// counts as 1.
std::complex<double> EvaluateComplex(const ParameterSetting& setting, const NameScope& scope) {
  if (!setting.is_text() || !IsImaginary(setting.text())) return EvaluateNumber(setting, scope);
  const std::string_view text = std::string_view(setting.text());
  const std::size_t begin = ImaginaryBegin(text);
  const double real = begin == 0 ? 0 : EvaluatePart(text.substr(0, begin), scope);
  std::string_view imaginary = text.substr(begin, text.size() - begin - 1);
  double sign = 1;
  if (!imaginary.empty() && (imaginary.front() == '+' || imaginary.front() == '-')) {
    sign = imaginary.front() == '-' ? -1 : 1;
    imaginary.remove_prefix(1);
  }
  while (!imaginary.empty() && imaginary.front() == ' ') imaginary.remove_prefix(1);
  return {real, sign * (imaginary.empty() ? 1 : EvaluatePart(imaginary, scope))};
}

// A list has an element for each entry (poles: ["-1 + 2i", "-1 - 2i"]). A text without an imaginary
// part may be an expression that is a real vector, for example the name of a parameter.
Eigen::VectorXcd EvaluateComplexVector(const ParameterSetting& setting, const NameScope& scope) {
  if (!setting.is_list()) {
    if (setting.is_text() && !IsImaginary(setting.text())) {
      const FormulaValue value = EvaluateNumeric(setting, scope);
      if (value.is_matrix()) Fail(value.Describe(), "a vector");
      return Eigen::VectorXcd(value.elements().col(0).cast<std::complex<double>>());
    }
    return Eigen::VectorXcd::Constant(1, EvaluateComplex(setting, scope));
  }
  Eigen::VectorXcd result(static_cast<Eigen::Index>(setting.list().size()));
  Eigen::Index next = 0;
  for (const ParameterSetting& element : setting.list()) {
    result[next++] = EvaluateComplex(element, scope);
  }
  return result;
}

// A number is accepted for a vector of one element. A matrix is refused, for the order of its
// elements would be a guess.
FormulaValue EvaluateVector(const ParameterSetting& setting, const NameScope& scope,
                            ParsedFormulas* parsed) {
  FormulaValue value = EvaluateNumeric(setting, scope, parsed);
  if (value.is_matrix()) Fail(value.Describe(), "a number or a vector");
  return value;
}

}  // namespace

const Formula& ParsedFormulas::Get(const std::string& text) {
  const auto found = formulas_.find(text);
  return found != formulas_.end() ? found->second
                                  : formulas_.emplace(text, Formula::Parse(text)).first->second;
}

// Every numeric kind goes through here. What is not a number is refused at once: it would spread
// through the whole run, and its origin could not be told there.
FormulaValue EvaluateNumeric(const ParameterSetting& setting, const NameScope& scope,
                             ParsedFormulas* parsed) {
  if (setting.is_null() || setting.is_boolean()) {
    Fail(Describe(setting), "a number, a list of numbers or an expression");
  }
  FormulaValue value = setting.is_number() ? FormulaValue(setting.number())
                       : setting.is_text() ? EvaluateExpression(setting.text(), scope, parsed)
                                           : EvaluateList(setting.list(), scope, parsed);
  if (value.elements().array().isNaN().any()) {
    throw SettingError("is not a number (nan); it must have a value", false);
  }
  return value;
}

double EvaluateNumber(const ParameterSetting& setting, const NameScope& scope,
                      ParsedFormulas* parsed) {
  // As most settings are: without the memory that a value of any shape takes.
  if (setting.is_number() && !std::isnan(setting.number())) return setting.number();
  const FormulaValue value = EvaluateNumeric(setting, scope, parsed);
  if (!value.is_number()) Fail(value.Describe(), "a number");
  return value.number();
}

ArgumentValue EvaluateArgument(const ParameterDescriptor& parameter,
                               const ParameterSetting& setting, const NameScope& scope,
                               ParsedFormulas* parsed) {
  switch (parameter.kind) {
    case ParameterKind::kNumber:
      return EvaluateNumber(setting, scope, parsed);
    case ParameterKind::kInteger:
      return EvaluateInteger(setting, scope);
    case ParameterKind::kBoolean:
      return EvaluateBoolean(setting, scope);
    case ParameterKind::kChoice:
      return EvaluateChoice(parameter, setting);
    case ParameterKind::kText:
      return EvaluateText(setting, parameter.is_formula);
    case ParameterKind::kVector:
      return EvaluateVector(setting, scope, parsed);
    case ParameterKind::kMatrix:
      return EvaluateNumeric(setting, scope, parsed);
    case ParameterKind::kComplexVector:
      return EvaluateComplexVector(setting, scope);
    case ParameterKind::kTextList:
      return EvaluateTextList(setting, "a list of formulas such as [\"x1\", \"2*u1\"]");
    case ParameterKind::kTextMatrix:
      return EvaluateTextMatrix(setting);
  }
  throw std::logic_error("a parameter of no kind");
}

// All texts in a setting, those in lists of lists too, in the order in which they are written. The
// lists that are still to be looked through are kept in `open`, pushed from behind, so that the
// first element comes off first.
std::vector<std::string_view> ExpressionsOf(const ParameterSetting& setting) {
  std::vector<std::string_view> texts;
  std::vector<const ParameterSetting*> open{&setting};
  while (!open.empty()) {
    const ParameterSetting& next = *open.back();
    open.pop_back();
    if (next.is_text()) texts.push_back(next.text());
    if (!next.is_list()) continue;
    for (auto it = next.list().rbegin(); it != next.list().rend(); ++it) open.push_back(&*it);
  }
  return texts;
}

std::vector<std::string> NamesIn(const ParameterSetting& setting) {
  std::vector<std::string> names;
  for (const std::string_view text : ExpressionsOf(setting)) {
    try {
      for (const NameUse& use : Formula::Parse(text).names()) names.push_back(use.name);
    } catch (const FormulaError&) {
    }
  }
  return names;
}

}  // namespace loopwright
