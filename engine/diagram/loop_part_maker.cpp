#include "engine/diagram/loop_part_maker.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/traits/step_history.h"

namespace loopwright::internal {

namespace {

// A context in which every vector that comes from outside is fixed. Values do not matter yet; each
// fixed port only gets its size.
template <typename U>
std::unique_ptr<Context<U>> MakeContext(const Diagram<U>& diagram,
                                        const typename LoopPart<U>::Content& content) {
  auto context = diagram.CreateDefaultContext();
  for (const auto& [input, size] : content.unknown_inputs) {
    if (input >= 0) diagram.get_input_port(input).FixValue(context.get(), VectorX<U>(size));
  }
  for (const auto& outside : content.outside) {
    if (outside.size < 0) continue;
    diagram.get_input_port(outside.input).FixValue(context.get(), VectorX<U>(outside.size));
  }
  return context;
}

// The diagram, and what is in it; null where it cannot be made. It is null where a member keeps a
// history of its input, whose values lie outside of what is converted, or has no form in U.
template <typename U, typename T>
std::shared_ptr<const Diagram<U>> Build(const Plan<T>& plan, const Loop& loop,
                                        typename LoopPart<U>::Content* made) {
  auto& content = *made;
  DiagramBuilder<U> builder;
  std::unordered_map<int, System<U>*> system_of;  // by node
  for (const int m : loop.members) {
    const int n = plan.entries[m].node;
    if (system_of.contains(n)) continue;
    if (dynamic_cast<const StepHistory<T>*>(plan.systems[n]) != nullptr) return nullptr;
    auto converted = plan.systems[n]->template ToScalarTypeMaybe<U>();
    if (converted == nullptr) return nullptr;
    system_of[n] = builder.AddNamedSystem("leaf " + std::to_string(content.nodes.size()),
                                          std::move(converted));
    content.nodes.push_back(n);
  }
  // Which port of the copy computes which entry, and which unknown lies in which entry.
  std::unordered_map<int, const OutputPort<U>*> output_of;  // by entry
  for (const int n : content.nodes) {
    const PlanNode& node = plan.nodes[n];
    for (int k = 0; k < node.num_outputs; ++k) {
      output_of[plan.outputs[node.first_output + k].entry] = &system_of[n]->get_output_port(k);
    }
  }
  std::unordered_map<int, int> unknown_of;  // by entry
  for (size_t i = 0; i < loop.unknowns.size(); ++i) {
    unknown_of[loop.unknowns[i].entry] = static_cast<int>(i);
  }
  // Inputs of the members read an unknown, another member, or something from outside of the loop;
  // the first and the last become inputs of the diagram.
  for (const Loop::Unknown& unknown : loop.unknowns)
    content.unknown_inputs.emplace_back(-1, unknown.size);
  for (const int n : content.nodes) {
    const PlanNode& node = plan.nodes[n];
    for (int k = 0; k < node.num_inputs; ++k) {
      const int entry = plan.input_entry[node.first_input + k];
      const InputPort<U>& port = system_of[n]->get_input_port(k);
      if (const auto unknown = unknown_of.find(entry); unknown != unknown_of.end()) {
        const std::string name = "unknown " + std::to_string(unknown->second);
        content.unknown_inputs[unknown->second] = {builder.ExportInput(port, name), port.size()};
        continue;
      }
      const bool is_member = entry >= 0 && std::find(loop.members.begin(), loop.members.end(),
                                                     entry) != loop.members.end();
      if (is_member && output_of.contains(entry)) {
        builder.Connect(*output_of[entry], port);
      } else {
        const int input =
            builder.ExportInput(port, "outside " + std::to_string(content.outside.size()));
        const int size = port.get_data_type() == kVectorValued ? port.size() : -1;
        content.outside.push_back({node.first_input + k, input, size});
      }
    }
  }
  // For each unknown, what computes it again. An unknown may itself be what computes another one.
  std::vector<const OutputPort<U>*> computed;
  for (const Loop::Unknown& unknown : loop.unknowns) {
    const int entry = unknown.input >= 0 ? plan.input_entry[unknown.input] : unknown.source;
    const auto itself = unknown_of.find(entry);
    computed.push_back(itself != unknown_of.end() ? nullptr : output_of.at(entry));
    for (int i = 0; i < unknown.size; ++i) {
      const int first = itself != unknown_of.end() ? loop.unknowns[itself->second].begin : 0;
      content.sources.push_back({-1, first + i});
    }
  }
  std::shared_ptr<const Diagram<U>> diagram = builder.Build();
  const auto own_plan = diagram->plan();
  const Plan<U>& own = *own_plan;
  for (size_t k = 0; k < computed.size(); ++k) {
    if (computed[k] == nullptr) continue;
    const int node = own.node_of(computed[k]->get_system());
    const int entry = own.outputs[own.nodes[node].first_output + computed[k]->get_index()].entry;
    for (int i = 0; i < loop.unknowns[k].size; ++i) {
      content.sources[loop.unknowns[k].begin + i].entry = entry;
    }
  }
  return diagram;
}

// The loop alone, in the scalar U: what the solver differentiates (AutoDiff) or simplifies
// (Expression).
template <typename U, typename T>
std::unique_ptr<LoopPart<U>> MakeLoopPart(const Plan<T>& plan, const Loop& loop) {
  typename LoopPart<U>::Content content;
  std::shared_ptr<const Diagram<U>> diagram;
  // What an author's conversion throws says that there is none.
  try {
    diagram = Build<U>(plan, loop, &content);
  } catch (const std::exception&) {
    return nullptr;
  }
  if (diagram == nullptr) return nullptr;
  content.context = MakeContext(*diagram, content);
  content.diagram = std::move(diagram);
  return std::make_unique<LoopPart<U>>(std::move(content));
}

}  // namespace

template <typename T>
LoopPartMakers<T> MakersOfLoopParts() {
  return {&MakeLoopPart<AutoDiff, T>, &MakeLoopPart<Expression, T>};
}

template LoopPartMakers<double> MakersOfLoopParts();
template LoopPartMakers<AutoDiff> MakersOfLoopParts();

}  // namespace loopwright::internal
