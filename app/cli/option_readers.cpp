#include "app/cli/option_readers.h"

#include <algorithm>

namespace loopwright {
namespace {

// Without blanks at both ends; empty where there is nothing else.
std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

// CLI11 calls `read` when all is parsed.
void AddReader(CLI::App* command, const std::string& option, const char* type,
               const std::string& description,
               const std::function<void(const std::string&)>& read) {
  command->add_option_function<std::string>(option, read, description)->type_name(type);
}

// The target stays empty where the option is not given, which differs from an empty text.
void AddText(CLI::App* command, const std::string& option, std::optional<std::string>* target,
             const char* type, const std::string& description) {
  AddReader(command, option, type, description,
            [target](const std::string& text) { *target = text; });
}

// Which of the formats it is follows from the name's ending; only a device has none.
void AddOutput(CLI::App* command, std::string* out, std::optional<std::string>* format) {
  command
      ->add_option("--out", *out,
                   "RESULT.csv, RESULT.mat, RESULT.json, a device such as /dev/null, or - for "
                   "standard output")
      ->type_name("FILE");
  AddText(command, "--format", format, "csv|mat|json",
          "format of results that go to a device or to standard output (csv)");
}

// Off unless it is given: a diagram from elsewhere must not reach the user's files.
void AddAllowPaths(CLI::App* command, bool* allow_paths) {
  command->add_flag("--allow-paths", *allow_paths,
                    "let blocks use files outside the diagram's folder, and replace files that no "
                    "run wrote");
}

// "a,,b" has three elements, of which the second is empty.
std::vector<std::string> ReadList(const std::string& text) {
  std::vector<std::string> elements;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    elements.push_back(Trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return elements;
}

// The first equals sign parts name and expression, as an expression may have some too. Blanks
// around both are not part of them.
std::pair<std::string, std::string> ReadSetting(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string name = Trimmed(text.substr(0, equals));
  if (equals == std::string::npos || name.empty()) {
    throw UsageError("--set: \"" + text +
                     "\" is not NAME=EXPR, such as gain=2*k or plant.mass=0.5");
  }
  return {name, Trimmed(text.substr(equals + 1))};
}

}  // namespace loopwright
