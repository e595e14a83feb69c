#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/build/parameter_symbol.h"
#include "engine/check/structure.h"
#include "engine/expression/scope_over.h"

namespace loopwright {

/// The parameters of one level as symbols, and below them those of the levels around it. Numbers
/// stay what has the name of an Outport of its diagram (outputs are symbols, too) and what has more
/// than kMaxElements elements.
class ParameterSymbols final : public SymbolicScope {
 public:
  static constexpr int kMaxElements = 1000;

  /// `parent` (may be null) and `level`, one of `structure`, outlive this object. The level's own
  /// symbols are added to `symbols`.
  ParameterSymbols(const ParameterSymbols* parent, const Structure& structure,
                   const Structure::Level& level, std::vector<ParameterSymbol>* symbols);
  ParameterSymbols(const ParameterSymbols&) = delete;
  ParameterSymbols& operator=(const ParameterSymbols&) = delete;

  /// The number behind a name; null where there is no such name.
  const FormulaValue* Find(std::string_view name) const override { return scope_.Find(name); }
  std::vector<std::string> names() const override { return scope_.names(); }
  /// The symbols of a name, or its numbers where it has none.
  const SymbolicValue* FindOver(std::string_view name) const override;

 private:
  const ParameterSymbols* parent_;
  const ParameterScope& scope_;
  std::map<std::string, SymbolicValue, std::less<>> entries_;
};

/// The arguments of a block in which `symbols`, those of its level, stand in its formulas and in
/// its numbers, vectors and matrices over Expression. Numbers stay the elements that are infinite,
/// which say that there is no such thing (a limit), and settings whose shape depends on a symbol.
BlockArguments WithSymbols(const Structure::BlockNode& node, const ParameterSymbols& symbols);

}  // namespace loopwright
