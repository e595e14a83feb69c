#include "gui/document/signal_edits.h"

#include <functional>
#include <optional>
#include <utility>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"

namespace loopwright {

// Its key is that of the signal also where the level says nothing of it.
SignalSetting signalSettingOf(const DiagramModel& diagram, const std::string& key) {
  const std::size_t index = diagram.FindSignal(key);
  SignalSetting setting;
  if (index < diagram.signal_settings.size()) setting = diagram.signal_settings[index];
  setting.key = key;
  return setting;
}

namespace {

// Sets or removes the wish to record in the settings of one signal at one level.
void setLog(Transaction* transaction, const std::string& level, const std::string& key,
            bool recorded) {
  SignalSetting setting = signalSettingOf(transaction->Diagram(level), key);
  setting.log = recorded ? std::optional<bool>(true) : std::nullopt;
  SetSignal(transaction, level, std::move(setting));
}

// Whether a level itself asks for the record of an output, called `key` there.
bool isLogged(const DiagramModel& diagram, const std::string& key) {
  return signalSettingOf(diagram, key).log.value_or(false);
}

// Calls `visit` for a level and all around it, the innermost first, with the level's path as seen
// from there ("" for itself, else it ends in '/'), while it returns true.
void visitOutwards(
    std::string level,
    const std::function<bool(const std::string& outer, const std::string& way)>& visit) {
  std::string way;
  while (visit(level, way) && !level.empty()) {
    const auto [outer, name] = SplitPath(level);
    way = name + '/' + way;
    level = outer;
  }
}

}  // namespace

// A level's signals may be chosen by settings of any level around it, with longer keys there.
std::set<std::string> recordedSignals(const Document& document, const std::string& level) {
  std::set<std::string> found;
  visitOutwards(level, [&](const std::string& outer, const std::string& way) {
    const DiagramModel* const diagram = document.FindDiagram(outer);
    if (diagram == nullptr) return false;
    for (const SignalSetting& setting : diagram->signal_settings) {
      if (!setting.log.value_or(false) || !setting.key.starts_with(way)) continue;
      std::string key = setting.key.substr(way.size());
      if (key.find('/') == std::string::npos) found.insert(std::move(key));
    }
    return true;
  });
  return found;
}

bool isRecorded(const Document& document, const std::string& level, const std::string& key) {
  bool found = false;
  visitOutwards(level, [&](const std::string& outer, const std::string& way) {
    const DiagramModel* const diagram = document.FindDiagram(outer);
    found = diagram != nullptr && isLogged(*diagram, way + key);
    return diagram != nullptr && !found;
  });
  return found;
}

// To record is asked for at the signal's own level. To stop it, every level that asks is changed:
// one outside may name the same signal, and it would go on being recorded.
void recordSignal(Transaction* transaction, const std::string& level, const std::string& key,
                  bool recorded) {
  if (recorded) return setLog(transaction, level, key, true);
  visitOutwards(level, [&](const std::string& outer, const std::string& way) {
    if (isLogged(transaction->Diagram(outer), way + key)) {
      setLog(transaction, outer, way + key, false);
    }
    return true;
  });
}

void setUnit(Transaction* transaction, const std::string& level, const std::string& key,
             const std::string& unit) {
  SignalSetting setting = signalSettingOf(transaction->Diagram(level), key);
  setting.unit = unit.empty() ? std::nullopt : std::optional(unit);
  SetSignal(transaction, level, std::move(setting));
}

}  // namespace loopwright
