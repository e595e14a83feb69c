#pragma once

#include <string>
#include <vector>

namespace loopwright {

class BlockRegistry;
class Document;

/// A parameter of a block or a diagram, or a setting of the simulation, that has another value.
struct ValueDifference {
  std::string path;           ///< `plant/gain.gain`, `kp`, `plant.kp`, `simulation.stop_time`
  std::string before, after;  ///< as texts on one line
};

/// What changed from one document to another, a line for each change.
struct DocumentDifferences {
  /// What a run or a reader of results can notice, by the path of what changed:
  /// `block plant/gain.gain: 2 → 3`, `wire error.u2: from plant.y, was speed.y`.
  std::vector<std::string> content;
  /// The same once more of those that are another value of a parameter or setting.
  std::vector<ValueDifference> values;
  /// How the diagram is drawn: places, sizes and colours of blocks, ways of wires, notes, frames.
  std::vector<std::string> layout;
};

/// Compares two documents: their texts and parameters, settings of the simulation, then level by
/// level blocks, wires and signals, at last plots. What is given and what is a default are the same
/// where the values are. Blocks are known by their names: one that was renamed was removed and
/// added.
DocumentDifferences FindDocumentDifferences(const Document& before, const Document& after,
                                            const BlockRegistry& registry);

}  // namespace loopwright
