#include "engine/expression/formula.h"

#include <algorithm>
#include <optional>

#include "engine/expression/formula_lexer.h"
#include "engine/expression/formula_parser.h"
#include "engine/expression/formula_tree.h"

namespace loopwright {
namespace {

// Before anything is read: a hostile file cannot make the parser busy with megabytes.
void CheckLength(std::string_view text) {
  if (text.size() <= Formula::kMaxLength) return;
  throw FormulaError("the expression has " + std::to_string(text.size()) + " characters; at most " +
                         std::to_string(Formula::kMaxLength) + " are possible",
                     Formula::kMaxLength, text.size());
}

// Writes the words of a text one after another, with the blanks between them. So [1 2; 3 4] becomes
// [[1, 2], [3, 4]]: what is saved has one notation, while formulas between the brackets stay as
// they were written.
class CanonicalWriter {
 public:
  explicit CanonicalWriter(std::string_view text)
      : text_(text), lexer_(text, 0, FormulaLexer::Words::kSetting) {}

  // Nothing where brackets do not match or a row is empty. Throws FormulaError.
  std::optional<std::string> Write() {
    while (true) {
      const bool is_in_vector = lexer_.IsInVector();
      const FormulaToken token = lexer_.Next();
      if (token.is_blank) {
        out_ += ", ";
        written_ = token.end;
        continue;
      }
      if (is_in_vector && token.Is(";")) {
        if (!EndRow(token)) return {};
        continue;
      }
      if (!MatchBracket(token)) return {};
      if (token.Is("]") && is_in_vector && !CloseVector(token)) return {};
      WriteTo(token.end);
      if (token.Is("[") && lexer_.IsInVector()) vectors_.push_back({out_.size(), out_.size()});
      if (token.kind == FormulaToken::Kind::kEnd) return std::move(out_);
    }
  }

 private:
  struct Vector {
    size_t begin;      // of its elements in out_
    size_t row_begin;  // of those of its last row
  };

  // False for what closes another bracket than the last, or none, and for an end with open ones.
  bool MatchBracket(const FormulaToken& token) {
    if (token.kind == FormulaToken::Kind::kEnd) return open_.empty();
    if (token.Is("(") || token.Is("[")) open_ += token.text;
    if (!token.Is(")") && !token.Is("]")) return true;
    if (open_.empty() || (open_.back() == '[') != token.Is("]")) return false;
    open_.pop_back();
    return true;
  }

  // Copies the text up to `end` as it stands.
  void WriteTo(size_t end) {
    out_ += text_.substr(written_, end - written_);
    written_ = end;
  }

  // Whether the last row has elements.
  bool HasElements() const {
    return out_.find_first_not_of(kBlanks, vectors_.back().row_begin) != std::string::npos;
  }

  // ';' closes a row and opens the next. False where the row is empty.
  bool EndRow(const FormulaToken& token) {
    if (!HasElements()) return false;
    out_ += "], [";
    vectors_.back().row_begin = out_.size();
    written_ = std::min(text_.find_first_not_of(kBlanks, token.end), text_.size());
    return true;
  }

  // At ']': where there were rows, the vector gets the brackets of the first and the last one.
  bool CloseVector(const FormulaToken& token) {
    const Vector vector = vectors_.back();
    if (vector.row_begin != vector.begin) {
      WriteTo(token.begin);
      if (!HasElements()) return false;
      out_.erase(out_.find_last_not_of(kBlanks) + 1);
      out_ += ']';
      out_.insert(vector.begin, 1, '[');
    }
    vectors_.pop_back();
    return true;
  }

  static constexpr const char* kBlanks = " \t\r\n";

  std::string_view text_;
  FormulaLexer lexer_;
  std::string out_;
  size_t written_{0};  // Up to here of text_.
  std::string open_;
  std::vector<Vector> vectors_;
};

}  // namespace

// At ';', but for those between brackets, which separate rows.
std::vector<std::string_view> SplitFormulas(std::string_view text) {
  std::vector<std::string_view> formulas;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && depth > 0) --depth;
    if (text[i] != ';' || depth > 0) continue;
    formulas.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  formulas.push_back(text.substr(begin));
  return formulas;
}

// A text that is no formula stays as it is: it may be the name of a file.
std::string CanonicalBrackets(std::string_view text) {
  if (text.find('[') == std::string_view::npos) return std::string(text);
  try {
    if (std::optional<std::string> written = CanonicalWriter(text).Write()) return *written;
  } catch (const FormulaError&) {  // It is no expression.
  }
  return std::string(text);
}

Formula Formula::Parse(std::string_view text) {
  CheckLength(text);
  return Formula(ParseFormula(text, 0));
}

std::vector<Formula> Formula::ParseList(std::string_view text) {
  CheckLength(text);
  std::vector<Formula> formulas;
  for (const std::string_view part : SplitFormulas(text)) {
    const size_t begin = part.data() - text.data();
    formulas.push_back(Formula(ParseFormula(part, begin)));
  }
  return formulas;
}

const std::string& Formula::text() const { return tree_->text; }

std::vector<NameUse> Formula::names() const { return tree_->uses; }

}  // namespace loopwright
