#include "gui/readings/displayed_values.h"

#include <limits>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/document/qt_text.h"
#include "gui/plots/plot_contents.h"
#include "gui/readings/wire_value.h"

namespace loopwright {

QString lastValueText(const Recording& recording, const std::string& path, int digits,
                      size_t most) {
  const int64_t rows = recording.size();
  const int index = recording.FindSignal(path);
  if (index < 0 || rows == 0) return QString();
  const RecordedSignal& signal = recording.recorded_signals()[index];
  std::vector<double> values;
  for (int k = 0; k < signal.width; ++k) {
    values.push_back(recording.value(rows - 1, signal.first_column + k));
  }
  return valueText(values, digits, most);
}

// By the names of the blocks on this level that show their value.
QHash<QString, QString> displayedValues(const Document& document, const BlockRegistry& registry,
                                        const Recording& recording, const std::string& level) {
  constexpr int kDigits = 4;  // as many as a block has room for
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  QHash<QString, QString> values;
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return values;
  for (const Block& block : diagram->blocks) {
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type == nullptr || !type->shows_value || !block.is_enabled()) continue;
    const std::string source =
        findRecordedSource(document, registry, recording, JoinPath(level, block.name + ".u"));
    if (source.empty()) continue;
    const QString value = lastValueText(recording, source, kDigits, kAll);
    if (!value.isEmpty()) values.insert(toQt(block.name), value);
  }
  return values;
}

}  // namespace loopwright
