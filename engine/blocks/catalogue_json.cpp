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

std::string Quoted(std::string_view text) { return nlohmann::json(text).dump(); }

std::string List(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ", ";
    list += Quoted(text);
  }
  return list + "]";
}

std::string ParameterJson(const ParameterDescriptor& parameter) {
  return "{\"name\": " + Quoted(parameter.name) + ", \"kind\": " + Quoted(ToText(parameter.kind)) +
         ", \"default\": " + ToJson(parameter.default_value) +
         ", \"unit\": " + Quoted(parameter.unit) +
         ", \"constraint\": " + Quoted(parameter.constraint) +
         ", \"description\": " + Quoted(parameter.description) + "}";
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
    input_defaults += Quoted(input) + ": " + ToJson(setting);
  }
  std::string json =
      "{\"type\": " + Quoted(block.type) + ", \"category\": " + Quoted(block.category) +
      ", \"summary\": " + Quoted(block.summary) + ", \"inputs\": " + List(block.inputs) +
      ", \"outputs\": " + List(block.outputs) + ", \"parameters\": [" + parameters +
      "], \"feedthrough\": " + Quoted(block.feedthrough) + ", \"state\": " + Quoted(block.state) +
      ", \"behaviour\": " + Quoted(block.behaviour);
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
