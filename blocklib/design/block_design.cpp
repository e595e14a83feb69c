#include "blocklib/design/block_design.h"

#include <utility>

#include "blocklib/design/diagram_design.h"
#include "engine/analysis/hybrid_model.h"
#include "engine/analysis/response_picture.h"
#include "engine/common/exceptions.h"
#include "engine/control/place.h"
#include "engine/control/regulators.h"
#include "engine/linear/model_text.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {

// Each method needs the process in another form: simc a model of first or second order with dead
// time (the half rule makes it), margins and ms the frequency response, which zeros, poles and gain
// give exactly, and the relay experiment the matrices, by which it follows the state.
PidDesign DesignPid(const LinearModel& process, const ZeroPoleGain& zpk, const PidChoice& choice) {
  PidDesign design;
  if (choice.method == "simc") {
    design.simple = HalfRule(zpk, choice.type == PidType::kPid);
    design.gains = TuneSimc(*design.simple, choice.type, choice.tau_c);
  } else if (choice.method == "margins") {
    design.gains = TuneForMargins(zpk, choice.type, choice.crossover, choice.phase_margin);
  } else if (choice.method == "ms") {
    design.sensitivity = TuneForSensitivity(zpk, choice.type, choice.Ms);
    design.gains = design.sensitivity->gains;
  } else if (choice.method == "relay") {
    design.relay = RunRelay(process, choice.relay, choice.hysteresis);
    design.gains = TuneFromRelay(*design.relay, choice.type, choice.rule);
  } else {
    throw UsageError("--method: there is no method \"" + choice.method +
                     "\"; there are simc, relay, margins and ms");
  }
  return design;
}

namespace {

// What the block sees, from its output to what comes into it. A sampled controller reads what was
// there before its own update.
LinearModel SeenBy(const ControlledPart& part) {
  return ToLinearModel(part.model, kPicturePade, true);
}

// The process is what lies between the output of the PID block and its input, the block itself
// taken out. The gains are parameters of that block: `put` changes nothing but these.
BlockDesign PidOf(const ControlledPart& part, const BlockRegistry& registry,
                  const DesignRequest& request) {
  const LinearModel process = ProcessSeenByPid(part, request.block, SeenBy(part));
  if (process.num_inputs() != 1 || process.num_outputs() != 1) {
    throw UsageError("--block: \"" + request.block + "\" has " +
                     std::to_string(process.num_inputs()) + " elements; a PID is found for one");
  }
  const ZeroPoleGain zpk = ToZeroPoleGain(process, 0, 0);
  if (zpk.gain == 0) {
    throw UsageError("--block: nothing comes back from the output of \"" + request.block +
                     "\" to its input: it is in no loop");
  }
  const PidGains gains = DesignPid(process, zpk, request.pid).gains;
  BlockDesign design;
  for (const auto& [name, gain] :
       {std::pair("kp", gains.kp), std::pair("ki", gains.ki), std::pair("kd", gains.kd)}) {
    design.values.emplace_back(name, Eigen::MatrixXd::Constant(1, 1, gain));
  }
  design.put = [gains, block = request.block, &registry](Transaction* transaction) {
    PutGains(gains, block, registry, transaction);
  };
  return design;
}

// A number stands for so many times the identity.
Eigen::MatrixXd WeightOf(const std::string& text, const std::string& name, Eigen::Index size) {
  Eigen::MatrixXd matrix = ParseMatrix(text, name);
  if (matrix.size() != 1) return matrix;
  return Eigen::MatrixXd::Identity(size, size) * matrix(0, 0);
}

// What is designed for, and where that goes.
struct DesignTask {
  DesignPlant plant;
  DesignTarget target;
};

// The command that makes the same.
std::string CommandOf(DesignRequest::Method method) {
  switch (method) {
    case DesignRequest::Method::kPid:
      return "pid";
    case DesignRequest::Method::kRegulator:
      return "lqr";
    case DesignRequest::Method::kPoles:
      return "place";
    case DesignRequest::Method::kFilter:
      return "kalman";
    case DesignRequest::Method::kLqg:
      return "lqg";
  }
  return {};
}

// The diagram between the signals. A controller of LQG with a period is that of samples: of what
// the plant comes to in a period.
DesignTask TaskBetween(const Document& document, const BlockRegistry& registry,
                       const DesignRequest& request, PointOptions options) {
  RequireWhole(options.open);
  options.inputs = request.inputs;
  options.outputs = request.outputs;
  const Linearisation diagram = Linearise(FindOperatingPoint(document, registry, options), options);
  HybridModel model = diagram.model;
  if (request.method == DesignRequest::Method::kLqg && request.period_sec) {
    AddPeriod(*request.period_sec, &model);
  }
  DesignTask task{
      {ToLinearModel(model, kPicturePade, true), {}},
      {"", CommandOf(request.method),
       FindDesignSignals(diagram.point.built->index(), request.inputs, request.outputs)}};
  task.plant.diagram = std::move(model);
  return task;
}

// The diagram without the block, as it sees that. Its rates are the diagram's.
DesignTask TaskWithout(const ControlledPart& part, const DesignRequest& request) {
  if (request.period_sec) {
    throw UsageError(
        "a block that is there has the rates of the diagram, and takes no period "
        "beside them; put a ZeroOrderHold of that period before it, or choose new "
        "blocks");
  }
  return {{SeenBy(part), part.model}, {request.block, CommandOf(request.method), {}}};
}

// Dead time has no finite state to feed back or to estimate: its approximation stands for it.
void MakeFinite(const DesignRequest& request, DesignPlant* plant) {
  plant->model = ReplaceDelays(plant->model, kPicturePade);
  if (plant->model.num_states() > 0) return;
  if (request.block.empty()) {
    throw UsageError(
        "between the inputs and outputs there is no state, so that there is nothing "
        "to feed back or to estimate; choose an output behind a state");
  }
  throw UsageError("--block: without \"" + request.block +
                   "\" there is no state between its output and its input, so that there is "
                   "nothing to feed back");
}

// Weights of all states, which an error names.
Eigen::MatrixXd StateWeightOf(const std::string& text, const LinearModel& model) {
  const Eigen::Index n = model.num_states();
  Eigen::MatrixXd Q = WeightOf(text, "Q", n);
  if (Q.rows() == n && Q.cols() == n) return Q;
  std::string states;
  for (const std::string& state : model.states) states += (states.empty() ? "" : ", ") + state;
  throw UsageError("Q is " + std::to_string(Q.rows()) + " by " + std::to_string(Q.cols()) +
                   ", but it must be " + std::to_string(n) + " by " + std::to_string(n) +
                   ", for the states " + states);
}

QuadraticCost CostOf(const DesignRequest& request, const LinearModel& model) {
  return {StateWeightOf(request.Q, model), WeightOf(request.R, "R", model.num_inputs()), {}};
}

// The period of samples of a continuous model; 0: there are none.
double PeriodOf(const DesignRequest& request, const LinearModel& model) {
  if (!request.period_sec) return 0;
  RequireDesignPeriod(*request.period_sec, model);
  return *request.period_sec;
}

// Deadbeat control places all poles at z = 0: every state is 0 after as many samples as there are
// states. In continuous time no such place exists, as nothing linear comes to rest in finite time.
PolePlacement PlacementOf(const DesignRequest& request, const LinearModel& model) {
  if (request.poles == "deadbeat" && !model.is_sampled()) {
    throw UsageError("--poles: deadbeat is for sampled models; this one is continuous");
  }
  const ComplexList wanted = request.poles == "deadbeat"
                                 ? ComplexList(static_cast<std::size_t>(model.num_states()), 0.0)
                                 : ParseComplexNumbers(request.poles, "poles");
  return PlacePoles(model.A, model.B, wanted);
}

// Of a block it is told what its gain will be, of new ones K.
BlockDesign FeedbackOf(const DesignTask& task, const BlockRegistry& registry,
                       const DesignRequest& request) {
  const LinearModel& model = task.plant.model;
  double period_sec = model.period_sec;
  Eigen::MatrixXd K;
  BlockDesign design;
  if (request.method == DesignRequest::Method::kRegulator) {
    const double period = PeriodOf(request, model);
    if (period > 0) period_sec = period;
    const QuadraticRegulator regulator =
        DesignRegulator(model, CostOf(request, model), period).regulator;
    K = regulator.K;
    design.poles = regulator.poles;
  } else {
    const PolePlacement placement = PlacementOf(request, model);
    K = placement.K;
    design.poles = placement.poles;
  }
  if (task.target.block.empty()) {
    design.values.emplace_back("K", K);
  } else {
    design.values.emplace_back("gain", FeedbackGain(model, K, "\"" + request.block + "\" reads"));
  }
  design.put = [task, K, period_sec, &registry](Transaction* transaction) {
    PutFeedback(task.plant, K, period_sec, registry, task.target, transaction);
  };
  return design;
}

// A Kalman filter, with noise of covariance Q at the inputs and R on what is measured. M, the gain
// of the correction by one sample, is there for sampled filters only: in continuous time correction
// and prediction are one.
BlockDesign FilterFor(const DesignTask& task, const DesignRequest& request) {
  const LinearModel& model = task.plant.model;
  const Eigen::MatrixXd Q = WeightOf(request.Q, "Q", model.num_inputs());
  const Eigen::MatrixXd R = WeightOf(request.R, "R", model.num_outputs());
  const KalmanDesign filter = DesignKalman(model, Q, R, PeriodOf(request, model));
  BlockDesign design;
  design.values.emplace_back("L", filter.L);
  if (filter.period_sec > 0) design.values.emplace_back("M", filter.M);
  design.poles = filter.poles;
  design.put = [task, Q, R, filter](Transaction* transaction) {
    PutFilter(task.plant, Q, R, filter, task.target, transaction);
  };
  return design;
}

// By the separation principle the regulator is found as if all states were measured, and the filter
// as if nothing were controlled; together they are one controller, whose poles with the plant are
// those of both.
BlockDesign LqgOf(const DesignTask& task, const BlockRegistry& registry,
                  const DesignRequest& request) {
  const LinearModel& model = task.plant.model;
  const LqgDesign lqg =
      DesignLqg(model, CostOf(request, model), WeightOf(request.W, "W", model.num_states()),
                WeightOf(request.V, "V", model.num_outputs()));
  BlockDesign design;
  design.values.emplace_back("K", lqg.K);
  design.values.emplace_back("L", lqg.L);
  design.poles = lqg.poles;
  design.put = [task, lqg, &registry](Transaction* transaction) {
    PutController(task.plant, lqg, registry, task.target, transaction);
  };
  return design;
}

}  // namespace

// Without a block's name the design goes between signals of the diagram, and the plant is the
// diagram as it stands. With a name it is the diagram without that block.
BlockDesign DesignBlock(const Document& document, const BlockRegistry& registry,
                        const DesignRequest& request, const PointOptions& point) {
  DesignTask task;
  if (request.block.empty()) {
    task = TaskBetween(document, registry, request, point);
  } else {
    const ControlledPart part =
        LineariseWithout(document, registry, point, request.block, request.block + ".y");
    if (request.method == DesignRequest::Method::kPid) return PidOf(part, registry, request);
    task = TaskWithout(part, request);
  }
  MakeFinite(request, &task.plant);
  if (request.method == DesignRequest::Method::kFilter) return FilterFor(task, request);
  if (request.method == DesignRequest::Method::kLqg) return LqgOf(task, registry, request);
  return FeedbackOf(task, registry, request);
}

}  // namespace loopwright
