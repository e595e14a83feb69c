#include "engine/check/ports.h"

#include <algorithm>
#include <exception>
#include <memory>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/parameter_scope.h"
#include "engine/check/structure.h"

namespace loopwright {
namespace {

// The parameters of a level and of those around it, from the outside inwards.
std::vector<std::unique_ptr<ParameterScope>> ScopesOf(const Document& document,
                                                      std::string_view level) {
  std::vector<std::unique_ptr<ParameterScope>> scopes;
  std::size_t end = 0;
  // One step for each name of the path.
  while (true) {
    const auto* parameters = document.FindParameters(level.substr(0, end));
    if (parameters == nullptr) break;
    scopes.push_back(std::make_unique<ParameterScope>(
        scopes.empty() ? nullptr : scopes.back().get(), *parameters, "", nullptr));
    if (end >= level.size()) break;
    end = std::min(level.find('/', end + 1), level.size());
  }
  return scopes;
}

// The arguments of a block, with defaults where the settings have no value. What is wrong is simply
// not set.
BlockArguments ArgumentsOf(const Block& block, const BlockDescriptor& type,
                           const NameScope& scope) {
  BlockArguments arguments(type, block.name, &scope);
  for (const BlockParameter& given : block.parameters) {
    const int index = type.ParameterIndex(given.name);
    if (index < 0) continue;
    try {
      arguments.Set(index, EvaluateArgument(type.parameters[index], given.value, scope));
    } catch (const SettingError&) {
    } catch (const ParameterScope::UnusableParameter&) {
    }
  }
  return arguments;
}

// The Inports and Outports inside, by index.
PortNames PortsOfSubsystem(const Block& block, const BlockRegistry& registry,
                           const NameScope& outside) {
  PortNames ports;
  if (!block.diagram) return ports;
  const ParameterScope scope(dynamic_cast<const ParameterScope*>(&outside),
                             block.diagram_parameters, "", nullptr);
  std::vector<std::pair<std::int64_t, std::string>> inputs, outputs;
  for (const Block& inner : block.diagram->blocks) {
    const BlockDescriptor* type = registry.Find(inner.type);
    if (type == nullptr) continue;
    if (type->role != BlockRole::kInport && type->role != BlockRole::kOutport) continue;
    auto& list = type->role == BlockRole::kInport ? inputs : outputs;
    list.emplace_back(ArgumentsOf(inner, *type, scope).integer("index"), inner.name);
  }
  const auto by_index = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(inputs.begin(), inputs.end(), by_index);
  std::stable_sort(outputs.begin(), outputs.end(), by_index);
  for (auto& [index, name] : inputs) ports.inputs.push_back(std::move(name));
  for (auto& [index, name] : outputs) ports.outputs.push_back(std::move(name));
  return ports;
}

}  // namespace

// For an editor that shows a block while its settings are edited: where they are wrong, the ports
// are those of the defaults. Nothing is reported.
PortNames FindPorts(const Document& document, std::string_view level, const Block& block,
                    const BlockRegistry& registry) {
  const BlockDescriptor* type = registry.Find(block.type);
  if (type == nullptr) return {};
  const auto scopes = ScopesOf(document, level);
  if (scopes.empty()) return {};
  if (type->role == BlockRole::kSubsystem) {
    return PortsOfSubsystem(block, registry, *scopes.back());
  }
  const BlockArguments arguments = ArgumentsOf(block, *type, *scopes.back());
  ArgumentProblems problems;
  try {
    CheckConstraints(arguments, &problems);
    if (problems.empty() && !HasTooManyInputs(arguments)) {
      const auto ports = PortsOf(arguments);
      const std::size_t count = std::max(ports->inputs.size(), ports->outputs.size());
      if (count <= static_cast<std::size_t>(kMaxPorts)) return *ports;
    }
  } catch (const std::exception&) {
  } catch (const ParameterScope::UnusableParameter&) {
  }
  return *PortsOf(BlockArguments(*type, block.name, scopes.back().get()));
}

}  // namespace loopwright
