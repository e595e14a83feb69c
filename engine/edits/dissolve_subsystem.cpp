#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/edits/edit_helpers.h"
#include "engine/edits/edit_lists.h"
#include "engine/edits/group_blocks.h"
#include "engine/edits/group_parts.h"
#include "engine/edits/parameter_paths.h"
#include "engine/edits/signal_rewrite.h"

namespace loopwright {
namespace {

using namespace grouping;  // NOLINT(google-build-using-namespace): their own names

// The opposite of grouping: the blocks of a subsystem go to the level that it lies on, its Inports
// and Outports vanish, and what was wired through them is wired directly. What the diagram computes
// stays the same.
class Dissolving {
 public:
  Dissolving(Transaction* transaction, std::string level, std::string name,
             const BlockRegistry& registry)
      : transaction_(*transaction),
        level_(std::move(level)),
        name_(std::move(name)),
        inside_(JoinPath(level_, name_)),
        registry_(registry) {}

  std::vector<std::string> Run();

 private:
  const DiagramModel& diagram() { return transaction_.Diagram(level_); }

  void MoveParameters();
  bool IsTakenAround(const std::string& name);
  void TakeSubsystem();
  void PutBlocks();
  void PutWires();
  void PutSignals();
  void PutTexts();
  std::string Renamed(const std::string& key) const;
  std::string SourceOutside(const std::string& key, int depth = 0) const;
  std::string SourceInside(const std::string& port) const;

  Transaction& transaction_;
  const std::string level_;
  const std::string name_;
  const std::string inside_;
  const BlockRegistry& registry_;
  Block subsystem_;
  std::size_t place_ = 0;
  Point offset_;
  std::unordered_map<std::string, std::string> names_;    // inside → outside
  std::unordered_map<std::string, BlockRole> roles_;      // inside
  std::unordered_map<std::string, std::string> sources_;  // Inport → what drives it outside
  std::vector<Wire> leaving_;
  std::vector<SignalSetting> outer_settings_;  // of the subsystem's own outputs
  std::vector<std::string> added_;
};

// Whether a parameter of this name is known at the level, or at any level around it. A moved
// parameter of that name would hide the other one, or clash with it.
bool Dissolving::IsTakenAround(const std::string& name) {
  for (std::string at = level_;; at = SplitPath(at).first) {
    if (HasParameter(*transaction_.document().FindParameters(at), name)) return true;
    if (at.empty()) return false;
  }
}

// The subsystem's parameters become those of the level around. One whose name is taken is renamed
// first, everywhere inside where it is used: `k` becomes `k2`, say. What calls one from outside,
// such as a study that sweeps `SUB.k`, calls it by its new place.
void Dissolving::MoveParameters() {
  const std::size_t count = transaction_.Parameters(inside_).size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string before = transaction_.Parameters(inside_)[i].name;
    std::string name = before;
    while (IsTakenAround(name)) {
      std::vector<DiagramParameter> others = transaction_.Parameters(inside_);
      others.emplace_back().name = name;
      name = UniqueParameterName(others, name);
    }
    if (name != before) RenameParameter(&transaction_, inside_, before, name, registry_);
  }
  const std::vector<DiagramParameter> moved = transaction_.Parameters(inside_);
  for (const DiagramParameter& parameter : moved) {
    transaction_.Apply(ParameterEdit{level_, transaction_.Parameters(level_).size(),
                                     ListAction::kInsert, parameter});
    const std::string outside = level_.empty() ? parameter.name : level_ + '.' + parameter.name;
    RewriteParameterPaths(&transaction_, [&](std::string* path) {
      if (*path == inside_ + '.' + parameter.name) *path = outside;
    });
  }
}

// Takes the subsystem out of the document, and notes what was around it: who drives its inputs,
// where its outputs lead, and what its outputs were called. Wires from the subsystem to itself
// drive an input and are found through that.
void Dissolving::TakeSubsystem() {
  place_ = diagram().blocks.IndexOf(name_);
  subsystem_ = diagram().blocks[place_];
  for (const Block& block : subsystem_.diagram->blocks) {
    roles_[block.name] = RoleOf(block, registry_);
  }
  for (const Wire& wire : std::vector<Wire>(diagram().wires)) {
    const bool leaves = BlockOf(wire.from) == name_;
    const bool enters = BlockOf(wire.to) == name_;
    if (enters) sources_[PortOf(wire.to)] = wire.from;
    if (leaves && !enters) leaving_.push_back(wire);
    if (leaves || enters) Disconnect(&transaction_, level_, wire.to);
  }
  const std::vector<SignalSetting>& settings = diagram().signal_settings;
  for (std::size_t i = settings.size(); i-- > 0;) {
    if (BlockOf(settings[i].key) != name_) continue;
    outer_settings_.insert(outer_settings_.begin(), settings[i]);
    transaction_.Apply(SignalEdit{level_, i, ListAction::kRemove, {}});
  }
  transaction_.Apply(BlockEdit{level_, place_, ListAction::kRemove, {}});
}

// Puts the blocks where the subsystem was in the list, so that the order of states is kept, and
// shifts them so that the middle of them is where its middle was. Names that are taken at this
// level get a number. Blocks of a disabled subsystem are disabled one by one, since nothing around
// them says it any more.
void Dissolving::PutBlocks() {
  Bounds bounds;
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  for (const Block& block : subsystem_.diagram->blocks) {
    const BlockRole role = roles_.at(block.name);
    inputs += role == BlockRole::kInport ? 1 : 0;
    outputs += role == BlockRole::kOutport ? 1 : 0;
    if (role != BlockRole::kInport && role != BlockRole::kOutport) bounds.Include(LayoutOf(block));
  }
  Layout place = LayoutOf(subsystem_);
  place.height = place.height.value_or(HeightFor(inputs, outputs));
  Bounds box;
  box.Include(place);
  offset_ = {Snap(box.middle().x - bounds.middle().x), Snap(box.middle().y - bounds.middle().y)};
  std::size_t index = place_;
  for (Block block : subsystem_.diagram->blocks) {
    const BlockRole role = roles_.at(block.name);
    if (role == BlockRole::kInport || role == BlockRole::kOutport) continue;
    KeepStreams(&block, JoinPath(inside_, block.name), registry_);
    if (!subsystem_.is_enabled()) block.enabled = false;
    if (!block.layout) block.layout.emplace();
    block.layout->x += offset_.x;
    block.layout->y += offset_.y;
    const std::string before = block.name;
    block.name = UniqueBlockName(diagram(), before);
    names_[before] = block.name;
    added_.push_back(block.name);
    transaction_.Apply(BlockEdit{level_, index++, ListAction::kInsert, std::move(block)});
  }
}

// The output `BLOCK.y` inside under the name that its block has outside; empty for a block that is
// not there any more.
std::string Dissolving::Renamed(const std::string& key) const {
  const auto found = names_.find(BlockOf(key));
  return found == names_.end() ? std::string() : found->second + key.substr(key.rfind('.'));
}

// What drives an Outport, as seen outside; "" where nothing does.
std::string Dissolving::SourceInside(const std::string& port) const {
  const std::vector<Wire>& wires = subsystem_.diagram->wires;
  const std::size_t index = subsystem_.diagram->FindWireTo(port + ".u");
  return index == wires.size() ? std::string() : SourceOutside(wires[index].from);
}

// What an output inside is outside: itself, or what drives the Inport.
std::string Dissolving::SourceOutside(const std::string& key, int depth) const {
  const std::string block = BlockOf(key);
  const auto role = roles_.find(block);
  if (role == roles_.end() || role->second != BlockRole::kInport) return Renamed(key);
  const auto source = sources_.find(block);
  if (source == sources_.end()) return {};
  if (BlockOf(source->second) != name_) return source->second;
  // An output of the subsystem that is one of its own inputs.
  const std::size_t index = subsystem_.diagram->FindWireTo(PortOf(source->second) + ".u");
  if (index == subsystem_.diagram->wires.size() ||
      depth > static_cast<int>(subsystem_.diagram->wires.size())) {
    return {};
  }
  return SourceOutside(subsystem_.diagram->wires[index].from, depth + 1);
}

// Wires inside go along with their corners. Those that began at an Inport begin at what drives it,
// and have no corners any more; what an undriven Inport led to stays open. At last come the wires
// that left the subsystem.
void Dissolving::PutWires() {
  for (Wire wire : subsystem_.diagram->wires) {
    const auto role = roles_.find(BlockOf(wire.to));
    if (role == roles_.end() || role->second == BlockRole::kOutport) continue;
    const std::string inner_source = Renamed(wire.from);
    const std::string source = SourceOutside(wire.from);
    if (source.empty()) continue;
    if (source != inner_source) wire.route.reset();
    wire.from = source;
    wire.to = Renamed(wire.to);
    if (wire.route) {
      for (Point& corner : *wire.route) corner = {corner.x + offset_.x, corner.y + offset_.y};
    }
    Connect(&transaction_, level_, std::move(wire));
  }
  for (Wire wire : leaving_) {
    wire.from = SourceInside(PortOf(wire.from));
    wire.route.reset();
    if (!wire.from.empty()) Connect(&transaction_, level_, std::move(wire));
  }
}

// Names, units and choices of recording find their signals under the new names. Where a signal has
// a setting from inside and one from outside, the one that is met first keeps what it says, and the
// other adds what is missing. What was kept under a path through the subsystem (in plots, for
// example) is rewritten, or removed where the signal has gone.
void Dissolving::PutSignals() {
  const auto put = [this](SignalSetting setting, const std::string& key) {
    if (key.empty()) return;
    const std::size_t index = diagram().FindSignal(key);
    if (index < diagram().signal_settings.size()) {
      const SignalSetting& known = diagram().signal_settings[index];
      if (known.name) setting.name = known.name;
      if (known.unit) setting.unit = known.unit;
      if (known.log) setting.log = known.log;
    }
    setting.key = key;
    SetSignal(&transaction_, level_, std::move(setting));
  };
  for (const SignalSetting& setting : subsystem_.diagram->signal_settings) {
    const std::optional<SignalPath> path = ParseSignalPath(setting.key);
    if (!path) continue;
    const std::size_t slash = path->block.find('/');
    if (slash == std::string::npos) {
      put(setting, SourceOutside(setting.key));
    } else if (const auto name = names_.find(path->block.substr(0, slash)); name != names_.end()) {
      put(setting, name->second + setting.key.substr(slash));
    }
  }
  for (const SignalSetting& setting : outer_settings_) {
    put(setting, SourceInside(PortOf(setting.key)));
  }
  // What a path means from now on, given as seen from the level.
  const auto become = [this](const std::string& key, SignalPath* path) {
    const std::optional<SignalPath> source = ParseSignalPath(key);
    if (!source) return SignalFate::kRemove;
    path->block = JoinPath(level_, source->block);
    path->port = source->port;
    return SignalFate::kChange;
  };
  RewriteSignals(&transaction_, level_, [this, &become](SignalPath* path) {
    const std::string inside = inside_ + '/';
    if (path->block == inside_) return become(SourceInside(path->port), path);
    if (path->block.compare(0, inside.size(), inside) != 0) return SignalFate::kKeep;
    const std::string rest = path->block.substr(inside.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos) return become(SourceOutside(rest + '.' + path->port), path);
    const auto name = names_.find(rest.substr(0, slash));
    if (name == names_.end()) return SignalFate::kRemove;
    path->block = JoinPath(level_, name->second + rest.substr(slash));
    return SignalFate::kChange;
  });
}

// Notes and frames are shifted as the blocks were, and lie behind those of the level.
void Dissolving::PutTexts() {
  const auto put = [this](const auto& list) {
    for (auto value : list) {
      using T = decltype(value);
      value.x += offset_.x;
      value.y += offset_.y;
      const std::size_t end = (diagram().*kListOf<T>).size();
      transaction_.Apply(ListEdit<T>{level_, end, ListAction::kInsert, std::move(value)});
    }
  };
  put(subsystem_.diagram->notes);
  put(subsystem_.diagram->frames);
}

// The parameters go first, while the subsystem is still there: renaming one has to find the
// formulas that use it.
std::vector<std::string> Dissolving::Run() {
  const Block* block = diagram().blocks.Find(name_);
  if (block == nullptr || !block->diagram) {
    throw EditError('"' + Printable(inside_) + "\" is no subsystem: select one to dissolve it");
  }
  MoveParameters();
  TakeSubsystem();
  PutBlocks();
  PutWires();
  PutSignals();
  PutTexts();
  return added_;
}

}  // namespace

std::vector<std::string> DissolveSubsystem(Transaction* transaction, const std::string& level,
                                           const std::string& name, const BlockRegistry& registry) {
  return Dissolving(transaction, level, name, registry).Run();
}

}  // namespace loopwright
