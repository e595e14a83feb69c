#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/blocks/signal_units.h"
#include "engine/document/document.h"
#include "gui/document/qt_text.h"
#include "gui/plots/plot_contents.h"

namespace loopwright {

namespace {

QString fromText(const std::optional<std::string>& text) { return toQt(text.value_or("")); }

// What is said of an axis, made where nothing was said of it before.
AxisSetting* axisOf(PlotContent* content, const std::string& name) {
  const QString wanted = toQt(name);
  for (AxisSetting& axis : content->axes) {
    if (axis.name == wanted) return &axis;
  }
  return &content->axes.emplace_back(AxisSetting{wanted});
}

// Curves for which no axis was chosen join one of their unit, or begin the next axis that is free:
// first the one at the left, then those at the right. The one at the left is free for them, too,
// where a curve of another unit has been put there by hand: it drives no other away. Curves without
// a unit stay on the first axis.
void placeByUnits(PlotContent* content) {
  constexpr int kMostAxes = 4;  // more units share the first one
  std::map<QString, QString> axisOfUnit;
  std::set<QString> taken;
  for (const CurveSetting& curve : content->curves) {
    if (curve.axis.isEmpty()) continue;
    if (!curve.unit.isEmpty()) axisOfUnit.try_emplace(curve.unit, curve.axis);
    if (curve.axis != u"y") taken.insert(curve.axis);
  }
  for (CurveSetting& curve : content->curves) {
    if (!curve.axis.isEmpty() || curve.unit.isEmpty()) continue;
    for (int number = 1; number <= kMostAxes && !axisOfUnit.contains(curve.unit); ++number) {
      const QString axis = number == 1 ? QStringLiteral("y") : QStringLiteral("y%1").arg(number);
      if (taken.insert(axis).second) axisOfUnit[curve.unit] = axis;
    }
    const auto found = axisOfUnit.find(curve.unit);
    if (found != axisOfUnit.end()) curve.axis = found->second;
  }
}

CurveLine lineOf(const std::optional<std::string>& name) {
  if (name == "solid") return CurveLine::kSolid;
  if (name == "dash") return CurveLine::kDash;
  if (name == "dot") return CurveLine::kDot;
  if (name == "dash-dot") return CurveLine::kDashDot;
  return CurveLine::kAutomatic;
}

}  // namespace

// Other kinds of plots have one value axis.
void addUnits(const SignalUnits& units, std::vector<PlotContent>* contents) {
  for (PlotContent& content : *contents) {
    for (CurveSetting& curve : content.curves) {
      curve.unit = toQt(units.Of(curve.path.toStdString()));
    }
    if (content.kind == PlotKind::kTime) placeByUnits(&content);
  }
}

// What the document says goes over what the plot would be without it; what it does not say stays.
void applyPlotSetting(const PlotSetting& setting, PlotContent* content) {
  if (setting.title) content->title = fromText(setting.title);
  for (const PlotAxis& axis : setting.axes) {
    AxisSetting* const into = axisOf(content, axis.name);
    into->label = fromText(axis.label);
    into->isLogarithmic = axis.scale == "log";
    if (axis.name == "y" && axis.label) content->valueLabel = into->label;
  }
  for (const PlotRange& range : setting.ranges) {
    AxisSetting* const into = axisOf(content, range.axis);
    into->lower = range.lower;
    into->upper = range.upper;
    // What is upside down or empty is no range.
    if (range.lower && range.upper && !(*range.lower < *range.upper)) {
      into->lower = into->upper = std::nullopt;
    }
  }
  for (const PlotCurve& chosen : setting.curves) {
    for (CurveSetting& curve : content->curves) {
      if (curve.path != toQt(chosen.signal_path)) continue;
      if (chosen.color) curve.colour = QColor(fromText(chosen.color));
      curve.line = lineOf(chosen.line);
      curve.axis = fromText(chosen.axis);
    }
  }
  for (const PlotReference& line : setting.references) {
    content->references.push_back({toQt(line.axis), line.value, fromText(line.label)});
  }
  if (setting.row || setting.column) {
    content->place = PlotPlace{static_cast<int>(setting.row.value_or(0)),
                               static_cast<int>(setting.column.value_or(0))};
  }
  if (setting.circles) {
    content->circles = setting.circles == "on" ? CircleMode::kOn : CircleMode::kOff;
  }
}

}  // namespace loopwright
