#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace loopwright {

/// A value as typed in a diagram file: a number, a truth value, a text (an expression, a choice or
/// plain text: the parameter's kind decides), a list of settings (vectors, matrices, lists of
/// texts), or null (only settings of the simulation take it). It is kept as typed: "2.4k" stays
/// "2.4k".
class ParameterSetting {
 public:
  using List = std::vector<ParameterSetting>;

  ParameterSetting() = default;  ///< null
  // Implicit, so that {"gain", 5} reads as what the file says.
  ParameterSetting(double value) : value_(value) {}                    // NOLINT
  ParameterSetting(int value) : value_(static_cast<double>(value)) {}  // NOLINT
  ParameterSetting(bool value) : value_(value) {}                      // NOLINT
  ParameterSetting(std::string value) : value_(std::move(value)) {}    // NOLINT
  ParameterSetting(const char* value) : value_(std::string(value)) {}  // NOLINT
  ParameterSetting(List value) : value_(std::move(value)) {}           // NOLINT

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_number() const { return std::holds_alternative<double>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_list() const { return std::holds_alternative<List>(value_); }

  /// Each requires that the setting is of its kind (std::bad_variant_access otherwise).
  double number() const { return std::get<double>(value_); }
  bool boolean() const { return std::get<bool>(value_); }
  const std::string& text() const { return std::get<std::string>(value_); }
  const List& list() const { return std::get<List>(value_); }

  friend bool operator==(const ParameterSetting&, const ParameterSetting&) = default;

 private:
  std::variant<std::monostate, double, bool, std::string, List> value_;
};

/// The setting as JSON on one line, as it stands in a canonical file: `1`, `"2*m"`, `[1, [2, 3]]`.
/// Numbers that are not finite are written as the texts "inf", "-inf" and "nan".
std::string ToJson(const ParameterSetting& setting);

/// The setting as `--set` takes it, which is how notes of a run show it: a text without quotes.
std::string OverrideText(const ParameterSetting& setting);

}  // namespace loopwright
