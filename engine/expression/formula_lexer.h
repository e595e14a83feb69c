#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// One word of a formula. A blank that separates two elements of a vector is a word as well: a ','
/// whose `text` is not in the formula.
struct FormulaToken {
  enum class Kind { kNumber, kName, kSymbol, kEnd };
  Kind kind{Kind::kEnd};
  size_t begin{0};  // In the text given to the lexer.
  size_t end{0};
  std::string_view text;
  double number{0};
  bool is_blank{false};  // A blank in place of a ','.

  /// Whether this is the symbol or the operator word `word`.
  bool Is(std::string_view word) const {
    return (kind == Kind::kSymbol || kind == Kind::kName) && text == word;
  }
};

/// Splits a formula into words. Positions in errors count from `origin`.
///
/// Between the brackets of a vector a blank separates elements as a ',' does, by MATLAB's rule: it
/// stands behind an operand (a number, a name, a closing bracket), and before what can only begin
/// the next one, which is an operand, `not`, or a sign without a blank behind it. So `[1 -2]` and
/// `[a (b)]` have two elements, `[1 - 2]`, `[1 -  2]` and `[a(b)]` have one. Inside parentheses,
/// calls and the brackets of an index blanks say nothing.
class FormulaLexer {
 public:
  /// What counts as a word.
  enum class Words {
    kFormula,  ///< those of the language
    kSetting   ///< also those of lists that are no formulas: `2i`, "texts", ';' between formulas
  };
  FormulaLexer(std::string_view text, size_t origin, Words words = Words::kFormula)
      : text_(text), origin_(origin), words_(words) {}

  /// The next word; of kind kEnd from the end of the text on. Throws FormulaError.
  FormulaToken Next();
  /// Whether the next word stands directly between the brackets of a vector.
  bool IsInVector() const { return !open_.empty() && open_.back() == Bracket::kVector; }

 private:
  enum class Bracket : char { kVector, kOther };

  FormulaToken NextWord(size_t begin);
  FormulaToken NumberToken(size_t begin);
  FormulaToken SymbolToken(size_t begin);
  FormulaToken TokenTo(FormulaToken::Kind kind, size_t begin, size_t end);
  bool StartsElement(size_t begin) const;
  void Note(const FormulaToken& token);
  [[noreturn]] void Fail(const std::string& what, size_t begin, size_t end) const;

  std::string_view text_;
  size_t origin_;
  Words words_;
  size_t position_{0};
  bool is_after_operand_{false};
  std::vector<Bracket> open_;
};

}  // namespace loopwright
