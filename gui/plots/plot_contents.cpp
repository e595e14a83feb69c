#include "gui/plots/plot_contents.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include "engine/blocks/argument_evaluation.h"
#include "engine/blocks/block_registry.h"
#include "engine/blocks/handed_on.h"
#include "engine/blocks/signal_units.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/document/qt_text.h"
#include "gui/document/value_preview.h"

namespace loopwright {

namespace {

// Adds the curve of each element of a signal, or of the one that `path` names.
void addCurves(const Recording& recording, const std::string& path, PlotContent* content) {
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    for (int k = 0; k < signal.width; ++k) {
      const std::string label = recording.ColumnLabel(signal.first_column + k);
      if (path != signal.path && path != label) continue;
      const std::string element = label.substr(signal.path.size());
      const std::string name = (signal.name.empty() ? signal.path : signal.name) + element;
      content->curves.push_back({toQt(label), toQt(name), signal.discrete});
    }
  }
}

// The period of a recorded signal, seconds; 0 where it has none.
double periodOf(const Recording& recording, const QString& label) {
  const std::string path = label.section(u'[', 0, 0).toStdString();
  const int index = recording.FindSignal(path);
  return index < 0 ? 0 : recording.recorded_signals()[index].period;
}

// A plot that the file describes. Its kind decides what its curves mean: over time, one over the
// other, how often values come up, or how much power they have at each frequency.
PlotContent fromSetting(const PlotSetting& setting, const Recording& recording) {
  PlotContent content;
  if (setting.kind == "xy") content.kind = PlotKind::kXY;
  if (setting.kind == "histogram") content.kind = PlotKind::kHistogram;
  if (setting.kind == "spectrum") content.kind = PlotKind::kSpectrum;
  for (const std::string& signal : setting.signal_paths) addCurves(recording, signal, &content);
  content.period_sec = content.curves.empty() ? 0 : periodOf(recording, content.curves[0].path);
  return content;
}

// Wires into inputs of a block, in the order of its ports: u1, u2, ..., u10.
std::vector<const Wire*> wiresInto(const DiagramModel& diagram, const std::string& block) {
  std::vector<const Wire*> wires;
  for (const Wire& wire : diagram.wires) {
    const auto end = ParseSignalPath(wire.to);
    if (end && end->block == block) wires.push_back(&wire);
  }
  std::sort(wires.begin(), wires.end(), [](const Wire* a, const Wire* b) {
    return a->to.size() != b->to.size() ? a->to.size() < b->to.size() : a->to < b->to;
  });
  return wires;
}

// The plot that a block of this type opens.
std::optional<PlotKind> kindOf(const BlockRegistry& registry, const Block& block) {
  const BlockDescriptor* const type = registry.Find(block.type);
  if (type == nullptr || !block.is_enabled()) return {};
  switch (type->plot) {
    case BlockPlot::kNone:
      return {};
    case BlockPlot::kTime:
      return PlotKind::kTime;
    case BlockPlot::kXY:
      return PlotKind::kXY;
    case BlockPlot::kHistogram:
      return PlotKind::kHistogram;
    case BlockPlot::kSpectrum:
      return PlotKind::kSpectrum;
  }
  return {};
}

// A number of a block; one that is wrong is left as it is, since a check has said so.
template <typename Number>
void Read(const Block& block, const char* name, const NameScope& scope, Number* number) {
  const BlockParameter* const parameter = block.FindParameter(name);
  if (!parameter) return;
  try {
    *number = static_cast<Number>(EvaluateNumber(parameter->value, scope));
  } catch (const SettingError&) {
    return;
  } catch (const ParameterScope::UnusableParameter&) {
    return;
  }
}

// The path of the recorded signal that an output shows: its own, or where that is not recorded,
// that of an output behind it. Empty if there is none.
std::string findRecordedOutput(const Document& document, const BlockRegistry& registry,
                               const Recording& recording, std::string output) {
  std::set<std::string> seen;  // wires may lead in a circle
  while (!output.empty() && recording.FindSignal(output) < 0) {
    if (!seen.insert(output).second) return {};
    output = HandedOnFrom(document, registry, output);
  }
  return output;
}

// The plots of a document's blocks that show signals, and of what else it lets runs record.
class RunPlots {
 public:
  RunPlots(const Document& document, const BlockRegistry& registry, const Recording& recording)
      : document_(document), registry_(registry), recording_(recording) {}

  // Those of all blocks whose kind `wanted` says yes to.
  std::vector<PlotContent> Find(const std::function<bool(PlotKind)>& wanted) {
    contents_.clear();
    Add(document_.root, "", wanted);
    return std::move(contents_);
  }

  // The plot of the sink with this path; without curves where there is none.
  PlotContent Of(const std::string& path) const {
    const auto [level, name] = SplitPath(path);
    const DiagramModel* const diagram = document_.FindDiagram(level);
    const Block* const block = document_.FindBlock(path);
    const auto kind = block ? kindOf(registry_, *block) : std::nullopt;
    return diagram && kind ? ContentOf(*diagram, *block, level, *kind) : PlotContent();
  }

  // One plot of what is recorded for its own sake and is in none of `contents`; without curves
  // where there is nothing of that.
  PlotContent RestBeside(const std::vector<PlotContent>& contents) const {
    std::set<QString> shown;
    for (const PlotContent& content : contents) {
      for (const CurveSetting& curve : content.curves) shown.insert(curve.path);
    }
    PlotContent rest;
    rest.title = QCoreApplication::translate("Plots", "Recorded signals");
    AddRecordedByHand(document_.root, "", &rest);
    std::erase_if(rest.curves,
                  [&](const CurveSetting& curve) { return !shown.insert(curve.path).second; });
    return rest;
  }

 private:
  void Add(const DiagramModel& diagram, const std::string& level,
           const std::function<bool(PlotKind)>& wanted) {
    for (const Block& block : diagram.blocks) {
      const std::string path = JoinPath(level, block.name);
      if (block.diagram) Add(*block.diagram, path, wanted);
      const auto kind = kindOf(registry_, block);
      if (!kind || !wanted(*kind)) continue;
      PlotContent content = ContentOf(diagram, block, level, *kind);
      if (!content.curves.empty()) contents_.push_back(std::move(content));
    }
  }

  PlotContent ContentOf(const DiagramModel& diagram, const Block& block, const std::string& level,
                        PlotKind kind) const {
    PlotContent content;
    content.kind = kind;
    content.block = toQt(JoinPath(level, block.name));
    const BlockParameter* const title = block.FindParameter("title");
    content.title =
        toQt(title && title->value.is_text() ? title->value.text() : JoinPath(level, block.name));
    size_t wires = 0;
    for (const Wire* wire : wiresInto(diagram, block.name)) {
      const std::string source =
          findRecordedSource(document_, registry_, recording_, JoinPath(level, wire->to));
      if (source.empty()) continue;
      addCurves(recording_, source, &content);
      // Of a vector over another, the first elements.
      const size_t most = ++wires;
      if (kind == PlotKind::kXY) content.curves.resize(std::min(content.curves.size(), most));
    }
    const LevelScope scope(document_, level);
    Read(block, "bins", scope.names(), &content.bins);
    Read(block, "segment", scope.names(), &content.segment);
    Read(block, "period", scope.names(), &content.period_sec);
    return content;
  }

  // Adds the recorded signals of a level, and of those below, that are recorded for their own sake.
  void AddRecordedByHand(const DiagramModel& diagram, const std::string& level,
                         PlotContent* content) const {
    for (const SignalSetting& setting : diagram.signal_settings) {
      if (!setting.log.value_or(false)) continue;
      const std::string path =
          findRecordedOutput(document_, registry_, recording_, JoinPath(level, setting.key));
      if (!path.empty()) addCurves(recording_, path, content);
    }
    for (const Block& block : diagram.blocks) {
      if (block.diagram) AddRecordedByHand(*block.diagram, JoinPath(level, block.name), content);
    }
  }

  const Document& document_;
  const BlockRegistry& registry_;
  const Recording& recording_;
  std::vector<PlotContent> contents_;
};

}  // namespace

// A spectrum needs to know how far samples are apart.
void choosePeriods(double start, double stop, std::vector<PlotContent>* contents) {
  constexpr double kSamples = 1000;
  for (PlotContent& content : *contents) {
    if (!(content.period_sec > 0) && stop > start) content.period_sec = (stop - start) / kSamples;
  }
}

// Samples of plots are those before updates, at multiples of the period.
void findTheories(double start, double stop, const DensityFinder& find, PlotContent* content) {
  if (content->kind != PlotKind::kSpectrum || !(content->period_sec > 0)) return;
  for (CurveSetting& curve : content->curves) {
    SpectrumRequest request;
    request.run.signal_paths = {curve.path.toStdString()};
    request.run.start_time = request.start_sec = start;
    request.stop_sec = std::isfinite(stop) ? stop : start;
    request.period_sec = content->period_sec;
    curve.theory = find(request);
  }
}

std::string findRecordedSource(const Document& document, const BlockRegistry& registry,
                               const Recording& recording, const std::string& input) {
  return findRecordedOutput(document, registry, recording, DriverOf(document, input));
}

// What the panel shows of a run, in this order: the plots that the file describes; sinks (Scope and
// its like) that none of these shows; one plot more for recorded signals that are in none; and
// where there is nothing so far, all recorded signals together, up to kMaxCurves. Scopes are left
// out where the file has plots of its own signals, because these take their place.
std::vector<PlotContent> plotContents(const Document& document, const BlockRegistry& registry,
                                      const Recording& recording, const RateOf& rateOf) {
  std::vector<PlotContent> contents;
  RunPlots plots(document, registry, recording);
  bool hasSettings = false;  // with signals of their own
  std::set<QString> shown;   // sinks
  for (size_t i = 0; i < document.plots.size(); ++i) {
    const PlotSetting& setting = document.plots[i];
    PlotContent content =
        setting.block ? plots.Of(*setting.block) : fromSetting(setting, recording);
    if (content.curves.empty()) continue;
    applyPlotSetting(setting, &content);
    content.setting = i;
    hasSettings = hasSettings || !setting.block;
    shown.insert(content.block);
    contents.push_back(std::move(content));
  }
  for (PlotContent& content :
       plots.Find([&](PlotKind kind) { return kind != PlotKind::kTime || !hasSettings; })) {
    if (!shown.contains(content.block)) contents.push_back(std::move(content));
  }
  if (PlotContent rest = plots.RestBeside(contents); !contents.empty() && !rest.curves.empty()) {
    contents.push_back(std::move(rest));
  }
  if (contents.empty()) {
    PlotContent content;
    for (const RecordedSignal& signal : recording.recorded_signals()) {
      if (static_cast<int>(content.curves.size()) < kMaxCurves) {
        addCurves(recording, signal.path, &content);
      }
    }
    if (!content.curves.empty()) contents.push_back(std::move(content));
  }
  addUnits(SignalUnits(document, registry), &contents);
  // A curve has the colour of its signal's rate; an element has that of the whole signal.
  if (!rateOf) return contents;
  for (PlotContent& content : contents) {
    for (CurveSetting& curve : content.curves) {
      curve.rate = rateOf(curve.path.section('[', 0, 0).toStdString());  // of all elements
    }
  }
  return contents;
}

}  // namespace loopwright
