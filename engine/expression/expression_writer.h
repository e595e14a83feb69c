#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/expression/expression.h"

namespace loopwright {

/// Writes an expression from left to right with a stack of its own, so that its depth does not
/// matter. A notation says what one operation is written as: a list of pieces, texts and operands.
/// The notations are plain text, which can be parsed again, and LaTeX.
class ExpressionWriter {
 public:
  /// A text, or an expression with the least binding strength that needs no brackets there.
  struct Piece {
    Piece(const char* literal) : text(literal) {}             // NOLINT(runtime/explicit)
    Piece(std::string literal) : text(std::move(literal)) {}  // NOLINT(runtime/explicit)
    Piece(Expression e, int at_least) : expression(std::move(e)), strength(at_least) {}
    std::string text;
    Expression expression;
    int strength = -1;  ///< -1: a text
  };
  /// What an expression is written as, and how strongly it binds.
  struct Form {
    std::vector<Piece> pieces;
    int strength;
  };

  virtual ~ExpressionWriter() = default;
  /// The whole text; parts that are shared are written each time.
  std::string Write(const Expression& expression);

 protected:
  /// a word b; `left` and `right` are how strongly the operands must bind to need no brackets.
  static Form Infix(const Expression& e, std::string word, int strength, int left, int right) {
    return {{{e.operand(0), left}, std::move(word), {e.operand(1), right}}, strength};
  }
  /// What the outermost operation is written as.
  virtual Form FormOf(const Expression& expression) const = 0;
  /// The brackets for what binds less strongly than `strength`.
  virtual std::pair<std::string, std::string> Brackets(const Expression& expression,
                                                       int strength) const = 0;
};

}  // namespace loopwright
