// Controllers, and models converted between continuous and sampled time.

#include <memory>
#include <optional>
#include <utility>

#include "app/cli/analysis_command.h"
#include "app/design/design_blocks.h"
#include "blocklib/registry.h"
#include "engine/analysis/hybrid_model.h"
#include "engine/analysis/signals.h"
#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/control/place.h"
#include "engine/control/regulators.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
#include "engine/text/number_format.h"
#include "engine/tuning/block_design.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {
namespace {

void AddQuotient(const LinearModel& model, ResultTree* result) {
  const TransferFunction function = ToTransferFunction(ToZeroPoleGain(model, 0, 0));
  result->Add("numerator", ResultTree::Row(function.numerator));
  result->Add("denominator", ResultTree::Row(function.denominator));
}

// A model as matrices, and as a quotient of polynomials where it has one input and one output.
void AddConverted(const LinearModel& model, ResultTree* result) {
  AddModel(model, result);
  if (model.num_inputs() == 1 && model.num_outputs() == 1) AddQuotient(model, result);
}

// c2d: the model with a sampling period, by the method that is named.
ResultTree Sampled(const AnalysisArguments& arguments) {
  const DiscretisationMethod method = DiscretisationMethodOf(arguments.required_text("--method"));
  const double period = arguments.required_number("--period");
  ResultTree result;
  const LinearModel model = WithPade(arguments, ReadSubject(arguments), &result);
  AddConverted(ToSampled(model, period, method, arguments.number("--prewarp", 0)), &result);
  return result;
}

// d2c: the continuous model of which the given one is the sampled form by that method.
ResultTree Continuous(const AnalysisArguments& arguments) {
  ResultTree result;
  const Subject subject = ReadSubject(arguments);
  if (subject.pade > 0) result.Add("pade", subject.pade);
  AddConverted(
      ToContinuous(subject.model, DiscretisationMethodOf(arguments.required_text("--method")),
                   arguments.number("--prewarp", 0)),
      &result);
  return result;
}

// What is wrong with the text is told with the option's name.
Eigen::MatrixXd Matrix(const AnalysisArguments& arguments, const std::string& option) {
  return ParseMatrix(arguments.required_text(option), option);
}

std::string ListOf(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

// The weights of states and inputs, and of their products where these are given.
QuadraticCost CostOf(const AnalysisArguments& arguments, const LinearModel& model) {
  QuadraticCost cost{Matrix(arguments, "--Q"), Matrix(arguments, "--R"), {}};
  if (arguments.has("--N")) cost.N = Matrix(arguments, "--N");
  const Eigen::Index n = model.num_states();
  if (cost.Q.rows() != n || cost.Q.cols() != n) {
    throw UsageError("--Q is " + std::to_string(cost.Q.rows()) + " by " +
                     std::to_string(cost.Q.cols()) + ", but it must be " + std::to_string(n) +
                     " by " + std::to_string(n) + ", for the states " + ListOf(model.states));
  }
  return cost;
}

// What is to be controlled, or looked at by a filter.
struct Plant {
  LinearModel model;
  std::optional<HybridModel> diagram;  ///< absent of a linear model
};

// A model without state has nothing to feed back or to estimate.
void RequireStates(const AnalysisArguments& arguments, const LinearModel& model) {
  if (model.num_states() > 0) return;
  throw UsageError(
      arguments.command + ": the model" +
      (arguments.has("--block") ? " without \"" + arguments.text("--block") + "\"" : "") +
      " has no state between its inputs and outputs, so that there is nothing to feed "
      "back or to estimate");
}

// Of a diagram with --block that without the block, whose own states have no part in it. Dead time
// has no finite state to feed back: its approximation stands for it, and `result` says so. A
// sampled controller or filter that is put into the diagram reads what was there before its own
// update.
Plant PlantOf(const AnalysisArguments& arguments, ResultTree* result) {
  Plant plant;
  if (arguments.has("--block")) {
    plant.diagram = LineariseWithoutBlock(arguments).model;
    plant.model = LinearOf(arguments, *plant.diagram, true, result);
  } else {
    Subject subject = ReadSubject(arguments);
    if (subject.diagram) plant.diagram = std::move(subject.diagram->model);
    if (arguments.has("--apply") && plant.diagram && plant.diagram->is_sampled()) {
      plant.model = LinearOf(arguments, *plant.diagram, true, result);
    } else {
      plant.model = std::move(subject.model);
      if (subject.pade > 0) result->Add("pade", subject.pade);
    }
  }
  if (plant.model.has_delays()) {
    result->Add("pade", PadeOrder(arguments));
    plant.model = ReplaceDelays(plant.model, PadeOrder(arguments));
  }
  RequireStates(arguments, plant.model);
  return plant;
}

// BLOCK.PORT of the output whose value is there.
std::string OutputAt(const DiagramIndex<double>& index, const SignalPlace& place) {
  const Plan<double>& plan = index.plan();
  const PlanNode& node = plan.nodes[place.node];
  std::string name = plan.PathOf(place.node);
  for (int i = 0; i < node.num_outputs; ++i) {
    const auto& output = plan.outputs[node.first_output + i];
    if (output.entry != place.entry || output.offset != place.offset) continue;
    name += "." + plan.systems[place.node]->get_output_port(i).get_name();
    break;
  }
  return name;
}

// The signals of a diagram that are its inputs or outputs here; an Outport is what is wired to it.
DesignSignals AnalysedSignals(const AnalysisArguments& arguments) {
  PointOptions options = ReadPoint(arguments);
  options.time_sec = {};
  options.trim = false;
  const OperatingPoint point = FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options);
  const DiagramIndex<double>& index = point.built->index();
  if (options.inputs.empty()) options.inputs = DefaultInputs(index);
  if (options.outputs.empty()) {
    for (const auto& [name, place] : DefaultOutputs(index)) {
      options.outputs.push_back(OutputAt(index, place));
    }
  }
  DesignSignals signals{options.inputs, options.outputs, {}};
  for (const std::string& input : signals.inputs) {
    signals.input_widths.push_back(FindSignal(index, input).width);
  }
  return signals;
}

/// The diagram with the values of --set, and blocks that get into it where the signals are.
struct Extension {
  std::unique_ptr<Document> document;
  DesignSignals signals;
  std::unique_ptr<NewBlocks> blocks;
};

Extension ExtendDiagram(const AnalysisArguments& arguments, const Plant& plant) {
  if (!plant.diagram) {
    throw UsageError("--apply is for a diagram, NAME.loop.json; " + arguments.command +
                     " was given a linear model");
  }
  if (arguments.has("--open")) {
    throw UsageError(
        "--apply: what --open cuts is whole in the diagram that is written; take the wires out of "
        "it, or name the controller with --block");
  }
  Extension extension{
      std::make_unique<Document>(ReadDiagram(arguments)), AnalysedSignals(arguments), {}};
  ApplyOverrides(ReadPoint(arguments).overrides, BuiltInBlocks(), extension.document.get());
  std::vector<std::string> all = extension.signals.inputs;
  all.insert(all.end(), extension.signals.outputs.begin(), extension.signals.outputs.end());
  extension.blocks = std::make_unique<NewBlocks>(extension.document.get(), all);
  return extension;
}

InputUse UseOf(const AnalysisArguments& arguments, const Plant& plant) {
  return UseOf(*plant.diagram, "--apply of " + arguments.command);
}

// --apply of a gain K for u = −K x: what reads y = C x gets −K C⁻¹. That is the block, or a new one
// between the outputs and the inputs: behind a hold where the period is one of samples that nothing
// else holds.
void ApplyFeedback(const AnalysisArguments& arguments, const Plant& plant, const Eigen::MatrixXd& K,
                   double period_sec) {
  if (!arguments.has("--apply")) return;
  const LinearModel& model = plant.model;
  const std::string block = arguments.text("--block", arguments.command);
  const Eigen::MatrixXd gain = FeedbackGain(
      model, K, arguments.has("--block") ? "\"" + block + "\" reads" : "the outputs are");
  if (arguments.has("--block")) {
    return WriteDiagramWith(arguments, {{block + ".gain", MatrixText(gain)}});
  }
  const Extension extension = ExtendDiagram(arguments, plant);
  const bool has_hold =
      period_sec == 0 || (model.is_sampled() && UseOf(arguments, plant) == InputUse::kSampled);
  AddFeedback(gain, has_hold ? 0 : period_sec, extension.signals, block, extension.blocks.get());
  WriteDiagram(arguments, *extension.document);
}

void RequireNoFeedthrough(const LinearModel& plant) {
  if (plant.D.isZero(0)) return;
  throw UsageError(
      "--apply: an output follows an input at once, so that a sampled estimate of the one would "
      "need the other; take an output behind a state");
}

// A DiscreteStateSpace shows at once what it makes of a sample: where the plant sees that at once,
// the estimate is the one that the sample has corrected.
LinearModel ControllerFor(const AnalysisArguments& arguments, const Plant& plant,
                          const LqgDesign& design) {
  const bool sees_at_once = plant.model.is_sampled() && UseOf(arguments, plant) == InputUse::kHeld;
  if (!sees_at_once) return design.controller;
  RequireNoFeedthrough(plant.model);
  return FilteredController(plant.model, design);
}

void RequireController(const AnalysisArguments& arguments, const Plant& plant) {
  const std::string block = arguments.text("--block");
  const std::string type = plant.model.is_sampled() ? "DiscreteStateSpace" : "StateSpace";
  const Document document = ReadDiagram(arguments);
  const Block* found = document.FindBlock(block);
  if (found != nullptr && found->type == type) return;
  throw UsageError("--apply of lqg: the controller of this diagram is a " + type + ", but \"" +
                   block + "\" is " + (found == nullptr ? "not there" : "a " + found->type));
}

// --apply of a controller for u = −H y: the block gets it, or a new one between the outputs and the
// inputs.
void ApplyController(const AnalysisArguments& arguments, const Plant& plant,
                     const LqgDesign& design) {
  if (!arguments.has("--apply")) return;
  if (!arguments.has("--block")) {
    const Extension extension = ExtendDiagram(arguments, plant);
    AddController(ControllerFor(arguments, plant, design), extension.signals, arguments.command,
                  extension.blocks.get());
    return WriteDiagram(arguments, *extension.document);
  }
  RequireController(arguments, plant);
  const std::string block = arguments.text("--block");
  const LinearModel controller = ControllerFor(arguments, plant, design);
  std::vector<std::pair<std::string, std::string>> settings;
  if (controller.is_sampled()) {
    settings.emplace_back(block + ".period", FormatNumber(controller.period_sec));
  }
  settings.insert(settings.end(), {{block + ".A", MatrixText(controller.A)},
                                   {block + ".B", MatrixText(controller.B)},
                                   {block + ".C", MatrixText(-controller.C)},
                                   {block + ".D", MatrixText(controller.D)}});
  WriteDiagramWith(arguments, settings);
}

// --apply of a filter: it reads the inputs and outputs of the model.
void ApplyFilter(const AnalysisArguments& arguments, const Plant& plant,
                 const KalmanDesign& design) {
  if (!arguments.has("--apply")) return;
  const Extension extension = ExtendDiagram(arguments, plant);
  const double period = design.period_sec;
  const bool becomes_sampled = period > 0 && !plant.model.is_sampled();
  const LinearModel model =
      becomes_sampled ? ToSampled(plant.model, period, DiscretisationMethod::kZoh) : plant.model;
  if (period > 0) RequireNoFeedthrough(model);
  const std::string& name = arguments.command;
  if (period > 0 && UseOf(arguments, plant) == InputUse::kSampled) {
    const Eigen::MatrixXd noise = model.B * Matrix(arguments, "--Q") * model.B.transpose();
    AddKalmanFilter(model, noise, Matrix(arguments, "--R"), design, extension.signals, name,
                    extension.blocks.get());
  } else {
    AddFilter(model, design, extension.signals, name, extension.blocks.get());
  }
  WriteDiagram(arguments, *extension.document);
}

// The period that a continuous model is to be controlled with; 0: none.
double ControlPeriod(const AnalysisArguments& arguments, const LinearModel& model) {
  if (!arguments.has("--period")) return 0;
  const double period = arguments.required_number("--period");
  if (!(period > 0)) throw UsageError("--period: a positive number of seconds is needed");
  if (model.is_sampled()) {
    throw UsageError("--period is for a continuous model; this one is sampled already");
  }
  return period;
}

// With --period a continuous model is controlled by a computer: then the cost over continuous time
// becomes one of samples first, and its weights are part of the answer.
ResultTree Lqr(const AnalysisArguments& arguments) {
  ResultTree result;
  const Plant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const QuadraticCost cost = CostOf(arguments, model);
  const double period = ControlPeriod(arguments, model);
  QuadraticRegulator regulator;
  if (period > 0) {
    RequireWeight("Q", cost.Q, model.num_states(), false);
    RequireWeight("R", cost.R, model.num_inputs(), true);
    const SampledCost sampled = SampleCost(model.A, model.B, cost, period);
    regulator = SolveRiccati(sampled.Phi, sampled.Gamma, sampled.cost, true, {model.states});
    result.Add("Ts", period);
    result.Add("Qd", sampled.cost.Q);
    result.Add("Rd", sampled.cost.R);
    result.Add("Nd", sampled.cost.N);
  } else {
    regulator = SolveRiccati(model.A, model.B, cost, model.is_sampled(), {model.states});
    result.Add("Ts", model.period_sec);
  }
  result.Add("K", regulator.K);
  result.Add("S", regulator.S);
  result.Add("poles", regulator.poles);
  ApplyFeedback(arguments, plant, regulator.K, period > 0 ? period : model.period_sec);
  return result;
}

// The gains and covariances of the filter; what exists only with sampling is left out without it.
ResultTree Kalman(const AnalysisArguments& arguments) {
  ResultTree result;
  const Plant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const KalmanDesign design = DesignKalman(
      model, Matrix(arguments, "--Q"), Matrix(arguments, "--R"), ControlPeriod(arguments, model));
  result.Add("Ts", design.period_sec);
  result.Add("L", design.L);
  result.Add("P", design.P);
  if (design.period_sec > 0) {
    result.Add("M", design.M);
    result.Add("Z", design.Z);
  }
  if (design.Qd.size() > 0) {
    result.Add("Qd", design.Qd);
    result.Add("Rd", design.Rd);
  }
  result.Add("poles", design.poles);
  ApplyFilter(arguments, plant, design);
  return result;
}

// Regulator and filter together, and the controller that they make.
ResultTree Lqg(const AnalysisArguments& arguments) {
  ResultTree result;
  const Plant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const LqgDesign design = DesignLqg(model, CostOf(arguments, model), Matrix(arguments, "--W"),
                                     Matrix(arguments, "--V"));
  result.Add("Ts", model.period_sec);
  result.Add("K", design.K);
  result.Add("L", design.L);
  result.Add("poles", design.poles);
  ResultTree controller;
  AddConverted(design.controller, &controller);
  result.Add("controller", controller);
  ApplyController(arguments, plant, design);
  return result;
}

// `deadbeat` stands for poles that are all 0: of a sampled model, which then comes to rest in at
// most as many steps as it has states.
ResultTree Place(const AnalysisArguments& arguments) {
  ResultTree result;
  const Plant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const std::string text = arguments.required_text("--poles");
  if (text == "deadbeat" && !model.is_sampled()) {
    throw UsageError("--poles: deadbeat is for sampled models; this one is continuous");
  }
  const ComplexList poles = text == "deadbeat"
                                ? ComplexList(static_cast<size_t>(model.num_states()), 0.0)
                                : ParseComplexNumbers(text, "--poles");
  const PolePlacement placement = PlacePoles(model.A, model.B, poles);
  result.Add("Ts", model.period_sec);
  result.Add("K", placement.K);
  result.Add("poles", placement.poles);
  result.Add("condition", placement.condition);
  ApplyFeedback(arguments, plant, placement.K, model.period_sec);
  return result;
}

}  // namespace

std::optional<ResultTree> DesignResult(const AnalysisArguments& arguments) {
  const std::string& command = arguments.command;
  if (arguments.has("--write") && !arguments.has("--apply")) {
    throw UsageError("--write is for --apply, which puts the result into a block of the diagram");
  }
  if (command == "c2d") return Sampled(arguments);
  if (command == "d2c") return Continuous(arguments);
  if (command == "lqr") return Lqr(arguments);
  if (command == "kalman") return Kalman(arguments);
  if (command == "lqg") return Lqg(arguments);
  if (command == "place") return Place(arguments);
  return PidResult(arguments);
}

}  // namespace loopwright
