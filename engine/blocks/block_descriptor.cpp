#include "engine/blocks/block_descriptor.h"

namespace loopwright {

std::string_view ToText(ParameterKind kind) {
  // In the order of the enumeration.
  constexpr std::string_view kNames[] = {"number",    "integer",    "boolean", "choice",
                                         "text",      "vector",     "matrix",  "complex vector",
                                         "text list", "text matrix"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<std::string> BlockDescriptor::StateParts(StateDescriptor::Kind kind, int number) const {
  for (const StateDescriptor& described : states) {
    if (described.kind == kind && described.number == number) return described.parts;
  }
  return {};
}

const ParameterDescriptor* BlockDescriptor::FindParameter(std::string_view name) const {
  const int index = ParameterIndex(name);
  return index < 0 ? nullptr : &parameters[index];
}

int BlockDescriptor::ParameterIndex(std::string_view name) const {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<std::string> NumberedPorts(std::string_view stem, int count) {
  std::vector<std::string> names;
  names.reserve(count < 0 ? 0 : count);
  for (int i = 1; i <= count; ++i) names.push_back(std::string(stem) + std::to_string(i));
  return names;
}

}  // namespace loopwright
