#include "engine/expression/expression_text.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/expression/expression_writer.h"
#include "engine/expression/formula_tree.h"
#include "engine/text/number_format.h"

namespace loopwright {

// The stack holds what is still to be written, the next on top. An expression is replaced by its
// pieces, in brackets where it binds less than its place asks for.
std::string ExpressionWriter::Write(const Expression& expression) {
  std::string text;
  std::vector<Piece> stack{{expression, 0}};
  while (!stack.empty()) {
    const Piece piece = std::move(stack.back());
    stack.pop_back();
    if (piece.strength < 0) {
      text += piece.text;
      continue;
    }
    Form form = FormOf(piece.expression);
    const bool needs_brackets = form.strength < piece.strength;
    const auto [open, close] = needs_brackets ? Brackets(piece.expression, piece.strength)
                                              : std::pair<std::string, std::string>();
    stack.emplace_back(close);
    stack.insert(stack.end(), std::make_move_iterator(form.pieces.rbegin()),
                 std::make_move_iterator(form.pieces.rend()));
    stack.emplace_back(open);
  }
  return text;
}

namespace {

// How strongly the rules of the language bind, loosest first.
enum Strength { kChoice, kOr, kAnd, kNot, kComparison, kSum, kProduct, kMinus, kPower, kPrimary };

// Writes what Formula::Parse() reads, unless the style gives names of its own: the same value comes
// back.
class PlainWriter final : public ExpressionWriter {
 public:
  explicit PlainWriter(const TextStyle& style) : style_(style) {}

 private:
  // There is no word for "not a number", so an operation that gives it is written.
  static Form Number(double value) {
    if (std::isnan(value)) return {{"(inf - inf)"}, kPrimary};
    const std::string digits = FormatNumber(std::abs(value));
    return std::signbit(value) ? Form{{"-" + digits}, kMinus} : Form{{digits}, kPrimary};
  }

  Form FormOf(const Expression& e) const override {
    switch (e.operation()) {
      case Operation::kConstant:
        return Number(e.value());
      case Operation::kVariable:
        return {{style_.symbol ? style_.symbol(e.name()) : e.name()}, kPrimary};
      // A sign binds less than a power and more than a product.
      case Operation::kNegate:
        return {{"-", {e.operand(0), kMinus}}, kMinus};
      case Operation::kNot:
        return {{"not ", {e.operand(0), kNot}}, kNot};
      // Operators of one strength are read from the left, so the right operand has to bind more.
      case Operation::kAdd:
        return Infix(e, " + ", kSum, kSum, kProduct);
      case Operation::kSubtract:
        return Infix(e, " - ", kSum, kSum, kProduct);
      case Operation::kMultiply:
        return Infix(e, style_.spaced_products ? " * " : "*", kProduct, kProduct, kMinus);
      case Operation::kDivide:
        return Infix(e, style_.spaced_products ? " / " : "/", kProduct, kProduct, kMinus);
      // A power's exponent may have a sign or be a power: a^-b^c.
      case Operation::kPower:
        return Infix(e, "^", kPower, kPrimary, kMinus);
      case Operation::kAnd:
        return Infix(e, " and ", kAnd, kAnd, kNot);
      case Operation::kOr:
        return Infix(e, " or ", kOr, kOr, kAnd);
      case Operation::kSelect:
        return {
            {{e.operand(0), kOr}, " ? ", {e.operand(1), kChoice}, " : ", {e.operand(2), kChoice}},
            kChoice};
      default:
        break;
    }
    if (IsComparison(e.operation())) {
      const std::string word = " " + std::string(OperatorText(e.operation())) + " ";
      return Infix(e, word, kComparison, kSum, kSum);
    }
    // What is left are functions, with their arguments between commas.
    Form call{{std::string(FunctionName(e.operation())) + "(", {e.operand(0), kChoice}}, kPrimary};
    for (int i = 1; i < e.num_operands(); ++i) {
      call.pieces.emplace_back(", ");
      call.pieces.emplace_back(e.operand(i), kChoice);
    }
    call.pieces.emplace_back(")");
    return call;
  }

  std::pair<std::string, std::string> Brackets(const Expression&, int) const override {
    return {"(", ")"};
  }

  const TextStyle& style_;
};

}  // namespace

std::string ToText(const Expression& expression, const TextStyle& style) {
  return PlainWriter(style).Write(expression);
}

// Counts shared parts each time that they would be written, without writing them: a formula of 100
// nodes can be larger than any disk.
double WrittenSize(const Expression& expression) {
  std::unordered_map<const void*, double> sizes;
  for (const Expression& e : OrderOperandsFirst({&expression, 1})) {
    double size = 1;
    for (int i = 0; i < e.num_operands(); ++i) size += sizes.at(e.operand(i).id());
    sizes[e.id()] = std::min(size, 1e18);
  }
  return sizes.at(expression.id());
}

}  // namespace loopwright
