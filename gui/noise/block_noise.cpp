#include "gui/noise/block_noise.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

#include "engine/blocks/argument_evaluation.h"
#include "engine/blocks/block_registry.h"
#include "engine/check/structure.h"
#include "engine/document/document.h"
#include "gui/document/value_preview.h"

namespace loopwright {

namespace {

// The block's parameters as the document has them. Throws where one is wrong.
BlockArguments evaluated(const std::string& path, const Block& block,
                         const BlockDescriptor& descriptor, const NameScope& scope) {
  BlockArguments arguments(descriptor, path, &scope);
  for (const BlockParameter& given : block.parameters) {
    const int index = descriptor.ParameterIndex(given.name);
    if (index < 0) continue;
    const ParameterDescriptor& parameter = descriptor.parameters[index];
    arguments.Set(index, EvaluateArgument(parameter, given.value, scope));
  }
  return arguments;
}

bool areRight(const BlockArguments& arguments) {
  ArgumentProblems problems;
  CheckConstraints(arguments, &problems);
  const BlockDescriptor& descriptor = arguments.descriptor();
  if (problems.empty() && descriptor.validate != nullptr) {
    descriptor.validate(arguments, &problems);
  }
  return problems.empty();
}

// Hands the arguments of a block that may draw noise, and has no wrong parameter, to `visit`.
void visitNoise(const Document& document, const BlockRegistry& registry, const std::string& path,
                const std::function<void(const BlockArguments&)>& visit) {
  const Block* const block = document.FindBlock(path);
  const BlockDescriptor* const descriptor = block ? registry.Find(block->type) : nullptr;
  if (descriptor == nullptr || descriptor->FindParameter("stream") == nullptr) return;
  const LevelScope scope(document, SplitPath(path).first);
  try {
    const BlockArguments arguments = evaluated(path, *block, *descriptor, scope.names());
    if (areRight(arguments)) visit(arguments);
  } catch (const std::exception&) {
    return;
  } catch (const ParameterScope::UnusableParameter&) {
    return;
  }
}

// A number or a list of numbers times a factor; none for expressions.
std::optional<ParameterSetting> scaledSetting(const ParameterSetting& setting, double factor) {
  if (setting.is_number()) return ParameterSetting(factor * setting.number());
  if (!setting.is_list()) return std::nullopt;
  ParameterSetting::List elements;
  for (const ParameterSetting& element : setting.list()) {
    if (!element.is_number()) return std::nullopt;
    elements.emplace_back(factor * element.number());
  }
  return ParameterSetting(std::move(elements));
}

}  // namespace

// What is wrong with parameters the check of the document says; here it is only no noise.
BlockNoise findBlockNoise(const Document& document, const BlockRegistry& registry,
                          const std::string& path) {
  BlockNoise noise;
  visitNoise(document, registry, path, [&noise](const BlockArguments& arguments) {
    noise = {FindNoiseLaws(arguments), WhatPeriodKeeps(arguments),
             !PortsOf(arguments)->inputs.empty()};
  });
  return noise;
}

// What to change so that a noise is as strong as before an edit of its period: a factor for its
// strength. It can be given only where the parameter is a number, or a list of them, and no
// expression.
std::optional<NoiseRemedy> findNoiseRemedy(const Document& document, const BlockRegistry& registry,
                                           const std::string& path, const BlockNoise& before,
                                           KeptStrength kept) {
  std::optional<NoiseRemedy> remedy;
  visitNoise(document, registry, path, [&](const BlockArguments& arguments) {
    const auto found = FindStrengthFactor(arguments, before.elements, kept);
    if (!found) return;
    const BlockParameter* const given = document.FindBlock(path)->FindParameter(found->parameter);
    const ParameterSetting& setting =
        given ? given->value
              : arguments.descriptor().FindParameter(found->parameter)->default_value;
    if (auto value = scaledSetting(setting, found->factor)) {
      remedy = NoiseRemedy{found->parameter, std::move(*value)};
    }
  });
  return remedy;
}

// `noise.y[1]` is element 1 of the block `noise`. A block with inputs is none whose law is known
// from itself.
std::optional<NoiseLaw> findSignalNoise(const Document& document, const BlockRegistry& registry,
                                        const std::string& signal) {
  const std::optional<SignalPath> path = ParseSignalPath(signal);
  if (!path) return std::nullopt;
  const BlockNoise noise = findBlockNoise(document, registry, path->block);
  const std::size_t element = std::max(0, path->element);  // Without one the first is meant.
  if (element >= noise.elements.size() || noise.has_inputs) return std::nullopt;
  return noise.elements[element];
}

}  // namespace loopwright
