#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/document/document.h"
#include "engine/file/diagnostic_sink.h"
#include "engine/file/json_reader.h"

namespace loopwright {

/// Reads the values of keys, strictly: what is not of the right type is an error that names the
/// key, what it is, and what it must be. `path` says what the object that has the key is.
class FieldReader {
 public:
  /// `sink`, which gets the errors, must outlive this.
  explicit FieldReader(DiagnosticSink* sink) : sink_(*sink) {}

  /// Each returns false, with an error, where `value` is not what it must be.
  bool Text(JsonValue value, std::string_view path, std::string* out);
  bool Text(JsonValue value, std::string_view path, std::optional<std::string>* out);
  bool Boolean(JsonValue value, std::string_view path, std::optional<bool>* out);
  bool Number(JsonValue value, std::string_view path, double* out);
  bool Size(JsonValue value, std::string_view path, std::optional<double>* out);  ///< > 0
  bool Color(JsonValue value, std::string_view path, std::optional<std::string>* out);
  /// A text that is one of the choices; an error lists them.
  bool Choice(JsonValue value, std::string_view path, std::span<const std::string_view> choices,
              std::optional<std::string>* out);
  /// Whether it is an object, or a list.
  bool Object(JsonValue value, std::string_view path);
  bool List(JsonValue value, std::string_view path);
  /// A number, a text, true or false, or a list of these: what a block's parameter can be.
  bool Setting(JsonValue value, std::string_view path, ParameterSetting* out);
  /// A number or an expression.
  bool Expression(JsonValue value, std::string_view path, ParameterSetting* out);
  /// [x, y], and a random parameter's distribution with its arguments.
  bool Point(JsonValue value, std::string_view path, loopwright::Point* out);
  bool Random(JsonValue value, std::string_view path, RandomSetting* out);

  /// Keeps a key that is not known, with a warning.
  void Unknown(JsonValue value, std::string_view path, ExtraKeys* extras);
  /// An error where `object` has no `key`; `advice` says what would be right.
  void Require(JsonValue object, std::string_view key, std::string_view path,
               std::string_view advice);
  /// `value` is of the wrong type, or it is of the right type but is not a right value.
  void WrongType(JsonValue value, std::string_view path, std::string_view expected);
  void BadValue(JsonValue value, std::string_view path, std::string_view expected);

 private:
  /// Whether `value` is of a kind, which an error calls `expected`.
  bool Is(JsonKind kind, JsonValue value, std::string_view path, std::string_view expected);

  DiagnosticSink& sink_;
};

/// The value of `key` in an object. Nothing where there is none.
std::optional<JsonValue> FindMember(JsonValue object, std::string_view key);

}  // namespace loopwright
