// Controllers, and models converted between continuous and sampled time.

#include "app/cli/analysis_command.h"
#include "engine/analysis/hybrid_model.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/control/place.h"
#include "engine/control/regulators.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

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
  AddConverted(ToContinuous(subject.model,
                            DiscretisationMethodOf(arguments.required_text("--method")),
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

// What is to be controlled; of a diagram with --block that without the block, whose own states have
// no part in it. Dead time has no finite state to feed back: its approximation stands for it.
LinearModel StateModel(const AnalysisArguments& arguments) {
  const int pade = PadeOrder(arguments);
  if (!arguments.has("--block")) return ReplaceDelays(ReadSubject(arguments).model, pade);
  const HybridModel part = ConnectedPart(LineariseWithoutBlock(arguments).model);
  // A sampled controller reads what was there before its own update.
  return ReplaceDelays(ToLinearModel(part, pade, true), pade);
}

// As an expression: [[1, 2], [3, 4]].
std::string TextOf(const Eigen::MatrixXd& matrix) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    text += i == 0 ? "[" : ", [";
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      text += (j == 0 ? "" : ", ") + FormatNumber(matrix(i, j));
    }
    text += "]";
  }
  return text + "]";
}

void RequireBlock(const AnalysisArguments& arguments, const char* what) {
  if (arguments.has("--block")) return;
  throw UsageError(std::string("--apply needs --block, ") + what);
}

// --apply of a gain K for u = −K x: the block, which reads y = C x, gets −K C⁻¹.
void ApplyFeedback(const AnalysisArguments& arguments, const LinearModel& model,
                   const Eigen::MatrixXd& K) {
  if (!arguments.has("--apply")) return;
  RequireBlock(arguments, "the Gain that feeds the states back");
  const std::string block = arguments.text("--block");
  const bool is_square = model.C.rows() == model.C.cols();
  const FullLu<Eigen::MatrixXd> lu(is_square ? model.C : Eigen::MatrixXd());
  if (!is_square || !lu.is_invertible() || !model.D.isZero(0)) {
    throw UsageError("--apply: \"" + block + "\" reads " + std::to_string(model.C.rows()) +
                     " signals, from which the states " + ListOf(model.states) +
                     " do not follow; feed all of them back, or estimate them with lqg");
  }
  WriteDiagramWith(arguments, {{block + ".gain", TextOf(-K * lu.Inverse())}});
}

// --apply of a controller for u = −H y.
void ApplyController(const AnalysisArguments& arguments, const LinearModel& controller) {
  if (!arguments.has("--apply")) return;
  RequireBlock(arguments, "the StateSpace that gets the controller");
  if (controller.is_sampled()) {
    throw UsageError(
        "--apply of lqg is for continuous controllers: a DiscreteStateSpace shows what it "
        "makes of a sample at once, for which the design would be another one");
  }
  const std::string block = arguments.text("--block");
  WriteDiagramWith(arguments, {{block + ".A", TextOf(controller.A)},
                               {block + ".B", TextOf(controller.B)},
                               {block + ".C", TextOf(-controller.C)},
                               {block + ".D", TextOf(controller.D)}});
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
  const LinearModel model = StateModel(arguments);
  const QuadraticCost cost = CostOf(arguments, model);
  const double period = ControlPeriod(arguments, model);
  ResultTree result;
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
  ApplyFeedback(arguments, model, regulator.K);
  return result;
}

// The gains and covariances of the filter; what exists only with sampling is left out without it.
ResultTree Kalman(const AnalysisArguments& arguments) {
  const LinearModel model = StateModel(arguments);
  const KalmanDesign design = DesignKalman(
      model, Matrix(arguments, "--Q"), Matrix(arguments, "--R"), ControlPeriod(arguments, model));
  ResultTree result;
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
  return result;
}

// Regulator and filter together, and the controller that they make.
ResultTree Lqg(const AnalysisArguments& arguments) {
  const LinearModel model = StateModel(arguments);
  const LqgDesign design = DesignLqg(model, CostOf(arguments, model), Matrix(arguments, "--W"),
                                     Matrix(arguments, "--V"));
  ResultTree result;
  result.Add("Ts", model.period_sec);
  result.Add("K", design.K);
  result.Add("L", design.L);
  result.Add("poles", design.poles);
  ResultTree controller;
  AddConverted(design.controller, &controller);
  result.Add("controller", controller);
  ApplyController(arguments, design.controller);
  return result;
}

// `deadbeat` stands for poles that are all 0: of a sampled model, which then comes to rest in at
// most as many steps as it has states.
ResultTree Place(const AnalysisArguments& arguments) {
  const LinearModel model = StateModel(arguments);
  const std::string text = arguments.required_text("--poles");
  if (text == "deadbeat" && !model.is_sampled()) {
    throw UsageError("--poles: deadbeat is for sampled models; this one is continuous");
  }
  const ComplexList poles = text == "deadbeat"
                                ? ComplexList(static_cast<size_t>(model.num_states()), 0.0)
                                : ParseComplexNumbers(text, "--poles");
  const PolePlacement placement = PlacePoles(model.A, model.B, poles);
  ResultTree result;
  result.Add("Ts", model.period_sec);
  result.Add("K", placement.K);
  result.Add("poles", placement.poles);
  result.Add("condition", placement.condition);
  ApplyFeedback(arguments, model, placement.K);
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
