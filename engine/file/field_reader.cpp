#include "engine/file/field_reader.h"

#include <algorithm>

namespace loopwright {
namespace {

constexpr std::string_view kSettingTypes = "a number, a text, true or false, or a list of these";

// A JSON value as a setting, lists with all that is in them; nothing for null and objects.
std::optional<ParameterSetting> ToSetting(JsonValue value) {
  switch (value.kind()) {
    case JsonKind::kNumber:
      return value.number();
    case JsonKind::kBoolean:
      return value.boolean();
    case JsonKind::kText:
      return std::string(value.text());
    case JsonKind::kList: {
      ParameterSetting::List list;
      for (const JsonValue child : value.children()) {
        std::optional<ParameterSetting> element = ToSetting(child);
        if (!element) return std::nullopt;
        list.push_back(std::move(*element));
      }
      return list;
    }
    case JsonKind::kNull:
    case JsonKind::kObject:
      break;
  }
  return std::nullopt;
}

// A # and six hexadecimal digits.
bool IsColor(std::string_view text) {
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return text.size() == 7 && text[0] == '#' && std::all_of(text.begin() + 1, text.end(), is_hex);
}

}  // namespace

// Objects of the format have few keys, so this is a search.
std::optional<JsonValue> FindMember(JsonValue object, std::string_view key) {
  for (const JsonValue member : object.children()) {
    if (member.key() == key) return member;
  }
  return std::nullopt;
}

// The message names the key, or for an element of a list its path: `"width" is a list, it must be a
// number`.
void FieldReader::WrongType(JsonValue value, std::string_view path, std::string_view expected) {
  sink_.Add(DiagnosticCode::kWrongType, value.place(), path,
            {value.key().empty() ? path : value.key(), value.Describe(), expected});
}

void FieldReader::BadValue(JsonValue value, std::string_view path, std::string_view expected) {
  sink_.Add(DiagnosticCode::kBadValue, value.place(), path,
            {value.key().empty() ? path : value.key(), value.Describe(), expected});
}

bool FieldReader::Is(JsonKind kind, JsonValue value, std::string_view path,
                     std::string_view expected) {
  if (!value.is(kind)) WrongType(value, path, expected);
  return value.is(kind);
}

// This and the functions below check the kind of the value, store it, and answer whether it was
// right.
bool FieldReader::Text(JsonValue value, std::string_view path, std::string* out) {
  if (!Is(JsonKind::kText, value, path, "a text")) return false;
  *out = value.text();
  return true;
}

// The value counts as given also where it is wrong.
bool FieldReader::Text(JsonValue value, std::string_view path, std::optional<std::string>* out) {
  return Text(value, path, &out->emplace());
}

bool FieldReader::Boolean(JsonValue value, std::string_view path, std::optional<bool>* out) {
  if (!Is(JsonKind::kBoolean, value, path, "true or false")) return false;
  *out = value.boolean();
  return true;
}

bool FieldReader::Number(JsonValue value, std::string_view path, double* out) {
  if (!Is(JsonKind::kNumber, value, path, "a number")) return false;
  *out = value.number();
  return true;
}

// A number above 0.
bool FieldReader::Size(JsonValue value, std::string_view path, std::optional<double>* out) {
  if (!Number(value, path, &out->emplace())) return false;
  if (**out > 0) return true;
  BadValue(value, path, "a number above 0");
  return false;
}

bool FieldReader::Color(JsonValue value, std::string_view path, std::optional<std::string>* out) {
  if (!Text(value, path, out)) return false;
  if (IsColor(**out)) return true;
  BadValue(value, path, "a colour like \"#88aacc\"");
  return false;
}

// One of some words: `"a", "b" or "c"`. The list of what is right is made on the way, and used
// where no choice was it: the last two are joined by "or", the others by commas.
bool FieldReader::Choice(JsonValue value, std::string_view path,
                         std::span<const std::string_view> choices,
                         std::optional<std::string>* out) {
  if (!Text(value, path, out)) return false;
  std::string right;
  std::size_t left = choices.size();
  for (const std::string_view choice : choices) {
    if (*out == choice) return true;
    right += '"' + std::string(choice) + '"';
    if (--left > 0) right += left > 1 ? ", " : " or ";
  }
  BadValue(value, path, right);
  return false;
}

// Whether it is an object, or a list: the caller goes through it by itself.
bool FieldReader::Object(JsonValue value, std::string_view path) {
  return Is(JsonKind::kObject, value, path, "an object");
}

bool FieldReader::List(JsonValue value, std::string_view path) {
  return Is(JsonKind::kList, value, path, "a list");
}

// Anything that a block's parameter can be.
bool FieldReader::Setting(JsonValue value, std::string_view path, ParameterSetting* out) {
  std::optional<ParameterSetting> setting = ToSetting(value);
  if (!setting) {
    WrongType(value, path, kSettingTypes);
    return false;
  }
  *out = std::move(*setting);
  return true;
}

// A text is taken for an expression; whether it is one is found when it is evaluated.
bool FieldReader::Expression(JsonValue value, std::string_view path, ParameterSetting* out) {
  if (!value.is(JsonKind::kNumber) && !value.is(JsonKind::kText)) {
    WrongType(value, path, "a number or an expression");
    return false;
  }
  return Setting(value, path, out);
}

// A list of exactly two numbers.
bool FieldReader::Point(JsonValue value, std::string_view path, loopwright::Point* out) {
  double numbers[2] = {0, 0};
  std::size_t count = 0;
  bool right = value.is(JsonKind::kList);
  if (right) {
    for (const JsonValue element : value.children()) {
      right = right && count < 2 && element.is(JsonKind::kNumber);
      if (right) numbers[count] = element.number();
      ++count;
    }
  }
  if (!right || count != 2) {
    WrongType(value, path, "two numbers [x, y]");
    return false;
  }
  *out = {numbers[0], numbers[1]};
  return true;
}

// {"distribution": "uniform", "lower": 0, "upper": 1}: the distribution decides which arguments
// there must be; all other keys are extra ones.
bool FieldReader::Random(JsonValue value, std::string_view path, RandomSetting* out) {
  if (!Object(value, path)) return false;
  out->origin = {value.place()};
  const std::optional<JsonValue> distribution = FindMember(value, "distribution");
  if (!distribution) {
    Require(value, "distribution", path, "it is uniform, gaussian or exponential");
    return false;
  }
  if (!Text(*distribution, path, &out->distribution)) return false;
  const std::vector<std::string>* names = DistributionArguments(out->distribution);
  if (!names) {
    sink_.Add(DiagnosticCode::kUnknownDistribution, distribution->place(), path,
              {out->distribution});
    return false;
  }
  bool right = true;
  for (const std::string& name : *names) {
    const std::optional<JsonValue> argument = FindMember(value, name);
    if (argument) {
      ParameterSetting setting;
      right = Expression(*argument, path, &setting) && right;
      out->arguments.emplace_back(name, std::move(setting));
    } else {
      Require(value, name, path, out->distribution + " needs it");
      right = false;
    }
  }
  for (const JsonValue member : value.children()) {
    const bool argument = std::find(names->begin(), names->end(), member.key()) != names->end();
    if (!argument && member.key() != "distribution") Unknown(member, path, &out->extras);
  }
  return right;
}

// The text of the value is kept as it stands, so that saving loses nothing.
void FieldReader::Unknown(JsonValue value, std::string_view path, ExtraKeys* extras) {
  sink_.Add(DiagnosticCode::kUnknownKey, value.key_place(), path, {value.key()});
  extras->emplace_back(value.key(), value.source());
}

// Reported at the object that lacks the key.
void FieldReader::Require(JsonValue object, std::string_view key, std::string_view path,
                          std::string_view advice) {
  if (FindMember(object, key)) return;
  sink_.Add(DiagnosticCode::kMissingKey, object.place(), path, {key, advice});
}

}  // namespace loopwright
