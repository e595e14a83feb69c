#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/edits/edit.h"

namespace loopwright {

/// What becomes a subsystem: blocks by name, notes and frames by index.
struct GroupParts {
  std::vector<std::string> blocks;
  std::vector<std::size_t> notes;
  std::vector<std::size_t> frames;
};

/// Puts blocks of `level` into a new subsystem, with an Inport for each signal that they read from
/// outside and an Outport for each that is read outside. Settings of signals, plots and random
/// streams follow. Inports and Outports of `level` stay where they are. Returns the subsystem's
/// name.
/// A run computes the same to the bit, but with an implicit integrator where other blocks with
/// continuous state lie between those of the group in the file: its linear equations are then
/// solved in another order.
/// Throws EditError where there is nothing to group, or a tag's Goto and From would be parted.
std::string GroupBlocks(Transaction* transaction, const std::string& level, const GroupParts& parts,
                        const BlockRegistry& registry);

/// The inverse: puts what is in a subsystem in its place. Its parameters become parameters of
/// `level`; names that are taken there are counted on. Returns the names of the blocks.
/// Throws EditError where `name` is no subsystem.
std::vector<std::string> DissolveSubsystem(Transaction* transaction, const std::string& level,
                                           const std::string& name, const BlockRegistry& registry);

/// Writes the random streams of a block, and of the blocks inside it, into their parameters, as
/// they follow from `path`: what is then renamed or moved goes on drawing the same numbers.
void KeepStreams(Block* block, const std::string& path, const BlockRegistry& registry);

}  // namespace loopwright
