#pragma once

#include <string>
#include <string_view>

namespace loopwright {

/// One word of a formula.
struct FormulaToken {
  enum class Kind { kNumber, kName, kSymbol, kEnd };
  Kind kind{Kind::kEnd};
  size_t begin{0};  // In the text given to the lexer.
  size_t end{0};
  std::string_view text;
  double number{0};

  /// Whether this is the symbol or the operator word `word`.
  bool Is(std::string_view word) const {
    return (kind == Kind::kSymbol || kind == Kind::kName) && text == word;
  }
};

/// Splits a formula into words. Positions in errors count from `origin`.
class FormulaLexer {
 public:
  FormulaLexer(std::string_view text, size_t origin) : text_(text), origin_(origin) {}

  /// The next word; of kind kEnd from the end of the text on. Throws FormulaError.
  FormulaToken Next();

 private:
  FormulaToken NumberToken(size_t begin);
  FormulaToken SymbolToken(size_t begin);
  FormulaToken TokenTo(FormulaToken::Kind kind, size_t begin, size_t end);
  [[noreturn]] void Fail(const std::string& what, size_t begin, size_t end) const;

  std::string_view text_;
  size_t origin_;
  size_t position_{0};
};

}  // namespace loopwright
