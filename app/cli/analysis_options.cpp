#include "app/cli/analysis_options.h"

#include <CLI/CLI.hpp>
#include <functional>

namespace loopwright {
namespace {

// Options are kept as typed and read by the command that uses them, in the language of expressions.
void AddAnalysisOption(CLI::App* command, const AnalysisOption& option,
                       AnalysisArguments* arguments) {
  const std::string name = option.name;
  if (*option.value == 0) {
    command->add_flag_callback(
        name, [name, arguments] { arguments->given[name] = {""}; }, option.help);
    return;
  }
  const std::function<void(const std::vector<std::string>&)> read =
      [name, arguments](const std::vector<std::string>& texts) { arguments->given[name] = texts; };
  command->add_option_function<std::vector<std::string>>(name, read, option.help)
      ->type_name(option.value)
      ->expected(1)
      ->allow_extra_args(false)  // else [1, 2] would be taken apart
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

// Every command takes the options of its own, those that say where a diagram is linearised, and
// where the result goes.
void AddAnalyses(CLI::App* app, AnalysisArguments* arguments, int* exit_code) {
  constexpr AnalysisOption kShared[] = {
      {"--out", "RESULT.json|.csv|.mat|-", "write the result there"}, {"--json", "", "as JSON"}};
  constexpr AnalysisOption kText[] = {
      {"--model", "TEXT", "a linear model: ss(A, B, C, D), tf(num, den), zpk(z, p, k)"},
      {"--delay", "SECONDS", "a dead time before its inputs"}};
  for (const AnalysisCommandInfo& info : AnalysisCommands()) {
    CLI::App* command = app->add_subcommand(info.name, info.help);
    const bool is_of_diagram = info.is_of_diagram_alone;
    command->add_option("MODEL", arguments->file,
                        is_of_diagram
                            ? "a diagram, NAME.loop.json"
                            : "a diagram, NAME.loop.json, or a linear model, .json or .mat");
    std::vector<AnalysisOption> options = info.options;
    if (!is_of_diagram) options.insert(options.end(), std::begin(kText), std::end(kText));
    for (const AnalysisOption& option : PointOptionList()) {
      if (!is_of_diagram || !option.is_of_model) options.push_back(option);
    }
    options.insert(options.end(), std::begin(kShared), std::end(kShared));
    for (const AnalysisOption& option : options) AddAnalysisOption(command, option, arguments);
    command->callback([name = info.name, arguments, exit_code] {
      arguments->command = name;
      *exit_code = AnalysisCommand(*arguments);
    });
  }
}

}  // namespace loopwright
