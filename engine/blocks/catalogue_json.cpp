#include "engine/blocks/catalogue_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/blocks/block_registry.h"
#include "engine/document/parameter_setting.h"

namespace loopwright {
namespace {

std::string JsonText(std::string_view text) { return nlohmann::json(text).dump(); }

std::string List(const std::vector<std::string>& texts) {
  return ToJson(ParameterSetting::List(texts.begin(), texts.end()));
}

std::string ParameterJson(const ParameterDescriptor& parameter) {
  return "{\"name\": " + JsonText(parameter.name) +
         ", \"kind\": " + JsonText(ToText(parameter.kind)) +
         ", \"default\": " + ToJson(parameter.default_value) +
         ", \"unit\": " + JsonText(parameter.unit) +
         ", \"constraint\": " + JsonText(parameter.constraint) +
         ", \"description\": " + JsonText(parameter.description) + "}";
}

std::string BlockJson(const BlockDescriptor& block) {
  std::string parameters;
  for (const ParameterDescriptor& parameter : block.parameters) {
    if (!parameters.empty()) parameters += ", ";
    parameters += ParameterJson(parameter);
  }
  std::string input_defaults;
  for (const auto& [input, setting] : block.input_defaults) {
    if (!input_defaults.empty()) input_defaults += ", ";
    input_defaults += JsonText(input) + ": " + ToJson(setting);
  }
  std::string json =
      "{\"type\": " + JsonText(block.type) + ", \"category\": " + JsonText(block.category) +
      ", \"summary\": " + JsonText(block.summary) + ", \"inputs\": " + List(block.inputs) +
      ", \"outputs\": " + List(block.outputs) + ", \"parameters\": [" + parameters +
      "], \"feedthrough\": " + JsonText(block.feedthrough) +
      ", \"state\": " + JsonText(block.state) + ", \"behaviour\": " + JsonText(block.behaviour);
  if (!input_defaults.empty()) json += ", \"input_defaults\": {" + input_defaults + "}";
  return json + "}";
}

}  // namespace

std::string CatalogueJson(const BlockRegistry& registry) {
  std::string json = "{\"version\": 1, \"blocks\": [";
  bool first = true;
  for (const BlockDescriptor& block : registry.all()) {
    json += first ? "\n  " : ",\n  ";
    first = false;
    json += BlockJson(block);
  }
  return json + "\n]}\n";
}

}  // namespace loopwright
