#include "gui/canvas/signal_edits.h"

#include <optional>
#include <utility>

#include "engine/model/document.h"
#include "engine/model/edit_helpers.h"

namespace loopwright {

bool isRecorded(const DiagramModel& diagram, const std::string& key) {
  const std::size_t index = diagram.FindSignal(key);
  return index < diagram.signal_settings.size() &&
         diagram.signal_settings[index].log.value_or(false);
}

void recordSignal(Transaction* transaction, const std::string& level, const std::string& key,
                  bool recorded) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindSignal(key);
  SignalSetting setting;
  if (index < diagram.signal_settings.size()) setting = diagram.signal_settings[index];
  setting.key = key;
  setting.log = recorded ? std::optional<bool>(true) : std::nullopt;
  SetSignal(transaction, level, std::move(setting));
}

}  // namespace loopwright
