#include "engine/edits/group_blocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/blocks/tags.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/edit_lists.h"
#include "engine/edits/group_parts.h"
#include "engine/edits/signal_rewrite.h"

namespace loopwright {
namespace {

using namespace grouping;  // NOLINT(google-build-using-namespace): their own names

constexpr double kPortGap = 120;      // from the blocks to the Inports and Outports beside them
constexpr double kPortDistance = 60;  // from one Inport to the next

// Whether a block, or one anywhere inside it, has state that is integrated.
bool HasContinuousState(const Block& block, const BlockRegistry& registry) {
  if (block.diagram) {
    for (const Block& inner : block.diagram->blocks) {
      if (HasContinuousState(inner, registry)) return true;
    }
  }
  const BlockDescriptor* type = registry.Find(block.type);
  return type != nullptr && type->state.find("continuous") != std::string::npos;
}

// Takes notes or frames out of a level and returns them in their order.
template <typename T>
std::vector<T> Take(Transaction* transaction, const std::string& level,
                    std::vector<std::size_t> indices) {
  std::sort(indices.begin(), indices.end());
  std::vector<T> taken;
  for (auto index = indices.rbegin(); index != indices.rend(); ++index) {
    taken.insert(taken.begin(), (transaction->Diagram(level).*kListOf<T>).at(*index));
    transaction->Apply(ListEdit<T>{level, *index, ListAction::kRemove, std::nullopt});
  }
  return taken;
}

// ---- grouping -----------------------------------------------------------------------------------

// Puts blocks of one level into a new subsystem. The result computes the same as before, to the
// last bit: wires across the border go through new Inports and Outports, blocks with a random
// stream keep the stream that they had, and the order of states is kept where it can be.
class Grouping {
 public:
  Grouping(Transaction* transaction, std::string level, const BlockRegistry& registry)
      : transaction_(*transaction), level_(std::move(level)), registry_(registry) {}

  std::string Run(const GroupParts& parts);

 private:
  const DiagramModel& diagram() { return transaction_.Diagram(level_); }
  bool IsInside(const std::string& key) const { return inside_.contains(BlockOf(key)); }
  // Where the block of a port lies.
  double HeightOf(const std::string& key) {
    return LayoutOf(*diagram().blocks.Find(BlockOf(key))).y;
  }

  void Choose(const std::vector<std::string>& names);
  void CheckTags();
  void SortWires();
  void MakePorts();
  std::string AddPort(const std::string& type, int index, const std::string& key,
                      const std::string& base, double y);
  std::optional<std::string> NameOfSignal(const std::string& key);
  void TakeSignals();
  void TakeBlocks();
  std::size_t PlaceInList();
  void PutSubsystem();
  void PutWires();

  Transaction& transaction_;
  const std::string level_;
  const BlockRegistry& registry_;
  std::unordered_set<std::string> inside_;
  std::vector<std::size_t> indices_;  // of the blocks, ascending
  Block subsystem_;
  Bounds bounds_;
  std::vector<Wire> entering_;  // wires by what becomes of them
  std::vector<Wire> leaving_;
  std::vector<std::pair<std::string, std::string>> inports_;  // source outside → Inport, in order
  std::map<std::string, std::string> outports_;               // source inside → Outport
  std::vector<SignalSetting> outer_names_;
  double last_port_y_ = 0;
};

// Checks the names and notes the blocks by their places in the list. Inports and Outports stay
// where they are: they are the border of this level, and inside they would be the border of another
// one. A name that is given twice counts once.
void Grouping::Choose(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const std::size_t index = diagram().blocks.IndexOf(name);
    if (index == diagram().blocks.size()) {
      throw EditError("There is no block \"" + Printable(JoinPath(level_, name)) + '"');
    }
    const BlockRole role = RoleOf(diagram().blocks[index], registry_);
    if (role == BlockRole::kInport || role == BlockRole::kOutport) continue;
    if (inside_.insert(name).second) indices_.push_back(index);
  }
  if (indices_.empty()) {
    throw EditError("There is nothing to group: select blocks that are no Inport or Outport");
  }
  std::sort(indices_.begin(), indices_.end());
}

// A Goto and its Froms find each other within one level. Where some of them were to go inside and
// some were to stay, the connection would break without a word, so that is refused.
void Grouping::CheckTags() {
  // A tag is known in its own level only.
  std::map<std::string, std::vector<const Block*>> tagged;
  for (const Block& block : diagram().blocks) {
    const BlockRole role = RoleOf(block, registry_);
    if (role == BlockRole::kGoto || role == BlockRole::kFrom) {
      tagged[TagOf(block, registry_)].push_back(&block);
    }
  }
  for (const auto& [tag, blocks] : tagged) {
    const auto is_inside = [this](const Block* block) { return inside_.contains(block->name); };
    const auto count = std::count_if(blocks.begin(), blocks.end(), is_inside);
    if (count == 0 || count == static_cast<std::ptrdiff_t>(blocks.size())) continue;
    const auto outside = std::find_if_not(blocks.begin(), blocks.end(), is_inside);
    throw EditError("The tag " + Printable(tag) + " would be parted: select " +
                    Printable((*outside)->name) + " too, or wire the signal");
  }
}

std::optional<std::string> Grouping::NameOfSignal(const std::string& key) {
  const std::size_t index = diagram().FindSignal(key);
  if (index == diagram().signal_settings.size()) return {};
  return diagram().signal_settings[index].name;
}

// Wires between chosen blocks go inside as they are; those that cross the border are kept apart by
// direction. They are ordered by the height at which their blocks lie, so that the new ports come
// in the order in which the reader sees the wires, without crossings.
void Grouping::SortWires() {
  for (const Wire& wire : diagram().wires) {
    const bool from = IsInside(wire.from);
    const bool to = IsInside(wire.to);
    if (from && to) subsystem_.diagram->wires.push_back(wire);
    if (!from && to) entering_.push_back(wire);
    if (from && !to) leaving_.push_back(wire);
  }
  std::stable_sort(entering_.begin(), entering_.end(),
                   [&](const Wire& a, const Wire& b) { return HeightOf(a.to) < HeightOf(b.to); });
  std::ranges::stable_sort(
      leaving_, [&](const Wire& a, const Wire& b) { return HeightOf(a.from) < HeightOf(b.from); });
}

// Adds an Inport or Outport to the diagram inside, and returns its name: that of the signal where
// it has one, else `base`, the port's name. It lies at the left or right of the blocks, at the
// height `y` of its block, but a distance below the port before it.
std::string Grouping::AddPort(const std::string& type, int index, const std::string& key,
                              const std::string& base, double y) {
  const bool is_input = type == "Inport";
  Block port;
  port.type = type;
  port.name = UniqueBlockName(*subsystem_.diagram, NameOfSignal(key).value_or(base));
  if (index > 1) port.SetParameter("index", ParameterSetting(index));
  port.layout.emplace();
  port.layout->x = is_input ? Snap(bounds_.left - kPortGap) : Snap(bounds_.right + kPortGap / 2);
  port.layout->y = index == 1 ? y : std::max(y, last_port_y_ + kPortDistance);
  last_port_y_ = port.layout->y;
  std::string name = port.name;
  subsystem_.diagram->blocks.Append(std::move(port));
  return name;
}

// A source outside that leads to several blocks inside gets one Inport, and an output inside that
// leads to several places one Outport, so that a signal crosses the border once.
void Grouping::MakePorts() {
  for (const Wire& wire : entering_) {
    auto known = std::find_if(inports_.begin(), inports_.end(),
                              [&](const auto& port) { return port.first == wire.from; });
    if (known == inports_.end()) {
      const int index = static_cast<int>(inports_.size()) + 1;
      inports_.emplace_back(
          wire.from, AddPort("Inport", index, wire.from, PortOf(wire.to), HeightOf(wire.to)));
      known = std::prev(inports_.end());
    }
    Wire inner = wire;
    inner.from = known->second + ".y";
    inner.route.reset();
    subsystem_.diagram->wires.push_back(std::move(inner));
  }
  for (const Wire& wire : leaving_) {
    if (outports_.contains(wire.from)) continue;
    const std::string name = AddPort("Outport", static_cast<int>(outports_.size()) + 1, wire.from,
                                     PortOf(wire.from), HeightOf(wire.from));
    outports_.emplace(wire.from, name);
    Wire inner;
    inner.from = wire.from;
    inner.to = name + ".u";
    subsystem_.diagram->wires.push_back(std::move(inner));
  }
}

// Names, units and choices of recording go inside with their blocks. The name and the unit of a
// signal that leaves the subsystem are kept outside too, where wires and plots show them. Goes from
// behind, so that places of what is still to come stay true.
void Grouping::TakeSignals() {
  const std::vector<SignalSetting>& settings = diagram().signal_settings;
  for (std::size_t i = settings.size(); i-- > 0;) {
    const std::optional<SignalPath> path = ParseSignalPath(settings[i].key);
    if (!path) continue;
    const std::string block = path->block.substr(0, path->block.find('/'));
    if (!inside_.contains(block)) continue;
    const bool is_described = settings[i].name || settings[i].unit;
    if (is_described && outports_.contains(settings[i].key)) {
      SignalSetting outer;
      outer.key = '.' + outports_.at(settings[i].key);  // of the subsystem, which has no name yet
      outer.name = settings[i].name;
      outer.unit = settings[i].unit;
      outer_names_.push_back(std::move(outer));
    }
    auto& inner = subsystem_.diagram->signal_settings;
    inner.insert(inner.begin(), settings[i]);
    transaction_.Apply(SignalEdit{level_, i, ListAction::kRemove, {}});
  }
}

// Wires go before the blocks that they are at, and both from behind: after each edit the document
// is one that could be saved.
void Grouping::TakeBlocks() {
  const std::vector<Wire>& wires = diagram().wires;
  for (std::size_t i = wires.size(); i-- > 0;) {
    if (!IsInside(wires[i].from) && !IsInside(wires[i].to)) continue;
    transaction_.Apply(WireEdit{level_, i, ListAction::kRemove, {}});
  }
  for (auto index = indices_.rbegin(); index != indices_.rend(); ++index) {
    transaction_.Apply(BlockEdit{level_, *index, ListAction::kRemove, {}});
  }
}

// Where the subsystem goes, once the blocks are gone: where the first block with continuous state
// was. The order of states decides the last bit of an integrator's error estimate.
std::size_t Grouping::PlaceInList() {
  const BlockList& inner = subsystem_.diagram->blocks;  // begins with the blocks, in their order
  for (std::size_t i = 0; i < indices_.size(); ++i) {
    if (HasContinuousState(inner[i], registry_)) return indices_[i] - i;
  }
  return indices_.front();
}

// The subsystem lies where the middle of the blocks was. Plots and other lists of the document name
// signals by their paths, which all become longer by the subsystem's name.
void Grouping::PutSubsystem() {
  const double height = HeightFor(inports_.size(), outports_.size());
  subsystem_.name = UniqueBlockName(diagram(), "Subsystem");
  subsystem_.layout.emplace();
  subsystem_.layout->x = Snap(bounds_.middle().x - kBlockWidth / 2);
  subsystem_.layout->y = Snap(bounds_.middle().y - height / 2);
  transaction_.Apply(BlockEdit{level_, PlaceInList(), ListAction::kInsert, subsystem_});
  const std::string inside = JoinPath(level_, subsystem_.name);
  RewriteSignals(&transaction_, level_, [&](SignalPath* path) {
    const std::size_t start = level_.empty() ? 0 : level_.size() + 1;
    if (!level_.empty() && path->block.compare(0, start, level_ + '/') != 0) {
      return SignalFate::kKeep;
    }
    const std::string rest = path->block.substr(start);
    if (!inside_.contains(rest.substr(0, rest.find('/')))) return SignalFate::kKeep;
    path->block = JoinPath(inside, rest);
    return SignalFate::kChange;
  });
  for (SignalSetting& outer : outer_names_) {
    outer.key = subsystem_.name + outer.key;
    SetSignal(&transaction_, level_, std::move(outer));
  }
}

// The wires outside, now to and from the subsystem's ports. Their corners led to blocks that are
// gone, so their ways are found anew.
void Grouping::PutWires() {
  for (const auto& [source, port] : inports_) {
    Wire wire;
    wire.from = source;
    wire.to = subsystem_.name + '.' + port;
    Connect(&transaction_, level_, std::move(wire));
  }
  for (Wire wire : leaving_) {
    wire.from = subsystem_.name + '.' + outports_.at(wire.from);
    wire.route.reset();
    Connect(&transaction_, level_, std::move(wire));
  }
}

// All of it in the caller's transaction: what throws on the way is rolled back with it, and the
// whole is one step to undo.
std::string Grouping::Run(const GroupParts& parts) {
  Choose(parts.blocks);
  CheckTags();
  subsystem_.type = "Subsystem";
  DiagramModel& inner = subsystem_.diagram.emplace();
  for (const std::size_t index : indices_) {
    Block block = diagram().blocks[index];
    bounds_.Include(LayoutOf(block));
    KeepStreams(&block, JoinPath(level_, block.name), registry_);
    inner.blocks.Append(std::move(block));
  }
  SortWires();
  MakePorts();
  TakeSignals();
  inner.notes = Take<Note>(&transaction_, level_, parts.notes);
  inner.frames = Take<Frame>(&transaction_, level_, parts.frames);
  TakeBlocks();
  PutSubsystem();
  PutWires();
  return subsystem_.name;
}

}  // namespace

std::string GroupBlocks(Transaction* transaction, const std::string& level, const GroupParts& parts,
                        const BlockRegistry& registry) {
  return Grouping(transaction, level, registry).Run(parts);
}

// A random stream is called by the block's path unless it has a name of its own. The path is about
// to change, and with it every number that is drawn, so the old path becomes the name. Blocks
// inside subsystems follow, at any depth.
void KeepStreams(Block* block, const std::string& path, const BlockRegistry& registry) {
  const BlockDescriptor* type = registry.Find(block->type);
  if (type != nullptr && type->FindParameter("stream") != nullptr) {
    const BlockParameter* given = block->FindParameter("stream");
    if (given == nullptr || given->value == ParameterSetting("")) {
      block->SetParameter("stream", ParameterSetting(path));
    }
  }
  if (!block->diagram) return;
  BlockList& blocks = block->diagram->blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block inner = blocks[i];
    KeepStreams(&inner, JoinPath(path, inner.name), registry);
    if (inner != blocks[i]) blocks.Replace(i, std::move(inner));
  }
}

}  // namespace loopwright
