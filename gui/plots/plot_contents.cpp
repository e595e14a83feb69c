#include "gui/plots/plot_contents.h"

#include <algorithm>

#include "engine/model/document.h"
#include "engine/simulation/recording.h"

namespace loopwright {

namespace {

QString Text(const std::string& text) { return QString::fromStdString(text); }

// Adds the curve of each element of a signal, or of the one that `path` names.
void AddCurves(const Recording& recording, const std::string& path, PlotContent* content) {
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    for (int k = 0; k < signal.width; ++k) {
      const std::string label = recording.ColumnLabel(signal.first_column + k);
      if (path != signal.path && path != label) continue;
      const std::string element = label.substr(signal.path.size());
      const std::string name = (signal.name.empty() ? signal.path : signal.name) + element;
      content->curves.push_back({Text(label), Text(name), signal.discrete});
    }
  }
}

PlotContent FromSetting(const PlotSetting& setting, const Recording& recording) {
  PlotContent content;
  content.title = Text(setting.title.value_or(""));
  for (const std::string& signal : setting.signal_paths) AddCurves(recording, signal, &content);
  for (const PlotAxis& axis : setting.axes) {
    if (axis.name == "y") content.valueLabel = Text(axis.label.value_or(""));
  }
  return content;
}

// Wires into inputs of a block, in the order of its ports: u1, u2, ..., u10.
std::vector<const Wire*> WiresInto(const DiagramModel& diagram, const std::string& block) {
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

void AddScopes(const Document& document, const Recording& recording, const DiagramModel& diagram,
               const std::string& level, std::vector<PlotContent>* contents) {
  for (const Block& block : diagram.blocks) {
    const std::string path = JoinPath(level, block.name);
    if (block.diagram) AddScopes(document, recording, *block.diagram, path, contents);
    if (block.type != "Scope" || !block.is_enabled()) continue;
    PlotContent content;
    const BlockParameter* const title = block.FindParameter("title");
    content.title = Text(title && title->value.is_text() ? title->value.text() : path);
    for (const Wire* wire : WiresInto(diagram, block.name)) {
      const std::string source = findRecordedSource(document, recording, level, wire->to);
      if (!source.empty()) AddCurves(recording, source, &content);
    }
    if (!content.curves.empty()) contents->push_back(std::move(content));
  }
}

}  // namespace

std::string findRecordedSource(const Document& document, const Recording& recording,
                               const std::string& level, const std::string& input) {
  std::string at = level;
  std::string end = input;
  // Each turn goes one level up or down; more than there are levels is a circle of wires.
  for (int turn = 0; turn <= 2 * kMaxSubsystemDepth; ++turn) {
    const DiagramModel* const diagram = document.FindDiagram(at);
    if (!diagram) return {};
    const size_t index = diagram->FindWireTo(end);
    if (index == diagram->wires.size()) return {};
    const std::string path = JoinPath(at, diagram->wires[index].from);
    if (recording.FindSignal(path) >= 0) return path;
    const auto source = ParseSignalPath(diagram->wires[index].from);
    const Block* const block = source ? diagram->blocks.Find(source->block) : nullptr;
    if (!block) return {};
    if (block->is_subsystem()) {
      at = JoinPath(at, block->name);
      end = source->port + ".u";
    } else if (block->type == "Inport" && !at.empty()) {
      const auto [outer, subsystem] = SplitPath(at);
      end = subsystem + "." + block->name;
      at = outer;
    } else {
      return {};
    }
  }
  return {};
}

std::vector<PlotContent> plotContents(const Document& document, const Recording& recording) {
  std::vector<PlotContent> contents;
  for (const PlotSetting& setting : document.plots) {
    PlotContent content = FromSetting(setting, recording);
    if (!content.curves.empty()) contents.push_back(std::move(content));
  }
  if (contents.empty()) AddScopes(document, recording, document.root, "", &contents);
  if (contents.empty()) {
    PlotContent content;
    for (const RecordedSignal& signal : recording.recorded_signals()) {
      if (static_cast<int>(content.curves.size()) < kMaxCurves) {
        AddCurves(recording, signal.path, &content);
      }
    }
    if (!content.curves.empty()) contents.push_back(std::move(content));
  }
  return contents;
}

}  // namespace loopwright
