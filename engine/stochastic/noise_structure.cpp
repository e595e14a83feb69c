#include "engine/stochastic/noise_structure.h"

#include <algorithm>

#include "engine/common/reachable.h"

namespace loopwright {
namespace {

const char* const kAdvice = "; take euler_maruyama or sri1";

// The entries that `entry` needs, itself among them, as flags.
template <typename T>
std::vector<char> Upstream(const Plan<T>& plan, int entry) {
  std::vector<char> needed(plan.num_entries(), 0);
  MarkReachable(
      {entry}, [&](int at) { return plan.entry_prerequisites[at]; }, &needed);
  return needed;
}

// Whether an entry flagged in `needed` reads the continuous state of leaf `node`.
template <typename T>
bool ReadsState(const Plan<T>& plan, const std::vector<char>& needed, int node) {
  for (const int source : {plan.q_source(node), plan.v_source(node), plan.z_source(node)}) {
    const auto readers = plan.source_dependents[source];
    if (std::any_of(readers.begin(), readers.end(),
                    [&](int entry) { return needed[entry] != 0; })) {
      return true;
    }
  }
  return false;
}

// The input of leaf `node` through which its diffusion reads a state of `noisy`.
template <typename T>
NoiseFeedback FeedbackTo(const Plan<T>& plan, const std::vector<int>& noisy, int node) {
  const LeafSystem<T>& leaf = LeafAt(plan, node);
  for (const int input : leaf.InputsOf(leaf.diffusion()->matrix())) {
    const int entry = plan.input_entry[plan.nodes[node].first_input + input];
    if (entry < 0) continue;
    const std::vector<char> needed = Upstream(plan, entry);
    for (const int other : noisy) {
      if (ReadsState(plan, needed, other)) return {node, input, other};
    }
  }
  return {};
}

// What the form of one leaf's noise has against a method.
template <typename T>
std::string FormProblem(const std::string& name, bool needs_derivative, const LeafSystem<T>& leaf) {
  const Diffusion<T>& diffusion = *leaf.diffusion();
  if (diffusion.form() == DiffusionForm::kGeneral) {
    return leaf.GetSystemPathname() + ": " + name +
           " is for additive, scalar or diagonal noise, and here several Wiener "
           "processes act on a state, or a process on a state whose diffusion depends on "
           "another" +
           kAdvice;
  }
  if (needs_derivative && diffusion.form() != DiffusionForm::kAdditive &&
      diffusion.derivative() == nullptr) {
    return leaf.GetSystemPathname() + ": " + name +
           " needs the derivative of its diffusion, which it does not declare" + kAdvice;
  }
  return {};
}

}  // namespace

template <typename T>
std::vector<int> NoisyLeaves(const Plan<T>& plan) {
  std::vector<int> leaves;
  for (const int n : plan.continuous_leaves) {
    if (LeafAt(plan, n).diffusion() != nullptr) leaves.push_back(n);
  }
  return leaves;
}

template <typename T>
bool HasDiffusion(const Plan<T>& plan) {
  return !NoisyLeaves(plan).empty();
}

template <typename T>
NoiseFeedback FindNoiseFeedback(const Plan<T>& plan) {
  const std::vector<int> noisy = NoisyLeaves(plan);
  for (const int n : noisy) {
    const NoiseFeedback feedback = FeedbackTo(plan, noisy, n);
    if (feedback.node >= 0) return feedback;
  }
  return {};
}

// Methods of strong order above 1/2 without areas need noises that commute: each acts on a state
// that no noise of another one depends on. What does not is named with the way that it takes.
template <typename T>
std::string CommutingNoiseProblem(std::string_view name, bool needs_derivative,
                                  const Plan<T>& plan) {
  const std::string method(name);
  for (const int n : NoisyLeaves(plan)) {
    std::string problem = FormProblem(method, needs_derivative, LeafAt(plan, n));
    if (!problem.empty()) return problem;
  }
  const NoiseFeedback feedback = FindNoiseFeedback(plan);
  if (feedback.node < 0) return {};
  const LeafSystem<T>& leaf = LeafAt(plan, feedback.node);
  return leaf.GetSystemPathname() + ": its diffusion depends through its input " +
         leaf.get_input_port(feedback.input).get_name() + " on the noisy state of " +
         plan.systems[feedback.read_node]->GetSystemPathname() + ", which " + method +
         " does not take into account" + kAdvice;
}

template std::vector<int> NoisyLeaves(const Plan<double>&);
template std::vector<int> NoisyLeaves(const Plan<AutoDiff>&);
template bool HasDiffusion(const Plan<double>&);
template bool HasDiffusion(const Plan<AutoDiff>&);
template NoiseFeedback FindNoiseFeedback(const Plan<double>&);
template NoiseFeedback FindNoiseFeedback(const Plan<AutoDiff>&);
template std::string CommutingNoiseProblem(std::string_view, bool, const Plan<double>&);
template std::string CommutingNoiseProblem(std::string_view, bool, const Plan<AutoDiff>&);

}  // namespace loopwright
