#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/expression.h"
#include "engine/expression/formula_value.h"
#include "engine/expression/scope_over.h"

namespace loopwright {

/// A problem in the text of an expression. what() is a sentence that says what is wrong and what
/// would be right, such as "expected a number, a name or '(' after '+'" or "unknown name 'zta', did
/// you mean 'zeta'?".
class FormulaError : public std::runtime_error {
 public:
  FormulaError(const std::string& what, size_t begin, size_t end)
      : std::runtime_error(what), begin_(begin), end_(end) {}
  /// The place of the problem as byte offsets in the text, begin() <= end() <= its length.
  size_t begin() const { return begin_; }
  size_t end() const { return end_; }

 private:
  size_t begin_;
  size_t end_;
};

/// One use of a name in the text [begin, end) of an expression.
struct NameUse {
  std::string name;
  size_t begin;
  size_t end;
};

struct FormulaTree;

/// The text of an expression, read. It is the one reader of the expression language, for the
/// parameters of diagrams and blocks and for the formulas of blocks:
///
///     condition ? a : b                     loosest
///     or
///     and
///     not
///     < <= == != >= >                       1 or 0, not chained
///     + -
///     * /
///     - (of one operand)
///     ^                                     right associative: -2^2 = -4, 2^-1 = 0.5
///     v[0]  m[0][1]                         elements, counted from 0
///
/// with numbers (2.4k: suffixes p n u m k M G), names, pi, e, inf, functions of numbers (abs sign
/// sqrt exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh min max floor ceil round mod
/// if), vectors [1, 2] and matrices [[1, 0], [0, 1]]. + and - work elementwise on equal shapes or
/// with a number, * and / need a number on one side (/: on the right). Between the brackets of a
/// vector blanks separate elements as in MATLAB, [1 -2] (see FormulaLexer), and ';' separates rows
/// of a matrix, [1 0; 0 1].
///
/// Immutable and cheap to copy.
class Formula {
 public:
  /// The deepest nesting of brackets, signs, powers and conditions, and the longest text, in bytes.
  static constexpr int kMaxDepth = 200;
  static constexpr size_t kMaxLength = 1'000'000;

  /// Reads `text`; throws FormulaError.
  static Formula Parse(std::string_view text);
  /// Reads formulas as SplitFormulas() gives them. Positions in their errors and names count from
  /// the beginning of the whole text.
  static std::vector<Formula> ParseList(std::string_view text);

  /// The text as given (of a list: this formula's part of it).
  const std::string& text() const;
  /// Every use of a free identifier, in the order of the text; functions and the constants pi, e
  /// and inf are none.
  std::vector<NameUse> names() const;

  /// The value with names as in `scope`. Every name must be known, and only the chosen branch of a
  /// condition is evaluated. Throws FormulaError: unknown names, shapes that do not fit, elements
  /// that do not exist.
  FormulaValue Evaluate(const NameScope& scope) const;

  /// The elements of the value over the scalar S (AutoDiff or Expression), row by row, with names
  /// as their values over S in `scope`. Where no variable decides a branch they are computed in the
  /// same order as by Evaluate(). Throws FormulaError also where an index depends on a variable.
  template <typename S>
  std::vector<S> EvaluateOver(const ScopeOver<S>& scope) const;

  /// The formula as a function of the variables in `names`; it must be a number. Throws
  /// FormulaError as Evaluate() does.
  Expression Lower(const FormulaNames& names) const;
  /// The same with the symbolic values of `constants`, whose values are the constants of `names`.
  /// With the values of its symbols put in it is Lower(names), node for node, and it depends on the
  /// same variables. A formula of which this is not so (`k > 0 ? u1 : u2`), or in which a symbol
  /// says which element is meant (`v[k]`), is left without symbols.
  Expression Lower(const FormulaNames& names, const SymbolicScope& constants) const;

 private:
  explicit Formula(std::shared_ptr<const FormulaTree> tree) : tree_(std::move(tree)) {}

  std::shared_ptr<const FormulaTree> tree_;
};

/// The formulas of a text in which ';' separates them; between brackets it separates rows. At least
/// one; all are parts of `text`.
std::vector<std::string_view> SplitFormulas(std::string_view text);

/// An expression or a list, as typed, in its canonical form: commas in place of the blanks that
/// separate elements, nested brackets in place of ';' between rows ("[1 -2; k 0]" becomes
/// "[[1, -2], [k, 0]]"). All else stays byte for byte, and so does a text that cannot be read.
std::string CanonicalBrackets(std::string_view text);

/// `text` with every use of the name `from` replaced by `to`, all else byte for byte the same.
/// Works on texts with errors too.
std::string RenameInFormula(std::string_view text, std::string_view from, std::string_view to);

/// Why `name` cannot be the name of a parameter ("'pi' is a constant", "'u1' names a block's
/// input"); nothing when it can.
std::optional<std::string> CheckParameterName(std::string_view name);

}  // namespace loopwright
