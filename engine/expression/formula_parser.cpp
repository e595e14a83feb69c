#include "engine/expression/formula_parser.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/expression/formula_lexer.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

using Kind = FormulaNode::Kind;

// The operation that the token stands for, if it is one of the range `first` to `last`.
std::optional<Operation> BinaryOperation(const FormulaToken& token, Operation first,
                                         Operation last) {
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
    const auto operation = static_cast<Operation>(i);
    if (token.Is(OperatorText(operation))) return operation;
  }
  return {};
}

// Recursive descent, one function a precedence; chains of one precedence are loops. Every way back
// to a looser or equal precedence passes a Nesting, which bounds the recursion. Each function
// begins at the present token, consumes what it recognises, and answers the number of the node that
// it has added. The functions stand from the loosest to the tightest operator: condition, or, and,
// not, comparison, sum, product, sign, power, element, primary.
class FormulaParser {
 public:
  explicit FormulaParser(FormulaTree* tree) : tree_(tree), lexer_(tree->text, tree->origin) {}

  // A formula is one expression and nothing behind it.
  void Parse() {
    Advance();
    if (AtEnd()) {
      Fail("an expression is needed, such as 2.4k or 2*m", 0, tree_->text.size());
    }
    tree_->root = ParseCondition();
    if (!AtEnd()) FailAfterExpression();
  }

 private:
  // While one lives, the parser is one level deeper; beyond the limit the formula is refused,
  // before it could exhaust the call stack.
  class Nesting {
   public:
    explicit Nesting(FormulaParser* parser) : parser_(parser) {
      if (++parser_->depth_ > Formula::kMaxDepth) {
        parser_->FailHere("brackets, signs, powers and conditions nest more than " +
                          std::to_string(Formula::kMaxDepth) + " deep");
      }
    }
    ~Nesting() { --parser_->depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    FormulaParser* parser_;
  };

  // condition ? a : b, where b may be a condition again.
  int ParseCondition() {
    const Nesting nesting(this);
    const int condition = ParseOr();
    if (!Take("?")) return condition;
    const int yes = ParseCondition();
    Expect(":", "':' of 'condition ? a : b'");
    const int no = ParseCondition();
    return AddNode(Kind::kCondition, Begin(condition), {condition, yes, no});
  }

  int ParseOr() { return ParseChain(Operation::kOr, Operation::kOr, &FormulaParser::ParseAnd); }
  int ParseAnd() { return ParseChain(Operation::kAnd, Operation::kAnd, &FormulaParser::ParseNot); }

  int ParseNot() {
    const size_t begin = token_.begin;
    if (!Take("not")) return ParseComparison();
    const Nesting nesting(this);
    return AddNode(Kind::kOperation, begin, {ParseNot()}, {Operation::kNot});
  }

  // One comparison, or none. a < b < c, which would compare a truth with c, is refused.
  int ParseComparison() {
    const int left = ParseSum();
    const auto operation = BinaryOperation(token_, Operation::kLess, Operation::kGreater);
    if (!operation) return left;
    Advance();
    const int right = ParseSum();
    if (BinaryOperation(token_, Operation::kLess, Operation::kGreater)) {
      FailHere("comparisons are not chained: write a < b and b < c");
    }
    return AddNode(Kind::kOperation, Begin(left), {left, right}, {*operation});
  }

  int ParseSum() {
    return ParseChain(Operation::kAdd, Operation::kSubtract, &FormulaParser::ParseProduct);
  }
  int ParseProduct() {
    return ParseChain(Operation::kMultiply, Operation::kDivide, &FormulaParser::ParseNegation);
  }

  // A sign binds less than a power: -2^2 is -4.
  int ParseNegation() {
    const size_t begin = token_.begin;
    if (!Take("-")) return ParsePower();
    const Nesting nesting(this);
    return AddNode(Kind::kOperation, begin, {ParseNegation()}, {Operation::kNegate});
  }

  // From right to left, and with a sign in the exponent: 2^-3^2 is 2^(-(3^2)).
  int ParsePower() {
    const int base = ParseElement();
    if (!Take("^")) return base;
    const Nesting nesting(this);
    const int exponent = ParseNegation();
    return AddNode(Kind::kOperation, Begin(base), {base, exponent}, {Operation::kPower});
  }

  // Operators from `first` to `last` between operands that `parse_operand` reads.
  int ParseChain(Operation first, Operation last, int (FormulaParser::*parse_operand)()) {
    std::vector<int> operands{(this->*parse_operand)()};
    std::vector<Operation> operations;
    while (const auto operation = BinaryOperation(token_, first, last)) {
      Advance();
      operations.push_back(*operation);
      operands.push_back((this->*parse_operand)());
    }
    if (operations.empty()) return operands[0];
    const size_t begin = Begin(operands[0]);
    return AddNode(Kind::kChain, begin, std::move(operands), std::move(operations));
  }

  // What may be followed by [i], any number of times.
  int ParseElement() {
    std::vector<int> operands{ParsePrimary()};
    while (Take("[")) {
      operands.push_back(ParseCondition());
      Expect("]", "']'");
    }
    if (operands.size() == 1) return operands[0];
    const size_t begin = Begin(operands[0]);
    return AddNode(Kind::kElement, begin, std::move(operands));
  }

  // A number, a name or a call, something in brackets, or a vector.
  int ParsePrimary() {
    const FormulaToken token = token_;
    if (token.kind == FormulaToken::Kind::kNumber) {
      Advance();
      return AddNumber(token);
    }
    if (token.kind == FormulaToken::Kind::kName && !IsOperatorWord(token)) return ParseWord();
    if (Take("(")) {
      const int inside = ParseCondition();
      Expect(")", "')'");
      return inside;
    }
    if (Take("[")) return ParseVector(token.begin);
    FailHere("expected a number, a name or '(' " + Where() + Found());
  }

  // A vector, or with ';' a matrix: rows, which are vectors of numbers.
  int ParseVector(size_t begin) {
    if (Take("]")) return AddNode(Kind::kVector, begin, {});
    std::vector<int> elements = ParseElements();
    if (token_.Is(";")) {
      std::vector<int> rows{AddRow(std::move(elements))};
      while (Take(";")) rows.push_back(AddRow(ParseElements()));
      elements = std::move(rows);
    }
    Expect("]", "',' or ']'");
    return AddNode(Kind::kVector, begin, std::move(elements));
  }

  // What stands between commas, or blanks that mean the same. An element may have the sign '+'.
  std::vector<int> ParseElements() {
    std::vector<int> elements;
    do {
      Take("+");
      elements.push_back(ParseCondition());
    } while (Take(","));
    return elements;
  }

  int AddRow(std::vector<int> elements) {
    const size_t begin = Begin(elements[0]);
    return AddNode(Kind::kRow, begin, std::move(elements));
  }

  // A function, a constant of the language, or a name that the scope gives a value.
  int ParseWord() {
    const FormulaToken token = token_;
    Advance();
    const FormulaFunction* function = FindFormulaFunction(token.text);
    if (Take("(")) {
      if (function == nullptr) FailUnknownFunction(token);
      return ParseCall(*function, token);
    }
    if (function != nullptr) {
      Fail(Quote(token.text) + " is a function: write " + std::string(token.text) + "(...)" +
               (token_.is_blank ? ", without a blank" : ""),
           token.begin, token.end);
    }
    if (const double* constant = FindFormulaConstant(token.text)) {
      FormulaToken number = token;
      number.number = *constant;
      return AddNumber(number);
    }
    return AddName(token);
  }

  // The number of arguments is known here, so a wrong one is reported at the call. `if` is a
  // condition in the form of a function.
  int ParseCall(const FormulaFunction& function, const FormulaToken& name) {
    std::vector<int> arguments = ParseArguments();
    const int count = static_cast<int>(arguments.size());
    const bool any_number = function.max_arguments < 0;
    if (count < function.min_arguments || (!any_number && count > function.max_arguments)) {
      Fail(std::string(function.name) + " takes " + (any_number ? "at least " : "") +
               std::to_string(function.min_arguments) +
               (function.min_arguments == 1 ? " argument" : " arguments") + ", not " +
               std::to_string(count),
           name.begin, end_of_last_);
    }
    if (function.operation == Operation::kSelect) {
      return AddNode(Kind::kCondition, name.begin, std::move(arguments));
    }
    const int node = AddNode(Kind::kCall, name.begin, std::move(arguments), {function.operation});
    tree_->nodes.back().word = function.name;
    return node;
  }

  // The arguments of a call up to its ')', which is consumed.
  std::vector<int> ParseArguments() {
    std::vector<int> arguments;
    if (Take(")")) return arguments;
    do {
      arguments.push_back(ParseCondition());
    } while (Take(","));
    Expect(")", "',' or ')'");
    return arguments;
  }

  // Nodes are appended, so operands have smaller numbers than what uses them. Places are those in
  // the whole text.
  int AddNode(Kind kind, size_t begin, std::vector<int> operands,
              std::vector<Operation> operations = {}) {
    FormulaNode node;
    node.kind = kind;
    node.begin = tree_->origin + begin;
    node.end = tree_->origin + end_of_last_;
    node.operands = std::move(operands);
    node.operations = std::move(operations);
    tree_->nodes.push_back(std::move(node));
    return static_cast<int>(tree_->nodes.size()) - 1;
  }

  int AddNumber(const FormulaToken& token) {
    const int node = AddNode(Kind::kNumber, token.begin, {});
    tree_->nodes.back().number = token.number;
    return node;
  }

  // Each different name has a number, and each use is noted with its place.
  int AddName(const FormulaToken& token) {
    const int node = AddNode(Kind::kName, token.begin, {});
    const auto [place, added] = name_numbers_.emplace(token.text, tree_->names.size());
    if (added) tree_->names.emplace_back(token.text);
    tree_->nodes.back().name = static_cast<int>(place->second);
    tree_->uses.push_back(
        {std::string(token.text), tree_->origin + token.begin, tree_->origin + token.end});
    return node;
  }

  static bool IsOperatorWord(const FormulaToken& token) {
    return token.text == "and" || token.text == "or" || token.text == "not";
  }

  size_t Begin(int node) const { return tree_->nodes[node].begin - tree_->origin; }
  bool AtEnd() const { return token_.kind == FormulaToken::Kind::kEnd; }

  // Goes to the next token and remembers the last one, for messages.
  void Advance() {
    last_ = token_.text;
    end_of_last_ = token_.end;
    token_ = lexer_.Next();
  }

  // Whether the present token is this word; then it is consumed.
  bool Take(std::string_view word) {
    if (!token_.Is(word)) return false;
    Advance();
    return true;
  }

  void Expect(std::string_view word, const std::string& expected) {
    if (!Take(word)) FailHere("expected " + expected + " " + Where() + Found());
  }

  std::string Where() const { return last_.empty() ? "at the beginning" : "after " + Quote(last_); }
  // What stands here instead, for the end of a message.
  std::string Found() const {
    if (token_.is_blank) return ", not a blank that begins the next element";
    return AtEnd() ? "" : ", not " + Quote(token_.text);
  }

  [[noreturn]] void Fail(const std::string& what, size_t begin, size_t end) const {
    throw FormulaError(what, tree_->origin + begin, tree_->origin + end);
  }
  [[noreturn]] void FailHere(const std::string& what) const {
    Fail(what, token_.begin, token_.end);
  }

  // The likeliest reasons why something follows a whole expression.
  [[noreturn]] void FailAfterExpression() const {
    if (token_.Is(")") || token_.Is("]")) FailHere(Quote(token_.text) + " closes nothing");
    if (token_.Is(",")) FailHere("',' stands only between arguments or elements");
    if (token_.Is(":")) FailHere("':' needs a '?' before it: 'condition ? a : b'");
    FailHere("expected an operator " + Where() + Found());
  }

  [[noreturn]] void FailUnknownFunction(const FormulaToken& token) const {
    const std::string suggestion = DidYouMean(token.text, FormulaFunctionNames());
    Fail("unknown function " + Quote(token.text) +
             (suggestion.empty() ? "; a product is written with '*'" : suggestion),
         token.begin, token.end);
  }

  FormulaTree* tree_;
  FormulaLexer lexer_;
  FormulaToken token_;
  std::string_view last_;
  size_t end_of_last_{0};
  int depth_{0};
  std::map<std::string_view, size_t> name_numbers_;
};

}  // namespace

std::shared_ptr<const FormulaTree> ParseFormula(std::string_view text, size_t origin) {
  auto tree = std::make_shared<FormulaTree>();
  tree->text = text;
  tree->origin = origin;
  FormulaParser(tree.get()).Parse();
  return tree;
}

}  // namespace loopwright
