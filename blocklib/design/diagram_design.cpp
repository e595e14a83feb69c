#include "blocklib/design/diagram_design.h"

#include "blocklib/design/new_blocks.h"
#include "engine/analysis/signals.h"
#include "engine/blocks/block_registry.h"
#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/edits/edit_helpers.h"
#include "engine/linear/model_text.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {
namespace {

using Settings = std::vector<std::pair<std::string, ParameterSetting>>;

std::string ListOf(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
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

// A number where the matrix has one element, which a person would type so.
ParameterSetting ValueOf(const Eigen::MatrixXd& matrix) {
  return matrix.size() == 1 ? ParameterSetting(matrix(0, 0)) : SettingOf(matrix);
}

// All names are looked at before anything is changed, so that an error leaves the diagram as it
// was.
void SetParameters(const std::string& path, const Settings& settings, const BlockRegistry& registry,
                   Transaction* transaction) {
  const Block* const block = transaction->document().FindBlock(path);
  if (block == nullptr) throw UsageError("--block: there is no block \"" + path + "\"");
  const BlockDescriptor* const type = registry.Find(block->type);
  for (const auto& [name, value] : settings) {
    if (type != nullptr && type->FindParameter(name) != nullptr) continue;
    throw UsageError("--block: \"" + path + "\" is a " + block->type +
                     ", which has no parameter \"" + name + "\" to put the design into");
  }
  const auto [level, block_name] = SplitPath(path);
  ModifyBlock(transaction, level, block_name, [&settings](Block* changed) {
    for (const auto& [name, value] : settings) changed->SetParameter(name, value);
  });
}

InputUse UseOfPlant(const DesignPlant& plant, const DesignTarget& target) {
  return UseOf(*plant.diagram, "--apply of " + target.name);
}

void RequireNoFeedthrough(const LinearModel& plant) {
  if (plant.D.isZero(0)) return;
  throw UsageError(
      "--apply: an output follows an input at once, so that a sampled estimate of the one would "
      "need the other; take an output behind a state");
}

// Whether the plant sees at once what a sampled controller puts out.
bool SeesAtOnce(const DesignPlant& plant, const DesignTarget& target) {
  return plant.model.is_sampled() && UseOfPlant(plant, target) == InputUse::kHeld;
}

// A DiscreteStateSpace shows at once what it makes of a sample: where the plant sees that at once,
// the estimate is the one that the sample has corrected.
LinearModel ControllerFor(const DesignPlant& plant, const LqgDesign& design,
                          const DesignTarget& target) {
  if (!SeesAtOnce(plant, target)) return design.controller;
  RequireNoFeedthrough(plant.model);
  return FilteredController(plant.model, design);
}

// A controller with samples needs a block with samples: a StateSpace would read its matrices as
// those of a differential equation, and the loop would be another one without any error.
void RequireController(const LinearModel& plant, const std::string& path,
                       const Document& document) {
  const std::string type = plant.is_sampled() ? "DiscreteStateSpace" : "StateSpace";
  const Block* const block = document.FindBlock(path);
  if (block != nullptr && block->type == type) return;
  throw UsageError("--apply of lqg: the controller of this diagram is a " + type + ", but \"" +
                   path + "\" is " + (block == nullptr ? "not there" : "a " + block->type) +
                   "; put one in its place");
}

}  // namespace

// The widths are needed where the controller's one output vector is divided among several inputs.
DesignSignals FindDesignSignals(const DiagramIndex<double>& index, std::vector<std::string> inputs,
                                std::vector<std::string> outputs) {
  DesignSignals signals{std::move(inputs), std::move(outputs), {}};
  if (signals.inputs.empty()) signals.inputs = DefaultInputs(index);
  if (signals.outputs.empty()) {
    for (const auto& [name, place] : DefaultOutputs(index)) {
      signals.outputs.push_back(OutputAt(index, place));
    }
  }
  for (const std::string& input : signals.inputs) {
    signals.input_widths.push_back(FindSignal(index, input).width);
  }
  return signals;
}

void RequireWhole(const std::vector<std::string>& open) {
  if (open.empty()) return;
  throw UsageError("--apply: the opening at " + open.front() +
                   " is whole in the diagram that is written; take the wire out of it; or name "
                   "the controller with --block");
}

void RequireDesignPeriod(double period_sec, const LinearModel& model) {
  RequirePeriod(period_sec);
  if (model.is_sampled()) {
    throw UsageError("--period: it is for a continuous model; this one is sampled already, every " +
                     FormatNumber(model.period_sec) + " s, so leave it out");
  }
}

void RequireStates(const LinearModel& model, const std::string& block) {
  if (model.num_states() > 0) return;
  if (block.empty()) {
    throw UsageError(
        "between the inputs and outputs there is no state, so that there is nothing to feed back "
        "or to estimate; choose an output behind a state");
  }
  throw UsageError("--block: without \"" + block +
                   "\" there is no state between its output and its input, so that there is "
                   "nothing to feed back");
}

void RequireStateWeight(const Eigen::MatrixXd& Q, const LinearModel& model) {
  const Eigen::Index n = model.num_states();
  if (Q.rows() == n && Q.cols() == n) return;
  throw UsageError("Q is " + std::to_string(Q.rows()) + " by " + std::to_string(Q.cols()) +
                   ", but it must be " + std::to_string(n) + " by " + std::to_string(n) +
                   ", for the states " + ListOf(model.states));
}

ComplexList WantedPoles(const std::string& text, const LinearModel& model) {
  if (text != "deadbeat") return ParseComplexNumbers(text, "--poles");
  if (!model.is_sampled()) {
    throw UsageError("--poles: deadbeat is for sampled models; this one is continuous");
  }
  return ComplexList(model.num_states(), 0.0);
}

void AddPeriod(double period_sec, HybridModel* model) {
  RequirePeriod(period_sec);
  std::vector<double> periods = {period_sec};
  for (const auto& update : model->updates) periods.push_back(update.period_sec);
  model->period_sec = CommonPeriod(periods);
}

// The block reads y = C x, so that u = −K x is u = −K C⁻¹ y. For example with the states x =
// (position, speed) and y = (speed, position) C is a permutation, and the columns of K change
// places.
Eigen::MatrixXd FeedbackGain(const LinearModel& model, const Eigen::MatrixXd& K,
                             const std::string& who_reads) {
  const bool is_square = model.C.rows() == model.C.cols();
  const FullLu<Eigen::MatrixXd> lu(is_square ? model.C : Eigen::MatrixXd());
  if (is_square && lu.is_invertible() && model.D.isZero(0)) return -K * lu.Inverse();
  throw UsageError("--apply: " + who_reads + " " + std::to_string(model.C.rows()) +
                   " signals, from which the states " + ListOf(model.states) +
                   " do not follow; feed all of them back, or estimate them with lqg");
}

void PutGains(const PidGains& gains, const std::string& block, const BlockRegistry& registry,
              Transaction* transaction) {
  SetParameters(block, {{"kp", gains.kp}, {"ki", gains.ki}, {"kd", gains.kd}}, registry,
                transaction);
}

// A hold is not needed in two cases: the design is continuous, or the diagram's own updates sample
// what the gain puts out.
void PutFeedback(const DesignPlant& plant, const Eigen::MatrixXd& K, double period_sec,
                 const BlockRegistry& registry, const DesignTarget& target,
                 Transaction* transaction) {
  const LinearModel& model = plant.model;
  const bool is_block = !target.block.empty();
  const Eigen::MatrixXd gain =
      FeedbackGain(model, K, is_block ? "\"" + target.block + "\" reads" : "the outputs are");
  if (is_block) {
    return SetParameters(target.block, {{"gain", ValueOf(gain)}}, registry, transaction);
  }
  const bool has_hold =
      period_sec == 0 || (model.is_sampled() && UseOfPlant(plant, target) == InputUse::kSampled);
  NewBlocks blocks(transaction, target.signals.All());
  AddFeedback(gain, has_hold ? 0 : period_sec, target.signals, target.name, &blocks);
}

// A block that is there is wired already, so that it only gets the matrices, with the minus of u =
// −H y in C. D is 0 in both cases: the design has none.
void PutController(const DesignPlant& plant, const LqgDesign& design, const BlockRegistry& registry,
                   const DesignTarget& target, Transaction* transaction) {
  const bool is_block = !target.block.empty();
  if (is_block) RequireController(plant.model, target.block, transaction->document());
  LinearModel controller = ControllerFor(plant, design, target);
  if (!is_block) {
    NewBlocks blocks(transaction, target.signals.All());
    return AddController(controller, target.signals, target.name, &blocks);
  }
  controller.C = -controller.C;
  SetParameters(target.block, StateSpaceSettings(controller), registry, transaction);
}

// After its update a DiscreteStateSpace shows what it makes of the sample of that instant.
LinearModel ControllerInLoop(const DesignPlant& plant, const LqgDesign& design,
                             const DesignTarget& target) {
  LinearModel controller = ControllerFor(plant, design, target);
  controller.C = -controller.C;
  if (!SeesAtOnce(plant, target)) return controller;
  controller.D = controller.C * controller.B;
  controller.C = Eigen::MatrixXd(controller.C * controller.A);
  return controller;
}

// Two filters are possible with samples. Where inputs are read just before the updates, a
// KalmanFilter block does; else the filter becomes a state space of [u; y]. A continuous plant with
// a sampled filter is first taken over one period, with its inputs held.
void PutFilter(const DesignPlant& plant, const Eigen::MatrixXd& Q, const Eigen::MatrixXd& R,
               const KalmanDesign& design, const DesignTarget& target, Transaction* transaction) {
  const double period = design.period_sec;
  const bool becomes_sampled = period > 0 && !plant.model.is_sampled();
  const LinearModel model =
      becomes_sampled ? ToSampled(plant.model, period, DiscretisationMethod::kZoh) : plant.model;
  if (period > 0) RequireNoFeedthrough(model);
  const bool is_before_updates = period > 0 && UseOfPlant(plant, target) == InputUse::kSampled;
  NewBlocks blocks(transaction, target.signals.All());
  if (is_before_updates) {
    const Eigen::MatrixXd noise = model.B * Q * model.B.transpose();
    AddKalmanFilter(model, noise, R, design, target.signals, target.name, &blocks);
  } else {
    AddFilter(model, design, target.signals, target.name, &blocks);
  }
}

}  // namespace loopwright
