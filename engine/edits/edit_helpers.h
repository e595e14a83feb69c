#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/block_name.h"
#include "engine/document/block_types.h"
#include "engine/edits/edit.h"

namespace loopwright {

// Compound edits inside a transaction. Each throws EditError, with a text for the user, where it
// cannot be made; a transaction that is then dropped leaves the document as it was. Signals and
// plots name things by path, so settings of signals are followed at every level and plots too.

/// `base` where no block of the diagram has that name, else base2, base3, ... (a number at the end
/// of `base` counts on). `base` is made a valid name if it is not.
std::string UniqueBlockName(const DiagramModel& diagram, std::string_view base);

/// Whether a parameter of a diagram has that name.
bool HasParameter(const std::vector<DiagramParameter>& parameters, const std::string& name);
/// `base` where no parameter of a diagram has that name, else base2, base3, ... It must be a name.
std::string UniqueParameterName(const std::vector<DiagramParameter>& parameters,
                                std::string_view base);

/// Adds a block at the end, under a unique name made from block.name (its type where that is
/// empty). Returns the name.
std::string AddBlock(Transaction* transaction, const std::string& level, Block block);

/// Removes blocks with their wires, the settings of their signals, and what plots show of them.
/// Removing an Inport or Outport removes the wire to that port outside.
void RemoveBlocks(Transaction* transaction, const std::string& level,
                  const std::vector<std::string>& names);

/// Renames a block; wires, settings of signals and plots follow. An Inport or Outport of a
/// subsystem is a port outside: wires there follow too.
void RenameBlock(Transaction* transaction, const std::string& level, const std::string& old_name,
                 const std::string& new_name);

/// Changes a block by a function; the name must stay.
void ModifyBlock(Transaction* transaction, const std::string& level, const std::string& name,
                 const std::function<void(Block*)>& change);

/// Sets one parameter of a block, or takes it back to its default.
void SetBlockParameter(Transaction* transaction, const std::string& level, const std::string& name,
                       const std::string& parameter, std::optional<ParameterSetting> value);

/// Adds a wire. Where its input has one already: replaces it if `replace`, else throws.
void Connect(Transaction* transaction, const std::string& level, Wire wire, bool replace = false);

/// Removes the wire into `to`.
void Disconnect(Transaction* transaction, const std::string& level, const std::string& to);

/// Replaces the wire into `to` (its route, or both ends).
void SetWire(Transaction* transaction, const std::string& level, const std::string& to, Wire wire);

/// Sets name and logging of a signal; a setting without either is removed.
void SetSignal(Transaction* transaction, const std::string& level, SignalSetting setting);

/// Renames a parameter of the level's diagram with all its uses: in expressions and formulas of
/// that level and of the levels below that do not hide it by one of their own, and, at the top, in
/// the settings of the simulation; and where an analysis lets it change, a slider moves it, or a
/// study has other values of it.
void RenameParameter(Transaction* transaction, const std::string& level,
                     const std::string& old_name, const std::string& new_name,
                     const BlockTypes& types);

}  // namespace loopwright
