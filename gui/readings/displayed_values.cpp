#include "gui/readings/displayed_values.h"

#include <QStringList>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/plots/plot_contents.h"

namespace loopwright {

namespace {

// As many digits as a block has room for.
constexpr int kDigits = 4;

// The last value of a signal, all of its elements in brackets where there are several; empty where
// it was not recorded.
QString valueAtEnd(const Recording& recording, const std::string& path) {
  const int64_t rows = recording.size();
  const int index = recording.FindSignal(path);
  if (index < 0 || rows == 0) return QString();
  const RecordedSignal& signal = recording.recorded_signals()[index];
  QStringList elements;
  for (int k = 0; k < signal.width; ++k) {
    const double value = recording.value(rows - 1, signal.first_column + k);
    elements << QString::number(value, 'g', kDigits).replace('-', QChar(0x2212));
  }
  if (elements.size() == 1) return elements.front();
  return '[' + elements.join(QStringLiteral(", ")) + ']';
}

}  // namespace

// By the names of the blocks on this level that show their value.
QHash<QString, QString> displayedValues(const Document& document, const BlockRegistry& registry,
                                        const Recording& recording, const std::string& level) {
  QHash<QString, QString> values;
  const DiagramModel* const diagram = document.FindDiagram(level);
  if (diagram == nullptr) return values;
  for (const Block& block : diagram->blocks) {
    const BlockDescriptor* const type = registry.Find(block.type);
    if (type == nullptr || !type->shows_value || !block.is_enabled()) continue;
    const std::string source =
        findRecordedSource(document, registry, recording, JoinPath(level, block.name + ".u"));
    const QString value = source.empty() ? QString() : valueAtEnd(recording, source);
    if (!value.isEmpty()) values.insert(QString::fromStdString(block.name), value);
  }
  return values;
}

}  // namespace loopwright
