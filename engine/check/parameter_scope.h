#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/document/document.h"
#include "engine/expression/formula_value.h"

namespace loopwright {

/// The parameters of one diagram by name, and below them those of the enclosing diagrams. A
/// parameter may use any others of its own diagram, earlier or later, and those outside.
///
/// Evaluation happens once, in the constructor, without recursion. A parameter without a value (its
/// expression is wrong, or it is part of a circle) is still a name: looking it up throws
/// UnusableParameter, so that what uses it is not reported again.
class ParameterScope final : public NameScope {
 public:
  /// A look-up of a parameter that is wrong itself.
  struct UnusableParameter {
    std::string name;
  };

  /// `parent` may be null; it outlives the scope. `level` is the path of the diagram. What is wrong
  /// is added to `diagnostics` (may be null).
  ParameterScope(const ParameterScope* parent, const std::vector<DiagramParameter>& parameters,
                 std::string_view level, std::vector<Diagnostic>* diagnostics);
  ParameterScope(const ParameterScope&) = delete;
  ParameterScope& operator=(const ParameterScope&) = delete;

  /// The parameters of the enclosing diagrams, or null.
  const ParameterScope* parent() const { return parent_; }
  /// Throws UnusableParameter; null where there is no such name.
  const FormulaValue* Find(std::string_view name) const override;
  /// The first 200, inner ones first.
  std::vector<std::string> names() const override;

 private:
  /// Evaluates them in the constructor and is gone afterwards.
  class Evaluator;

  const ParameterScope* parent_;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, int> by_name_;
  std::vector<FormulaValue> values_;
  std::vector<char> usable_;
};

}  // namespace loopwright
