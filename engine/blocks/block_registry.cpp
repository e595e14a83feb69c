#include "engine/blocks/block_registry.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "engine/blocks/argument_evaluation.h"

namespace loopwright {
namespace {

// The constraint of a choice lists its words: "linear | cubic | nearest".
std::vector<std::string> SplitChoices(std::string_view constraint) {
  std::vector<std::string> choices;
  while (!constraint.empty()) {
    const std::size_t end = constraint.find(" | ");
    choices.emplace_back(constraint.substr(0, end));
    if (end == std::string_view::npos) break;
    constraint.remove_prefix(end + 3);
  }
  return choices;
}

// Descriptors are code; a wrong one ends the program at its start, in the first test.
[[noreturn]] void Fail(const BlockDescriptor& descriptor, const std::string& why) {
  throw std::logic_error("block type " + descriptor.type + ": " + why);
}

// Evaluates the defaults of all parameters once, as a file's values are, so that a block without
// any parameters costs nothing to evaluate.
void EvaluateDefaults(BlockDescriptor* descriptor) {
  std::set<std::string_view> names;
  descriptor->default_arguments.clear();
  for (ParameterDescriptor& parameter : descriptor->parameters) {
    if (!names.insert(parameter.name).second) {
      Fail(*descriptor, "the parameter '" + parameter.name + "' is there twice");
    }
    if (parameter.kind == ParameterKind::kChoice && parameter.choices.empty()) {
      parameter.choices = SplitChoices(parameter.constraint);
    }
    try {
      descriptor->default_arguments.push_back(
          EvaluateArgument(parameter, parameter.default_value, NameTable()));
    } catch (const SettingError& error) {
      Fail(*descriptor, "the default of '" + parameter.name + "' " + error.what());
    }
  }
}

void CheckDescriptor(const BlockDescriptor& descriptor) {
  ArgumentProblems problems;
  CheckConstraints(BlockArguments(descriptor, descriptor.type, nullptr), &problems);
  if (!problems.empty()) {
    const auto& problem = problems.problems().front();
    Fail(descriptor, "the default of '" + problem.parameter + "' " + problem.text);
  }
  for (const auto& [input, value] : descriptor.input_defaults) {
    bool found = false;
    for (const std::string& name : descriptor.inputs) found = found || name == input;
    if (!found) Fail(descriptor, "there is no input '" + input + "' to give a default");
    if (!value.is_number() &&
        (!value.is_text() || descriptor.FindParameter(value.text()) == nullptr)) {
      Fail(descriptor, "the input '" + input + "' takes a number or a parameter by default");
    }
  }
  const bool makes = descriptor.make != nullptr && descriptor.make_autodiff != nullptr;
  if (makes != (descriptor.role == BlockRole::kSystem)) {
    Fail(descriptor, "blocks that are systems, and only these, have factories");
  }
}

}  // namespace

BlockRegistry::BlockRegistry(std::vector<BlockDescriptor> descriptors)
    : descriptors_(std::move(descriptors)) {
  for (BlockDescriptor& descriptor : descriptors_) {
    EvaluateDefaults(&descriptor);
    CheckDescriptor(descriptor);
    Entry entry{&descriptor, {}};
    for (const auto& parameter : descriptor.parameters) {
      entry.parameter_names.push_back(parameter.name);
    }
    if (!by_type_.emplace(descriptor.type, std::move(entry)).second) {
      Fail(descriptor, "it is there twice");
    }
  }
}

const BlockDescriptor* BlockRegistry::Find(std::string_view type) const {
  const auto found = by_type_.find(type);
  return found == by_type_.end() ? nullptr : found->second.descriptor;
}

const BlockDescriptor* BlockRegistry::FindLoopBreaker(LoopBreaker breaker) const {
  const auto found = std::ranges::find(descriptors_, breaker, &BlockDescriptor::loop_breaker);
  return found == descriptors_.end() ? nullptr : &*found;
}

const std::vector<std::string>* BlockRegistry::ParameterNames(std::string_view type) const {
  const auto found = by_type_.find(type);
  return found == by_type_.end() ? nullptr : &found->second.parameter_names;
}

bool BlockRegistry::HoldsExpressions(std::string_view type, std::string_view parameter) const {
  const BlockDescriptor* descriptor = Find(type);
  const ParameterDescriptor* found = descriptor ? descriptor->FindParameter(parameter) : nullptr;
  if (found == nullptr || found->kind == ParameterKind::kChoice) return false;
  return found->kind != ParameterKind::kText || found->is_formula;
}

}  // namespace loopwright
