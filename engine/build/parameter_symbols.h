#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/build/symbolic_parameters.h"
#include "engine/check/structure.h"
#include "engine/expression/symbolic_scope.h"

namespace loopwright {

/// The symbols of all levels, and for tests of expressions their values: the own ones, and others a
/// little beside them, so that what is equal at both is the same function of the symbols.
struct SymbolTable {
  std::vector<ParameterSymbol> symbols;
  std::vector<Expression> variables;  ///< the elements of all symbols
  std::vector<Expression> values;
  std::vector<Expression> beside;
};

/// The parameters of one level as symbols, and below them those of the levels around it. Numbers
/// stay what has the name of an Outport of its diagram (outputs are symbols, too) and what has more
/// than kMaxElements elements.
class ParameterSymbols final : public SymbolicScope {
 public:
  static constexpr int kMaxElements = 1000;

  /// `parent` (may be null) and `level`, one of `structure`, outlive this object.
  ParameterSymbols(const ParameterSymbols* parent, const Structure& structure,
                   const Structure::Level& level, SymbolTable* table);
  ParameterSymbols(const ParameterSymbols&) = delete;
  ParameterSymbols& operator=(const ParameterSymbols&) = delete;

  const FormulaValue* Find(std::string_view name) const override { return scope_.Find(name); }
  std::vector<std::string> names() const override { return scope_.names(); }
  const SymbolicValue* FindSymbolic(std::string_view name) const override;
  /// The same names with values a little beside the own ones.
  const NameScope& beside() const { return beside_; }

 private:
  struct Entry {
    SymbolicValue symbolic;
    FormulaValue beside;
  };
  class Beside final : public NameScope {
   public:
    explicit Beside(const ParameterSymbols& symbols) : symbols_(symbols) {}
    const FormulaValue* Find(std::string_view name) const override;
    std::vector<std::string> names() const override { return symbols_.names(); }

   private:
    const ParameterSymbols& symbols_;
  };
  const Entry* FindEntry(std::string_view name) const;

  const ParameterSymbols* parent_;
  const ParameterScope& scope_;
  std::map<std::string, Entry, std::less<>> entries_;
  Beside beside_{*this};
};

}  // namespace loopwright
