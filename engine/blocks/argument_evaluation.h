#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "engine/blocks/block_descriptor.h"
#include "engine/document/parameter_setting.h"
#include "engine/expression/formula.h"

namespace loopwright {

/// Why a setting has no value. what() is the rest of a sentence that begins with the parameter's
/// name: "is 2.5; it must be a whole number".
class SettingError : public std::runtime_error {
 public:
  SettingError(const std::string& what, bool in_expression)
      : std::runtime_error(what), in_expression_(in_expression) {}
  /// Whether an expression is wrong by itself (in its text, or by the names it uses).
  bool in_expression() const { return in_expression_; }

 private:
  bool in_expression_;
};

/// The formulas of texts that were parsed before: for who evaluates the same settings many times,
/// as a study does in each run. Belongs to one thread.
class ParsedFormulas {
 public:
  /// The formula of a text, parsed when it is first asked for. Throws FormulaError.
  const Formula& Get(const std::string& text);

 private:
  std::map<std::string, Formula> formulas_;
};

/// The value of a setting read as numbers: a number, a list (of numbers: a vector; of lists of
/// numbers: a matrix) or an expression, also inside lists, of which `parsed` (may be null) keeps
/// the formula. Throws SettingError.
FormulaValue EvaluateNumeric(const ParameterSetting& setting, const NameScope& scope,
                             ParsedFormulas* parsed = nullptr);

/// The value of a setting that must be a single number: "2 * m" is 3 where m is 1.5. Throws
/// SettingError where it is a vector or a matrix.
double EvaluateNumber(const ParameterSetting& setting, const NameScope& scope,
                      ParsedFormulas* parsed = nullptr);

/// The value of a block's parameter of this kind; `parsed` serves the numeric kinds. Throws
/// SettingError.
ArgumentValue EvaluateArgument(const ParameterDescriptor& parameter,
                               const ParameterSetting& setting, const NameScope& scope,
                               ParsedFormulas* parsed = nullptr);

/// Every expression of a setting read as numbers, in order.
std::vector<std::string_view> ExpressionsOf(const ParameterSetting& setting);
/// The names in these, in order, but for texts that are no formulas.
std::vector<std::string> NamesIn(const ParameterSetting& setting);

}  // namespace loopwright
