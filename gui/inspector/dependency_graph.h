#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/inspection/instant_reader.h"

namespace loopwright {

class InspectorRows;

/// A value of a block, by the path of the block, which says the same in every run; the time has no
/// block.
struct DependencyPlace {
  QString block;
  ValueKind kind = ValueKind::kTime;
  int number = 0;
  bool operator==(const DependencyPlace&) const = default;
};

/// Whether a value has to be computed before it is used.
enum class Freshness {
  kUpToDate,
  kOutOfDate,
  kNotComputed,  ///< state, parameters, the time, inputs without a wire
};

/// A value in the graph.
struct DependencyNode {
  DependencyPlace place;
  QString name;  ///< "error.y", or "x" where it belongs to the block of the value in the middle
  QString text;  ///< all that is said of it: "error.y: 0.588, up to date"
  Freshness freshness = Freshness::kNotComputed;
};

/// Where a value stands: what the one in the middle depends on is before it, what depends on that
/// one is after it.
enum class DependencyColumn { kBefore, kMiddle, kAfter };

/// A value of a block with its neighbours. Example: of the output of a gain, before it the output
/// that its input reads and its factor, after it the derivative and the state of the integrator
/// that it is wired to.
struct DependencyGraph {
  std::vector<DependencyNode> before;
  std::vector<DependencyNode> middle;  ///< one; none where there is nothing to show
  std::vector<DependencyNode> after;
  int hiddenBefore = 0, hiddenAfter = 0;  ///< for which there are too many

  const std::vector<DependencyNode>& column(DependencyColumn column) const {
    if (column == DependencyColumn::kMiddle) return middle;
    return column == DependencyColumn::kBefore ? before : after;
  }
  int hidden(DependencyColumn column) const {
    if (column == DependencyColumn::kMiddle) return 0;
    return column == DependencyColumn::kBefore ? hiddenBefore : hiddenAfter;
  }
};

/// The most values that a column has.
inline constexpr int kMostDependencies = 40;

/// What a graph of a block begins with: this output, else a state, a value that is computed, or an
/// input; nothing where the run has none of these.
std::optional<DependencyPlace> firstPlace(const InspectorRows& rows, const QString& block,
                                          int output);

/// The value at a place of the instant that `rows` shows, with its neighbours; empty where the run
/// has no such value. An input is no value of its own here where it can be left out: before the
/// middle the output that it reads stands for it, after the middle what its block computes from it.
DependencyGraph dependencyGraph(const InspectorRows& rows, const DependencyPlace& place);

}  // namespace loopwright
