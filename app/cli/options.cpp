#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <functional>
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

// All names, in the order of the help. Needed before anything is parsed, to tell a wrong command.
std::vector<std::string> CommandNames() {
  std::vector<std::string> names(std::begin(kCommands), std::end(kCommands));
  for (const AnalysisCommandInfo& command : AnalysisCommands()) names.emplace_back(command.name);
  return names;
}

// "all" alone is a word; else the text is a list of signals, a block called "all" having a port
// behind its name.
void ReadSignals(const std::string& text, RunOptions* options) {
  const std::vector<std::string> names = ReadList(text);
  options->all_signals = names == std::vector<std::string>{"all"};
  if (!options->all_signals) options->signal_paths = names;
}

// The option of all commands that record: which signals, with wildcards for many at once.
void AddSignals(CLI::App* command, RunOptions* options) {
  const std::function<void(const std::string&)> read_signals = [options](const std::string& text) {
    ReadSignals(text, options);
  };
  command
      ->add_option_function<std::string>("--signals", read_signals,
                                         "output ports to record, BLOCK.PORT or SUB/BLOCK.PORT, or "
                                         "all; * stands for any characters, ? for one: 'drive/*.y'")
      ->type_name("A,B|all");
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

// A run of one diagram.
void AddRun(CLI::App* app, RunArguments* arguments) {
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
  const std::function<void(const std::string&)> read_quantiles =
      [statistics](const std::string& text) {
        statistics->quantiles.clear();
        for (const std::string& part : ReadList(text)) {
          statistics->quantiles.push_back(ReadProbability("--quantiles", part, true));
        }
      };
  command
      ->add_option_function<std::string>(
          "--quantiles", read_quantiles,
          "quantiles of the ensemble, from 0 to 1 (0.05,0.25,0.5,0.75,0.95)")
      ->type_name("P,...");
  const std::function<void(const std::string&)> read_confidence =
      [statistics](const std::string& text) {
        statistics->confidence = ReadProbability("--confidence", text, false);
      };
  command
      ->add_option_function<std::string>("--confidence", read_confidence,
                                         "confidence of the intervals around means (0.95)")
      ->type_name("P");
}

// A study has the settings of a run and those of its own. The number of threads changes no result.
void AddMonteCarlo(CLI::App* app, StudyArguments* arguments) {
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
}

// What is known of a study without a run of it.
void AddCovariance(CLI::App* app, CovarianceArguments* arguments) {
  CLI::App* covariance = app->add_subcommand(
      "covariance",
      "compute mean and covariance of signals over all runs of a study, without a run: exact where "
      "the diagram is linear");
  covariance->add_option("FILE", arguments->file, "the diagram, NAME.loop.json")->required();
  AddSignals(covariance, &arguments->options);
  AddNumber(covariance, "--grid", &arguments->grid, "DT",
            "seconds between times, before and after whose updates the result is (that of the "
            "file's study, else a hundredth of the run)");
  const std::function<void(const std::string&)> read_times = [arguments](const std::string& text) {
    for (const std::string& part : ReadList(text)) {
      arguments->times.push_back(ReadNumber<double>("--times", part, "a number"));
    }
  };
  covariance
      ->add_option_function<std::string>("--times", read_times, "these times instead, seconds")
      ->type_name("T,...");
  covariance->add_flag("--stationary", arguments->is_stationary,
                       "what it comes to in the end, over the common period of all rates");
  AddOutput(covariance, &arguments->out, &arguments->format);
  AddOverrides(covariance, &arguments->options);
  AddSettings(covariance, &arguments->options);
  AddAllowPaths(covariance, &arguments->options.allow_paths);
  covariance->add_flag("--quiet", arguments->quiet, "no warnings and notes on standard error");
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

// The commands that read or write a diagram and make no run of it, and those that tell of the
// program itself.
class DocumentCommands {
 public:
  // Declares them; what is parsed lies here.
  explicit DocumentCommands(CLI::App* app) {
    check_ = AddFileCommand(app, "check", "print every diagnostic of a diagram", &file_);
    check_->add_flag("--json", json_, "as JSON on standard output");
    AddAllowPaths(check_, &allow_paths_);
    blocks_ = app->add_subcommand("blocks", "print the block types");
    blocks_->add_flag("--json", json_, "as JSON");
    equations_ = AddFileCommand(app, "equations", "print a diagram in closed form", &file_);
    equations_->add_flag("--latex", latex_, "in LaTeX");
    AddAllowPaths(equations_, &allow_paths_);
    schema_ =
        app->add_subcommand("schema", "print the file format as a JSON Schema of the block types");
    format_ = AddFileCommand(app, "format", "rewrite a diagram in its canonical form", &file_);
    format_->add_flag("--check", check_only_, "only tell, by exit code 1, whether it is not");
    arrange_ = AddFileCommand(
        app, "arrange",
        "lay the blocks of a diagram out from left to right, and those of its subsystems; frames "
        "follow, wires find new ways, and the file is written in its canonical form",
        &file_);
    arrange_->add_flag("--missing", missing_only_, "only the blocks that have no place yet");
  }
  // Options write into this object.
  DocumentCommands(const DocumentCommands&) = delete;
  DocumentCommands& operator=(const DocumentCommands&) = delete;

  // Carries out the one that was named and returns its exit code; nothing where it was none of
  // these.
  std::optional<int> Run() const {
    if (*check_) return CheckCommand(file_, json_, allow_paths_);
    if (*blocks_) return BlocksCommand(json_);
    if (*equations_) return EquationsCommand(file_, latex_, allow_paths_);
    if (*schema_) return SchemaCommand();
    if (*format_) return FormatCommand(file_, check_only_);
    if (*arrange_) return ArrangeCommand(file_, missing_only_);
    return std::nullopt;
  }

 private:
  CLI::App* check_ = nullptr;
  CLI::App* blocks_ = nullptr;
  CLI::App* equations_ = nullptr;
  CLI::App* schema_ = nullptr;
  CLI::App* format_ = nullptr;
  CLI::App* arrange_ = nullptr;
  std::string file_;
  bool json_ = false;
  bool check_only_ = false;
  bool missing_only_ = false;
  bool latex_ = false;
  bool allow_paths_ = false;
};

// Declares all commands with their options, parses, and carries out the one that was named. Each
// option writes into a variable here, and only the command that is carried out reads it.
int Parse(int argc, char** argv) {
  if (const auto unknown = UnknownCommand(argc, argv)) {
    throw UsageError("there is no command \"" + *unknown + "\"; the commands are " + CommandList());
  }
  CLI::App app("Runs and checks block diagrams of hybrid, sampled and stochastic systems.",
               "loopwright-cli");
  app.set_version_flag("--version", LOOPWRIGHT_VERSION);
  app.require_subcommand(1);
  RunArguments run;
  AddRun(&app, &run);
  StudyArguments study;
  AddMonteCarlo(&app, &study);
  CovarianceArguments covariance;
  AddCovariance(&app, &covariance);
  AnalysisArguments analysis;
  AddAnalyses(&app, &analysis);
  DocumentCommands document_commands(&app);
  const KeptRunCommands kept_run_commands(&app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::RequiredError& error) {
    if (!app.get_subcommands().empty()) throw;
    throw UsageError("a command is missing; the commands are " + CommandList());
  }
  if (const std::optional<int> exit_code = document_commands.Run()) return *exit_code;
  if (const std::optional<int> exit_code = kept_run_commands.Run()) return *exit_code;
  if (app.got_subcommand("montecarlo")) return MonteCarloCommand(study);
  if (app.got_subcommand("covariance")) return CovarianceCommand(covariance);
  if (!analysis.command.empty()) return AnalysisCommand(analysis);
  return RunCommand(run);
}

}  // namespace

// Every way in which a command can fail ends here, as one line on the error output and the exit
// code that belongs to it: wrong usage, trouble with a file, or no result.
int RunCommandLine(int argc, char** argv) {
  try {
    return Parse(argc, argv);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    std::cerr << "loopwright-cli: " << text.substr(0, text.find(':'))
              << " takes one value, once; see loopwright-cli --help\n";
    return kWrongUsage;
  } catch (const CLI::ParseError& error) {
    std::cerr << "loopwright-cli: " << error.what() << "; see loopwright-cli --help\n";
    return kWrongUsage;
  } catch (const UsageError& error) {
    std::cerr << "loopwright-cli: " << error.what() << '\n';
    return kWrongUsage;
  } catch (const FileError& error) {
    std::cerr << "loopwright-cli: " << error.what() << '\n';
    return kFileTrouble;
  } catch (const NoResultError& error) {
    std::cerr << "loopwright-cli: " << error.what() << '\n';
    return kRunFailed;
  }
}

}  // namespace loopwright
