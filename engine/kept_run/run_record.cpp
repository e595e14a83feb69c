#include "engine/kept_run/run_record.h"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "engine/file/diagram_files.h"
#include "engine/file/load.h"
#include "engine/kept_run/hash.h"
#include "engine/run/run_settings.h"
#include "engine/run/run_setup.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostColumns = 10'000'000;

constexpr std::pair<RunEnd, std::string_view> kEnds[] = {{RunEnd::kDone, "done"},
                                                         {RunEnd::kTerminated, "terminated"},
                                                         {RunEnd::kStopped, "stopped"},
                                                         {RunEnd::kFailed, "failed"}};

// Every option that decides what a run computes, by its name in the file.
template <typename Options, typename Visit>
void VisitOptions(Options* options, Visit visit) {
  visit("set", &options->overrides);
  visit("signals", &options->signal_paths);
  visit("all_signals", &options->all_signals);
  visit("start_time", &options->start_time);
  visit("stop_time", &options->stop_time);
  visit("integrator", &options->integrator);
  visit("accuracy", &options->accuracy);
  visit("absolute_tolerance", &options->absolute_tolerance);
  visit("max_step", &options->max_step);
  visit("fixed_step", &options->fixed_step);
  visit("stochastic_integrator", &options->stochastic_integrator);
  visit("stochastic_step", &options->stochastic_step);
  visit("log_interval", &options->log_interval);
  visit("output", &options->output);
  visit("discontinuities", &options->discontinuities);
  visit("algebraic_loops", &options->algebraic_loops);
  visit("realtime_rate", &options->realtime_rate);
  visit("seed", &options->seed);
  visit("run", &options->run);
  visit("no_isolation", &options->no_isolation);
  visit("no_log_updates", &options->no_log_updates);
  visit("no_cache", &options->no_cache);
  visit("check_cache", &options->check_cache);
  visit("allow_paths", &options->allow_paths);
}

// What has its default is left out.
struct OptionWriter {
  Json* json;
  template <typename T>
  void operator()(const char* name, const std::optional<T>* value) const {
    if (value->has_value()) (*json)[name] = **value;
  }
  template <typename T>
  void operator()(const char* name, const T* value) const {
    if (*value != T()) (*json)[name] = *value;
  }
};

struct OptionReader {
  const Json* json;
  template <typename T>
  void operator()(const char* name, std::optional<T>* value) const {
    if (json->contains(name)) *value = json->at(name).template get<T>();
  }
  template <typename T>
  void operator()(const char* name, T* value) const {
    if (json->contains(name)) *value = json->at(name).template get<T>();
  }
};

// What is usual is left out (no name, continuous), so a record of many signals stays short.
Json SignalsJson(const std::vector<RecordedSignal>& signals) {
  Json list = Json::array();
  for (const RecordedSignal& signal : signals) {
    Json entry{{"path", signal.path}, {"width", signal.width}};
    if (!signal.name.empty()) entry["name"] = signal.name;
    if (signal.discrete) entry["discrete"] = true;
    if (signal.period > 0) entry["period"] = signal.period;
    if (signal.offset > 0) entry["offset"] = signal.offset;
    list.push_back(std::move(entry));
  }
  return list;
}

// The widths come from a file that may be damaged. Their sum is bounded before a recording of that
// many columns is made.
std::vector<RecordedSignal> ParseSignals(const Json& list) {
  std::vector<RecordedSignal> signals;
  int columns = 0;
  for (const Json& entry : list) {
    RecordedSignal& signal = signals.emplace_back();
    signal.path = entry.at("path").get<std::string>();
    signal.width = entry.at("width").get<int>();
    signal.name = entry.value("name", "");
    signal.discrete = entry.value("discrete", false);
    signal.period = entry.value("period", 0.0);
    signal.offset = entry.value("offset", 0.0);
    if (signal.width < 0 || signal.width > kMostColumns - columns) {
      throw std::runtime_error("a signal has an impossible width");
    }
    columns += signal.width;
  }
  return signals;
}

// Texts that are not UTF-8 (names of files may be anything) keep what can be read of them.
std::string Dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// The time of the day in UTC, as in 2026-05-01T12:00:00Z, for a person who looks for a run.
std::string Now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

// kEnds is used in both directions, so that what is written can be read.
std::string_view ToText(RunEnd end) {
  for (const auto& [known, text] : kEnds) {
    if (known == end) return text;
  }
  throw std::invalid_argument("a run that did not begin has no end");
}

// The settings that the run had in the end, as texts: defaults, the file's and the command's are
// one there. They are kept to be shown and compared; a run is made again from its options.
std::vector<std::pair<std::string, std::string>> ListSettings(const RunSettings& settings) {
  const auto optional = [](const std::optional<double>& value) {
    return value.has_value() ? FormatNumber(*value) : "null";
  };
  const auto boolean = [](bool value) { return value ? "true" : "false"; };
  return {{"start_time", FormatNumber(settings.start_time)},
          {"stop_time", FormatNumber(settings.stop_time)},
          {"integrator", settings.integrator},
          {"accuracy", FormatNumber(settings.accuracy)},
          {"absolute_tolerance", FormatNumber(settings.absolute_tolerance)},
          {"max_step", FormatNumber(settings.max_step)},
          {"fixed_step", optional(settings.fixed_step)},
          {"isolate_events", boolean(settings.isolate_events)},
          {"stochastic_integrator", settings.stochastic_integrator},
          {"stochastic_step", FormatNumber(settings.stochastic_step)},
          {"stochastic_refinement", std::to_string(settings.stochastic_refinement)},
          {"seed", std::to_string(settings.seed)},
          {"run", std::to_string(settings.run)},
          {"log_interval", optional(settings.log_interval)},
          {"log_updates", boolean(settings.log_updates)},
          {"output", settings.smooth_output ? "smooth" : "steps"},
          {"discontinuities", settings.solve_discontinuities ? "solve" : "fail"}};
}

// Called when the run is set up and has not begun. The files that its blocks read are kept whole,
// since they may change or vanish before somebody makes the run again.
RunStart DescribeStart(const RunSetup& setup, const RunOptions& options, const std::string& path,
                       std::string text, const std::string& program) {
  RunStart start;
  start.program = program;
  start.began = Now();
  start.diagram_file = std::filesystem::path(path).filename().string();
  start.diagram_text = std::move(text);
  for (const FileRead& read : setup.files_read()) {
    start.inputs.push_back({read.name, ReadFile(read.file)});
  }
  start.options = options;
  start.settings = ListSettings(setup.settings());
  start.recorded = setup.recording()->recorded_signals();
  return start;
}

// Texts and files stand behind this record in their chunk; here are their hashes, by which a reader
// without the program can compare them.
std::string ToJson(const RunStart& start) {
  Json inputs = Json::array();
  for (const KeptInput& input : start.inputs) {
    inputs.push_back({{"name", input.name}, {"hash", HashOf(input.bytes)}});
  }
  Json options = Json::object();
  VisitOptions(&start.options, OptionWriter{&options});
  Json settings = Json::object();
  for (const auto& [name, value] : start.settings) settings[name] = value;
  return Dump({{"program", start.program},
               {"began", start.began},
               {"diagram", {{"file", start.diagram_file}, {"hash", HashOf(start.diagram_text)}}},
               {"inputs", std::move(inputs)},
               {"options", std::move(options)},
               {"settings", std::move(settings)},
               {"signals", SignalsJson(start.recorded)}});
}

// Throws where a member is missing or of another kind. The text of the diagram and of inputs is
// filled in by who reads the chunk.
RunStart ParseRunStart(std::string_view text) {
  const Json json = Json::parse(text);
  RunStart start;
  start.program = json.at("program").get<std::string>();
  start.began = json.at("began").get<std::string>();
  start.diagram_file = json.at("diagram").at("file").get<std::string>();
  for (const Json& input : json.at("inputs")) {
    start.inputs.push_back({input.at("name").get<std::string>(), ""});
  }
  VisitOptions(&start.options, OptionReader{&json.at("options")});
  for (const auto& [name, value] : json.at("settings").items()) {
    start.settings.emplace_back(name, value.get<std::string>());
  }
  start.recorded = ParseSignals(json.at("signals"));
  return start;
}

std::string ToJson(const RunNote& note) {
  Json json = {
      {"time", note.time}, {"path", note.path}, {"before", note.before}, {"after", note.after}};
  if (note.step >= 0) json["step"] = note.step;
  if (note.goes_on) json["goes_on"] = true;
  return Dump(json);
}

RunNote ParseRunNote(std::string_view text) {
  const Json json = Json::parse(text);
  return {json.at("time").get<double>(),        json.at("path").get<std::string>(),
          json.at("before").get<std::string>(), json.at("after").get<std::string>(),
          json.value("goes_on", false),         json.value("step", int64_t{-1})};
}

std::string ToJson(const RunFinish& finish) {
  return Dump({{"end", ToText(finish.outcome.end)},
               {"time", finish.outcome.time},
               {"block", finish.outcome.path},
               {"reason", finish.outcome.message},
               {"rows", finish.rows},
               {"digest", finish.digest}});
}

// A word that is none of kEnds leaves the end at its default, whose word is then not the one that
// was read: the comparison below refuses it.
RunFinish ParseRunFinish(std::string_view text) {
  const Json json = Json::parse(text);
  RunFinish finish;
  const auto end = json.at("end").get<std::string>();
  for (const auto& [known, word] : kEnds) {
    if (word == end) finish.outcome.end = known;
  }
  if (ToText(finish.outcome.end) != end) throw std::runtime_error("a run ended in no known way");
  finish.outcome.time = json.at("time").get<double>();
  finish.outcome.path = json.at("block").get<std::string>();
  finish.outcome.message = json.at("reason").get<std::string>();
  finish.rows = json.at("rows").get<int64_t>();
  finish.digest = json.at("digest").get<std::string>();
  return finish;
}

}  // namespace loopwright
