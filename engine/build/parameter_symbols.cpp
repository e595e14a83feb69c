#include "engine/build/parameter_symbols.h"

#include <cmath>
#include <utility>

#include "engine/blocks/block_descriptor.h"
#include "engine/expression/formula.h"

namespace loopwright {
namespace {

// Outputs are symbols of their own, and two of one name would be one.
bool IsOutport(const Structure& structure, const Structure::Level& level, const std::string& name) {
  for (const int block : level.outports) {
    if (structure.blocks[block].block->name == name) return true;
  }
  return false;
}

// As formulas name elements: A[0][1].
std::string ElementName(const std::string& name, FormulaValue::Kind kind, Eigen::Index i,
                        Eigen::Index j) {
  std::string element = name;
  if (kind != FormulaValue::Kind::kNumber) element += "[" + std::to_string(i) + "]";
  if (kind == FormulaValue::Kind::kMatrix) element += "[" + std::to_string(j) + "]";
  return element;
}

// Appends the elements of a numeric setting, row by row. Throws FormulaError.
void AppendElements(const ParameterSetting& setting, const SymbolicScope& scope,
                    std::vector<Expression>* elements) {
  if (setting.is_number()) {
    elements->emplace_back(setting.number());
  } else if (setting.is_text()) {
    for (Expression& e : Formula::Parse(setting.text()).EvaluateOver(scope)) {
      elements->push_back(std::move(e));
    }
  } else {
    for (const ParameterSetting& part : setting.list()) AppendElements(part, scope, elements);
  }
}

}  // namespace

// A symbol for each element of each parameter; long vectors stay numbers, as nobody reads a
// thousand symbols.
ParameterSymbols::ParameterSymbols(const ParameterSymbols* parent, const Structure& structure,
                                   const Structure::Level& level,
                                   std::vector<ParameterSymbol>* symbols)
    : parent_(parent), scope_(*level.scope) {
  for (const DiagramParameter& parameter : *level.parameters) {
    const FormulaValue& value = *scope_.Find(parameter.name);
    const Eigen::MatrixXd& numbers = value.elements();
    SymbolicValue symbolic{
        value.kind(), static_cast<int>(numbers.rows()), static_cast<int>(numbers.cols()), {}};
    const bool is_symbol =
        numbers.size() <= kMaxElements && !IsOutport(structure, level, parameter.name);
    const std::string name =
        level.path.empty() ? parameter.name : level.path + "." + parameter.name;
    for (Eigen::Index i = 0; i < numbers.rows(); ++i) {
      for (Eigen::Index j = 0; j < numbers.cols(); ++j) {
        symbolic.elements.push_back(
            is_symbol ? Expression::Variable(ElementName(name, value.kind(), i, j))
                      : Expression(numbers(i, j)));
      }
    }
    if (is_symbol) symbols->push_back({name, value, symbolic.elements});
    entries_.emplace(parameter.name, std::move(symbolic));
  }
}

// From inside outwards, as values are.
const SymbolicValue* ParameterSymbols::FindOver(std::string_view name) const {
  for (const ParameterSymbols* level = this; level != nullptr; level = level->parent_) {
    const auto found = level->entries_.find(name);
    if (found != level->entries_.end()) return &found->second;
  }
  return nullptr;
}

// Each numeric setting is evaluated a second time, over symbols.
BlockArguments WithSymbols(const Structure::BlockNode& node, const ParameterSymbols& symbols) {
  BlockArguments arguments = *node.arguments;
  arguments.set_scope(&symbols);
  for (const BlockParameter& given : node.block->parameters) {
    const int index = node.type->ParameterIndex(given.name);
    const ParameterKind kind = node.type->parameters[index].kind;
    if (!IsNumeric(kind)) continue;
    std::vector<Expression> elements;
    try {
      AppendElements(given.value, symbols, &elements);
    } catch (const FormulaError&) {  // A shape that depends on a value.
      continue;
    }
    const VectorX<Expression> numbers =
        kind == ParameterKind::kNumber
            ? VectorX<Expression>(VectorX<Expression>::Constant(1, arguments.number(given.name)))
            : VectorX<Expression>(arguments.matrix<Expression>(given.name).transpose().reshaped());
    if (numbers.size() != static_cast<Eigen::Index>(elements.size())) continue;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Expression& number = numbers[static_cast<Eigen::Index>(i)];
      if (!std::isfinite(number.value())) elements[i] = number;
    }
    arguments.SetOver(index, std::move(elements));
  }
  return arguments;
}

}  // namespace loopwright
