#include "app/cli/kept_run_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/option_readers.h"
#include "engine/common/exceptions.h"

namespace loopwright {
namespace {

// The results that a kept run holds.
CLI::App* AddShow(CLI::App* app, ShowArguments* arguments) {
  CLI::App* show = app->add_subcommand("show", "write the results that a kept run holds");
  show->add_option("RUN", arguments->file, "the kept run, NAME.loop-run")->required();
  AddOutput(show, &arguments->out, &arguments->format);
  AddReader(show, "--signals", "A,B",
            "only these; * stands for any characters, ? for one: 'drive/*.y'",
            [arguments](const std::string& text) { arguments->signal_paths = ReadList(text); });
  AddNumber(show, "--from", &arguments->from, "T", "only from this time on, seconds");
  AddNumber(show, "--to", &arguments->to, "T", "only up to this time, seconds");
  AddText(show, "--sides", &arguments->sides, "rows|columns",
          "the values before and after an update in two rows (as run writes them), or in two "
          "columns of one row for each time, PATH.PORT- and PATH.PORT+");
  show->add_flag("--record", arguments->record,
                 "in place of results what the run was, as JSON: options, settings, seed, signals, "
                 "changes, end, digest");
  return show;
}

int Compare(const KeptRunArguments& given) {
  const double tolerance = given.tolerance.value_or(0);
  if (tolerance < 0) {
    throw UsageError("--tolerance must be 0 or more, such as 0.01 for 1 % of a signal's range");
  }
  return CompareCommand(given.a, given.b, tolerance);
}

}  // namespace

// Each command is carried out when all is parsed.
void AddKeptRunCommands(CLI::App* app, KeptRunArguments* given, int* exit_code) {
  AddShow(app, &given->show)->callback([=] { *exit_code = ShowCommand(given->show); });
  CLI::App* compare = app->add_subcommand(
      "compare",
      "compare two kept runs: where their signals differ first, and what in their diagrams and "
      "settings is different");
  compare->add_option("A", given->a, "a kept run")->required();
  compare->add_option("B", given->b, "another")->required();
  AddNumber(compare, "--tolerance", &given->tolerance, "R",
            "how far values may lie apart, as a part of the signal's range in both runs (0)");
  compare->callback([=] { *exit_code = Compare(*given); });
  CLI::App* verify = app->add_subcommand(
      "verify", "make a kept run again from what lies in its file, and compare to the bit");
  verify->add_option("RUN", given->a, "the kept run")->required();
  verify->callback([=] { *exit_code = VerifyCommand(given->a); });
  CLI::App* diff = app->add_subcommand("diff",
                                       "print what changed from one diagram to another; by exit "
                                       "code 1, whether anything did besides the layout");
  diff->add_option("A", given->a, "a diagram")->required();
  diff->add_option("B", given->b, "what became of it")->required();
  diff->callback([=] { *exit_code = DiffCommand(given->a, given->b); });
  CLI::App* graphviz =
      app->add_subcommand("graphviz", "print a diagram in DOT, the language of Graphviz");
  graphviz->add_option("FILE", given->a, "the diagram")->required();
  AddAllowPaths(graphviz, &given->allow_paths);
  graphviz->callback([=] { *exit_code = GraphvizCommand(given->a, given->allow_paths); });
}

}  // namespace loopwright
