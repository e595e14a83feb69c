#include "app/cli/analysis_command.h"

#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/option_readers.h"
#include "blocklib/design/diagram_design.h"
#include "blocklib/registry.h"
#include "engine/analysis/signals.h"
#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "engine/jacobian/diagram_ports.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
#include "engine/sparse/shifted_factors.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Linear models are in files .mat and .json, other than .loop.json; any other name is a diagram's.
bool IsDiagramFile(const std::string& file) {
  return !file.ends_with(".mat") && (file.ends_with(".loop.json") || !file.ends_with(".json"));
}

// bode is about one of each, and has them in the singular too.
std::vector<std::string> InputsOf(const AnalysisArguments& arguments) {
  return arguments.list(arguments.has("--input") ? "--input" : "--inputs");
}
std::vector<std::string> OutputsOf(const AnalysisArguments& arguments) {
  return arguments.list(arguments.has("--output") ? "--output" : "--outputs");
}

// Options that only diagrams have a meaning for: a linear model has no point to be taken at. Those
// that choose its ports are not among them.
void RefuseDiagramOptions(const AnalysisArguments& arguments) {
  for (const char* option : {"--analysis", "--time", "--side", "--trim", "--free", "--target",
                             "--periodic", "--open", "--as", "--set", "--allow-paths", "--loop",
                             "--parameter", "--block", "--describing", "--lifted"}) {
    if (!arguments.has(option)) continue;
    throw UsageError(std::string(option) + " is for a diagram, NAME.loop.json; " +
                     arguments.command + " was given a linear model");
  }
}

// Multipliers belong to an orbit, and what else is asked for here to a point of a diagram, of which
// a dead time is a block.
void RefuseAtPoint(const AnalysisArguments& arguments) {
  if (arguments.has("--periodic")) {
    throw UsageError("--periodic is for trim, poles and rlocus --parameter; " + arguments.command +
                     " is about one point: give its --time, or leave --periodic out");
  }
  if (arguments.has("--delay")) {
    throw UsageError("--delay is for a linear model; put a TransportDelay into the diagram");
  }
}

// The ports of a linear model that --inputs and --outputs choose by their names; all without them.
std::vector<int> ChosenPorts(const std::vector<std::string>& names,
                             const std::vector<std::string>& chosen, const char* option) {
  std::vector<int> ports;
  for (size_t i = 0; chosen.empty() && i < names.size(); ++i) ports.push_back(static_cast<int>(i));
  for (const std::string& name : chosen) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      std::string all;
      for (const std::string& other : names) all += (all.empty() ? "" : ", ") + other;
      throw UsageError(std::string(option) + ": the model has no \"" + name + "\"; there are " +
                       all);
    }
    ports.push_back(static_cast<int>(found - names.begin()));
  }
  return ports;
}

// Whether --period is a sampling period to take the model at; to some commands it means another.
bool SamplesBefore(const AnalysisArguments& arguments) {
  return arguments.has("--period") && arguments.command != "c2d" && arguments.command != "lqr" &&
         arguments.command != "kalman";
}

}  // namespace

bool IsOfDiagram(const AnalysisArguments& arguments) {
  return !arguments.has("--model") && !arguments.file.empty() && IsDiagramFile(arguments.file);
}

// Turns the options that say where a diagram is linearised into those of the engine. At a time of a
// run the side before the updates is meant unless the other one is given.
PointOptions ReadPoint(const AnalysisArguments& arguments) {
  PointOptions options;
  options.replacing = "--as";
  for (const std::string& text : arguments.all("--set")) {
    options.overrides.push_back(ReadSetting(text));
  }
  options.allow_paths = arguments.has("--allow-paths");
  options.time_sec = arguments.number("--time");
  const std::string side = arguments.text("--side", options.time_sec ? "-" : "+");
  if (side != "-" && side != "+") throw UsageError("--side: \"" + side + "\" is neither - nor +");
  options.is_before_updates = side == "-";
  options.trim = arguments.has("--trim") || arguments.has("--free") || arguments.has("--target");
  options.frees = arguments.all("--free");
  options.targets = arguments.all("--target");
  options.inputs = InputsOf(arguments);
  options.outputs = OutputsOf(arguments);
  options.open = arguments.list("--open");
  for (const std::string& text : arguments.all("--as")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError("--as: \"" + text + "\" is not BLOCK=EXPR, such as limit=1");
    }
    options.as.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return options;
}

std::optional<double> GivenPeriod(const AnalysisArguments& arguments) {
  if (arguments.text("--periodic") == "auto") return {};
  return arguments.required_number("--periodic");
}

// Diagnostics have been printed when InvalidDiagram is thrown.
Document ReadDiagram(const AnalysisArguments& arguments) {
  if (arguments.file.empty()) {
    throw UsageError(arguments.command + " needs a diagram, NAME.loop.json");
  }
  if (arguments.document == nullptr) {
    std::optional<Document> document = LoadOrPrint(arguments.file, true);
    if (!document) throw InvalidDiagram();
    arguments.document = std::make_shared<const Document>(std::move(*document));
  }
  return *arguments.document;
}

void WriteDiagram(const AnalysisArguments& arguments, const Document& document) {
  WriteFileAtomically(arguments.required_text("--write"), SaveCanonical(document));
}

void WriteDiagramWith(const AnalysisArguments& arguments,
                      const std::function<void(Transaction*)>& put) {
  Document document = ReadDiagram(arguments);
  ApplyOverrides(ReadPoint(arguments).overrides, BuiltInBlocks(), &document);
  Transaction transaction(&document);
  put(&transaction);
  transaction.Commit();
  WriteDiagram(arguments, document);
}

PointOptions ReadPointOfLoop(const AnalysisArguments& arguments) {
  RefuseAtPoint(arguments);
  for (const char* option : {"--loop", "--block", "--describing"}) {
    if (!arguments.has("--period") || !arguments.has(option)) continue;
    throw UsageError(std::string("--period: with ") + option +
                     " the rates are those of the diagram; put a ZeroOrderHold into it");
  }
  return ReadPoint(arguments);
}

ControlledPart LineariseWithoutBlock(const AnalysisArguments& arguments) {
  const std::string block = arguments.text("--block");
  return LineariseWithout(ReadDiagram(arguments), BuiltInBlocks(), ReadPointOfLoop(arguments),
                          block, arguments.text("--loop", block + ".y"));
}

namespace {

// The continuous model sampled with a line between the values at kT and (k+1)T for its input.
LinearModel SampleWithRamps(const AnalysisArguments& arguments, const LinearModel& model) {
  if (model.is_sampled()) {
    throw UsageError(
        "--hold foh is for a continuous model; this one has sampled parts, which see "
        "an input that is held (zoh)");
  }
  return ToSampled(model, arguments.required_number("--period"), DiscretisationMethod::kFoh, 0);
}

// Whether --hold asks for lines between the samples of an input.
bool HasRamps(const AnalysisArguments& arguments) {
  const std::string hold = arguments.text("--hold", "zoh");
  if (hold != "zoh" && hold != "foh") {
    throw UsageError("--hold: there is no hold \"" + hold + "\"; there are zoh and foh");
  }
  return hold == "foh";
}

// A linear model as it was given, with the ports, the hold and the period that are asked for.
LinearModel ReadLinearModel(const AnalysisArguments& arguments) {
  if (arguments.has("--model") && !arguments.file.empty()) {
    throw UsageError("there is a file \"" + arguments.file + "\" and --model; give one of them");
  }
  if (!arguments.has("--model") && arguments.file.empty()) {
    throw UsageError(arguments.command +
                     " needs a diagram, a file with a linear model, or --model TEXT");
  }
  RefuseDiagramOptions(arguments);
  const LinearModel whole = arguments.has("--model") ? ParseModel(arguments.text("--model"))
                                                     : ReadModelFile(arguments.file);
  LinearModel model = DelayInputs(whole, arguments.number("--delay", 0));
  model = SelectPorts(model, ChosenPorts(model.inputs, InputsOf(arguments), "--inputs"),
                      ChosenPorts(model.outputs, OutputsOf(arguments), "--outputs"));
  RequireDenseSize(model.num_states());
  if (HasRamps(arguments)) return SampleWithRamps(arguments, model);
  if (!SamplesBefore(arguments)) return model;
  const double period = arguments.required_number("--period");
  if (!model.is_sampled()) return ToSampled(model, period, DiscretisationMethod::kZoh);
  if (period != model.period_sec) {
    throw UsageError("--period: the model is sampled already, every " +
                     FormatNumber(model.period_sec) + " s");
  }
  return model;
}

// Outputs of a sampled model are read before the updates of an instant where that was asked for.
bool ReadsBefore(const AnalysisArguments& arguments, const PointOptions& options) {
  return arguments.text("--side") == "-" && !options.time_sec;
}

// A diagram, linearised at the point; its period is the common one of --period and of its own
// updates, except for the commands to which --period means something else.
Subject SubjectAt(const AnalysisArguments& arguments, const PointOptions& options,
                  OperatingPoint point) {
  Subject subject;
  subject.diagram = Linearise(std::move(point), options);
  HybridModel& model = subject.diagram->model;
  if (HasRamps(arguments)) {
    if (arguments.has("--lifted")) {
      throw UsageError("--lifted is for inputs that are held; leave --hold foh out");
    }
    subject.model = SampleWithRamps(arguments, ToLinearModel(model, PadeOrder(arguments), false));
    return subject;
  }
  if (SamplesBefore(arguments)) AddPeriod(arguments.required_number("--period"), &model);
  const bool reads_before = ReadsBefore(arguments, options);
  const int order = PadeOrder(arguments);
  subject.pade = SampledPade(arguments, model);
  subject.model = arguments.has("--lifted") ? ToLiftedModel(model, order, reads_before)
                                            : ToLinearModel(model, order, reads_before);
  RequireDenseSize(subject.model.num_states());
  return subject;
}

// Whether the model is to stay sparse.
bool StaysSparse(const SparseModel& model, bool takes_delays) {
  const bool is_too_large = model.num_states() > kMostDenseStates;
  return IsLarge(model) && (takes_delays || model.num_delays() == 0 || is_too_large);
}

}  // namespace

// What a command is about, in this order: --model, a file with a linear model, a diagram.
Subject ReadSubject(const AnalysisArguments& arguments) {
  if (!IsOfDiagram(arguments)) return {ReadLinearModel(arguments), {}};
  RefuseAtPoint(arguments);
  const PointOptions options = ReadPoint(arguments);
  return SubjectAt(arguments, options,
                   FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options));
}

// A sparse model where the command can work with one and the model is large and empty enough for
// it, else a dense one.
AnySubject ReadAnySubject(const AnalysisArguments& arguments, bool takes_delays) {
  if (!IsOfDiagram(arguments)) {
    LinearModel model = ReadLinearModel(arguments);
    SparseModel sparse = ToSparse(model);
    if (HasShiftedFactors() && StaysSparse(sparse, takes_delays)) return {std::move(sparse), {}};
    return {{}, {std::move(model), {}}};
  }
  RefuseAtPoint(arguments);
  const PointOptions options = ReadPoint(arguments);
  OperatingPoint point = FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options);
  const int states = CountStates(point);
  const bool is_plain = !SamplesBefore(arguments) && !HasRamps(arguments);
  if (is_plain && MayBeLarge(states) && (HasShiftedFactors() || states > kMostDenseStates)) {
    auto sparse = LineariseSparse(&point, options, ReadsBefore(arguments, options));
    if (sparse && StaysSparse(sparse->model, takes_delays)) return {std::move(sparse->model), {}};
  }
  return {{}, SubjectAt(arguments, options, std::move(point))};
}

// For commands about one input and one output.
template <typename Model>
void RequireSinglePorts(const Model& model, const std::string& command) {
  if (model.num_inputs() == 1 && model.num_outputs() == 1) return;
  const std::string ports = command == "bode" ? "--input and --output" : "--inputs and --outputs";
  const bool has_loops = command == "margins" || command == "rlocus" || command == "pid";
  throw UsageError(command + " is for one input and one output, but the model has " +
                   std::to_string(model.num_inputs()) + " and " +
                   std::to_string(model.num_outputs()) + "; choose with " + ports +
                   (has_loops ? ", or in a diagram a loop with --loop" : ""));
}

template void RequireSinglePorts(const LinearModel& model, const std::string& command);
template void RequireSinglePorts(const SparseModel& model, const std::string& command);

ZeroPoleGain SingleLoop(const LinearModel& model, const std::string& command) {
  RequireSinglePorts(model, command);
  return ToZeroPoleGain(model, 0, 0);
}

int PadeOrder(const AnalysisArguments& arguments) {
  constexpr int kDefault = 4, kMost = 20;
  return arguments.count("--pade", kDefault, kMost);
}

// What is exact with dead time stays so unless an approximation is asked for.
LinearModel WithPade(const AnalysisArguments& arguments, const LinearModel& model,
                     ResultTree* result) {
  if (!model.has_delays() || !arguments.has("--pade")) return model;
  const int order = PadeOrder(arguments);
  result->Add("pade", order);
  return ReplaceDelays(model, order);
}

LinearModel WithPade(const AnalysisArguments& arguments, const Subject& subject,
                     ResultTree* result) {
  if (subject.pade > 0) result->Add("pade", subject.pade);
  return WithPade(arguments, subject.model, result);
}

int SampledPade(const AnalysisArguments& arguments, const HybridModel& model) {
  return model.is_sampled() && !HasFiniteDelays(model) ? PadeOrder(arguments) : 0;
}

LinearModel LinearOf(const AnalysisArguments& arguments, const HybridModel& model,
                     bool reads_before, ResultTree* result) {
  const int pade = SampledPade(arguments, model);
  if (pade > 0) result->Add("pade", pade);
  return ToLinearModel(model, PadeOrder(arguments), reads_before);
}

ResultTree BranchOf(std::initializer_list<std::pair<const char*, ResultTree>> values) {
  ResultTree branch;
  for (const auto& [name, value] : values) branch.Add(name, value);
  return branch;
}

namespace {

bool HasAny(const AnalysisArguments& arguments, std::initializer_list<const char*> options) {
  return std::any_of(options.begin(), options.end(),
                     [&](const char* option) { return arguments.has(option); });
}

const AnalysisCommandInfo& InfoOf(const std::string& command) {
  const auto& all = AnalysisCommands();
  return *std::find_if(all.begin(), all.end(),
                       [&](const AnalysisCommandInfo& info) { return info.name == command; });
}

bool TakesLoop(const AnalysisCommandInfo& info) {
  return std::any_of(info.options.begin(), info.options.end(), [](const AnalysisOption& option) {
    return std::string_view(option.name) == "--loop";
  });
}

// The analysis of that name. UsageError tells those that there are.
const AnalysisSetting& FindAnalysis(const Document& document, const std::string& name) {
  if (const AnalysisSetting* found = document.FindAnalysis(name)) return *found;
  if (document.analyses.empty()) {
    throw UsageError(
        "--analysis: the diagram has no analyses; give --inputs, --outputs and the "
        "other options by themselves");
  }
  std::string all;
  for (const AnalysisSetting& other : document.analyses) {
    all += (all.empty() ? "\"" : ", \"") + other.name + '"';
  }
  throw UsageError("--analysis: the diagram has no analysis \"" + name + "\"; there are " + all);
}

// Where the diagram is taken: a place given beside counts alone, but an equilibrium gets what it is
// not told otherwise.
void AddPlace(const AnalysisPlace& at, AnalysisArguments* arguments) {
  if (HasAny(*arguments, {"--time", "--periodic"})) return;
  const auto add = [&](const char* option, std::vector<std::string> texts) {
    if (!arguments->has(option)) arguments->given[option] = std::move(texts);
  };
  const bool is_at_rest = HasAny(*arguments, {"--trim", "--free", "--target"});
  if (at.trim) {
    add("--trim", {""});
    if (!at.trim->frees.empty()) add("--free", at.trim->frees);
    if (!at.trim->targets.empty()) add("--target", at.trim->targets);
  }
  if (at.time && !is_at_rest) add("--time", {FormatNumber(*at.time)});
  if (at.periodic && !is_at_rest) {
    add("--periodic",
        {at.periodic->is_text() ? at.periodic->text() : FormatNumber(at.periodic->number())});
  }
  if (at.side) add("--side", {*at.side});
}

// With --analysis: what the analysis of the diagram says stands beside what was given, as if it had
// been typed. Options that were given win: a signal that is named is not joined by others.
AnalysisArguments WithAnalysis(AnalysisArguments arguments) {
  const AnalysisCommandInfo& info = InfoOf(arguments.command);
  const bool is_of_diagram = IsOfDiagram(arguments) || info.is_of_diagram_alone;
  if (!arguments.has("--analysis") || !is_of_diagram || arguments.file.empty()) return arguments;
  // What is wrong with the file is told when the command reads it.
  const LoadResult loaded = LoadFile(arguments.file, BuiltInBlocks());
  if (!loaded.document) return arguments;
  const AnalysisSetting& analysis = FindAnalysis(*loaded.document, arguments.text("--analysis"));
  const bool has_ports = HasAny(
      arguments, {"--input", "--output", "--inputs", "--outputs", "--parameter", "--describing"});
  if (analysis.loop && TakesLoop(info) && !has_ports && !arguments.has("--loop")) {
    arguments.given["--loop"] = {*analysis.loop};
  }
  const auto add = [&](const char* option, const char* single,
                       const std::vector<std::string>& points) {
    const bool is_given = HasAny(arguments, {option, single});
    if (!info.is_of_diagram_alone && !is_given && !points.empty()) {
      arguments.given[option] = points;
    }
  };
  add("--inputs", "--input", analysis.inputs);
  add("--outputs", "--output", analysis.outputs);
  add("--open", "--open", analysis.open);
  if (analysis.at) AddPlace(*analysis.at, &arguments);
  return arguments;
}

// Into the file of --out, else as JSON or as a table to read.
int Print(const AnalysisArguments& arguments, const ResultTree& result) {
  const std::string out = arguments.text("--out", "-");
  if (out != "-") {
    WriteResultFile(result, out);
  } else {
    WriteStandardOutput(arguments.has("--json") ? result.ToJson() : result.ToTable());
  }
  return kDone;
}

}  // namespace

// Each of the three groups of commands is asked whether the command is one of its own.
int AnalysisCommand(const AnalysisArguments& typed) {
  try {
    const AnalysisArguments arguments = WithAnalysis(typed);
    auto result = ModelResult(arguments);
    if (!result) result = LoopResult(arguments);
    if (!result) result = DesignResult(arguments);
    return Print(arguments, *result);
  } catch (const InvalidDiagram&) {
    return kInvalidDiagram;
  } catch (const InvalidDiagramError& error) {
    PrintDiagnostics(typed.file, error.diagnostics(), true);
    return kInvalidDiagram;
  } catch (const OverrideError& error) {
    throw UsageError(std::string("--set: ") + error.what());
  }
}

}  // namespace loopwright
