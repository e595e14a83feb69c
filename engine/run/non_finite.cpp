#include "engine/run/non_finite.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

#include "engine/context/context.h"
#include "engine/context/context_data.h"
#include "engine/system/system.h"

namespace loopwright {
namespace {

using Data = internal::ContextData<double>;

// Whether a vector entry has an element that is not finite. One that cannot be computed has none.
bool IsNonFinite(Data* data, int entry) {
  const auto& e = data->plan->entries[entry];
  if (e.size <= 0) return false;
  try {
    data->Evaluate(entry);
  } catch (const std::exception&) {
    return false;
  }
  const double* const value = data->entry_data(entry);
  return std::any_of(value, value + e.size, [](double x) { return !std::isfinite(x); });
}

// The entry of the first input of `node` that is not finite; -1 where all are finite.
int FindNonFiniteInput(Data* data, int node) {
  const PlanNode& n = data->plan->nodes[node];
  for (int input = n.first_input; input < n.first_input + n.num_inputs; ++input) {
    const int entry = data->inputs.entry(input);
    if (entry >= 0 && IsNonFinite(data, entry)) return entry;
  }
  return -1;
}

}  // namespace

// Goes upstream from block to block while an input is not finite, and stops at the first block
// whose inputs all are: there the value arose. In a loop it stops where it began.
const OutputPort<double>& FindOriginOfNonFinite(const OutputPort<double>& recorded,
                                                const Context<double>& root) {
  Data& data = root.data();
  const auto& plan = *data.plan;
  const auto place_of = [&plan](const OutputPort<double>& port) {
    const PlanNode& node = plan.nodes[plan.node_of(port.get_system())];
    return plan.outputs[node.first_output + port.get_index()];
  };
  int entry = place_of(recorded).entry;
  if (!IsNonFinite(&data, entry)) return recorded;
  std::vector<char> is_met(plan.nodes.size(), 0);
  for (int next = entry; next >= 0;) {
    entry = next;
    const int node = plan.entries[entry].node;
    is_met[node] = 1;
    next = FindNonFiniteInput(&data, node);
    if (next >= 0 && is_met[plan.entries[next].node] != 0) break;
  }
  // The entry that was found is an output of its block; which one is looked up by its place.
  const System<double>& origin = plan.system_of(entry);
  for (int port = 0; port < origin.num_output_ports(); ++port) {
    const OutputPort<double>& output = origin.get_output_port(port);
    if (place_of(output).entry == entry) return output;
  }
  return recorded;
}

}  // namespace loopwright
