#include "engine/edits/edit_helpers.h"

#include <algorithm>
#include <unordered_set>

#include "engine/document/diagnostics.h"
#include "engine/edits/signal_rewrite.h"

namespace loopwright {
namespace {

std::size_t IndexOf(const DiagramModel& diagram, const std::string& level,
                    const std::string& name) {
  const std::size_t index = diagram.blocks.IndexOf(name);
  if (index == diagram.blocks.size()) {
    throw EditError("There is no block " + Quoted(JoinPath(level, name)));
  }
  return index;
}

// True for the block at `path` and what is inside it.
bool IsAtOrIn(const std::string& path, const std::string& block) {
  return path.compare(0, block.size(), block) == 0 &&
         (path.size() == block.size() || path[block.size()] == '/');
}

// An Inport or Outport `name` of a subsystem is a port of it: `rewrite` is told of that port.
void RewritePort(Transaction* transaction, const std::string& level, const SignalRewrite& rewrite) {
  const std::string outside = SplitPath(level).first;
  RewriteWires(transaction, outside, rewrite);
  RewriteSignals(transaction, outside, rewrite);
}

void CheckEnd(const DiagramModel& diagram, const std::string& end) {
  const std::optional<SignalPath> port = ParseSignalPath(end);
  if (!port || port->element >= 0 || !diagram.blocks.contains(port->block)) {
    throw EditError(Quoted(end) + " is no port here; a wire joins ports BLOCK.PORT of one diagram");
  }
}

std::size_t WireTo(const DiagramModel& diagram, const std::string& to) {
  const std::size_t index = diagram.FindWireTo(to);
  if (index == diagram.wires.size()) throw EditError("There is no wire to " + Quoted(to));
  return index;
}

// `base` without the number at its end, and that number, 1 where there is none.
std::pair<std::string, int> SplitNumber(std::string_view base) {
  constexpr std::size_t kDigits = 6;  // a longer number is part of the name
  std::size_t digits = 0;
  while (digits < base.size() && base[base.size() - 1 - digits] >= '0' &&
         base[base.size() - 1 - digits] <= '9') {
    ++digits;
  }
  const std::string stem(base.substr(0, base.size() - digits));
  if (digits == 0 || digits > kDigits || stem.empty()) return {std::string(base), 1};
  return {stem, std::stoi(std::string(base.substr(base.size() - digits)))};
}

template <typename IsTaken>
std::string Unique(const std::string& base, IsTaken is_taken) {
  if (!is_taken(base)) return base;
  const auto [stem, number] = SplitNumber(base);
  for (int next = number + 1;; ++next) {
    std::string name = stem + std::to_string(next);
    if (!is_taken(name)) return name;
  }
}

}  // namespace

// Cuts a long name before it gets a number, so that the whole is still a name.
std::string UniqueBlockName(const DiagramModel& diagram, std::string_view base) {
  constexpr int kRoomForNumber = 10;
  const auto is_taken = [&](const std::string& name) { return diagram.blocks.contains(name); };
  const std::string name = MakeBlockName(base);
  return is_taken(name) ? Unique(MakeBlockName(base, kMaxBlockName - kRoomForNumber), is_taken)
                        : name;
}

bool HasParameter(const std::vector<DiagramParameter>& parameters, const std::string& name) {
  return std::ranges::count(parameters, name, &DiagramParameter::name) > 0;
}

std::string UniqueParameterName(const std::vector<DiagramParameter>& parameters,
                                std::string_view base) {
  return Unique(std::string(base),
                [&](const std::string& name) { return HasParameter(parameters, name); });
}

std::string AddBlock(Transaction* transaction, const std::string& level, Block block) {
  const DiagramModel& diagram = transaction->Diagram(level);
  block.name = UniqueBlockName(diagram, block.name.empty() ? block.type : block.name);
  if (block.is_subsystem() && !block.diagram) block.diagram.emplace();
  std::string name = block.name;
  transaction->Apply(
      BlockEdit{level, diagram.blocks.size(), ListAction::kInsert, std::move(block)});
  return name;
}

// Everything that names the blocks goes first: wires, settings of signals, curves of plots. A port
// of the subsystem goes with the wire outside that led to it.
void RemoveBlocks(Transaction* transaction, const std::string& level,
                  const std::vector<std::string>& names) {
  const DiagramModel& diagram = transaction->Diagram(level);
  std::unordered_set<std::string> paths;
  std::unordered_set<std::string> ports;  // of the subsystem, that go with their blocks
  std::vector<std::size_t> indices;
  for (const std::string& name : names) {
    if (!paths.insert(JoinPath(level, name)).second) continue;
    indices.push_back(IndexOf(diagram, level, name));
    if (!level.empty() && diagram.blocks[indices.back()].is_port()) ports.insert(name);
  }
  const SignalRewrite remove = [&](SignalPath* path) {
    for (std::string block = path->block; !block.empty(); block = SplitPath(block).first) {
      if (paths.count(block) > 0) return SignalFate::kRemove;
    }
    return SignalFate::kKeep;
  };
  RewriteWires(transaction, level, remove);
  RewriteSignals(transaction, level, remove);
  if (!ports.empty()) {
    RewritePort(transaction, level, [&](SignalPath* path) {
      return path->block == level && ports.count(path->port) > 0 ? SignalFate::kRemove
                                                                 : SignalFate::kKeep;
    });
  }
  std::sort(indices.rbegin(), indices.rend());
  for (const std::size_t index : indices) {
    transaction->Apply(BlockEdit{level, index, ListAction::kRemove, {}});
  }
}

// The block first, then the wires beside it, then what names its signals or those of blocks inside
// it. An Inport or Outport is known outside by its name, as a port of the subsystem.
void RenameBlock(Transaction* transaction, const std::string& level, const std::string& old_name,
                 const std::string& new_name) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = IndexOf(diagram, level, old_name);
  if (old_name == new_name) return;
  Block block = diagram.blocks[index];
  const bool is_port = !level.empty() && block.is_port();
  block.name = new_name;
  transaction->Apply(BlockEdit{level, index, ListAction::kReplace, std::move(block)});
  const std::string old_path = JoinPath(level, old_name);
  const SignalRewrite rename = [&](SignalPath* path) {
    if (!IsAtOrIn(path->block, old_path)) return SignalFate::kKeep;
    path->block.replace(0, old_path.size(), JoinPath(level, new_name));
    return SignalFate::kChange;
  };
  RewriteWires(transaction, level, rename);
  RewriteSignals(transaction, level, rename);
  if (is_port) {
    RewritePort(transaction, level, [&](SignalPath* path) {
      if (path->block != level || path->port != old_name) return SignalFate::kKeep;
      path->port = new_name;
      return SignalFate::kChange;
    });
  }
}

void ModifyBlock(Transaction* transaction, const std::string& level, const std::string& name,
                 const std::function<void(Block*)>& change) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = IndexOf(diagram, level, name);
  Block block = diagram.blocks[index];
  change(&block);
  if (block.name != name) throw EditError("Rename " + Quoted(name) + " by RenameBlock()");
  transaction->Apply(BlockEdit{level, index, ListAction::kReplace, std::move(block)});
}

void SetBlockParameter(Transaction* transaction, const std::string& level, const std::string& name,
                       const std::string& parameter, std::optional<ParameterSetting> value) {
  ModifyBlock(transaction, level, name,
              [&](Block* block) { block->SetParameter(parameter, std::move(value)); });
}

// An input has one wire. Where it has one already the new wire replaces it, if the caller wants
// that; otherwise the edit is refused.
void Connect(Transaction* transaction, const std::string& level, Wire wire, bool replace) {
  const DiagramModel& diagram = transaction->Diagram(level);
  CheckEnd(diagram, wire.from);
  CheckEnd(diagram, wire.to);
  const std::size_t index = diagram.FindWireTo(wire.to);
  const bool replaces = replace && index < diagram.wires.size();
  const ListAction action = replaces ? ListAction::kReplace : ListAction::kInsert;
  transaction->Apply(
      WireEdit{level, replaces ? index : diagram.wires.size(), action, std::move(wire)});
}

void Disconnect(Transaction* transaction, const std::string& level, const std::string& to) {
  const std::size_t index = WireTo(transaction->Diagram(level), to);
  transaction->Apply(WireEdit{level, index, ListAction::kRemove, {}});
}

void SetWire(Transaction* transaction, const std::string& level, const std::string& to, Wire wire) {
  const DiagramModel& diagram = transaction->Diagram(level);
  CheckEnd(diagram, wire.from);
  CheckEnd(diagram, wire.to);
  const std::size_t index = WireTo(diagram, to);
  transaction->Apply(WireEdit{level, index, ListAction::kReplace, std::move(wire)});
}

// A setting that says nothing is no entry in the file.
void SetSignal(Transaction* transaction, const std::string& level, SignalSetting setting) {
  const DiagramModel& diagram = transaction->Diagram(level);
  const std::size_t index = diagram.FindSignal(setting.key);
  const bool given = index < diagram.signal_settings.size();
  const bool empty = !setting.name && !setting.unit && !setting.log && setting.extras.empty();
  if (empty && !given) return;
  if (empty) {
    transaction->Apply(SignalEdit{level, index, ListAction::kRemove, {}});
  } else {
    const ListAction action = given ? ListAction::kReplace : ListAction::kInsert;
    transaction->Apply(SignalEdit{level, index, action, std::move(setting)});
  }
}

}  // namespace loopwright
