#include "gui/readings/wire_value.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <span>

#include "engine/recording/recording.h"
#include "engine/run/run_instant.h"
#include "gui/plots/readout_overlay.h"
#include "gui/run/run_bar.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"

namespace loopwright {

namespace {

constexpr int kWireDigits = 4;
constexpr size_t kMostRows = 12;  // of the table of its elements
constexpr int kMostCurves = 4;
constexpr int64_t kPastRows = 100;

// The last rows of each element up to a time. What is no number is left out.
QList<QPolygonF> pastOf(const Recording& recording, const std::string& path, double time) {
  const int index = recording.FindSignal(path);
  if (index < 0) return {};
  const RecordedSignal& signal = recording.recorded_signals()[index];
  const int64_t end = recording.UpperBound(time);
  QList<QPolygonF> lines;
  for (int element = 0; element < std::min(signal.width, kMostCurves); ++element) {
    QPolygonF line;
    for (int64_t row = std::max<int64_t>(0, end - kPastRows); row < end; ++row) {
      const double value = recording.value(row, signal.first_column + element);
      if (std::isfinite(value)) line += QPointF(recording.time(row), value);
    }
    if (line.size() > 1) lines += line;
  }
  return lines;
}

}  // namespace

// `[1, 2, 3, 4, …]`: a long vector is cut.
QString valueText(std::span<const double> values, int digits, size_t most) {
  QStringList elements;
  for (const double value : values.first(std::min(values.size(), most))) {
    elements += formatReadout(value, digits);
  }
  if (values.size() == 1) return elements.front();
  if (values.size() > most) elements += QStringLiteral("…");
  return u'[' + elements.join(QStringLiteral(", ")) + u']';
}

namespace {

// Two values that are written alike are one to the eye. ● may be null.
std::optional<WireValue> valueOf(const RunInstant& instant, const std::string& path,
                                 const std::vector<double>& before,
                                 const std::vector<double>* after) {
  const std::span<const double> values = instant.Part(before, path);
  if (values.empty()) return std::nullopt;
  WireValue value{valueText(values, kWireDigits), {}};
  const std::span<const double> changed =
      after != nullptr ? instant.Part(*after, path) : std::span<const double>();
  if (changed.empty()) return value;
  const QString text = valueText(changed, kWireDigits);
  if (text != value.before) value.after = text;
  return value;
}

}  // namespace

std::optional<WireValue> valueOnWire(const RunController& runs, const std::string& path) {
  const std::vector<double>* const before = runs.shown()->valuesBefore();
  if (before == nullptr) return std::nullopt;
  return valueOf(*runs.shown()->instant(), path, *before, runs.shown()->valuesAfter());
}

std::optional<WireValue> valueAtInstant(const RunInstant& instant, const std::string& path) {
  return valueOf(instant, path, instant.before, &instant.after);
}

// For a pointer that rests on a wire: the instant, the elements of a vector with x⁻ and, where it
// differs, x⁺, and the signal's recent past as lines.
std::optional<WireDetail> detailOnWire(const RunController& runs, const std::string& path) {
  const std::vector<double>* const before = runs.shown()->valuesBefore();
  if (before == nullptr) return std::nullopt;
  const std::span<const double> values = runs.shown()->instant()->Part(*before, path);
  if (values.empty()) return std::nullopt;
  WireDetail detail;
  detail.instant =
      QStringLiteral("t = %1 s").arg(formatTime(runs.time(), runs.stopTime() - runs.startTime()));
  if (values.size() > 1) {
    const std::vector<double>* const after = runs.shown()->valuesAfter();
    const std::span<const double> changed =
        after != nullptr ? runs.shown()->instant()->Part(*after, path) : std::span<const double>();
    for (size_t i = 0; i < std::min(values.size(), kMostRows); ++i) {
      WireValue element{formatReadout(values[i], kWireDigits), {}};
      const QString text =
          changed.empty() ? element.before : formatReadout(changed[i], kWireDigits);
      if (text != element.before) element.after = text;
      detail.elements += element;
    }
    detail.moreElements =
        static_cast<int>(values.size()) - static_cast<int>(detail.elements.size());
  }
  if (const auto recording = runs.recording()) detail.past = pastOf(*recording, path, runs.time());
  return detail;
}

}  // namespace loopwright
