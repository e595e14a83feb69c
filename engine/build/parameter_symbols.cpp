#include "engine/build/parameter_symbols.h"

#include <cmath>

namespace loopwright {
namespace {

// How far beside a parameter's value the other one is, relative to it; absolute beside 0.
constexpr double kBeside = 1e-5;

bool IsOutport(const Structure& structure, const Structure::Level& level, const std::string& name) {
  for (const int block : level.outports) {
    if (structure.blocks[static_cast<std::size_t>(block)].block->name == name) return true;
  }
  return false;
}

// A value near to `value`, other ones for other numbers of elements before it: its digits look
// random (the golden ratio's multiples are spread evenly), so that no two values are related.
double NearTo(double value, std::size_t number) {
  constexpr double kGoldenRatio = 0.6180339887498949;
  const double spread = static_cast<double>(number + 1) * kGoldenRatio;
  const double distance = kBeside * (0.5 + spread - std::floor(spread));
  return value == 0 ? distance : value * (1 + distance);
}

std::string ElementName(const std::string& name, FormulaValue::Kind kind, Eigen::Index i,
                        Eigen::Index j) {
  std::string element = name;
  if (kind != FormulaValue::Kind::kNumber) element += "[" + std::to_string(i) + "]";
  if (kind == FormulaValue::Kind::kMatrix) element += "[" + std::to_string(j) + "]";
  return element;
}

FormulaValue WithElements(const FormulaValue& value, Eigen::MatrixXd elements) {
  switch (value.kind()) {
    case FormulaValue::Kind::kNumber:
      return elements(0, 0);
    case FormulaValue::Kind::kVector:
      return FormulaValue::Vector(elements.col(0));
    default:
      return FormulaValue::Matrix(std::move(elements));
  }
}

}  // namespace

ParameterSymbols::ParameterSymbols(const ParameterSymbols* parent, const Structure& structure,
                                   const Structure::Level& level, SymbolTable* table)
    : parent_(parent), scope_(*level.scope) {
  for (const DiagramParameter& parameter : *level.parameters) {
    const FormulaValue& value = *scope_.Find(parameter.name);
    Eigen::MatrixXd elements = value.elements();
    SymbolicValue symbolic{
        value.kind(), static_cast<int>(elements.rows()), static_cast<int>(elements.cols()), {}};
    const bool is_symbol =
        elements.size() <= kMaxElements && !IsOutport(structure, level, parameter.name);
    const std::string name =
        level.path.empty() ? parameter.name : level.path + "." + parameter.name;
    for (Eigen::Index i = 0; i < elements.rows(); ++i) {
      for (Eigen::Index j = 0; j < elements.cols(); ++j) {
        const double number = elements(i, j);
        if (!is_symbol) {
          symbolic.elements.emplace_back(number);
          continue;
        }
        symbolic.elements.push_back(Expression::Variable(ElementName(name, value.kind(), i, j)));
        elements(i, j) = NearTo(number, table->variables.size());
        table->variables.push_back(symbolic.elements.back());
        table->values.emplace_back(number);
        table->beside.emplace_back(elements(i, j));
      }
    }
    if (is_symbol) table->symbols.push_back({name, value, symbolic.elements});
    entries_.emplace(parameter.name,
                     Entry{std::move(symbolic), WithElements(value, std::move(elements))});
  }
}

const ParameterSymbols::Entry* ParameterSymbols::FindEntry(std::string_view name) const {
  for (const ParameterSymbols* level = this; level != nullptr; level = level->parent_) {
    const auto found = level->entries_.find(name);
    if (found != level->entries_.end()) return &found->second;
  }
  return nullptr;
}

const SymbolicValue* ParameterSymbols::FindSymbolic(std::string_view name) const {
  const Entry* entry = FindEntry(name);
  return entry == nullptr ? nullptr : &entry->symbolic;
}

const FormulaValue* ParameterSymbols::Beside::Find(std::string_view name) const {
  const Entry* entry = symbols_.FindEntry(name);
  return entry == nullptr ? nullptr : &entry->beside;
}

}  // namespace loopwright
