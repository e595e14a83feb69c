#include "engine/blocks/block_descriptor.h"

namespace loopwright {

std::string_view ToText(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kNumber:
      return "number";
    case ParameterKind::kInteger:
      return "integer";
    case ParameterKind::kBoolean:
      return "boolean";
    case ParameterKind::kChoice:
      return "choice";
    case ParameterKind::kText:
      return "text";
    case ParameterKind::kVector:
      return "vector";
    case ParameterKind::kMatrix:
      return "matrix";
    case ParameterKind::kComplexVector:
      return "complex vector";
    case ParameterKind::kTextList:
      return "text list";
    case ParameterKind::kTextMatrix:
      return "text matrix";
  }
  return "";
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
