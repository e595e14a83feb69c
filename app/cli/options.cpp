#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/kept_run_options.h"
#include "app/cli/option_readers.h"
#include "engine/common/exceptions.h"
#include "engine/integration/method_list.h"
#include "engine/linear/linear_model.h"
#include "engine/run/run_settings.h"

namespace loopwright {
namespace {

constexpr const char* kCommands[] = {"run",       "check",  "blocks",  "montecarlo", "covariance",
                                     "equations", "schema", "format",  "arrange",    "graphviz",
                                     "diff",      "show",   "compare", "verify"};

// All names. Needed before anything is parsed, to tell a wrong command.
std::vector<std::string> CommandNames() {
  std::vector<std::string> names(std::begin(kCommands), std::end(kCommands));
  for (const AnalysisCommandInfo& command : AnalysisCommands()) names.emplace_back(command.name);
  return names;
}

// The option of all commands that record: which signals, with wildcards for many at once. "all"
// alone is a word; else the text is a list of signals, a block called "all" having a port behind
// its name.
void AddSignals(CLI::App* command, RunOptions* options) {
  AddReader(command, "--signals", "A,B|all",
            "output ports to record, BLOCK.PORT or SUB/BLOCK.PORT, or "
            "all; * stands for any characters, ? for one: 'drive/*.y'",
            [options](const std::string& text) {
              const std::vector<std::string> names = ReadList(text);
              options->all_signals = names == std::vector<std::string>{"all"};
              if (!options->all_signals) options->signal_paths = names;
            });
}

// `--set gain=2` may be given as often as there are parameters to set. Each takes one argument, so
// that what stands behind it is not swallowed.
void AddOverrides(CLI::App* command, RunOptions* options) {
  const std::function<void(const std::vector<std::string>&)> read_overrides =
      [options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) options->overrides.push_back(ReadSetting(text));
      };
  command
      ->add_option_function<std::vector<std::string>>(
          "--set", read_overrides, "set a parameter of the diagram, or BLOCK.PARAMETER")
      ->type_name("NAME=EXPR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// What a run and a study have in common: these options replace settings of the file.
void AddSettings(CLI::App* run, RunOptions* options) {
  AddNumber(run, "--start", &options->start_time, "T", "time at which the run starts, seconds");
  AddNumber(run, "--stop", &options->stop_time, "T", "time at which the run stops, seconds");
  AddText(run, "--integrator", &options->integrator, "NAME", "one of " + IntegrationMethodNames());
  AddNumber(run, "--accuracy", &options->accuracy, "A", "relative error allowed in a step");
  AddNumber(run, "--absolute-tolerance", &options->absolute_tolerance, "A",
            "absolute error allowed in a step");
  AddNumber(run, "--max-step", &options->max_step, "H", "longest step, seconds");
  AddNumber(run, "--fixed-step", &options->fixed_step, "H",
            "steps of this length, without error control, seconds");
  run->add_flag("--no-isolation", options->no_isolation,
                "let events take effect at the next step (with --fixed-step)");
  AddText(run, "--stochastic-integrator", &options->stochastic_integrator, "NAME",
          "method for stochastic differential equations");
  AddNumber(run, "--stochastic-step", &options->stochastic_step, "H",
            "its step, seconds; 2^-L of the file's step refines its path. Witnesses and branches "
            "are read at the ends of steps only, so the "
            "times of their events are wrong by up to a step");
  AddText(run, "--algebraic-loops", &options->algebraic_loops, "refuse|solve",
          "refuse a diagram in which signals depend on themselves at the same instant, or solve "
          "such loops at every instant");
}

// Of all random draws of a run, or of all runs of a study.
void AddSeed(CLI::App* command, RunOptions* options) {
  AddNumber(command, "--seed", &options->seed, "N", "seed of all randomness");
}

// What is recorded, and in which files it goes.
void AddRecording(CLI::App* run, RunArguments* arguments) {
  RunOptions* options = &arguments->options;
  AddOutput(run, &arguments->out, &arguments->format);
  AddSignals(run, options);
  AddNumber(run, "--log-interval", &options->log_interval, "DT",
            "record at multiples of DT instead of at every step, seconds");
  run->add_flag("--no-log-updates", options->no_log_updates,
                "leave out the pairs of values at updates between log times");
  AddText(run, "--output", &options->output, "smooth|steps",
          "record also between the ends of steps, as finely as the curves need it, or only there");
  AddText(run, "--discontinuities", &options->discontinuities, "solve|fail",
          "slide along a threshold that the motion is driven to from both sides, or fail there");
  AddText(run, "--stats", &arguments->stats, "FILE.json|-", "write what the run cost");
  AddText(run, "--save-run", &arguments->save_run, "RUN.loop-run",
          "keep the run: its recording, the diagram, settings and a digest, for the commands show, "
          "compare and verify");
  AddText(run, "--trace", &arguments->trace, "FILE.jsonl",
          "write every phase of every step, one a line: its blocks, causes, and values before and "
          "after");
}

// A run of one diagram. Here and below the command is carried out when all is parsed.
void AddRun(CLI::App* app, RunArguments* arguments, int* exit_code) {
  CLI::App* run = app->add_subcommand("run", "run a diagram and write its results");
  RunOptions* options = &arguments->options;
  run->add_option("FILE", arguments->file, "the diagram, NAME.loop.json")->required();
  AddRecording(run, arguments);
  AddOverrides(run, options);
  AddSettings(run, options);
  AddSeed(run, options);
  AddNumber(run, "--run", &options->run, "K",
            "run K of a study: its random parameters, initial values and noise");
  AddNumber(run, "--realtime-rate", &options->realtime_rate, "R",
            "simulated seconds for each second of the clock at most; 0: as fast as possible");
  run->add_flag("--no-cache", options->no_cache, "compute every value anew");
  run->add_flag("--check-cache", options->check_cache,
                "compute every cached value anew and compare");
  AddAllowPaths(run, &options->allow_paths);
  run->add_flag("--quiet", arguments->quiet, "no warnings and no progress on standard error");
  run->callback([=] { *exit_code = RunCommand(*arguments); });
}

// Confidence of 0 or 1 has no interval, while the quantiles 0 and 1 are the least and the greatest
// value.
double ReadProbability(const std::string& option, const std::string& text, bool with_ends) {
  const double value = ReadNumber<double>(option, text, "a number");
  const bool fits = with_ends ? value >= 0 && value <= 1 : value > 0 && value < 1;
  if (fits) return value;
  throw UsageError(option + ": \"" + text + "\" is not " +
                   (with_ends ? "from 0 to 1" : "between 0 and 1"));
}

// What is said of the samples of an ensemble.
void AddProbabilities(CLI::App* command, EnsembleStatistics* statistics) {
  AddReader(command, "--quantiles", "P,...",
            "quantiles of the ensemble, from 0 to 1 (0.05,0.25,0.5,0.75,0.95)",
            [statistics](const std::string& text) {
              statistics->quantiles.clear();
              for (const std::string& part : ReadList(text)) {
                statistics->quantiles.push_back(ReadProbability("--quantiles", part, true));
              }
            });
  AddReader(command, "--confidence", "P", "confidence of the intervals around means (0.95)",
            [statistics](const std::string& text) {
              statistics->confidence = ReadProbability("--confidence", text, false);
            });
}

// A study has the settings of a run and those of its own. The number of threads changes no result.
void AddMonteCarlo(CLI::App* app, StudyArguments* arguments, int* exit_code) {
  CLI::App* study = app->add_subcommand(
      "montecarlo", "make many runs of a diagram: their measures, and signals over all of them");
  study->add_option("FILE", arguments->file, "the diagram, NAME.loop.json")->required();
  AddNumber(study, "--runs", &arguments->num_runs, "N", "number of runs");
  AddSeed(study, &arguments->options);
  AddNumber(study, "--threads", &arguments->num_threads, "K",
            "threads; without it as many as the machine has; results do not depend on it");
  study
      ->add_option("--out", arguments->out,
                   "a row for each run: its random parameters, its measures, how it ended; "
                   "RUNS.csv, .mat, .json, or - for standard output")
      ->type_name("FILE");
  AddText(study, "--ensemble", &arguments->ensemble, "FILE",
          "the recorded signals over all runs at times of a grid, before and after updates: mean, "
          "deviation, confidence, quantiles");
  AddText(study, "--format", &arguments->format, "csv|mat|json",
          "format of results that go to a device or to standard output (csv)");
  AddNumber(study, "--grid", &arguments->grid, "DT",
            "seconds between times of the ensemble; the log interval of every run");
  AddText(study, "--measures", &arguments->measures, "NAME=FORMULA;...",
          "what to ask of each run: 'peak=greatest(plant.y); late=crossing(plant.y, 0.9)'");
  AddText(
      study, "--variants", &arguments->variants, "A:NAME=EXPR,...;...",
      "the same runs of several variants of the diagram, compared run by run: 'gain=1; gain=2'");
  AddText(
      study, "--resume", &arguments->resume, "FILE",
      "go on from this checkpoint, which an interrupted study left (RUNS.csv.checkpoint); where "
      "it is not there, begin, and keep it there");
  AddProbabilities(study, &arguments->statistics);
  AddSignals(study, &arguments->options);
  AddOverrides(study, &arguments->options);
  AddSettings(study, &arguments->options);
  AddAllowPaths(study, &arguments->options.allow_paths);
  study->add_flag("--quiet", arguments->quiet, "no warnings and no progress on standard error");
  study->callback([=] { *exit_code = MonteCarloCommand(*arguments); });
}

// What is known of a study without a run of it.
void AddCovariance(CLI::App* app, CovarianceArguments* arguments, int* exit_code) {
  CLI::App* covariance = app->add_subcommand(
      "covariance",
      "compute mean and covariance of signals over all runs of a study, without a run: exact where "
      "the diagram is linear");
  covariance->add_option("FILE", arguments->file, "the diagram, NAME.loop.json")->required();
  AddSignals(covariance, &arguments->options);
  AddNumber(covariance, "--grid", &arguments->grid, "DT",
            "seconds between times, before and after whose updates the result is (that of the "
            "file's study, else a hundredth of the run)");
  AddReader(covariance, "--times", "T,...", "these times instead, seconds",
            [arguments](const std::string& text) {
              for (const std::string& part : ReadList(text)) {
                arguments->times.push_back(ReadNumber<double>("--times", part, "a number"));
              }
            });
  covariance->add_flag("--stationary", arguments->is_stationary,
                       "what it comes to in the end, over the common period of all rates");
  AddOutput(covariance, &arguments->out, &arguments->format);
  AddOverrides(covariance, &arguments->options);
  AddSettings(covariance, &arguments->options);
  AddAllowPaths(covariance, &arguments->options.allow_paths);
  covariance->add_flag("--quiet", arguments->quiet, "no warnings and notes on standard error");
  covariance->callback([=] { *exit_code = CovarianceCommand(*arguments); });
}

// The command's name where the first argument is one that there is none of. Asked before the
// arguments are parsed, because the parser would speak of an argument that it did not expect.
std::optional<std::string> UnknownCommand(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  for (const std::string& command : CommandNames()) {
    if (argv[1] == command) return std::nullopt;
  }
  return argv[1];
}

// For messages: "run, check, blocks, ...".
std::string CommandList() {
  std::string list;
  for (const std::string& command : CommandNames()) list += (list.empty() ? "" : ", ") + command;
  return list;
}

// A command of one diagram.
CLI::App* AddFileCommand(CLI::App* app, const char* name, const char* help, std::string* file) {
  CLI::App* command = app->add_subcommand(name, help);
  command->add_option("FILE", *file, "the diagram")->required();
  return command;
}

// What the commands that read or write a diagram and make no run of it take.
struct DocumentArguments {
  std::string file;
  bool json = false, latex = false, check_only = false, missing_only = false, allow_paths = false;
};

// These commands, and those that tell of the program itself.
void AddDocumentCommands(CLI::App* app, DocumentArguments* given, int* exit_code) {
  CLI::App* check =
      AddFileCommand(app, "check", "print every diagnostic of a diagram", &given->file);
  check->add_flag("--json", given->json, "as JSON on standard output");
  AddAllowPaths(check, &given->allow_paths);
  check->callback([=] { *exit_code = CheckCommand(given->file, given->json, given->allow_paths); });
  CLI::App* blocks = app->add_subcommand("blocks", "print the block types");
  blocks->add_flag("--json", given->json, "as JSON");
  blocks->callback([=] { *exit_code = BlocksCommand(given->json); });
  CLI::App* equations =
      AddFileCommand(app, "equations", "print a diagram in closed form", &given->file);
  equations->add_flag("--latex", given->latex, "in LaTeX");
  AddAllowPaths(equations, &given->allow_paths);
  equations->callback(
      [=] { *exit_code = EquationsCommand(given->file, given->latex, given->allow_paths); });
  app->add_subcommand("schema", "print the file format as a JSON Schema of the block types")
      ->callback([=] { *exit_code = SchemaCommand(); });
  CLI::App* format =
      AddFileCommand(app, "format", "rewrite a diagram in its canonical form", &given->file);
  format->add_flag("--check", given->check_only, "only tell, by exit code 1, whether it is not");
  format->callback([=] { *exit_code = FormatCommand(given->file, given->check_only); });
  CLI::App* arrange = AddFileCommand(
      app, "arrange",
      "lay the blocks of a diagram out from left to right, and those of its subsystems; frames "
      "follow, wires find new ways, and the file is written in its canonical form",
      &given->file);
  arrange->add_flag("--missing", given->missing_only, "only the blocks that have no place yet");
  arrange->callback([=] { *exit_code = ArrangeCommand(given->file, given->missing_only); });
}

// Declares all commands with their options, parses, and carries out the one that was named, which
// gives the exit code. Each option writes into a variable here, and only that command reads it.
int Parse(int argc, char** argv) {
  if (const auto unknown = UnknownCommand(argc, argv)) {
    throw UsageError("there is no command \"" + *unknown + "\"; the commands are " + CommandList());
  }
  CLI::App app("Runs and checks block diagrams of hybrid, sampled and stochastic systems.",
               "loopwright-cli");
  app.set_version_flag("--version", LOOPWRIGHT_VERSION);
  app.require_subcommand(1);
  int exit_code = kDone;
  RunArguments run;
  AddRun(&app, &run, &exit_code);
  StudyArguments study;
  AddMonteCarlo(&app, &study, &exit_code);
  CovarianceArguments covariance;
  AddCovariance(&app, &covariance, &exit_code);
  AnalysisArguments analysis;
  AddAnalyses(&app, &analysis, &exit_code);
  DocumentArguments document;
  AddDocumentCommands(&app, &document, &exit_code);
  KeptRunArguments kept_runs;
  AddKeptRunCommands(&app, &kept_runs, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::RequiredError& error) {
    if (!app.get_subcommands().empty()) throw;
    throw UsageError("a command is missing; the commands are " + CommandList());
  }
  return exit_code;
}

}  // namespace

// Every way in which a command can fail ends here, as one line on the error output and the exit
// code that belongs to it: wrong usage, trouble with a file, or no result.
int RunCommandLine(int argc, char** argv) {
  const auto fail = [](int exit_code, const std::string& text) {
    std::cerr << "loopwright-cli: " << text << '\n';
    return exit_code;
  };
  const std::string see_help = "; see loopwright-cli --help";
  try {
    return Parse(argc, argv);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    return fail(kWrongUsage, text.substr(0, text.find(':')) + " takes one value, once" + see_help);
  } catch (const CLI::ParseError& error) {
    return fail(kWrongUsage, error.what() + see_help);
  } catch (const UsageError& error) {
    return fail(kWrongUsage, error.what());
  } catch (const FileError& error) {
    return fail(kFileTrouble, error.what());
  } catch (const NoResultError& error) {
    return fail(kRunFailed, error.what());
  }
}

}  // namespace loopwright
