#include "gui/readings/wire_value.h"

#include <QStringList>
#include <algorithm>
#include <span>

#include "engine/run/run_instant.h"
#include "gui/run/run_controller.h"

namespace loopwright {

namespace {

constexpr int kWireDigits = 4;
constexpr size_t kMostElements = 4;  // that are written of a vector

QString elementsText(std::span<const double> values) {
  QStringList elements;
  for (const double value : values.first(std::min(values.size(), kMostElements))) {
    elements += QString::number(value, 'g', kWireDigits).replace(u'-', QChar(0x2212));
  }
  if (values.size() == 1) return elements.front();
  if (values.size() > kMostElements) elements += QStringLiteral("…");
  return u'[' + elements.join(QStringLiteral(", ")) + u']';
}

}  // namespace

// Two values that are written alike are one to the eye.
std::optional<WireValue> valueOnWire(const RunController& runs, const std::string& path) {
  const std::vector<double>* const before = runs.valuesBefore();
  if (before == nullptr) return std::nullopt;
  const std::span<const double> values = runs.instant()->Part(*before, path);
  if (values.empty()) return std::nullopt;
  WireValue value{elementsText(values), {}};
  if (const std::vector<double>* const after = runs.valuesAfter()) {
    const QString text = elementsText(runs.instant()->Part(*after, path));
    if (text != value.before) value.after = text;
  }
  return value;
}

}  // namespace loopwright
