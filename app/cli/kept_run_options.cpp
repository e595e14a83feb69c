#include "app/cli/kept_run_options.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/option_readers.h"
#include "engine/common/exceptions.h"

namespace loopwright {

// The commands as CLI11 knows them, and what they were given.
struct KeptRunCommands::Parsed {
  CLI::App* show = nullptr;
  CLI::App* compare = nullptr;
  CLI::App* verify = nullptr;
  CLI::App* diff = nullptr;
  CLI::App* graphviz = nullptr;
  ShowArguments show_arguments;
  std::string a, b;  // the files of compare and diff; a alone of verify and graphviz
  std::optional<double> tolerance;
  bool allow_paths = false;

  // Each of these declares a command; what it was given is in the members above once parsing is
  // done.
  void AddShow(CLI::App* app) {
    show = app->add_subcommand("show", "write the results that a kept run holds");
    show->add_option("RUN", show_arguments.file, "the kept run, NAME.loop-run")->required();
    AddOutput(show, &show_arguments.out, &show_arguments.format);
    const std::function<void(const std::string&)> read = [this](const std::string& text) {
      show_arguments.signal_paths = ReadList(text);
    };
    show->add_option_function<std::string>(
            "--signals", read, "only these; * stands for any characters, ? for one: 'drive/*.y'")
        ->type_name("A,B");
    AddNumber(show, "--from", &show_arguments.from, "T", "only from this time on, seconds");
    AddNumber(show, "--to", &show_arguments.to, "T", "only up to this time, seconds");
    AddText(show, "--sides", &show_arguments.sides, "rows|columns",
            "the values before and after an update in two rows (as run writes them), or in two "
            "columns of one row for each time, PATH.PORT- and PATH.PORT+");
    show->add_flag(
        "--record", show_arguments.record,
        "in place of results what the run was, as JSON: options, settings, seed, signals, "
        "changes, end, digest");
  }

  // The files are in `a` and `b`, which the command diff uses as well.
  void AddCompare(CLI::App* app) {
    compare = app->add_subcommand(
        "compare",
        "compare two kept runs: where their signals differ first, and what in their diagrams and "
        "settings is different");
    compare->add_option("A", a, "a kept run")->required();
    compare->add_option("B", b, "another")->required();
    AddNumber(compare, "--tolerance", &tolerance, "R",
              "how far values may lie apart, as a part of the signal's range in both runs (0)");
  }

  void AddOthers(CLI::App* app) {
    verify = app->add_subcommand(
        "verify", "make a kept run again from what lies in its file, and compare to the bit");
    verify->add_option("RUN", a, "the kept run")->required();
    diff = app->add_subcommand("diff",
                               "print what changed from one diagram to another; by exit code 1, "
                               "whether anything did besides the layout");
    diff->add_option("A", a, "a diagram")->required();
    diff->add_option("B", b, "what became of it")->required();
    graphviz = app->add_subcommand("graphviz", "print a diagram in DOT, the language of Graphviz");
    graphviz->add_option("FILE", a, "the diagram")->required();
    AddAllowPaths(graphviz, &allow_paths);
  }
};

KeptRunCommands::KeptRunCommands(CLI::App* app) : parsed_(std::make_unique<Parsed>()) {
  parsed_->AddShow(app);
  parsed_->AddCompare(app);
  parsed_->AddOthers(app);
}
KeptRunCommands::~KeptRunCommands() = default;

// At most one command is named, and a command converts to true where it was.
std::optional<int> KeptRunCommands::Run() const {
  const Parsed& parsed = *parsed_;
  if (*parsed.show) return ShowCommand(parsed.show_arguments);
  if (*parsed.compare) {
    const double tolerance = parsed.tolerance.value_or(0);
    if (tolerance < 0) {
      throw UsageError("--tolerance must be 0 or more, such as 0.01 for 1 % of a signal's range");
    }
    return CompareCommand(parsed.a, parsed.b, tolerance);
  }
  if (*parsed.verify) return VerifyCommand(parsed.a);
  if (*parsed.diff) return DiffCommand(parsed.a, parsed.b);
  if (*parsed.graphviz) return GraphvizCommand(parsed.a, parsed.allow_paths);
  return std::nullopt;
}

}  // namespace loopwright
