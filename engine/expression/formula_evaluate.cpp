// The evaluation of formulas: over double (values), AutoDiff (values with derivatives) and
// Expression (symbols, and lowering).

#include <optional>
#include <span>
#include <unordered_set>

#include "engine/expression/formula_shaped.h"
#include "engine/expression/formula_tree.h"
#include "engine/expression/tape.h"
#include "engine/text/suggest_name.h"

namespace loopwright {

// One operation is a tape of one instruction: what AutoDiff makes of each is told there.
AutoDiff ApplyTo(Operation operation, const AutoDiff& a, const AutoDiff& b, const AutoDiff& c) {
  const Expression variables[] = {Expression::Variable("a"), Expression::Variable("b"),
                                  Expression::Variable("c")};
  const Expression output = Expression::Make(operation, variables[0], variables[1], variables[2]);
  const AutoDiff values[] = {a, b, c};
  AutoDiff result;
  Tape(std::span(&output, 1), variables).Evaluate(values, &result);
  return result;
}

namespace {

using Kind = FormulaNode::Kind;

// A value with its elements row by row.
template <typename S>
ShapedValue<S> AsShaped(const FormulaValue& value) {
  const auto elements = value.elements().reshaped<Eigen::RowMajor>();
  return {value.kind(),
          static_cast<int>(value.elements().rows()),
          static_cast<int>(value.elements().cols()),
          {elements.begin(), elements.end()}};
}

// The way back: a vector stays a vector, though both are matrices to Eigen.
FormulaValue AsValue(const ShapedValue<double>& shaped) {
  if (shaped.is_number()) return shaped.elements[0];
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd elements =
      Eigen::Map<const RowMajor>(shaped.elements.data(), shaped.rows, shaped.columns);
  return shaped.kind == FormulaValue::Kind::kVector ? FormulaValue::Vector(elements)
                                                    : FormulaValue::Matrix(elements);
}

// The number behind a value, where it has one: an index or a condition may be an expression that is
// not known before the run.
std::optional<double> KnownValue(double value) { return value; }
std::optional<double> KnownValue(const AutoDiff& value) { return value.value(); }
std::optional<double> KnownValue(const Expression& value) {
  if (!value.is_constant()) return {};
  return value.value();
}

// Names the nearest of all names that there are, constants of the language included.
[[noreturn]] void FailUnknownName(const NameUse& use, std::vector<std::string> candidates) {
  candidates.insert(candidates.end(), {"pi", "e", "inf"});
  throw FormulaError("unknown name " + Quote(use.name) + DidYouMean(use.name, candidates),
                     use.begin, use.end);
}

// What a name means: a value of the scope, or a variable of a block.
template <typename S>
struct Meaning {
  ShapedValue<S> value;
  bool is_variable = false;
};
// That of a value, or of none.
template <typename S>
std::optional<Meaning<S>> MeaningOf(const ShapedValue<S>* value) {
  if (value == nullptr) return {};
  return Meaning<S>{*value};
}
template <typename S>
std::optional<Meaning<S>> MeaningOf(const FormulaValue* value) {
  if (value == nullptr) return {};
  return Meaning<S>{AsShaped<S>(*value)};
}

// The recursion is bounded by the depth of the tree, which the parser bounds. Each kind of node has
// a function that evaluates its operands and combines them. A ShapeError from below gets the place
// of the node, so that the message can point into the formula.
template <typename S>
class FormulaEvaluator {
 public:
  FormulaEvaluator(const FormulaTree& tree, std::vector<Meaning<S>> meanings)
      : tree_(tree), meanings_(std::move(meanings)) {}

  ShapedValue<S> Evaluate(int index) const {
    const FormulaNode& node = At(index);
    try {
      return EvaluateNode(node);
    } catch (const ShapeError& error) {
      throw FormulaError(error.what(), node.begin, node.end);
    }
  }

 private:
  const FormulaNode& At(int index) const { return tree_.nodes[index]; }

  // The operand `index`, which must be a number: `what` says so, such as "sin takes numbers".
  S EvaluateNumber(int index, const std::string& what) const {
    const ShapedValue<S> value = Evaluate(index);
    if (value.is_number()) return value.elements[0];
    throw FormulaError(what + ", not " + value.Describe(), At(index).begin, At(index).end);
  }

  ShapedValue<S> EvaluateNode(const FormulaNode& node) const {
    switch (node.kind) {
      case Kind::kNumber:
        return ShapedValue<S>::Number(node.number);
      case Kind::kName:
        return EvaluateName(node);
      case Kind::kVector: {
        std::vector<ShapedValue<S>> parts;
        for (const int operand : node.operands) parts.push_back(Evaluate(operand));
        return Stack(std::move(parts));
      }
      case Kind::kRow:
        return EvaluateRow(node);
      case Kind::kElement:
        return EvaluateElement(node);
      case Kind::kOperation:
        return EvaluateOperation(node);
      case Kind::kChain:
        return EvaluateChain(node);
      case Kind::kCall:
        return EvaluateCall(node);
      case Kind::kCondition:
        return EvaluateCondition(node);
    }
    throw std::logic_error("FormulaEvaluator: unknown kind of node");
  }

  // A vector of one element may be used as a number, u1 for u1[0]; of a longer one, an element has
  // to be named.
  ShapedValue<S> EvaluateName(const FormulaNode& node) const {
    const Meaning<S>& meaning = meanings_[node.name];
    if (!meaning.is_variable || meaning.value.is_number()) return meaning.value;
    const std::string& name = tree_.names[node.name];
    const size_t size = meaning.value.elements.size();
    if (size == 1) return ShapedValue<S>::Number(meaning.value.elements[0]);
    if (size == 0) throw ShapeError(name + " has no elements");
    throw ShapeError(name + " has " + std::to_string(size) + " elements: name one, " + name +
                     "[0]");
  }

  // One row of a matrix that is written with ';'.
  ShapedValue<S> EvaluateRow(const FormulaNode& node) const {
    std::vector<S> row;
    for (const int operand : node.operands) {
      row.push_back(EvaluateNumber(operand, "a row between ';' has numbers"));
    }
    return ShapedValue<S>::Vector(std::move(row));
  }

  // a[i], or a[i][j] of a matrix. The base is taken as it stands, since a name alone would have to
  // be a number.
  ShapedValue<S> EvaluateElement(const FormulaNode& node) const {
    const FormulaNode& base = At(node.operands[0]);
    ShapedValue<S> value =
        base.kind == Kind::kName ? meanings_[base.name].value : Evaluate(node.operands[0]);
    for (size_t i = 1; i < node.operands.size(); ++i) {
      const std::optional<double> known =
          KnownValue(EvaluateNumber(node.operands[i], "an index is a number"));
      if (!known) throw ShapeError("an index must be known before the run: numbers and parameters");
      value = Element(value, *known);
    }
    return value;
  }

  // An operation on one or two values; a sign goes to each element of a vector.
  ShapedValue<S> EvaluateOperation(const FormulaNode& node) const {
    const Operation operation = node.operations[0];
    if (operation == Operation::kNot) {
      return ShapedValue<S>::Number(
          ApplyTo(operation, EvaluateNumber(node.operands[0], "'not' needs a number")));
    }
    ShapedValue<S> first = Evaluate(node.operands[0]);
    if (node.operands.size() == 2) return Combine(operation, first, Evaluate(node.operands[1]));
    for (S& element : first.elements) element = ApplyTo(operation, element);
    return first;
  }

  // a + b - c from left to right. An error points to the text up to the operand that does not fit.
  ShapedValue<S> EvaluateChain(const FormulaNode& node) const {
    ShapedValue<S> value = Evaluate(node.operands[0]);
    for (size_t i = 1; i < node.operands.size(); ++i) {
      const ShapedValue<S> operand = Evaluate(node.operands[i]);
      try {
        value = Combine(node.operations[i - 1], value, operand);
      } catch (const ShapeError& error) {
        throw FormulaError(error.what(), node.begin, At(node.operands[i]).end);
      }
    }
    return value;
  }

  // Functions take numbers; min and max of more than two are nested from the left.
  ShapedValue<S> EvaluateCall(const FormulaNode& node) const {
    const Operation operation = node.operations[0];
    std::vector<S> arguments;
    for (const int operand : node.operands) {
      arguments.push_back(EvaluateNumber(operand, std::string(node.word) + " takes numbers"));
    }
    if (NumOperands(operation) == 1)
      return ShapedValue<S>::Number(ApplyTo(operation, arguments[0]));
    S value = arguments[0];
    for (size_t i = 1; i < arguments.size(); ++i) value = ApplyTo(operation, value, arguments[i]);
    return ShapedValue<S>::Number(value);
  }

  // Only the branch that is taken is evaluated where the condition is known: so `n > 0 ? x[0] : 0`
  // is right for an empty x.
  ShapedValue<S> EvaluateCondition(const FormulaNode& node) const {
    const S condition = EvaluateNumber(node.operands[0], "a condition is a number");
    const std::optional<double> known = KnownValue(condition);
    if (known) return Evaluate(node.operands[*known != 0 ? 1 : 2]);
    return Choose(condition, Evaluate(node.operands[1]), Evaluate(node.operands[2]));
  }

  const FormulaTree& tree_;
  const std::vector<Meaning<S>> meanings_;  // Of tree_.names.
};

// The value with the meanings that `find` gives to names, or nothing for an unknown one. Each name
// is looked up once, however often it is used.
template <typename S, typename Find, typename Names>
ShapedValue<S> EvaluateTree(const FormulaTree& tree, const Find& find, const Names& names) {
  std::vector<Meaning<S>> meanings;
  size_t next = 0;  // The first use of each name comes in the order of tree.names.
  for (const std::string& name : tree.names) {
    while (tree.uses[next].name != name) ++next;
    std::optional<Meaning<S>> meaning = find(name);
    if (!meaning) FailUnknownName(tree.uses[next], names.names());
    meanings.push_back(std::move(*meaning));
  }
  return FormulaEvaluator<S>(tree, std::move(meanings)).Evaluate(tree.root);
}

// A formula as a number that depends on the variables in `names`; `constant` gives the meaning of
// all other names, or nothing. Called "lowering": what had vectors, names and parameters becomes
// one scalar formula.
template <typename Find>
Expression LowerTree(const FormulaTree& tree, const FormulaNames& names, const Find& constant) {
  const auto find = [&](const std::string& name) -> std::optional<Meaning<Expression>> {
    const FormulaNames::Variable* variable = names.FindVariable(name);
    if (variable == nullptr) return constant(name);
    return Meaning<Expression>{variable->is_vector
                                   ? ShapedValue<Expression>::Vector(variable->elements)
                                   : ShapedValue<Expression>::Number(variable->elements[0]),
                               true};
  };
  const ShapedValue<Expression> result = EvaluateTree<Expression>(tree, find, names);
  if (!result.is_number()) {
    const FormulaNode& root = tree.nodes[tree.root];
    throw FormulaError("a number is needed, not " + result.Describe(), root.begin, root.end);
  }
  return result.elements[0];
}

// The variables of `expression`. By their ids, which are equal for equal variables.
std::unordered_set<const void*> VariablesOf(const Expression& expression) {
  std::unordered_set<const void*> variables;
  for (const Expression& e : OrderOperandsFirst(std::span(&expression, 1))) {
    if (e.is_variable()) variables.insert(e.id());
  }
  return variables;
}

// Variables that stand for constants, and the values that these have. They let parameters stay
// symbols in equations that are shown, while the numbers stay what they are.
struct Symbols {
  std::vector<Expression> variables;
  std::vector<Expression> values;

  // Notes each element that is a variable, with its number.
  void Add(const SymbolicValue& symbolic, const FormulaValue& value) {
    const ShapedValue<double> numbers = AsShaped<double>(value);
    for (size_t i = 0; i < symbolic.elements.size(); ++i) {
      if (!symbolic.elements[i].is_variable()) continue;
      variables.push_back(symbolic.elements[i]);
      values.emplace_back(numbers.elements[i]);
    }
  }

  // Whether `symbolic` with the values put in is `plain`, and both depend on the same else.
  bool AreValuesOf(const Expression& symbolic, const Expression& plain) const {
    const Expression back = Substitute(std::span(&symbolic, 1), variables, values).front();
    std::unordered_set<const void*> others = VariablesOf(symbolic);
    for (const Expression& variable : variables) others.erase(variable.id());
    return back.is_identical(plain) && others == VariablesOf(plain);
  }
};

}  // namespace

// Over plain numbers: what a parameter of a block is evaluated with.
FormulaValue Formula::Evaluate(const NameScope& scope) const {
  const auto find = [&](const std::string& name) { return MeaningOf<double>(scope.Find(name)); };
  return AsValue(EvaluateTree<double>(*tree_, find, scope));
}

// Over numbers with derivatives, or symbols.
template <typename S>
std::vector<S> Formula::EvaluateOver(const ScopeOver<S>& scope) const {
  const auto find = [&](const std::string& name) { return MeaningOf<S>(scope.FindOver(name)); };
  return EvaluateTree<S>(*tree_, find, scope).elements;
}
template std::vector<AutoDiff> Formula::EvaluateOver(const ScopeOver<AutoDiff>&) const;
template std::vector<Expression> Formula::EvaluateOver(const ScopeOver<Expression>&) const;

// With the parameters as numbers.
Expression Formula::Lower(const FormulaNames& names) const {
  return LowerTree(*tree_, names, [&](const std::string& name) {
    return MeaningOf<Expression>(names.FindConstant(name));
  });
}

// With the parameters as symbols, if that is the same formula: where a branch or a shape depends on
// the number of a parameter, a symbol would hide it, and the plain form is kept.
Expression Formula::Lower(const FormulaNames& names, const SymbolicScope& constants) const {
  Expression plain = Lower(names);
  Symbols symbols;
  try {
    const Expression symbolic = LowerTree(*tree_, names, [&](const std::string& name) {
      const SymbolicValue* value = constants.FindOver(name);
      if (value != nullptr) symbols.Add(*value, *constants.Find(name));
      return MeaningOf(value);
    });
    return symbols.AreValuesOf(symbolic, plain) ? symbolic : plain;
  } catch (const FormulaError&) {  // A shape or an element that depends on a number.
    return plain;
  }
}

}  // namespace loopwright
