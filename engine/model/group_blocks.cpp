#include "engine/model/group_blocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/model/edit_helpers.h"
#include "engine/model/signal_rewrite.h"

namespace loopwright {
namespace {

constexpr double kGrid = 10;
constexpr double kPortGap = 120;      // from the blocks to the Inports and Outports beside them
constexpr double kPortDistance = 60;  // from one Inport to the next
constexpr double kBlockWidth = 60;    // of a block without a size of its own
constexpr double kBlockHeight = 40;

double Snap(double value) { return std::round(value / kGrid) * kGrid; }

// Of a subsystem's box as it is drawn.
double HeightFor(std::size_t inputs, std::size_t outputs) {
  constexpr double kPortStep = 20;
  return std::max(kBlockHeight, kPortStep * static_cast<double>(std::max(inputs, outputs) + 1));
}

std::string BlockOf(const std::string& key) { return key.substr(0, key.rfind('.')); }
std::string PortOf(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// The rectangle around blocks, as far as the document says how large they are.
struct Bounds {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool empty = true;

  void Include(const Layout& layout) {
    const double x1 = layout.x + layout.width.value_or(kBlockWidth);
    const double y1 = layout.y + layout.height.value_or(kBlockHeight);
    left = empty ? layout.x : std::min(left, layout.x);
    top = empty ? layout.y : std::min(top, layout.y);
    right = empty ? x1 : std::max(right, x1);
    bottom = empty ? y1 : std::max(bottom, y1);
    empty = false;
  }
  Point middle() const { return {(left + right) / 2, (top + bottom) / 2}; }
};

Layout LayoutOf(const Block& block) { return block.layout.value_or(Layout{}); }

BlockRole RoleOf(const Block& block, const BlockRegistry& registry) {
  const BlockDescriptor* type = registry.Find(block.type);
  return type != nullptr ? type->role : BlockRole::kSystem;
}

std::string TagOf(const Block& block, const BlockRegistry& registry) {
  if (const BlockParameter* given = block.FindParameter("tag"); given && given->value.is_text()) {
    return given->value.text();
  }
  const ParameterDescriptor* tag = registry.Find(block.type)->FindParameter("tag");
  return tag != nullptr && tag->default_value.is_text() ? tag->default_value.text() : "";
}

template <typename T>
const std::vector<T>& ListOf(const DiagramModel& diagram) {
  if constexpr (std::is_same_v<T, Note>) {
    return diagram.notes;
  } else {
    return diagram.frames;
  }
}

// Takes notes or frames out of a level and returns them in their order.
template <typename T>
std::vector<T> Take(Transaction* transaction, const std::string& level,
                    std::vector<std::size_t> indices) {
  std::sort(indices.begin(), indices.end());
  std::vector<T> taken;
  for (auto index = indices.rbegin(); index != indices.rend(); ++index) {
    taken.insert(taken.begin(), ListOf<T>(transaction->Diagram(level)).at(*index));
    transaction->Apply(ListEdit<T>{level, *index, ListAction::kRemove, std::nullopt});
  }
  return taken;
}

// ---- grouping -----------------------------------------------------------------------------------

class Grouping {
 public:
  Grouping(Transaction* transaction, std::string level, const BlockRegistry& registry)
      : transaction_(*transaction), level_(std::move(level)), registry_(registry) {}

  std::string Run(const GroupParts& parts);

 private:
  const DiagramModel& diagram() { return transaction_.Diagram(level_); }
  bool IsInside(const std::string& key) const { return inside_.contains(BlockOf(key)); }

  void Choose(const std::vector<std::string>& names);
  void CheckTags();
  void SortWires();
  void MakePorts();
  std::string AddPort(const std::string& type, int index, const std::string& key,
                      const std::string& base, double y);
  std::optional<std::string> NameOfSignal(const std::string& key);
  void TakeSignals();
  void TakeBlocks();
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

void Grouping::SortWires() {
  for (const Wire& wire : diagram().wires) {
    const bool from = IsInside(wire.from);
    const bool to = IsInside(wire.to);
    if (from && to) subsystem_.diagram->wires.push_back(wire);
    if (!from && to) entering_.push_back(wire);
    if (from && !to) leaving_.push_back(wire);
  }
  const auto height = [this](const std::string& key) {
    return LayoutOf(*diagram().blocks.Find(BlockOf(key))).y;
  };
  std::stable_sort(entering_.begin(), entering_.end(),
                   [&](const Wire& a, const Wire& b) { return height(a.to) < height(b.to); });
  std::stable_sort(leaving_.begin(), leaving_.end(),
                   [&](const Wire& a, const Wire& b) { return height(a.from) < height(b.from); });
}

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
  const std::string name = port.name;
  subsystem_.diagram->blocks.Append(std::move(port));
  return name;
}

void Grouping::MakePorts() {
  const auto height = [this](const std::string& key) {
    return LayoutOf(*diagram().blocks.Find(BlockOf(key))).y;
  };
  for (const Wire& wire : entering_) {
    const auto known = std::find_if(inports_.begin(), inports_.end(),
                                    [&](const auto& port) { return port.first == wire.from; });
    std::string name;
    if (known == inports_.end()) {
      name = AddPort("Inport", static_cast<int>(inports_.size()) + 1, wire.from, PortOf(wire.to),
                     height(wire.to));
      inports_.emplace_back(wire.from, name);
    } else {
      name = known->second;
    }
    Wire inner = wire;
    inner.from = name + ".y";
    inner.route.reset();
    subsystem_.diagram->wires.push_back(std::move(inner));
  }
  for (const Wire& wire : leaving_) {
    if (outports_.contains(wire.from)) continue;
    const std::string name = AddPort("Outport", static_cast<int>(outports_.size()) + 1, wire.from,
                                     PortOf(wire.from), height(wire.from));
    outports_.emplace(wire.from, name);
    Wire inner;
    inner.from = wire.from;
    inner.to = name + ".u";
    subsystem_.diagram->wires.push_back(std::move(inner));
  }
}

void Grouping::TakeSignals() {
  const std::vector<SignalSetting>& settings = diagram().signal_settings;
  for (std::size_t i = settings.size(); i-- > 0;) {
    const std::optional<SignalPath> path = ParseSignalPath(settings[i].key);
    if (!path) continue;
    const std::string block = path->block.substr(0, path->block.find('/'));
    if (!inside_.contains(block)) continue;
    if (settings[i].name && outports_.contains(settings[i].key)) {
      SignalSetting outer;
      outer.key = '.' + outports_.at(settings[i].key);  // of the subsystem, which has no name yet
      outer.name = settings[i].name;
      outer_names_.push_back(std::move(outer));
    }
    auto& inner = subsystem_.diagram->signal_settings;
    inner.insert(inner.begin(), settings[i]);
    transaction_.Apply(SignalEdit{level_, i, ListAction::kRemove, {}});
  }
}

void Grouping::TakeBlocks() {
  for (const Wire& wire : std::vector<Wire>(diagram().wires)) {
    if (IsInside(wire.from) || IsInside(wire.to)) Disconnect(&transaction_, level_, wire.to);
  }
  for (auto index = indices_.rbegin(); index != indices_.rend(); ++index) {
    transaction_.Apply(BlockEdit{level_, *index, ListAction::kRemove, {}});
  }
}

void Grouping::PutSubsystem() {
  const double height = HeightFor(inports_.size(), outports_.size());
  subsystem_.name = UniqueBlockName(diagram(), "Subsystem");
  subsystem_.layout.emplace();
  subsystem_.layout->x = Snap(bounds_.middle().x - kBlockWidth / 2);
  subsystem_.layout->y = Snap(bounds_.middle().y - height / 2);
  transaction_.Apply(BlockEdit{level_, indices_.front(), ListAction::kInsert, subsystem_});
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

// ---- dissolving ---------------------------------------------------------------------------------

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

bool Dissolving::IsTakenAround(const std::string& name) {
  const auto has = [&](const std::vector<DiagramParameter>& parameters) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const DiagramParameter& other) { return other.name == name; });
  };
  for (std::string at = level_;; at = SplitPath(at).first) {
    if (has(*transaction_.document().FindParameters(at))) return true;
    if (at.empty()) return false;
  }
}

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
  }
}

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

void Dissolving::PutSignals() {
  const auto put = [this](SignalSetting setting, const std::string& key) {
    if (key.empty()) return;
    const std::size_t index = diagram().FindSignal(key);
    if (index < diagram().signal_settings.size()) {
      const SignalSetting& known = diagram().signal_settings[index];
      if (known.name) setting.name = known.name;
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
  RewriteSignals(&transaction_, level_, [this](SignalPath* path) {
    const std::string inside = inside_ + '/';
    if (path->block == inside_) {
      const std::optional<SignalPath> source = ParseSignalPath(SourceInside(path->port));
      if (!source) return SignalFate::kRemove;
      path->block = JoinPath(level_, source->block);
      path->port = source->port;
      return SignalFate::kChange;
    }
    if (path->block.compare(0, inside.size(), inside) != 0) return SignalFate::kKeep;
    const std::string rest = path->block.substr(inside.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos) {
      const std::string key = SourceOutside(rest + '.' + path->port);
      const std::optional<SignalPath> source = ParseSignalPath(key);
      if (!source) return SignalFate::kRemove;
      path->block = JoinPath(level_, source->block);
      path->port = source->port;
      return SignalFate::kChange;
    }
    const auto name = names_.find(rest.substr(0, slash));
    if (name == names_.end()) return SignalFate::kRemove;
    path->block = JoinPath(level_, name->second + rest.substr(slash));
    return SignalFate::kChange;
  });
}

void Dissolving::PutTexts() {
  const auto put = [this](const auto& list) {
    for (auto value : list) {
      using T = decltype(value);
      value.x += offset_.x;
      value.y += offset_.y;
      const std::size_t end = ListOf<T>(diagram()).size();
      transaction_.Apply(ListEdit<T>{level_, end, ListAction::kInsert, std::move(value)});
    }
  };
  put(subsystem_.diagram->notes);
  put(subsystem_.diagram->frames);
}

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

std::string GroupBlocks(Transaction* transaction, const std::string& level, const GroupParts& parts,
                        const BlockRegistry& registry) {
  return Grouping(transaction, level, registry).Run(parts);
}

std::vector<std::string> DissolveSubsystem(Transaction* transaction, const std::string& level,
                                           const std::string& name, const BlockRegistry& registry) {
  return Dissolving(transaction, level, name, registry).Run();
}

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
