#include "engine/document/parameter_setting.h"

#include <cmath>

#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

void AppendJson(const ParameterSetting& setting, std::string* out) {
  if (setting.is_number()) {
    if (std::isfinite(setting.number())) {
      AppendNumber(setting.number(), out);
    } else {
      AppendJsonString(FormatNumber(setting.number()), out);
    }
  } else if (setting.is_boolean()) {
    out->append(setting.boolean() ? "true" : "false");
  } else if (setting.is_text()) {
    AppendJsonString(setting.text(), out);
  } else if (setting.is_list()) {
    out->push_back('[');
    const char* separator = "";
    for (const ParameterSetting& element : setting.list()) {
      out->append(separator);
      AppendJson(element, out);
      separator = ", ";
    }
    out->push_back(']');
  } else {
    out->append("null");
  }
}

}  // namespace

std::string OverrideText(const ParameterSetting& setting) {
  if (setting.is_text()) return setting.text();
  return setting.is_number() ? FormatNumber(setting.number()) : ToJson(setting);
}

std::string ToJson(const ParameterSetting& setting) {
  std::string json;
  AppendJson(setting, &json);
  return json;
}

}  // namespace loopwright
