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

namespace {

LinearModel WithoutDelay(ZeroPoleGain zpk) {
  zpk.delay_sec = 0;
  return FromZeroPoleGain(zpk);
}

}  // namespace

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
    design.relay = RunRelay(zpk.delay_sec > 0 ? WithoutDelay(zpk) : process, zpk.delay_sec,
                            choice.relay, choice.hysteresis);
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
  std::optional<LinearModel> present;  ///< the controller that the diagram has
};

// The command that makes the same; they are in the order of the methods.
std::string CommandOf(DesignRequest::Method method) {
  constexpr const char* kCommands[] = {"pid", "lqr", "place", "kalman", "lqg"};
  return kCommands[static_cast<int>(method)];
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
       FindDesignSignals(diagram.point.built->index(), request.inputs, request.outputs)},
      {}};
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
  return {{SeenBy(part), part.model}, {request.block, CommandOf(request.method), {}}, {}};
}

// Dead time has no finite state to feed back or to estimate: its approximation stands for it.
void MakeFinite(const DesignRequest& request, DesignPlant* plant) {
  plant->model = ReplaceDelays(plant->model, kPicturePade);
  RequireStates(plant->model, request.block);
}

// The controller that the diagram has, as the plant sees it: none where there will be new blocks.
// Nothing where the block has a period of its own, or the plant sees it in two ways.
std::optional<LinearModel> PresentController(const Document& document,
                                             const BlockRegistry& registry,
                                             const PointOptions& point, const DesignTask& task) {
  const LinearModel& plant = task.plant.model;
  LinearModel none;
  none.B = Eigen::MatrixXd::Zero(0, plant.num_outputs());
  none.C = Eigen::MatrixXd::Zero(plant.num_inputs(), 0);
  none.D = Eigen::MatrixXd::Zero(plant.num_inputs(), plant.num_outputs());
  const std::string& block = task.target.block;
  if (block.empty()) return none;
  try {
    const bool reads_before =
        plant.is_sampled() && UseOf(*task.plant.diagram, task.target.name) == InputUse::kSampled;
    const HybridModel alone = LineariseAlone(document, registry, point, block, block + ".y");
    LinearModel present =
        ReplaceDelays(ToLinearModel(alone, kPicturePade, reads_before), kPicturePade);
    const bool has_period_of_its_own =
        present.num_states() > 0 && present.period_sec != plant.period_sec;
    if (!has_period_of_its_own) return present;
  } catch (const UsageError&) {  // The plant sees it in two ways.
  }
  return {};
}

// What a design costs beside the controller that is there.
void AddCosts(const DesignTask& task, const LinearModel& plant, const QuadraticCost& cost,
              const Eigen::MatrixXd& W, const Eigen::MatrixXd& V, double designed,
              BlockDesign* design) {
  design->cost = designed;
  if (task.present) design->cost_now = MeanCost(plant, cost, W, V, *task.present);
}

QuadraticCost CostOf(const DesignRequest& request, const LinearModel& model) {
  const Eigen::MatrixXd Q = WeightOf(request.Q, "Q", model.num_states());
  RequireStateWeight(Q, model);
  return {Q, WeightOf(request.R, "R", model.num_inputs()), {}};
}

// The period of samples of a continuous model; 0: there are none.
double PeriodOf(const DesignRequest& request, const LinearModel& model) {
  if (!request.period_sec) return 0;
  RequireDesignPeriod(*request.period_sec, model);
  return *request.period_sec;
}

// Of a continuous model with samples it is that of its states at these.
void AddRegulatorCosts(const DesignTask& task, const QuadraticCost& cost,
                       const RegulatorDesign& found, BlockDesign* design) {
  LinearModel plant = task.plant.model;
  if (found.sampled) {
    plant.A = found.sampled->Phi;
    plant.B = found.sampled->Gamma;
    plant.period_sec = 1;  // of whatever length
  }
  const int n = plant.num_states(), p = plant.num_outputs();
  AddCosts(task, plant, found.sampled ? found.sampled->cost : cost, Eigen::MatrixXd::Identity(n, n),
           Eigen::MatrixXd::Zero(p, p), found.regulator.S.trace(), design);
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
    const QuadraticCost cost = CostOf(request, model);
    const RegulatorDesign found = DesignRegulator(model, cost, period);
    K = found.regulator.K;
    design.poles = found.regulator.poles;
    AddRegulatorCosts(task, cost, found, &design);
  } else {
    const PolePlacement placement = PlacePoles(model.A, model.B, WantedPoles(request.poles, model));
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

// What cannot be put into the diagram has no cost in it.
void AddLqgCosts(const DesignTask& task, const LqgDesign& lqg, const QuadraticCost& cost,
                 const Eigen::MatrixXd& W, const Eigen::MatrixXd& V, BlockDesign* design) {
  const LinearModel& model = task.plant.model;
  try {
    const LinearModel controller = ControllerInLoop(task.plant, lqg, task.target);
    AddCosts(task, model, cost, W, V, MeanCost(model, cost, W, V, controller), design);
  } catch (const UsageError&) {
    return;
  }
}

// By the separation principle the regulator is found as if all states were measured, and the filter
// as if nothing were controlled; together they are one controller, whose poles with the plant are
// those of both.
BlockDesign LqgOf(const DesignTask& task, const BlockRegistry& registry,
                  const DesignRequest& request) {
  const LinearModel& model = task.plant.model;
  const QuadraticCost cost = CostOf(request, model);
  const Eigen::MatrixXd W = WeightOf(request.W, "W", model.num_states());
  const Eigen::MatrixXd V = WeightOf(request.V, "V", model.num_outputs());
  const LqgDesign lqg = DesignLqg(model, cost, W, V);
  BlockDesign design;
  design.values.emplace_back("K", lqg.K);
  design.values.emplace_back("L", lqg.L);
  design.poles = lqg.poles;
  AddLqgCosts(task, lqg, cost, W, V, &design);
  design.put = [task, lqg, &registry](Transaction* transaction) {
    PutController(task.plant, lqg, registry, task.target, transaction);
  };
  return design;
}

// A PID is for a block that is there, and a filter for new ones.
void RequirePlaceFor(const DesignRequest& request) {
  using Method = DesignRequest::Method;
  if (request.method == Method::kPid && request.block.empty()) {
    throw UsageError(
        "a PID is found for a block that is there, between what it reads and what it puts out; "
        "name a PidController or DiscretePid with --block");
  }
  if (request.method == Method::kFilter && !request.block.empty()) {
    throw UsageError(
        "--block: a filter watches the diagram as new blocks, and replaces none; "
        "name inputs and outputs in the place of \"" +
        request.block + "\"");
  }
}

}  // namespace

// Without a block's name the design goes between signals of the diagram, and the plant is the
// diagram as it stands. With a name it is the diagram without that block.
BlockDesign DesignBlock(const Document& document, const BlockRegistry& registry,
                        const DesignRequest& request, const PointOptions& point) {
  RequirePlaceFor(request);
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
  task.present = PresentController(document, registry, point, task);
  if (request.method == DesignRequest::Method::kLqg) return LqgOf(task, registry, request);
  return FeedbackOf(task, registry, request);
}

}  // namespace loopwright
