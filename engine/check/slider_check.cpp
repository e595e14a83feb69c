#include "engine/check/slider_check.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/blocks/block_registry.h"
#include "engine/check/structure.h"
#include "engine/document/document.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// "gain has gain, did you mean 'gain'?", with the first ten of them.
std::string WhatThereIs(const std::string& owner, const std::vector<std::string>& names,
                        std::string_view wanted) {
  if (names.empty()) return owner + " has none";
  return owner + " has " + ListNames(names) + DidYouMean(wanted, names);
}

std::string SliderAdviceAmong(const std::string& owner,
                              const std::vector<DiagramParameter>& parameters,
                              std::string_view wanted) {
  std::vector<std::string> names;
  for (const DiagramParameter& parameter : parameters) names.push_back(parameter.name);
  const bool is_there = std::find(names.begin(), names.end(), wanted) != names.end();
  return is_there ? std::string() : WhatThereIs(owner, names, wanted);
}

// What is wrong with the name of a slider's parameter; empty where it is there, and for blocks of
// types that are not known, whose parameters are not known either.
std::string SliderAdvice(const std::string& parameter, const Document& document,
                         const BlockRegistry& registry) {
  const std::size_t dot = parameter.rfind('.');
  if (dot == std::string::npos) {
    return SliderAdviceAmong("the diagram", document.parameters, parameter);
  }
  const std::string path = parameter.substr(0, dot);
  const std::string_view name = std::string_view(parameter).substr(dot + 1);
  const Block* const block = document.FindBlock(path);
  if (block == nullptr) return "there is no block " + Printable(path);
  if (block->is_subsystem()) return SliderAdviceAmong(path, block->diagram_parameters, name);
  const BlockDescriptor* const type = registry.Find(block->type);
  if (type == nullptr || type->FindParameter(std::string(name)) != nullptr) return {};
  std::vector<std::string> names;
  for (const ParameterDescriptor& one : type->parameters) names.push_back(one.name);
  return WhatThereIs(path, names, name);
}

}  // namespace

void CheckSliders(const Document& document, const BlockRegistry& registry,
                  std::vector<Diagnostic>* diagnostics) {
  for (const SliderSetting& slider : document.sliders) {
    const std::string advice = SliderAdvice(slider.parameter, document, registry);
    if (advice.empty()) continue;
    diagnostics->push_back(MakeDiagnostic(DiagnosticCode::kUnknownSlider, slider.origin.place,
                                          slider.parameter, {slider.parameter, advice}));
  }
}

}  // namespace loopwright
