#pragma once

// What the sources of formulas share: the syntax tree and the words of the language.

#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/formula.h"
#include "engine/expression/operation.h"

namespace loopwright {

/// One construct in the text [begin, end). Chains such as a + b - c are one node, so that the tree
/// is no deeper than Formula::kMaxDepth times the number of precedences.
struct FormulaNode {
  enum class Kind {
    kNumber,     // number
    kName,       // names[name]
    kVector,     // [operands...]
    kRow,        // operands of a vector up to a ';': numbers, a row of a matrix
    kElement,    // operands[0][operands[1]][operands[2]]...
    kOperation,  // operations[0] on all operands: unary -, not, ^, comparisons
    kChain,      // operands[0] operations[0] operands[1] operations[1] operands[2] ...
    kCall,       // function `word` with operations[0]: of one operand, or pairwise from the left
    kCondition,  // operands[0] ? operands[1] : operands[2], also written if(...)
  };
  Kind kind{Kind::kNumber};
  size_t begin{0};
  size_t end{0};
  double number{0};
  int name{-1};
  std::string_view word;
  std::vector<int> operands;
  std::vector<Operation> operations;
};

struct FormulaTree {
  std::string text;
  size_t origin{0};  // Where `text` begins in the whole text; all positions count from that.
  std::vector<FormulaNode> nodes;
  int root{-1};
  std::vector<std::string> names;  // Each once.
  std::vector<NameUse> uses;
};

/// A function of the language. `if` has the operation kSelect.
struct FormulaFunction {
  std::string_view name;
  Operation operation;
  int min_arguments;
  int max_arguments;  // -1: any number.
};

/// The function called `name`, null where there is none.
const FormulaFunction* FindFormulaFunction(std::string_view name);
/// The names of all functions.
std::vector<std::string> FormulaFunctionNames();
/// The value of pi, e or inf; null for other names.
const double* FindFormulaConstant(std::string_view name);
/// How a function is called: 'sin', 'max', ...
std::string_view FunctionName(Operation operation);
/// How an operator is written: '+', 'and', ...
std::string_view OperatorText(Operation operation);
/// `text` in single quotes, long ones cut.
std::string Quote(std::string_view text);

/// @name Scanning: the end of the word that starts at `begin` in `text`
/// @{
bool StartsName(char c);
bool StartsNumber(std::string_view text, size_t begin);
size_t EndOfName(std::string_view text, size_t begin);
/// Of the digits, the point and the exponent, without a suffix.
size_t EndOfNumber(std::string_view text, size_t begin);
/// @}

}  // namespace loopwright
