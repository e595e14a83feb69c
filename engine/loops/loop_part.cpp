#include "engine/loops/loop_part.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"

namespace loopwright::internal {

template <typename U>
template <typename T>
std::unique_ptr<LoopPart<U>> LoopPart<U>::Make(const Plan<T>& plan, const Loop& loop) {
  std::unique_ptr<LoopPart> part(new LoopPart());
  // What an author's conversion throws says that there is none.
  try {
    if (!part->Build(plan, loop)) return nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
  part->MakeContext();
  return part;
}

template <typename U>
template <typename T>
bool LoopPart<U>::Build(const Plan<T>& plan, const Loop& loop) {
  DiagramBuilder<U> builder;
  std::unordered_map<int, System<U>*> system_of;  // by node
  for (const int m : loop.members) {
    const int n = plan.entries[m].node;
    if (system_of.contains(n)) continue;
    if (dynamic_cast<const StepHistory<T>*>(plan.systems[n]) != nullptr) return false;
    auto converted = plan.systems[n]->template ToScalarTypeMaybe<U>();
    if (converted == nullptr) return false;
    system_of[n] =
        builder.AddNamedSystem("leaf " + std::to_string(nodes_.size()), std::move(converted));
    nodes_.push_back(n);
  }
  std::unordered_map<int, const OutputPort<U>*> output_of;  // by entry
  for (const int n : nodes_) {
    const PlanNode& node = plan.nodes[n];
    for (int k = 0; k < node.num_outputs; ++k) {
      output_of[plan.outputs[node.first_output + k].entry] = &system_of[n]->get_output_port(k);
    }
  }
  std::unordered_map<int, int> unknown_of;  // by entry
  for (size_t i = 0; i < loop.unknowns.size(); ++i) {
    unknown_of[loop.unknowns[i].entry] = static_cast<int>(i);
  }
  for (const Loop::Unknown& unknown : loop.unknowns) unknown_inputs_.emplace_back(-1, unknown.size);
  for (const int n : nodes_) {
    const PlanNode& node = plan.nodes[n];
    for (int k = 0; k < node.num_inputs; ++k) {
      const int entry = plan.input_entry[node.first_input + k];
      const InputPort<U>& port = system_of[n]->get_input_port(k);
      if (const auto unknown = unknown_of.find(entry); unknown != unknown_of.end()) {
        const std::string name = "unknown " + std::to_string(unknown->second);
        unknown_inputs_[unknown->second] = {builder.ExportInput(port, name), port.size()};
        continue;
      }
      const bool is_member = entry >= 0 && std::find(loop.members.begin(), loop.members.end(),
                                                     entry) != loop.members.end();
      if (is_member && output_of.contains(entry)) {
        builder.Connect(*output_of[entry], port);
      } else {
        const int input = builder.ExportInput(port, "outside " + std::to_string(outside_.size()));
        const int size = port.get_data_type() == kVectorValued ? port.size() : -1;
        outside_.push_back({node.first_input + k, input, size});
      }
    }
  }
  std::vector<const OutputPort<U>*> computed;
  for (const Loop::Unknown& unknown : loop.unknowns) {
    const int entry = unknown.input >= 0 ? plan.input_entry[unknown.input] : unknown.source;
    const auto itself = unknown_of.find(entry);
    computed.push_back(itself != unknown_of.end() ? nullptr : output_of.at(entry));
    for (int i = 0; i < unknown.size; ++i) {
      const int first = itself != unknown_of.end() ? loop.unknowns[itself->second].begin : 0;
      sources_.push_back({-1, first + i});
    }
  }
  diagram_ = builder.Build();
  const Plan<U> own(*diagram_);
  for (size_t k = 0; k < computed.size(); ++k) {
    if (computed[k] == nullptr) continue;
    const int node = own.node_of(computed[k]->get_system());
    const int entry = own.outputs[own.nodes[node].first_output + computed[k]->get_index()].entry;
    for (int i = 0; i < loop.unknowns[k].size; ++i) {
      sources_[loop.unknowns[k].begin + i].entry = entry;
    }
  }
  return true;
}

template <typename U>
void LoopPart<U>::MakeContext() {
  context_ = diagram_->CreateDefaultContext();
  data_ = &context_->data();
  for (const auto& [input, size] : unknown_inputs_) {
    if (input >= 0) diagram_->get_input_port(input).FixValue(context_.get(), VectorX<U>(size));
  }
  for (const Outside& outside : outside_) {
    if (outside.size < 0) continue;
    diagram_->get_input_port(outside.input).FixValue(context_.get(), VectorX<U>(outside.size));
  }
  const int first = data_->plan->nodes[0].first_input;
  unread_.resize(sources_.size());
  for (const auto& [input, size] : unknown_inputs_) {
    for (int i = 0; i < size; ++i) {
      unknowns_.push_back(input < 0 ? &unread_[unknowns_.size()]
                                    : data_->fixed_inputs.at(first + input).vector.data() + i);
    }
  }
}

template <typename U>
const U& LoopPart<U>::Computed(int element) {
  const Source& source = sources_[element];
  if (source.entry < 0) return *unknowns_[source.element];
  data_->Evaluate(source.entry);
  return data_->entry_data(source.entry)[source.element];
}

template class LoopPart<AutoDiff>;
template class LoopPart<Expression>;
template std::unique_ptr<LoopPart<AutoDiff>> LoopPart<AutoDiff>::Make(const Plan<double>&,
                                                                      const Loop&);
template std::unique_ptr<LoopPart<AutoDiff>> LoopPart<AutoDiff>::Make(const Plan<AutoDiff>&,
                                                                      const Loop&);
template std::unique_ptr<LoopPart<Expression>> LoopPart<Expression>::Make(const Plan<double>&,
                                                                          const Loop&);
template std::unique_ptr<LoopPart<Expression>> LoopPart<Expression>::Make(const Plan<AutoDiff>&,
                                                                          const Loop&);

}  // namespace loopwright::internal
