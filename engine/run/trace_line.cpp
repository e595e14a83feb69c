#include "engine/run/trace_line.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/document/parameter_setting.h"
#include "engine/system/system_base.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// A JSON list of blocks' paths.
std::string PathList(const std::vector<const SystemBase*>& systems) {
  std::string list = "[";
  for (const SystemBase* system : systems) {
    if (list.size() > 1) list += ", ";
    list += nlohmann::json(system->GetSystemPathname()).dump();
  }
  return list + "]";
}

// Keys are left out where a cause has no such thing.
std::string CauseList(const std::vector<TraceCause>& causes) {
  std::string list = "[";
  for (const TraceCause& cause : causes) {
    if (list.size() > 1) list += ", ";
    list += "{\"trigger\": \"" + std::string(cause.trigger) + '"';
    if (cause.from_sec) list += ", \"from\": " + ToJson(*cause.from_sec);
    if (cause.ended_by != nullptr) list += ", \"ended_by\": \"" + std::string(cause.ended_by) + '"';
    if (cause.block != nullptr) {
      list += ", \"block\": " + nlohmann::json(cause.block->GetSystemPathname()).dump();
    }
    if (cause.period_sec) list += ", \"period\": " + ToJson(*cause.period_sec);
    list += "}";
  }
  return list + "]";
}

// {"BLOCK.x": [1, 2], …} of the values before or after.
std::string ValueList(const std::vector<TraceValue>& values,
                      std::vector<double> TraceValue::*which) {
  std::string list = "{";
  for (const TraceValue& value : values) {
    if (list.size() > 1) list += ", ";
    list += nlohmann::json(value.block->GetSystemPathname() + "." + value.name).dump() + ": [";
    const std::vector<double>& numbers = value.*which;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const bool slides = value.name == "mode" && std::isnan(numbers[i]);
      list += (i > 0 ? ", " : "") + (slides ? "\"sliding\"" : ToJson(numbers[i]));
    }
    list += "]";
  }
  return list + "}";
}

// How the end of a step was isolated, look by look; nothing where none was.
std::string ReadingList(const std::vector<TraceReading>& readings) {
  if (readings.empty()) return "";
  std::string list;
  for (const TraceReading& reading : readings) {
    list += list.empty() ? ", \"readings\": [" : ", ";
    list += "{\"block\": " + nlohmann::json(reading.block->GetSystemPathname()).dump() +
            ", \"time\": " + ToJson(reading.time) + ", \"value\": " + ToJson(reading.value) + "}";
  }
  return list + "]";
}

}  // namespace

// One line, so that a trace can be read and filtered line by line.
std::string TraceLine(const TracePhase& phase) {
  return "{\"time\": " + FormatNumber(phase.time) + ", \"phase\": \"" + phase.phase +
         "\", \"blocks\": " + PathList(phase.blocks) + ", \"changed\": " + PathList(phase.changed) +
         ", \"cause\": " + CauseList(phase.causes) +
         ", \"before\": " + ValueList(phase.values, &TraceValue::before) +
         ", \"after\": " + ValueList(phase.values, &TraceValue::after) +
         ReadingList(phase.readings) + "}";
}

}  // namespace loopwright
