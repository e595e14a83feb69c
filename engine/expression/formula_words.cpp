// The words of the expression language: functions, constants, names, and how they are scanned.

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/expression/formula_tree.h"

namespace loopwright {
namespace {

// Name, operation, and the least and greatest number of arguments; -1 is any number.
constexpr FormulaFunction kFunctions[] = {
    {"abs", Operation::kAbs, 1, 1},     {"sign", Operation::kSign, 1, 1},
    {"sqrt", Operation::kSqrt, 1, 1},   {"exp", Operation::kExp, 1, 1},
    {"log", Operation::kLog, 1, 1},     {"log10", Operation::kLog10, 1, 1},
    {"sin", Operation::kSin, 1, 1},     {"cos", Operation::kCos, 1, 1},
    {"tan", Operation::kTan, 1, 1},     {"asin", Operation::kAsin, 1, 1},
    {"acos", Operation::kAcos, 1, 1},   {"atan", Operation::kAtan, 1, 1},
    {"atan2", Operation::kAtan2, 2, 2}, {"sinh", Operation::kSinh, 1, 1},
    {"cosh", Operation::kCosh, 1, 1},   {"tanh", Operation::kTanh, 1, 1},
    {"min", Operation::kMin, 1, -1},    {"max", Operation::kMax, 1, -1},
    {"floor", Operation::kFloor, 1, 1}, {"ceil", Operation::kCeil, 1, 1},
    {"round", Operation::kRound, 1, 1}, {"mod", Operation::kMod, 2, 2},
    {"if", Operation::kSelect, 3, 3},
};

struct Constant {
  std::string_view name;
  double value;
};
constexpr Constant kConstants[] = {{"pi", std::numbers::pi},
                                   {"e", std::numbers::e},
                                   {"inf", std::numeric_limits<double>::infinity()}};

// Not std::isdigit(), which depends on the locale.
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Letters, digits and '_' from the second character on.
bool ContinuesName(char c) { return StartsName(c) || IsDigit(c); }

size_t EndOfDigits(std::string_view text, size_t begin) {
  while (begin < text.size() && IsDigit(text[begin])) ++begin;
  return begin;
}

// What the names u1, x1, y1, w1 stand for in blocks; null for other names.
const char* BlockVariableMeaning(std::string_view name) {
  if (name.size() < 2 || EndOfDigits(name, 1) != name.size()) return nullptr;
  static constexpr std::pair<char, const char*> kMeanings[] = {{'u', "names a block's input"},
                                                               {'x', "names a block's state"},
                                                               {'y', "names a block's output"},
                                                               {'w', "names a block's noise"}};
  for (const auto& [letter, meaning] : kMeanings) {
    if (name[0] == letter) return meaning;
  }
  return nullptr;
}

}  // namespace

// Two dozen names: a search is as fast as a table.
const FormulaFunction* FindFormulaFunction(std::string_view name) {
  const auto* place = std::ranges::find(kFunctions, name, &FormulaFunction::name);
  return place == std::end(kFunctions) ? nullptr : place;
}

std::vector<std::string> FormulaFunctionNames() {
  std::vector<std::string> names;
  for (const FormulaFunction& function : kFunctions) names.emplace_back(function.name);
  return names;
}

const double* FindFormulaConstant(std::string_view name) {
  for (const Constant& constant : kConstants) {
    if (constant.name == name) return &constant.value;
  }
  return nullptr;
}

// Those that the language has no word for are written like a call of them.
std::string_view FunctionName(Operation operation) {
  static constexpr OperationText kWithoutWord[] = {
      {Operation::kAsinh, "asinh"}, {Operation::kAcosh, "acosh"}, {Operation::kAtanh, "atanh"}};
  const auto* place = std::ranges::find(kFunctions, operation, &FormulaFunction::operation);
  return place == std::end(kFunctions) ? TextOf(operation, kWithoutWord) : place->name;
}

// How an operation is written between or before its operands.
std::string_view OperatorText(Operation operation) {
  static constexpr OperationText kOperators[] = {
      {Operation::kAdd, "+"},       {Operation::kSubtract, "-"},      {Operation::kNegate, "-"},
      {Operation::kMultiply, "*"},  {Operation::kDivide, "/"},        {Operation::kPower, "^"},
      {Operation::kLess, "<"},      {Operation::kLessEqual, "<="},    {Operation::kEqual, "=="},
      {Operation::kNotEqual, "!="}, {Operation::kGreaterEqual, ">="}, {Operation::kGreater, ">"},
      {Operation::kAnd, "and"},     {Operation::kOr, "or"},           {Operation::kNot, "not"}};
  return TextOf(operation, kOperators);
}

// In quotation marks, cut to 40 characters, for messages.
std::string Quote(std::string_view text) {
  constexpr size_t kLongest = 40;
  std::string quoted(1, '\'');
  quoted += text.substr(0, kLongest);
  if (text.size() > kLongest) quoted += "...";
  return quoted += '\'';
}

bool StartsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// A digit, or a point with a digit behind it.
bool StartsNumber(std::string_view text, size_t begin) {
  return IsDigit(text[begin]) ||
         (text[begin] == '.' && begin + 1 < text.size() && IsDigit(text[begin + 1]));
}

size_t EndOfName(std::string_view text, size_t begin) {
  while (begin < text.size() && ContinuesName(text[begin])) ++begin;
  return begin;
}

// Digits, a point, digits, and an exponent if it has digits: of 2e the number is 2, and e is taken
// for a suffix.
size_t EndOfNumber(std::string_view text, size_t begin) {
  size_t end = EndOfDigits(text, begin);
  if (end < text.size() && text[end] == '.') end = EndOfDigits(text, end + 1);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const size_t sign = end + 1;
    const bool has_sign = sign < text.size() && (text[sign] == '+' || text[sign] == '-');
    const size_t digits = has_sign ? sign + 1 : sign;
    const size_t end_of_exponent = EndOfDigits(text, digits);
    if (end_of_exponent > digits) end = end_of_exponent;
  }
  return end;
}

// Whole words only: renaming k leaves 2k and k2 alone. Blanks and everything else stay as they are.
std::string RenameInFormula(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    if (StartsNumber(text, begin)) {
      end = EndOfName(text, EndOfNumber(text, begin));  // With its suffix.
    } else if (StartsName(text[begin])) {
      end = EndOfName(text, begin);
    }
    const std::string_view word = text.substr(begin, end - begin);
    result += word == from ? to : word;
    begin = end;
  }
  return result;
}

// What is wrong with a name for a parameter; nothing where it is right. Names that mean something
// in formulas would be hidden or hide it.
std::optional<std::string> CheckParameterName(std::string_view name) {
  if (name.empty()) return "a parameter needs a name";
  if (!StartsName(name[0]) || EndOfName(name, 0) != name.size()) {
    return Quote(name) + " is not a name: names have letters, digits and '_', no digit first";
  }
  if (FindFormulaConstant(name) != nullptr) return Quote(name) + " is a constant";
  if (name == "and" || name == "or" || name == "not") return Quote(name) + " is an operator";
  if (FindFormulaFunction(name) != nullptr) return Quote(name) + " is a function";
  if (name == "t") return Quote(name) + " is the time in formulas";
  if (name == "n") return Quote(name) + " is the step number in formulas";
  if (const char* meaning = BlockVariableMeaning(name)) return Quote(name) + " " + meaning;
  return {};
}

}  // namespace loopwright
