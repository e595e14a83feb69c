// Controllers, and models converted between continuous and sampled time.

#include <functional>
#include <optional>
#include <utility>

#include "app/cli/analysis_command.h"
#include "blocklib/design/diagram_design.h"
#include "blocklib/registry.h"
#include "engine/analysis/hybrid_model.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/control/place.h"
#include "engine/control/regulators.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
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

// The weights of states and inputs, and of their products where these are given.
QuadraticCost CostOf(const AnalysisArguments& arguments, const LinearModel& model) {
  QuadraticCost cost{Matrix(arguments, "--Q"), Matrix(arguments, "--R"), {}};
  if (arguments.has("--N")) cost.N = Matrix(arguments, "--N");
  RequireStateWeight(cost.Q, model);
  return cost;
}

// Of a diagram with --block that without the block, whose own states have no part in it. Dead time
// has no finite state to feed back: its approximation stands for it, and `result` says so. A
// sampled controller or filter that is put into the diagram reads what was there before its own
// update.
DesignPlant PlantOf(const AnalysisArguments& arguments, ResultTree* result) {
  DesignPlant plant;
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
  RequireStates(plant.model, arguments.text("--block"));
  return plant;
}

// The diagram, and the signals in it that are the inputs and outputs of the model: taken from the
// diagram as it begins.
DesignSignals AnalysedSignals(const AnalysisArguments& arguments) {
  PointOptions options = ReadPoint(arguments);
  options.time_sec = {};
  options.trim = false;
  const OperatingPoint point = FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), options);
  return FindDesignSignals(point.built->index(), options.inputs, options.outputs);
}

// With --apply: the diagram with the design in it is written, in the block or between the signals.
void Apply(const AnalysisArguments& arguments, const DesignPlant& plant,
           const std::function<void(const DesignTarget&, Transaction*)>& put) {
  if (!arguments.has("--apply")) return;
  if (!plant.diagram) {
    throw UsageError("--apply is for a diagram, NAME.loop.json; " + arguments.command +
                     " was given a linear model");
  }
  DesignTarget target{arguments.text("--block"), arguments.command, {}};
  if (target.block.empty()) {
    RequireWhole(arguments.list("--open"));
    target.signals = AnalysedSignals(arguments);
  }
  WriteDiagramWith(arguments, [&](Transaction* transaction) { put(target, transaction); });
}

// --apply of a gain K for u = −K x.
void ApplyFeedback(const AnalysisArguments& arguments, const DesignPlant& plant,
                   const Eigen::MatrixXd& K, double period_sec) {
  Apply(arguments, plant, [&](const DesignTarget& target, Transaction* transaction) {
    PutFeedback(plant, K, period_sec, BuiltInBlocks(), target, transaction);
  });
}

// The period that a continuous model is to be controlled with; 0: none.
double ControlPeriod(const AnalysisArguments& arguments, const LinearModel& model) {
  if (!arguments.has("--period")) return 0;
  const double period = arguments.required_number("--period");
  RequireDesignPeriod(period, model);
  return period;
}

// With --period a continuous model is controlled by a computer: then the cost over continuous time
// becomes one of samples first, and its weights are part of the answer. The cost is that of coming
// to rest, summed over starts with each state at 1.
ResultTree Lqr(const AnalysisArguments& arguments) {
  ResultTree result;
  const DesignPlant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const QuadraticCost cost = CostOf(arguments, model);
  const double period = ControlPeriod(arguments, model);
  const RegulatorDesign design = DesignRegulator(model, cost, period);
  const QuadraticRegulator& regulator = design.regulator;
  result.Add("Ts", period > 0 ? period : model.period_sec);
  if (design.sampled) {
    result.Add("Qd", design.sampled->cost.Q);
    result.Add("Rd", design.sampled->cost.R);
    result.Add("Nd", design.sampled->cost.N);
  }
  result.Add("K", regulator.K);
  result.Add("S", regulator.S);
  result.Add("cost", regulator.S.trace());
  result.Add("poles", regulator.poles);
  ApplyFeedback(arguments, plant, regulator.K, period > 0 ? period : model.period_sec);
  return result;
}

// The gains and covariances of the filter; what exists only with sampling is left out without it.
ResultTree Kalman(const AnalysisArguments& arguments) {
  ResultTree result;
  const DesignPlant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const Eigen::MatrixXd Q = Matrix(arguments, "--Q"), R = Matrix(arguments, "--R");
  const KalmanDesign design = DesignKalman(model, Q, R, ControlPeriod(arguments, model));
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
  Apply(arguments, plant, [&](const DesignTarget& target, Transaction* transaction) {
    PutFilter(plant, Q, R, design, target, transaction);
  });
  return result;
}

// Regulator and filter together, the controller that they make, and what its loop costs in the mean
// in the noise. The printed controller is for u = −H y.
ResultTree Lqg(const AnalysisArguments& arguments) {
  ResultTree result;
  const DesignPlant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const QuadraticCost cost = CostOf(arguments, model);
  const Eigen::MatrixXd W = Matrix(arguments, "--W"), V = Matrix(arguments, "--V");
  const LqgDesign design = DesignLqg(model, cost, W, V);
  LinearModel in_loop = design.controller;
  in_loop.C = -in_loop.C;
  in_loop.D = -in_loop.D;
  result.Add("Ts", model.period_sec);
  result.Add("K", design.K);
  result.Add("L", design.L);
  result.Add("cost", MeanCost(model, cost, W, V, in_loop));
  result.Add("poles", design.poles);
  ResultTree controller;
  AddConverted(design.controller, &controller);
  result.Add("controller", controller);
  Apply(arguments, plant, [&](const DesignTarget& target, Transaction* transaction) {
    PutController(plant, design, BuiltInBlocks(), target, transaction);
  });
  return result;
}

ResultTree Place(const AnalysisArguments& arguments) {
  ResultTree result;
  const DesignPlant plant = PlantOf(arguments, &result);
  const LinearModel& model = plant.model;
  const ComplexList poles = WantedPoles(arguments.required_text("--poles"), model);
  const PolePlacement placement = PlacePoles(model.A, model.B, poles);
  result.Add("Ts", model.period_sec);
  result.Add("K", placement.K);
  result.Add("poles", placement.poles);
  result.Add("condition", placement.condition);
  ApplyFeedback(arguments, plant, placement.K, model.period_sec);
  return result;
}

}  // namespace

// What is left when all other commands have been named is pid.
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
