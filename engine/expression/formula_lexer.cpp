#include "engine/expression/formula_lexer.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

#include "engine/expression/formula_tree.h"

namespace loopwright {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

// "<=" stands before "<", or it would be read as "<" and "=".
constexpr std::string_view kSymbols[] = {"<=", "==", "!=", ">=", "<", ">", "+", "-", "*", "/",
                                         "^",  "(",  ")",  "[",  "]", ",", "?", ":", ";"};

// What other languages write, and what is written here.
struct Foreign {
  std::string_view text;
  std::string_view advice;
};
constexpr Foreign kForeign[] = {
    {"**", "'**' is no operator: powers are written with '^'"},
    {"&&", "'&&' is no operator: write 'and'"},
    {"&", "'&' is no operator: write 'and'"},
    {"||", "'||' is no operator: write 'or'"},
    {"|", "'|' is no operator: write 'or', or abs(...) for a magnitude"},
    {"!", "'!' is no operator: write 'not'"},
    {"%", "'%' is no operator: write mod(a, b)"},
    {"=", "'=' is no operator: equality is written with '=='"},
    {";", "';' separates formulas, and this is one formula"},
};

// The power of ten of a suffix. 2.4k is 2400. Nothing where the suffix is none.
std::optional<int> SuffixExponent(std::string_view suffix) {
  constexpr std::string_view kSuffixes = "pnumkMG";
  constexpr int kExponents[] = {-12, -9, -6, -3, 3, 6, 9};
  if (suffix.empty()) return 0;
  const size_t place = kSuffixes.find(suffix);
  if (suffix.size() != 1 || place == std::string_view::npos) return {};
  return kExponents[place];
}

// The double nearest to `digits` (an unsigned decimal number, perhaps with an exponent) times ten
// to the power of `exponent`; nothing where it is out of range. The suffix is added to the exponent
// before the digits are read, so 0.1m is the double nearest to 0.0001, which multiplying 0.1 by
// 0.001 need not give.
std::optional<double> ReadDecimal(std::string_view digits, int exponent) {
  const size_t e = digits.find_first_of("eE");
  const std::string_view mantissa = digits.substr(0, e);
  if (mantissa.find_first_not_of("0.") == std::string_view::npos) return 0.0;
  if (e != std::string_view::npos) {
    std::string_view written = digits.substr(e + 1);
    if (written[0] == '+') written.remove_prefix(1);
    int value = 0;
    const auto read = std::from_chars(written.data(), written.data() + written.size(), value);
    if (read.ec != std::errc()) return {};
    constexpr int kBeyondAnyDouble = 100'000'000;
    exponent += std::clamp(value, -kBeyondAnyDouble, kBeyondAnyDouble);
  }
  const std::string text = std::string(mantissa) + "e" + std::to_string(exponent);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc()) return {};
  return value;
}

// The character that starts at `begin`, as a person would name it: printable text, or its code.
// `end` becomes where it ends: behind the whole character where the bytes are valid UTF-8.
std::string DescribeCharacter(std::string_view text, size_t begin, size_t* end) {
  const auto byte = static_cast<unsigned char>(text[begin]);
  const size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  bool whole = byte != 0x7F && byte >= 0x20 && (byte < 0x80 || (byte >= 0xC2 && byte <= 0xF4)) &&
               begin + length <= text.size();
  for (size_t i = 1; whole && i < length; ++i) {
    whole = (static_cast<unsigned char>(text[begin + i]) & 0xC0) == 0x80;
  }
  *end = begin + (whole ? length : 1);
  if (whole) return "character " + Quote(text.substr(begin, length));
  char code[8];
  std::snprintf(code, sizeof code, "0x%02X", byte);
  return std::string("byte ") + code;
}

}  // namespace

// Places are those in the text that the formula is a part of.
void FormulaLexer::Fail(const std::string& what, size_t begin, size_t end) const {
  throw FormulaError(what, origin_ + begin, origin_ + end);
}

// The token from `begin` to `end`, from where on reading continues.
FormulaToken FormulaLexer::TokenTo(FormulaToken::Kind kind, size_t begin, size_t end) {
  position_ = end;
  return {kind, begin, end, text_.substr(begin, end - begin), 0, false};
}

// Whether what stands at `begin`, behind a blank, can only begin an element.
bool FormulaLexer::StartsElement(size_t begin) const {
  const char c = text_[begin];
  if (c == '+' || c == '-') {
    return begin + 1 < text_.size() && kSpace.find(text_[begin + 1]) == std::string_view::npos;
  }
  if (StartsName(c)) {
    const std::string_view name = text_.substr(begin, EndOfName(text_, begin) - begin);
    return name != "and" && name != "or";
  }
  return StartsNumber(text_, begin) || c == '(' || c == '[' ||
         (c == '"' && words_ == Words::kSetting);
}

// Keeps what the next blank's meaning depends on.
void FormulaLexer::Note(const FormulaToken& token) {
  if (token.Is("(") || token.Is("[")) {
    const bool is_vector = token.Is("[") && !is_after_operand_;
    open_.push_back(is_vector ? Bracket::kVector : Bracket::kOther);
  } else if ((token.Is(")") || token.Is("]")) && !open_.empty()) {
    open_.pop_back();
  }
  const bool is_operator_word = token.Is("and") || token.Is("or") || token.Is("not");
  is_after_operand_ = token.kind == FormulaToken::Kind::kNumber ||
                      (token.kind == FormulaToken::Kind::kName && !is_operator_word) ||
                      token.Is(")") || token.Is("]");
}

// A blank between two elements of a vector is a comma, [1 2]; everywhere else it says nothing.
FormulaToken FormulaLexer::Next() {
  const size_t begin = std::min(text_.find_first_not_of(kSpace, position_), text_.size());
  const bool is_separator = begin > position_ && begin < text_.size() && is_after_operand_ &&
                            IsInVector() && StartsElement(begin);
  FormulaToken token;
  if (is_separator) {
    token = {FormulaToken::Kind::kSymbol, position_, begin, ",", 0, true};
    position_ = begin;
  } else {
    token = NextWord(begin);
  }
  Note(token);
  return token;
}

FormulaToken FormulaLexer::NextWord(size_t begin) {
  if (begin == text_.size()) return TokenTo(FormulaToken::Kind::kEnd, begin, begin);
  if (StartsNumber(text_, begin)) return NumberToken(begin);
  if (StartsName(text_[begin])) {
    return TokenTo(FormulaToken::Kind::kName, begin, EndOfName(text_, begin));
  }
  return SymbolToken(begin);
}

// Digits with their suffix. A name that follows without an operator, as in 2x, is the commonest
// mistake and has its own advice.
FormulaToken FormulaLexer::NumberToken(size_t begin) {
  const size_t end_of_digits = EndOfNumber(text_, begin);
  const size_t end = EndOfName(text_, end_of_digits);
  const std::string_view digits = text_.substr(begin, end_of_digits - begin);
  const std::string_view suffix = text_.substr(end_of_digits, end - end_of_digits);
  if (suffix == "i" && words_ == Words::kSetting) {
    return TokenTo(FormulaToken::Kind::kNumber, begin, end);
  }
  const std::optional<int> exponent = SuffixExponent(suffix);
  if (!exponent) {
    Fail(Quote(suffix) + " after the number " + Quote(digits) +
             " is none of the suffixes p n u m k M G; a product is written with '*'",
         end_of_digits, end);
  }
  const std::optional<double> number = ReadDecimal(digits, *exponent);
  if (!number) {
    Fail("the number " + Quote(text_.substr(begin, end - begin)) +
             " is out of range: magnitudes go from 4.9e-324 to 1.8e308",
         begin, end);
  }
  FormulaToken token = TokenTo(FormulaToken::Kind::kNumber, begin, end);
  token.number = *number;
  return token;
}

// Operators and brackets; what other languages use in their place gets the advice what to write.
FormulaToken FormulaLexer::SymbolToken(size_t begin) {
  const std::string_view rest = text_.substr(begin);
  const auto starts_rest = [&](std::string_view symbol) { return rest.starts_with(symbol); };
  if (words_ == Words::kSetting && starts_rest("\"")) {
    const size_t closing = text_.find('"', begin + 1);
    if (closing != std::string_view::npos) {
      return TokenTo(FormulaToken::Kind::kName, begin, closing + 1);
    }
  }
  const bool is_power = starts_rest("**");
  const bool is_foreign =
      is_power || (starts_rest(";") && words_ == Words::kFormula && !IsInVector());
  const auto* symbol = std::find_if(std::begin(kSymbols), std::end(kSymbols), starts_rest);
  if (symbol != std::end(kSymbols) && !is_foreign) {
    return TokenTo(FormulaToken::Kind::kSymbol, begin, begin + symbol->size());
  }
  for (const Foreign& foreign : kForeign) {
    if (starts_rest(foreign.text)) {
      Fail(std::string(foreign.advice), begin, begin + foreign.text.size());
    }
  }
  size_t end = begin;
  const std::string character = DescribeCharacter(text_, begin, &end);
  Fail("the " + character + " has no meaning in an expression", begin, end);
}

}  // namespace loopwright
