#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/document.h"

namespace loopwright {

/// The arguments of one of the commands that analyse: a diagram or a linear model, and options as
/// they were typed, `--from` → "0.1". Numbers are read in the language of expressions, and what is
/// wrong with one is a UsageError that names the option.
struct AnalysisArguments {
  std::string command;
  std::string file;  ///< empty with --model
  std::map<std::string, std::vector<std::string>> given;
  /// The diagram, once ReadDiagram() has read it: what is written is what was analysed.
  mutable std::shared_ptr<const Document> document;

  bool has(const std::string& option) const { return given.contains(option); }
  /// Empty where it was not given.
  std::string text(const std::string& option, const std::string& otherwise = "") const;
  /// As text(), number() and numbers(), but it is a UsageError where the option is missing.
  std::string required_text(const std::string& option) const;
  /// One number, nothing or `otherwise` where the option was not given.
  std::optional<double> number(const std::string& option) const;
  double number(const std::string& option, double otherwise) const;
  double required_number(const std::string& option) const;
  /// A number from 1 up to `most`.
  int count(const std::string& option, int otherwise, int most) const;
  /// A list of numbers, separated by commas; a UsageError where the option is missing.
  std::vector<double> numbers(const std::string& option) const;
  /// A,B,C without the blanks around each.
  std::vector<std::string> list(const std::string& option) const;
  /// Every use of an option that may be repeated.
  std::vector<std::string> all(const std::string& option) const;
};

/// A command of this kind, and its options.
struct AnalysisOption {
  const char* name;
  const char* value;  ///< what it takes; empty: nothing
  const char* help;
  bool is_of_model = false;  ///< of the linear model alone, not of the point where it is taken
};
struct AnalysisCommandInfo {
  const char* name;
  const char* help;
  bool is_of_diagram_alone = false;
  std::vector<AnalysisOption> options = {};
};

const std::vector<AnalysisCommandInfo>& AnalysisCommands();
/// Those that say at which point and between which signals a diagram is linearised.
const std::vector<AnalysisOption>& PointOptionList();

/// Carries out the command and prints or writes its result. Returns the exit code.
int AnalysisCommand(const AnalysisArguments& typed);

}  // namespace loopwright
