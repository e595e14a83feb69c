#include "engine/theory/noise_sources.h"

#include <algorithm>

#include "engine/analysis/blocked_paths.h"
#include "engine/common/exceptions.h"
#include "engine/stochastic/noise_structure.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

constexpr int kMostElements = 200;  // of states and held samples, whose matrices are dense

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
  std::vector<int> numbers(static_cast<size_t>(index.plan().num_continuous()));
  int number = 0;
  for (const Quantity& quantity : index.quantities(QuantityKind::kContinuousState)) {
    for (int k = 0; k < quantity.size; ++k) {
      numbers[static_cast<size_t>(quantity.place) + static_cast<size_t>(k)] = number++;
    }
  }
  return numbers;
}

// Without inputs of its own a linear model has those of the diagram, which stand still here; what
// comes out of dead times is an input as well, on which the signal does not depend.
void KeepInputs(int count, HybridModel* model) {
  model->B = Eigen::MatrixXd(model->B.leftCols(count));
  model->D = Eigen::MatrixXd(model->D.leftCols(count));
  for (auto& update : model->updates) update.F = Eigen::MatrixXd(update.F.leftCols(count));
}

}  // namespace

NoiseSources::NoiseSources(const BuiltDocument& built, const SignalPlace& target) {
  const DiagramIndex<double>& index = built.index();
  const Plan<double>& plan = index.plan();
  diffusing_ = NodesBefore(index, NoisyLeaves(plan), target.node);
  for (const int node : NodesBefore(index, plan.leaves, target.node)) {
    if (dynamic_cast<const StepHistory<double>*>(plan.systems[node]) != nullptr) {
      throw NoResultError(plan.PathOf(node) +
                          " is a dead time, behind which no covariance is of finite size");
    }
    const DrawLaw<double>* const law = LawAt(plan, node);
    const bool diffuses = std::find(diffusing_.begin(), diffusing_.end(), node) != diffusing_.end();
    if (law == nullptr || diffuses) continue;
    AddHeld(index, node);
  }
}

// A noise is held that has samples in its first group, which an update replaces from time to time.
void NoiseSources::AddHeld(const DiagramIndex<double>& index, int node) {
  const Plan<double>& plan = index.plan();
  const auto found = std::find_if(plan.events.begin(), plan.events.end(), [&](const auto& one) {
    return one.node == node && one.event->trigger() == TriggerType::kPeriodic &&
           !one.event->is_publish();
  });
  if (found == plan.events.end()) {
    throw NoResultError("of " + plan.PathOf(node) +
                        " it is the times that are random, of which there is no covariance");
  }
  Held held;
  held.node = node;
  held.first = num_elements_;
  held.width = plan.groups[static_cast<size_t>(plan.nodes[node].first_group)].size;
  held.period_sec = found->event->period_sec();
  held.offset_sec = found->event->offset_sec();
  held.signal = plan.PathOf(node) + "." + plan.systems[node]->get_output_port(0).get_name();
  num_elements_ += held.width;
  held_.push_back(std::move(held));
}

NoisyModel NoiseSources::ModelAt(const OperatingPoint& point, const std::string& signal) const {
  PointOptions options;
  options.outputs = {signal};
  options.keeps_all_states = true;
  for (const Held& held : held_) options.inputs.push_back(held.signal);
  NoisyModel noisy;
  noisy.model = Linearise({point.built, point.context->Clone()}, options).model;
  const int size = noisy.model.num_states() + num_elements_;
  if (size > kMostElements) {
    throw NoResultError("there are " + std::to_string(size) +
                        " states and samples of noises; up to " + std::to_string(kMostElements) +
                        " are taken");
  }
  if (!noisy.model.ramps.empty()) {
    throw NoResultError("a block draws lines between its samples, which is not known here");
  }
  KeepInputs(num_elements_, &noisy.model);
  auto& data = point.context->data();
  const Plan<double>& plan = point.built->index().plan();
  for (const Held& held : held_) {
    for (int k = 0; k < held.width; ++k) {
      const auto law = LawAt(plan, held.node)->LawOf(data.views[held.node], k);
      noisy.held.push_back({held.period_sec, held.offset_sec, law.value()});
    }
  }
  const auto n = static_cast<Eigen::Index>(noisy.model.num_states());
  noisy.intensity = Eigen::MatrixXd::Zero(n, n);
  const std::vector<int> numbers = NumbersInModel(point.built->index());
  for (const int node : diffusing_) {
    const auto& diffusion = *LeafAt(plan, node).diffusion();
    const int entry = plan.nodes[node].first_entry + diffusion.matrix().cache_index();
    const std::vector<int> states = StatesOf(plan, node);
    data.Evaluate(entry);
    const Eigen::Map<const Eigen::MatrixXd> matrix(
        data.entry_data(entry), static_cast<Eigen::Index>(states.size()), diffusion.num_noises());
    const Eigen::MatrixXd intensity = matrix * matrix.transpose();
    for (size_t i = 0; i < states.size(); ++i) {
      for (size_t j = 0; j < states.size(); ++j) {
        noisy.intensity(numbers[static_cast<size_t>(states[i])],
                        numbers[static_cast<size_t>(states[j])]) +=
            intensity(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
  }
  return noisy;
}

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
      variances[numbers[static_cast<size_t>(states[k])]] = of_element->start_variance;
    }
  }
  return variances.asDiagonal();
}

int NoiseSources::HeldElementOf(const SignalPlace& place) const {
  for (const Held& held : held_) {
    if (held.node == place.node) return held.first + place.first;
  }
  return -1;
}

std::vector<int> NoiseSources::nodes() const {
  std::vector<int> nodes = diffusing_;
  for (const Held& held : held_) nodes.push_back(held.node);
  return nodes;
}

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
