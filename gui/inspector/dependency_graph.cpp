#include "gui/inspector/dependency_graph.h"

#include <algorithm>

#include "gui/document/qt_text.h"
#include "gui/inspector/inspector_rows.h"
#include "gui/inspector/inspector_texts.h"

namespace loopwright {

namespace {

// The order in which the values of a block without outputs are asked for the one to begin with.
constexpr ValueKind kFirstKinds[] = {ValueKind::kContinuousState, ValueKind::kDiscreteState,
                                     ValueKind::kAbstractState,   ValueKind::kDerivatives,
                                     ValueKind::kEntry,           ValueKind::kInput};

// All values of a kind, also of those that only the cache has.
std::vector<ValueRef> valuesOf(const InstantReader& reader, int node, ValueKind kind) {
  if (kind != ValueKind::kDerivatives && kind != ValueKind::kEntry) {
    return reader.ValuesOf(node, kind);
  }
  std::vector<ValueRef> values;
  for (const InspectedEntry& entry : reader.EntriesOf(node)) {
    if (entry.value.kind == kind) values.push_back(entry.value);
  }
  return values;
}

// The value at a place in this run.
std::optional<ValueRef> valueAt(const InstantReader& reader, const DependencyPlace& place) {
  if (place.kind == ValueKind::kTime) return ValueRef{};
  const int node = reader.FindBlock(place.block.toStdString());
  if (node < 0) return std::nullopt;
  const ValueRef wanted{place.kind, node, place.number};
  const std::vector<ValueRef> values = valuesOf(reader, node, place.kind);
  const bool isThere = std::find(values.begin(), values.end(), wanted) != values.end();
  return isThere ? std::optional(wanted) : std::nullopt;
}

void addOnce(const ValueRef& value, std::vector<ValueRef>* values) {
  if (std::find(values->begin(), values->end(), value) == values->end()) values->push_back(value);
}

// An input is left out in favour of the output that it reads: they are one value.
std::vector<ValueRef> valuesBefore(const InstantReader& reader, const ValueRef& value) {
  std::vector<ValueRef> found;
  for (const ValueRef& cause : reader.DependenciesOf(value)) {
    const bool isInput = cause.kind == ValueKind::kInput;
    addOnce(isInput ? reader.SourceOf(cause).value_or(cause) : cause, &found);
  }
  return found;
}

// An input from which nothing is computed, as of a sink, stands for itself.
std::vector<ValueRef> valuesAfter(const InstantReader& reader, const ValueRef& value) {
  std::vector<ValueRef> found;
  for (const ValueRef& one : reader.DependentsOf(value)) {
    std::vector<ValueRef> computed;
    if (one.kind == ValueKind::kInput) computed = reader.DependentsOf(one);
    if (computed.empty()) computed.push_back(one);
    for (const ValueRef& each : computed) addOnce(each, &found);
  }
  return found;
}

// With the path where the value is of another block than the one in view.
DependencyNode nodeOf(const InspectorRows& rows, const ValueRef& value, const QString& block) {
  const InstantReader& reader = rows.reader();
  DependencyNode node;
  node.place = {toQt(reader.BlockOf(value)), value.kind, value.number};
  node.name = node.place.block == block ? rows.nameOf(value) : rows.pathOf(value);
  node.text = QStringLiteral("%1: %2").arg(rows.pathOf(value), rows.valueOf(value));
  if (const std::optional<bool> isUpToDate = reader.IsUpToDate(value)) {
    node.freshness = *isUpToDate ? Freshness::kUpToDate : Freshness::kOutOfDate;
    node.text += QStringLiteral(", ") + freshnessText(*isUpToDate);
  }
  return node;
}

// Returns how many had no room.
int addNodes(const InspectorRows& rows, const std::vector<ValueRef>& values, const QString& block,
             std::vector<DependencyNode>* nodes) {
  const int count = std::min(static_cast<int>(values.size()), kMostDependencies);
  for (int i = 0; i < count; ++i) nodes->push_back(nodeOf(rows, values[i], block));
  return static_cast<int>(values.size()) - count;
}

}  // namespace

// What the chart begins with for a block: the output that was asked for, else its first state or
// what else it has that changes. A block that is not in the run, or has nothing, has no chart.
std::optional<DependencyPlace> firstPlace(const InspectorRows& rows, const QString& block,
                                          int output) {
  const InstantReader& reader = rows.reader();
  const int node = reader.FindBlock(block.toStdString());
  if (node < 0) return std::nullopt;
  const auto place = [&block](const ValueRef& value) {
    return DependencyPlace{block, value.kind, value.number};
  };
  // An output that is not there any more, as after an edit, becomes the last one.
  const std::vector<ValueRef> outputs = reader.ValuesOf(node, ValueKind::kOutput);
  if (!outputs.empty()) {
    const int last = static_cast<int>(outputs.size()) - 1;
    return place(outputs[std::clamp(output, 0, last)]);
  }
  for (const ValueKind kind : kFirstKinds) {
    const std::vector<ValueRef> values = valuesOf(reader, node, kind);
    if (!values.empty()) return place(values.front());
  }
  return std::nullopt;
}

// One step to either side; of long lists the rest is counted.
DependencyGraph dependencyGraph(const InspectorRows& rows, const DependencyPlace& place) {
  DependencyGraph graph;
  const std::optional<ValueRef> value = valueAt(rows.reader(), place);
  if (!value) return graph;
  graph.middle.push_back(nodeOf(rows, *value, {}));
  graph.hiddenBefore =
      addNodes(rows, valuesBefore(rows.reader(), *value), place.block, &graph.before);
  graph.hiddenAfter = addNodes(rows, valuesAfter(rows.reader(), *value), place.block, &graph.after);
  return graph;
}

}  // namespace loopwright
