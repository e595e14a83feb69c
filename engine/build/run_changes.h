#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"

namespace loopwright {

/// What an edit of a document is to a run that was started before it.
struct RunChange {
  /// Where the document was edited: `SUB/BLOCK.gain`, `Kp`, `SUB.Kp`, `simulation.stop_time`, a
  /// block, or a port whose wire is another.
  std::string path;
  std::string before, after;  ///< the setting's text; empty where there is none
  /// Whether the run can take it over; else only a new run has it.
  bool is_number_of_context = false;

  friend bool operator==(const RunChange&, const RunChange&) = default;
};

/// The numeric parameters of a block's system.
struct BlockNumbers {
  std::string block;  ///< its path
  std::vector<Eigen::VectorXd> groups;
};

struct RunChanges {
  /// False while the edited document has errors: then nothing can be said.
  bool is_known = false;
  std::vector<RunChange> changes;
  /// What the changes that the run can take over make of the blocks concerned.
  std::vector<BlockNumbers> numbers;
  /// `running` with those changes.
  Document taken_over;
};

/// Compares the document that a run was started from with what it has become. An edited parameter
/// of a block is a number of the context where the block's system made with the new value differs
/// from the one made with the old value in its numeric parameters alone: the same ports, states,
/// events and their times, the same initial state. (An initial value has done its work when the run
/// goes on; a sampling period is not a number of the context.) That nothing of the value is kept
/// outside the context is tried: given the new numbers, the old system must compute what the new
/// one does. A parameter of a diagram is one where all that follows it is; those that were edited
/// are taken over together. How a diagram looks, what only says more about it, and how fast its
/// simulation is to go (`realtime_rate`), is no change.
/// Both documents are as they are in the file: without overrides and random draws of a study.
RunChanges FindRunChanges(const Document& running, const Document& edited,
                          const BlockRegistry& registry, bool allow_paths = false);

}  // namespace loopwright
