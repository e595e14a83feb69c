#include "engine/theory/noise_sources.h"

#include <algorithm>

#include "engine/analysis/blocked_paths.h"
#include "engine/common/checks.h"
#include "engine/common/exceptions.h"
#include "engine/run/signal_recorder.h"
#include "engine/stochastic/noise_structure.h"
#include "engine/theory/noise_reach.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

constexpr int kMostElements = 200;         // of states and held samples, whose matrices are dense
constexpr std::size_t kMostTargets = 100;  // every two of which have a covariance at each time

const DrawLaw<double>* LawAt(const Plan<double>& plan, int node) {
  return dynamic_cast<const DrawLaw<double>*>(plan.systems[node]);
}

// Where the continuous states of a leaf are among those of the plan: those of q, v and z.
std::vector<int> StatesOf(const Plan<double>& plan, int leaf) {
  const PlanNode& node = plan.nodes[leaf];
  std::vector<int> states;
  for (int i = 0; i < node.nq; ++i) states.push_back(node.q + i);
  for (int i = 0; i < node.nv; ++i) states.push_back(plan.num_q + node.v + i);
  for (int i = 0; i < node.nz; ++i) states.push_back(plan.num_q + plan.num_v + node.z + i);
  return states;
}

// Which number each continuous state of the plan has in a model that keeps all states: there they
// are in the order of the index.
std::vector<int> NumbersInModel(const DiagramIndex<double>& index) {
  std::vector<int> numbers(index.plan().num_continuous());
  int number = 0;
  for (const Quantity& quantity : index.quantities(QuantityKind::kContinuousState)) {
    for (int k = 0; k < quantity.size; ++k) {
      numbers[quantity.place + k] = number++;
    }
  }
  return numbers;
}

bool IsDelay(const Plan<double>& plan, int node) {
  return dynamic_cast<const StepHistory<double>*>(plan.systems[node]) != nullptr;
}

// Without inputs of its own a linear model has those of the diagram, which stand still here. What
// comes out of dead times are its last inputs.
void KeepInputs(int count, int num_delays, HybridModel* model) {
  std::vector<int> kept;
  for (int i = 0; i < count; ++i) kept.push_back(i);
  for (int i = num_delays; i > 0; --i) kept.push_back(static_cast<int>(model->B.cols()) - i);
  model->B = Eigen::MatrixXd(model->B(Eigen::all, kept));
  model->D = Eigen::MatrixXd(model->D(Eigen::all, kept));
  for (auto& update : model->updates) update.F = Eigen::MatrixXd(update.F(Eigen::all, kept));
}

// The blocks among `nodes` that any of the signals depends on.
std::vector<int> NodesBeforeAny(const DiagramIndex<double>& index, const std::vector<int>& nodes,
                                const std::vector<TargetSignal>& targets) {
  std::vector<bool> is_before(index.plan().nodes.size());
  for (const TargetSignal& target : targets) {
    for (const int node : NodesBefore(index, nodes, target.place.node)) is_before[node] = true;
  }
  std::vector<int> found = nodes;
  std::erase_if(found, [&](int node) { return !is_before[node]; });
  return found;
}

}  // namespace

// Each element is a target of its own, as it has a variance of its own; what was asked for twice is
// one.
std::vector<TargetSignal> FindTargets(const DiagramIndex<double>& index,
                                      const RunOptions& options) {
  std::vector<TargetSignal> targets;
  std::size_t left_out = 0;
  for (const SelectedSignal& one : SelectSignals(index.port_signals(), options, &left_out)) {
    const bool is_list = one.element < 0 && one.signal->width != 1;
    for (int k = 0; k < (is_list ? one.signal->width : 1); ++k) {
      const int element = is_list ? k : one.element;
      std::string label = one.signal->path;
      if (element >= 0) label += "[" + std::to_string(element) + "]";
      const bool is_new = std::none_of(targets.begin(), targets.end(),
                                       [&](const auto& other) { return other.label == label; });
      if (is_new) targets.push_back({label, FindSignal(index, label)});
    }
  }
  if (targets.size() + left_out > kMostTargets) {
    throw NoResultError("there are " + std::to_string(targets.size() + left_out) +
                        " signals; covariances of up to " + std::to_string(kMostTargets) +
                        " are computed");
  }
  return targets;
}

// The signals as they are at a point of a run.
Eigen::VectorXd ValuesAt(const std::vector<TargetSignal>& targets, const OperatingPoint& point) {
  auto& data = point.context->data();
  Eigen::VectorXd values(static_cast<Eigen::Index>(targets.size()));
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const SignalPlace& place = targets[i].place;
    data.Evaluate(place.entry);
    values[i] = data.arena[place.offset + place.first];
  }
  return values;
}

// Only noise from which a way leads to one of the targets counts: all else is left out before
// anything is made linear.
NoiseSources::NoiseSources(const BuiltDocument& built, std::vector<TargetSignal> targets,
                           bool has_parameters, double start_sec)
    : targets_(std::move(targets)), has_parameters_(has_parameters), start_sec_(start_sec) {
  const DiagramIndex<double>& index = built.index();
  const Plan<double>& plan = index.plan();
  diffusing_ = NodesBeforeAny(index, NoisyLeaves(plan), targets_);
  for (const int node : NodesBeforeAny(index, plan.leaves, targets_)) {
    const DrawLaw<double>* const law = LawAt(plan, node);
    const bool diffuses = std::find(diffusing_.begin(), diffusing_.end(), node) != diffusing_.end();
    if (law == nullptr || diffuses) continue;
    AddHeld(index, node);
  }
  FindDelays(index);
  FindOutputs(index);
}

// In the order in which a linear model has them. Those that nothing drawn enters, or that no signal
// comes through, have no name.
void NoiseSources::FindDelays(const DiagramIndex<double>& index) {
  const Plan<double>& plan = index.plan();
  first_delays_.assign(plan.nodes.size(), -1);
  const std::vector<int> before = NodesBeforeAny(index, plan.leaves, targets_);
  for (const int leaf : plan.leaves) {
    if (!IsDelay(plan, leaf)) continue;
    const bool counts = std::find(before.begin(), before.end(), leaf) != before.end() &&
                        !NodesBefore(index, nodes(), leaf).empty();
    first_delays_[leaf] = static_cast<int>(delays_.size());
    const int width = plan.systems[leaf]->get_input_port(0).size();
    for (int k = 0; k < width; ++k) {
      const bool is_asked_for =
          std::any_of(targets_.begin(), targets_.end(), [&](const TargetSignal& target) {
            return target.place.node == leaf && target.place.first == k;
          });
      delays_.push_back({counts ? plan.PathOf(leaf) : std::string(), is_asked_for});
    }
  }
}

// Signals of two names may be one: the output of a subsystem is that of a block in it. A model has
// each of its outputs once, and none that comes out of a dead time. Where nothing else is left it
// gets any output, as it would have those of the diagram without one.
void NoiseSources::FindOutputs(const DiagramIndex<double>& index) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const SignalPlace& place = targets_[i].place;
    std::size_t first = 0;
    while (targets_[first].place.entry != place.entry ||
           targets_[first].place.offset != place.offset ||
           targets_[first].place.first != place.first) {
      ++first;
    }
    if (IsDelay(index.plan(), place.node)) {
      rows_.push_back(-1);
    } else {
      rows_.push_back(first < i ? rows_[first] : static_cast<int>(outputs_.size()));
      if (first == i) outputs_.push_back(targets_[i].label);
    }
  }
  for (const PortSignal<double>& signal : index.port_signals()) {
    if (!outputs_.empty()) break;
    if (signal.port == nullptr || signal.width < 1) continue;
    const SignalPlace place = FindSignal(index, signal.path);
    if (!IsDelay(index.plan(), place.node)) outputs_.push_back(signal.path);
  }
}

// A noise is held that has samples in its first group, which an update replaces from time to time.
void NoiseSources::AddHeld(const DiagramIndex<double>& index, int node) {
  const Plan<double>& plan = index.plan();
  const auto found = std::find_if(plan.events.begin(), plan.events.end(), [&](const auto& one) {
    return one.node == node && one.event->trigger() == TriggerType::kPeriodic &&
           !one.event->is_publish();
  });
  LOOPWRIGHT_THROW_UNLESS(found != plan.events.end());
  Held held;
  held.node = node;
  held.first = num_elements_;
  held.width = plan.groups[plan.nodes[node].first_group].size;
  held.period_sec = found->event->period_sec();
  held.offset_sec = found->event->offset_sec();
  held.signal = plan.PathOf(node) + "." + plan.systems[node]->get_output_port(0).get_name();
  num_elements_ += held.width;
  held_.push_back(std::move(held));
}

// The diagram made linear at the point, with the noise of each source as an intensity of its
// states. What is the same in all runs is taken out, unless random parameters may make it another.
NoisyModel NoiseSources::ModelAt(const OperatingPoint& point) const {
  std::vector<ShownDelay> shown;
  NoisyModel noisy = LineariseAt(point, false, &shown);
  ReadOutputs(shown, &noisy.model);
  AddIntensity(point, &noisy);
  if (!has_parameters_) DropUnreached(&noisy);
  return noisy;
}

std::vector<HybridUpdate<double>> NoiseSources::NextUpdatesAt(const OperatingPoint& point) const {
  std::vector<ShownDelay> shown;
  return LineariseAt(point, true, &shown).model.updates;
}

// With dead times as states, which are in `shown`, and outputs as FindOutputs() has them.
NoisyModel NoiseSources::LineariseAt(const OperatingPoint& point, bool as_it_stands,
                                     std::vector<ShownDelay>* shown) const {
  PointOptions options;
  options.outputs = outputs_;
  options.keeps_all_states = true;
  options.as_it_stands = as_it_stands;
  for (const Held& held : held_) options.inputs.push_back(held.signal);
  NoisyModel noisy;
  noisy.model = Linearise({point.built, point.context->Clone()}, options).model;
  KeepInputs(num_elements_, static_cast<int>(delays_.size()), &noisy.model);
  const Plan<double>& plan = point.built->index().plan();
  for (const Held& held : held_) {
    for (int k = 0; k < held.width; ++k) {
      const auto law = LawAt(plan, held.node)->LawOf(point.context->data().views[held.node], k);
      const std::string element = held.width == 1 ? "" : "[" + std::to_string(k) + "]";
      noisy.held.push_back({held.signal + element, held.period_sec, held.offset_sec, law.value()});
    }
  }
  *shown = HoldDelays(start_sec_, delays_, &noisy);
  if (noisy.size() > kMostElements) {
    throw NoResultError("there are " + std::to_string(noisy.size()) +
                        " states and samples of noises; up to " + std::to_string(kMostElements) +
                        " are taken");
  }
  return noisy;
}

// A row for each signal. One that shows a held noise as it is has that element: the model has
// outputs as they are before inputs are added. What comes out of a dead time is a state or an
// input. Rows of what enters dead times stay behind.
void NoiseSources::ReadOutputs(const std::vector<ShownDelay>& shown, HybridModel* model) const {
  const auto count = static_cast<Eigen::Index>(targets_.size());
  const int q = model->num_delays();
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(count + q, model->C.cols());
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(count + q, model->D.cols());
  C.bottomRows(q) = model->C.bottomRows(q);
  D.bottomRows(q) = model->D.bottomRows(q);
  for (Eigen::Index row = 0; row < count; ++row) {
    const SignalPlace& place = targets_[row].place;
    const auto held = std::find_if(held_.begin(), held_.end(),
                                   [&](const Held& one) { return one.node == place.node; });
    const int delay = first_delays_[place.node];
    if (held != held_.end()) {
      D(row, held->first + place.first) = 1;
    } else if (delay >= 0) {
      const ShownDelay& at = shown[delay + place.first];
      if (at.state >= 0) C(row, at.state) = 1;
      if (at.input >= 0) D(row, at.input) = 1;
    } else {
      C.row(row) = model->C.row(rows_[row]);
      D.row(row) = model->D.row(rows_[row]);
    }
  }
  model->C = C;
  model->D = D;
}

// Of each diffusion B Bᵀ at the point, in the rows and columns of its states.
void NoiseSources::AddIntensity(const OperatingPoint& point, NoisyModel* noisy) const {
  auto& data = point.context->data();
  const Plan<double>& plan = point.built->index().plan();
  const auto n = static_cast<Eigen::Index>(noisy->model.num_states());
  noisy->intensity = Eigen::MatrixXd::Zero(n, n);
  const std::vector<int> numbers = NumbersInModel(point.built->index());
  for (const int node : diffusing_) {
    const auto& diffusion = *LeafAt(plan, node).diffusion();
    const int entry = plan.nodes[node].first_entry + diffusion.matrix().cache_index();
    const std::vector<int> states = StatesOf(plan, node);
    data.Evaluate(entry);
    const Eigen::Map<const Eigen::MatrixXd> matrix(
        data.entry_data(entry), static_cast<Eigen::Index>(states.size()), diffusion.num_noises());
    const Eigen::MatrixXd intensity = matrix * matrix.transpose();
    for (Eigen::Index i = 0; i < intensity.rows(); ++i) {
      for (Eigen::Index j = 0; j < intensity.cols(); ++j) {
        noisy->intensity(numbers[states[i]], numbers[states[j]]) += intensity(i, j);
      }
    }
  }
}

// Diffusions that begin in their stationary law have its variance; all other states begin the same
// in all runs.
Eigen::MatrixXd NoiseSources::StartCovariance(const OperatingPoint& point, int num_states) const {
  const DiagramIndex<double>& index = point.built->index();
  const Plan<double>& plan = index.plan();
  const std::vector<int> numbers = NumbersInModel(index);
  Eigen::VectorXd variances = Eigen::VectorXd::Zero(num_states);
  for (const int node : diffusing_) {
    const DrawLaw<double>* const law = LawAt(plan, node);
    if (law == nullptr) continue;
    const std::vector<int> states = StatesOf(plan, node);
    for (size_t k = 0; k < states.size(); ++k) {
      const auto of_element = law->LawOf(point.context->data().views[node], static_cast<int>(k));
      if (!of_element) continue;
      variances[numbers[states[k]]] = of_element->start_variance;
    }
  }
  return variances.asDiagonal();
}

std::vector<int> NoiseSources::nodes() const {
  std::vector<int> nodes = diffusing_;
  for (const Held& held : held_) nodes.push_back(held.node);
  return nodes;
}

// A block whose noise depends on the state that it moves: there the covariance depends on the mean,
// and a linear model is not exact.
std::string NoiseSources::BlockOfStateNoise(const BuiltDocument& built) const {
  const Plan<double>& plan = built.index().plan();
  for (const int node : diffusing_) {
    if (LeafAt(plan, node).diffusion()->form() != DiffusionForm::kAdditive) {
      return plan.PathOf(node);
    }
  }
  const NoiseFeedback feedback = FindNoiseFeedback(plan);
  return feedback.node < 0 ? std::string() : plan.PathOf(feedback.node);
}

}  // namespace loopwright
