#include "app/cli/analysis_command.h"

#include <algorithm>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "app/cli/option_readers.h"
#include "blocklib/registry.h"
#include "engine/analysis/signals.h"
#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/file/save.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
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
  for (const char* option :
       {"--time", "--side", "--trim", "--free", "--target", "--periodic", "--open", "--as", "--set",
        "--allow-paths", "--loop", "--parameter", "--block", "--describing", "--lifted"}) {
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
                      const std::vector<std::pair<std::string, std::string>>& settings) {
  Document document = ReadDiagram(arguments);
  auto all = ReadPoint(arguments).overrides;
  all.insert(all.end(), settings.begin(), settings.end());
  ApplyOverrides(all, BuiltInBlocks(), &document);
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

Linearisation LineariseWithoutBlock(const AnalysisArguments& arguments) {
  const std::string block = arguments.text("--block");
  PointOptions options = ReadPointOfLoop(arguments);
  OperatingPoint point = FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options);
  const std::string output = arguments.text("--loop", block + ".y");
  options.inputs = {output};
  options.open.push_back(output);
  options.outputs = {SourceOf(point.built->index(), block, 0)};
  return Linearise(std::move(point), options);
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

}  // namespace

// What a command is about, in this order: --model, a file with a linear model, a diagram. A diagram
// is linearised; its period is the common one of --period and of its own updates, except for the
// commands to which --period means something else.
Subject ReadSubject(const AnalysisArguments& arguments) {
  Subject subject;
  if (!IsOfDiagram(arguments)) {
    subject.model = ReadLinearModel(arguments);
    return subject;
  }
  RefuseAtPoint(arguments);
  const PointOptions options = ReadPoint(arguments);
  subject.diagram =
      Linearise(FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options), options);
  HybridModel& model = subject.diagram->model;
  if (HasRamps(arguments)) {
    if (arguments.has("--lifted")) {
      throw UsageError("--lifted is for inputs that are held; leave --hold foh out");
    }
    subject.model = SampleWithRamps(arguments, ToLinearModel(model, PadeOrder(arguments), false));
    return subject;
  }
  if (SamplesBefore(arguments)) {
    std::vector<double> periods = {arguments.required_number("--period")};
    for (const auto& update : model.updates) periods.push_back(update.period_sec);
    model.period_sec = CommonPeriod(periods);
  }
  const bool reads_before = arguments.text("--side") == "-" && !options.time_sec;
  const int order = PadeOrder(arguments);
  subject.pade = SampledPade(arguments, model);
  subject.model = arguments.has("--lifted") ? ToLiftedModel(model, order, reads_before)
                                            : ToLinearModel(model, order, reads_before);
  RequireDenseSize(subject.model.num_states());
  return subject;
}

// For commands about one input and one output.
void RequireSinglePorts(const LinearModel& model, const std::string& command) {
  if (model.num_inputs() == 1 && model.num_outputs() == 1) return;
  const std::string ports = command == "bode" ? "--input and --output" : "--inputs and --outputs";
  throw UsageError(command + " is for one input and one output, but the model has " +
                   std::to_string(model.num_inputs()) + " and " +
                   std::to_string(model.num_outputs()) + "; choose with " + ports);
}

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

namespace {

// Into the file of --out, else as JSON or as a table to read.
int Print(const AnalysisArguments& arguments, const ResultTree& result) {
  const std::string out = arguments.text("--out", "-");
  if (out != "-") {
    WriteResultFile(result, out);
    return kDone;
  }
  WriteStandardOutput(arguments.has("--json") ? result.ToJson() : result.ToTable());
  return kDone;
}

}  // namespace

// Each of the three groups of commands is asked whether the command is one of its own.
int AnalysisCommand(const AnalysisArguments& arguments) {
  try {
    auto result = ModelResult(arguments);
    if (!result) result = LoopResult(arguments);
    if (!result) result = DesignResult(arguments);
    return Print(arguments, *result);
  } catch (const InvalidDiagram&) {
    return kInvalidDiagram;
  } catch (const InvalidDiagramError& error) {
    PrintDiagnostics(arguments.file, error.diagnostics(), true);
    return kInvalidDiagram;
  } catch (const OverrideError& error) {
    throw UsageError(std::string("--set: ") + error.what());
  }
}

}  // namespace loopwright
