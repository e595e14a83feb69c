#include "engine/expression/expression_text.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/expression/expression_writer.h"
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

// As the formula language calls them.
const char* FunctionName(Operation operation) {
  switch (operation) {
    case Operation::kSqrt:
      return "sqrt";
    case Operation::kExp:
      return "exp";
    case Operation::kLog:
      return "log";
    case Operation::kLog10:
      return "log10";
    case Operation::kSin:
      return "sin";
    case Operation::kCos:
      return "cos";
    case Operation::kTan:
      return "tan";
    case Operation::kAsin:
      return "asin";
    case Operation::kAcos:
      return "acos";
    case Operation::kAtan:
      return "atan";
    case Operation::kSinh:
      return "sinh";
    case Operation::kCosh:
      return "cosh";
    case Operation::kTanh:
      return "tanh";
    case Operation::kAsinh:
      return "asinh";
    case Operation::kAcosh:
      return "acosh";
    case Operation::kAtanh:
      return "atanh";
    case Operation::kAbs:
      return "abs";
    case Operation::kSign:
      return "sign";
    case Operation::kFloor:
      return "floor";
    case Operation::kCeil:
      return "ceil";
    case Operation::kRound:
      return "round";
    case Operation::kAtan2:
      return "atan2";
    case Operation::kMod:
      return "mod";
    case Operation::kMin:
      return "min";
    default:
      return "max";
  }
}

// Writes what Formula::Parse() reads, unless the style gives names of its own: the same value comes
// back.
class PlainWriter final : public ExpressionWriter {
 public:
  explicit PlainWriter(const TextStyle& style) : style_(style) {}

 private:
  // a word b; `left` and `right` are the strengths that the operands need to go without brackets.
  static Form Infix(const Expression& e, const char* word, int strength, int left, int right) {
    return {{{e.operand(0), left}, word, {e.operand(1), right}}, strength};
  }

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
      case Operation::kLess:
        return Infix(e, " < ", kComparison, kSum, kSum);
      case Operation::kLessEqual:
        return Infix(e, " <= ", kComparison, kSum, kSum);
      case Operation::kEqual:
        return Infix(e, " == ", kComparison, kSum, kSum);
      case Operation::kNotEqual:
        return Infix(e, " != ", kComparison, kSum, kSum);
      case Operation::kGreaterEqual:
        return Infix(e, " >= ", kComparison, kSum, kSum);
      case Operation::kGreater:
        return Infix(e, " > ", kComparison, kSum, kSum);
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
