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

// Makes the diagram of a loop's members, converted to U, and finds what is in it.
template <typename U, typename T>
class LoopDiagramMaker {
 public:
  using Content = typename LoopPart<U>::Content;
  // `content` gets what is found.
  LoopDiagramMaker(const Plan<T>& plan, const Loop& loop, Content* content)
      : plan_(plan), loop_(loop), content_(*content) {}

  // Null where it cannot be made: where a member keeps a history of its input, whose values lie
  // outside of what is converted, or has no form in U.
  std::shared_ptr<const Diagram<U>> Make() {
    if (!AddMembers()) return nullptr;
    FindOutputs();
    ConnectInputs();
    const std::vector<const OutputPort<U>*> computed = FindSources();
    std::shared_ptr<const Diagram<U>> diagram = builder_.Build();
    FindEntries(*diagram->plan(), computed);
    return diagram;
  }

 private:
  bool AddMembers() {
    for (const int m : loop_.members) {
      const int n = plan_.entries[m].node;
      if (system_of_.contains(n)) continue;
      if (dynamic_cast<const StepHistory<T>*>(plan_.systems[n]) != nullptr) return false;
      auto converted = plan_.systems[n]->template ToScalarTypeMaybe<U>();
      if (converted == nullptr) return false;
      system_of_[n] = builder_.AddNamedSystem("leaf " + std::to_string(content_.nodes.size()),
                                              std::move(converted));
      content_.nodes.push_back(n);
    }
    return true;
  }

  // Which port of the copy computes which entry, and which unknown lies in which entry.
  void FindOutputs() {
    for (const int n : content_.nodes) {
      const PlanNode& node = plan_.nodes[n];
      for (int k = 0; k < node.num_outputs; ++k) {
        output_of_[plan_.outputs[node.first_output + k].entry] = &system_of_[n]->get_output_port(k);
      }
    }
    for (size_t i = 0; i < loop_.unknowns.size(); ++i) {
      unknown_of_[loop_.unknowns[i].entry] = static_cast<int>(i);
    }
  }

  void ConnectInputs() {
    for (const Loop::Unknown& unknown : loop_.unknowns)
      content_.unknown_inputs.emplace_back(-1, unknown.size);
    for (const int n : content_.nodes) {
      const PlanNode& node = plan_.nodes[n];
      for (int k = 0; k < node.num_inputs; ++k) {
        ConnectInput(node.first_input + k, system_of_[n]->get_input_port(k));
      }
    }
  }

  // An input of a member (its number in the plan, and its port) reads an unknown, another member,
  // or something from outside of the loop; the first and the last become inputs of the diagram.
  void ConnectInput(int number, const InputPort<U>& port) {
    const int entry = plan_.input_entry[number];
    if (const auto unknown = unknown_of_.find(entry); unknown != unknown_of_.end()) {
      const std::string name = "unknown " + std::to_string(unknown->second);
      content_.unknown_inputs[unknown->second] = {builder_.ExportInput(port, name), port.size()};
      return;
    }
    const bool is_member = entry >= 0 && std::find(loop_.members.begin(), loop_.members.end(),
                                                   entry) != loop_.members.end();
    if (is_member && output_of_.contains(entry)) {
      builder_.Connect(*output_of_[entry], port);
    } else {
      const int input =
          builder_.ExportInput(port, "outside " + std::to_string(content_.outside.size()));
      const int size = port.get_data_type() == kVectorValued ? port.size() : -1;
      content_.outside.push_back({number, input, size});
    }
  }

  // For each unknown, what computes it again, null where it is another unknown itself.
  std::vector<const OutputPort<U>*> FindSources() {
    std::vector<const OutputPort<U>*> computed;
    for (const Loop::Unknown& unknown : loop_.unknowns) {
      const int entry = unknown.input >= 0 ? plan_.input_entry[unknown.input] : unknown.source;
      const auto itself = unknown_of_.find(entry);
      computed.push_back(itself != unknown_of_.end() ? nullptr : output_of_.at(entry));
      for (int i = 0; i < unknown.size; ++i) {
        const int first = itself != unknown_of_.end() ? loop_.unknowns[itself->second].begin : 0;
        content_.sources.push_back({-1, first + i});
      }
    }
    return computed;
  }

  // Where the values of these ports lie in the plan of the new diagram.
  void FindEntries(const Plan<U>& own, const std::vector<const OutputPort<U>*>& computed) {
    for (size_t k = 0; k < computed.size(); ++k) {
      if (computed[k] == nullptr) continue;
      const int node = own.node_of(computed[k]->get_system());
      const int entry = own.outputs[own.nodes[node].first_output + computed[k]->get_index()].entry;
      for (int i = 0; i < loop_.unknowns[k].size; ++i) {
        content_.sources[loop_.unknowns[k].begin + i].entry = entry;
      }
    }
  }

  const Plan<T>& plan_;
  const Loop& loop_;
  Content& content_;
  DiagramBuilder<U> builder_;
  std::unordered_map<int, System<U>*> system_of_;            // by node
  std::unordered_map<int, const OutputPort<U>*> output_of_;  // by entry
  std::unordered_map<int, int> unknown_of_;                  // by entry
};

// The loop alone, in the scalar U: what the solver differentiates (AutoDiff) or simplifies
// (Expression).
template <typename U, typename T>
std::unique_ptr<LoopPart<U>> MakeLoopPart(const Plan<T>& plan, const Loop& loop) {
  typename LoopPart<U>::Content content;
  std::shared_ptr<const Diagram<U>> diagram;
  // What an author's conversion throws says that there is none.
  try {
    diagram = LoopDiagramMaker<U, T>(plan, loop, &content).Make();
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
