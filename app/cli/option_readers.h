#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/common/exceptions.h"

namespace loopwright {

/// The whole of `text` as a number of type T, the same in every locale. UsageError names `option`
/// and says that the text is not `what`.
template <typename T>
T ReadNumber(const std::string& option, const std::string& text, const char* what) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  bool good = error == std::errc() && stop == end;
  if constexpr (std::is_floating_point_v<T>) good = good && std::isfinite(value);
  if (!good) throw UsageError(option + ": \"" + text + "\" is not " + what);
  return value;
}

/// Gives a command an option whose text goes to `read`, called `type` in its help.
void AddReader(CLI::App* command, const std::string& option, const char* type,
               const std::string& description, const std::function<void(const std::string&)>& read);

/// Gives a command an option that takes a number, called `unit` in its help.
template <typename T>
void AddNumber(CLI::App* command, const std::string& option, std::optional<T>* target,
               const char* unit, const std::string& description) {
  const char* what = std::is_integral_v<T> ? "a whole number from 0 up" : "a number";
  AddReader(command, option, unit, description, [option, target, what](const std::string& text) {
    *target = ReadNumber<T>(option, text, what);
  });
}

/// Gives a command an option that takes a text, called `type` in its help.
void AddText(CLI::App* command, const std::string& option, std::optional<std::string>* target,
             const char* type, const std::string& description);

/// The options --out and --format of commands that write results.
void AddOutput(CLI::App* command, std::string* out, std::optional<std::string>* format);

/// The option --allow-paths.
void AddAllowPaths(CLI::App* command, bool* allow_paths);

/// The elements of a list, without the blanks around them: "a.y, b.y".
std::vector<std::string> ReadList(const std::string& text);

/// NAME=EXPR of --set, as the two of them; UsageError where it is not of this form.
std::pair<std::string, std::string> ReadSetting(const std::string& text);

}  // namespace loopwright
