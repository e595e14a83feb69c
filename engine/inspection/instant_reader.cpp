#include "engine/inspection/instant_reader.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "engine/context/cache_overlay.h"
#include "engine/context/context_data.h"
#include "engine/inspection/object_text.h"
#include "engine/system/cache_entry.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

namespace {

using internal::TrackerTable;
using Info = System<double>::TicketInfo;

// The kind of quantity of the index that a kind of value is.
std::optional<QuantityKind> QuantityKindOf(ValueKind kind) {
  constexpr std::pair<ValueKind, QuantityKind> kKinds[] = {
      {ValueKind::kContinuousState, QuantityKind::kContinuousState},
      {ValueKind::kDiscreteState, QuantityKind::kDiscreteState},
      {ValueKind::kAbstractState, QuantityKind::kAbstractState},
      {ValueKind::kMode, QuantityKind::kMode},
      {ValueKind::kParameter, QuantityKind::kParameter},
      {ValueKind::kAbstractParameter, QuantityKind::kAbstractParameter}};
  for (const auto& [value_kind, quantity_kind] : kKinds) {
    if (value_kind == kind) return quantity_kind;
  }
  return std::nullopt;
}

ShownValue Numbers(const double* first, int size) { return {{first, first + size}, {}, {}}; }

}  // namespace

InstantReader::InstantReader(std::shared_ptr<const InstantContext> at) : at_(std::move(at)) {}

const LeafSystem<double>& InstantReader::leaf(int node) const {
  return static_cast<const LeafSystem<double>&>(*plan().systems[node]);
}

// State and parameters are asked of the index, ports of the system itself. Other kinds of values
// are no list of a block.
std::vector<ValueRef> InstantReader::ValuesOf(int node, ValueKind kind) const {
  std::vector<ValueRef> values;
  if (const auto quantity = QuantityKindOf(kind)) {
    for (const Quantity& one : at_->index->quantities(*quantity, node)) {
      values.push_back({kind, node, one.number});
    }
    return values;
  }
  const bool is_input = kind == ValueKind::kInput;
  if (!is_input && kind != ValueKind::kOutput) return values;
  const int count = is_input ? leaf(node).num_input_ports() : leaf(node).num_output_ports();
  for (int i = 0; i < count; ++i) values.push_back({kind, node, i});
  return values;
}

// Null for what is no quantity of the index, such as a port.
const Quantity* InstantReader::QuantityOf(const ValueRef& value) const {
  const auto kind = QuantityKindOf(value.kind);
  if (!kind) return nullptr;
  for (const Quantity& one : at_->index->quantities(*kind, value.node)) {
    if (one.number == value.number) return &one;
  }
  return nullptr;
}

// As a reader knows it: ports by their names, states by those that the block gives them.
std::string InstantReader::NameOf(const ValueRef& value, int element) const {
  if (const Quantity* const quantity = QuantityOf(value)) {
    return at_->index->NameOf(*quantity, element);
  }
  switch (value.kind) {
    case ValueKind::kInput:
      return leaf(value.node).get_input_port(value.number).get_name();
    case ValueKind::kOutput:
      return leaf(value.node).get_output_port(value.number).get_name();
    case ValueKind::kEntry:
      return leaf(value.node).cache_entries()[value.number]->description();
    default:
      return {};
  }
}

bool InstantReader::HasElementNames(const ValueRef& value) const {
  const Quantity* const quantity = QuantityOf(value);
  return quantity != nullptr && at_->index->HasElementNames(*quantity);
}

std::string InstantReader::UnitOf(const ValueRef& value) const {
  const Quantity* const quantity = QuantityOf(value);
  return quantity != nullptr ? at_->index->UnitOf(*quantity) : std::string();
}

std::string InstantReader::BlockOf(const ValueRef& value) const {
  if (value.kind == ValueKind::kTime) return {};
  return plan().systems[value.node]->GetSystemPathname();
}

// --- values ---

// A block may throw when it is asked for a value that it does not have at this instant. What it
// says then is shown in the value's place.
ShownValue InstantReader::Read(const ValueRef& value) const {
  try {
    switch (value.kind) {
      case ValueKind::kInput:
      case ValueKind::kOutput:
        return ReadPort(value);
      case ValueKind::kDerivatives:
      case ValueKind::kEntry:
        return ReadEntry(value);
      case ValueKind::kTime:
        return {{data().time}, {}, {}};
      default:
        return ReadNumbers(value);
    }
  } catch (const std::exception& error) {
    return {{}, {}, error.what()};
  }
}

// State, branches and parameters lie in the context; some of them are objects.
ShownValue InstantReader::ReadNumbers(const ValueRef& value) const {
  const Quantity* const quantity = QuantityOf(value);
  if (quantity == nullptr) return {};
  const size_t place = quantity->place;
  if (quantity->storage == QuantityStorage::kAbstractState) {
    return {{}, TextOfObject(*data().abstract_states[place]), {}};
  }
  if (quantity->storage == QuantityStorage::kAbstractParameter) {
    return {{}, TextOfObject(*data().abstract_parameters[place]), {}};
  }
  ShownValue shown;
  for (int i = 0; i < quantity->size; ++i) {
    shown.numbers.push_back(at_->index->Read(*at_->context, *quantity, i));
  }
  return shown;
}

// An input without a value is no error here: a block may do without.
ShownValue InstantReader::ReadPort(const ValueRef& value) const {
  const Context<double>& context = data().views[value.node];
  const auto read = [&context](const auto& port) -> ShownValue {
    if (port.size() < 0) return {{}, TextOfObject(port.EvalAbstract(context)), {}};
    return Numbers(port.EvalData(context), port.size());
  };
  if (value.kind == ValueKind::kOutput) return read(leaf(value.node).get_output_port(value.number));
  const auto& port = leaf(value.node).get_input_port(value.number);
  return port.HasValue(context) ? read(port) : ShownValue{};
}

ShownValue InstantReader::ReadEntry(const ValueRef& value) const {
  const int entry = EntryOf(value);
  data().Evaluate(entry);
  const auto& place = plan().entries[entry];
  if (value.kind == ValueKind::kEntry) {
    if (place.size < 0) {
      return {{}, TextOfObject(*data().abstract_entries[entry]), {}};
    }
    return Numbers(data().entry_data(entry), place.size);
  }
  // Derivatives lie as the state does: those of q, of v and of the rest apart.
  const PlanNode& node = plan().nodes[value.node];
  const auto from = data().views[value.node].derivatives();
  ShownValue shown = Numbers(from.q, node.nq);
  shown.numbers.insert(shown.numbers.end(), from.v, from.v + node.nv);
  shown.numbers.insert(shown.numbers.end(), from.z, from.z + node.nz);
  return shown;
}

// --- what depends on what. The trackers of a context know it as it was declared. ---

// The number in the plan of the entry that computes a value; -1 where none does.
int InstantReader::EntryOf(const ValueRef& value) const {
  const PlanNode& node = plan().nodes[value.node];
  switch (value.kind) {
    case ValueKind::kOutput:
      return plan()
          .outputs[static_cast<size_t>(node.first_output) + static_cast<size_t>(value.number)]
          .entry;
    case ValueKind::kDerivatives:
      return leaf(value.node).derivative_entry() < 0
                 ? -1
                 : node.first_entry + leaf(value.node).derivative_entry();
    case ValueKind::kEntry:
      return node.first_entry + value.number;
    default:
      return -1;
  }
}

// What a block's entry of this number is to a person: an output, the derivatives, or itself.
ValueRef InstantReader::RefOfEntry(int node, int number) const {
  const LeafSystem<double>& system = leaf(node);
  for (int i = 0; i < system.num_output_ports(); ++i) {
    const CacheEntry<double>* const entry = system.get_output_port(i).cache_entry();
    if (entry != nullptr && entry->cache_index() == number) return {ValueKind::kOutput, node, i};
  }
  if (number == system.derivative_entry()) return {ValueKind::kDerivatives, node, 0};
  return {ValueKind::kEntry, node, number};
}

// Nothing where the ticket stands for several values, or for none.
std::optional<ValueRef> InstantReader::RefOf(int node, int ticket) const {
  const System<double>& system = *plan().systems[node];
  if (system.num_subsystems() > 0) return std::nullopt;
  if (ticket < internal::kNextFreeTicket) {
    switch (ticket) {
      case internal::kTimeTicket:
        return ValueRef{};
      case internal::kQTicket:
      case internal::kVTicket:
      case internal::kZTicket:
        return ValueRef{ValueKind::kContinuousState, node, ticket - internal::kQTicket};
      case internal::kModesTicket:
        return ValueRef{ValueKind::kMode, node, 0};
      case internal::kXcdotTicket:
        return ValueRef{ValueKind::kDerivatives, node, 0};
      default:
        return std::nullopt;
    }
  }
  const Info info = system.ticket_info(DependencyTicket(ticket));
  const int number = static_cast<int>(info.index);
  if (info.kind == Info::kEntry) return RefOfEntry(node, number);
  // In the order of the kinds of tickets.
  constexpr ValueKind kKinds[] = {ValueKind::kInput,
                                  ValueKind::kOutput,
                                  ValueKind::kEntry,
                                  ValueKind::kDiscreteState,
                                  ValueKind::kAbstractState,
                                  ValueKind::kParameter,
                                  ValueKind::kAbstractParameter};
  return ValueRef{kKinds[info.kind], node, number};
}

// What a tracker listens to; in the place of a ticket that stands for several values these.
void InstantReader::Collect(const DependencyTracker& tracker,
                            std::vector<const DependencyTracker*>* seen,
                            std::vector<ValueRef>* found) const {
  for (const DependencyTracker* one : tracker.prerequisites()) {
    const bool is_new = std::find(seen->begin(), seen->end(), one) == seen->end();
    if (!is_new || one->notifications_are_suppressed()) continue;
    seen->push_back(one);
    if (const auto value = RefOf(TrackerTable::node_of(*one), one->ticket())) {
      found->push_back(*value);
    } else {
      Collect(*one, seen, found);
    }
  }
}

// A declaration may name more inputs than the computation reads. The plan knows better where the
// block can be evaluated with symbols; what it has left out is left out here.
std::vector<ValueRef> InstantReader::EntryDependencies(int entry) const {
  std::vector<ValueRef> declared;
  std::vector<const DependencyTracker*> seen;
  Collect(data().get_overlay().trackers().entry_tracker(entry), &seen, &declared);
  std::vector<ValueRef> found;
  for (const ValueRef& value : declared) {
    if (value.kind != ValueKind::kInput || IsRead(value, entry)) found.push_back(value);
  }
  return found;
}

// Whether an entry is computed from an input. What shows the state of another block is no entry to
// the plan but that state.
bool InstantReader::IsRead(const ValueRef& input, int entry) const {
  const auto contains = [](const Adjacency& rows, int row, int value) {
    return std::find(rows.begin(row), rows.end(row), value) != rows.end(row);
  };
  const int from = data().inputs.entry(plan().nodes[input.node].first_input + input.number);
  if (from < 0 || contains(plan().entry_prerequisites, entry, from)) return true;
  const StatePlace place = plan().cache_entry(from).state_place();
  const int node = plan().entries[from].node;
  const auto changes = [&](int source) {
    return contains(plan().source_dependents, source, entry);
  };
  if (place.kind == StatePlace::kDiscrete) {
    return changes(plan().group_source(plan().nodes[node].first_group + place.group));
  }
  return place.kind == StatePlace::kContinuous &&
         (changes(plan().q_source(node)) || changes(plan().v_source(node)) ||
          changes(plan().z_source(node)));
}

// An update that is given as data says what it reads; of all others it is not known, so that every
// input counts.
std::vector<ValueRef> InstantReader::UpdateDependencies(int node) const {
  const LeafSystem<double>& system = leaf(node);
  std::vector<bool> reads(system.num_input_ports(), false);
  bool is_known = !system.events().empty();
  for (const auto& event : system.events()) {
    if (event->is_publish()) continue;
    is_known = is_known && event->kernel() != nullptr && !event->kernel()->is_of_leaf;
    if (!is_known) break;
    for (const Operand& operand : event->kernel()->operands) {
      if (operand.kind == Operand::kInput) reads[operand.index] = true;
    }
  }
  std::vector<ValueRef> found;
  for (const ValueRef& input : ValuesOf(node, ValueKind::kInput)) {
    if (!is_known || reads[input.number]) found.push_back(input);
  }
  return found;
}

// What a value follows from directly. An input follows from what is wired to it, state from its
// derivative or from what its updates read, and what is computed from its prerequisites.
std::vector<ValueRef> InstantReader::DependenciesOf(const ValueRef& value) const {
  switch (value.kind) {
    case ValueKind::kInput: {
      const auto source = SourceOf(value);
      return source ? std::vector{*source} : std::vector<ValueRef>{};
    }
    case ValueKind::kOutput:
    case ValueKind::kEntry:
    case ValueKind::kDerivatives: {
      const int entry = EntryOf(value);
      return entry < 0 ? std::vector<ValueRef>{} : EntryDependencies(entry);
    }
    case ValueKind::kContinuousState:
      return DependenciesOf({ValueKind::kDerivatives, value.node, 0});
    case ValueKind::kDiscreteState:
    case ValueKind::kAbstractState:
      return UpdateDependencies(value.node);
    default:
      return {};
  }
}

// All values of a block that may depend on others.
std::vector<ValueRef> InstantReader::DependingValues(int node) const {
  std::vector<ValueRef> values = ValuesOf(node, ValueKind::kOutput);
  const int count = static_cast<int>(leaf(node).cache_entries().size());
  for (int i = 0; i < count; ++i) {
    const ValueRef entry = RefOfEntry(node, i);
    if (entry.kind != ValueKind::kOutput) values.push_back(entry);
  }
  for (const ValueKind kind :
       {ValueKind::kContinuousState, ValueKind::kDiscreteState, ValueKind::kAbstractState}) {
    const std::vector<ValueRef> states = ValuesOf(node, kind);
    values.insert(values.end(), states.begin(), states.end());
  }
  return values;
}

// DependenciesOf() read backwards: all who could be meant are asked. Within a block these are few;
// the time may be read by every block, and an output by the inputs of every block.
std::vector<ValueRef> InstantReader::DependentsOf(const ValueRef& value) const {
  std::vector<ValueRef> found;
  const auto search = [&](int node) {
    for (const ValueRef& one : DependingValues(node)) {
      const std::vector<ValueRef> causes = DependenciesOf(one);
      if (std::find(causes.begin(), causes.end(), value) != causes.end()) found.push_back(one);
    }
  };
  if (value.kind == ValueKind::kTime) {
    for (const int node : plan().leaves) search(node);
    return found;
  }
  search(value.node);
  if (value.kind != ValueKind::kOutput) return found;
  for (const int node : plan().leaves) {
    for (const ValueRef& input : ValuesOf(node, ValueKind::kInput)) {
      if (SourceOf(input) == value) found.push_back(input);
    }
  }
  return found;
}

// Whether the value was up to date when the run stood there, before anybody looked. An input is as
// its source.
std::optional<bool> InstantReader::IsUpToDate(const ValueRef& value) const {
  if (value.kind == ValueKind::kInput) {
    const auto source = SourceOf(value);
    return source ? IsUpToDate(*source) : std::nullopt;
  }
  const int entry = EntryOf(value);
  if (entry < 0) return std::nullopt;
  return at_->was_stale[entry] == 0;
}

// Follows the connection outwards through the ports of subsystems, until it comes to a block.
std::optional<ValueRef> InstantReader::SourceOf(const ValueRef& input) const {
  TrackerTable& trackers = data().get_overlay().trackers();
  const auto& port = leaf(input.node).get_input_port(input.number);
  const DependencyTracker* tracker = &trackers.tracker(input.node, port.ticket());
  while (!tracker->prerequisites().empty()) {
    tracker = tracker->prerequisites().front();
    const auto value = RefOf(TrackerTable::node_of(*tracker), tracker->ticket());
    if (value && value->kind == ValueKind::kOutput) return value;
  }
  return std::nullopt;
}

// Whether an entry was out of date was noted when the instant was kept: reading it to show its
// value brings it up to date. Counts are there where the run was asked to count.
std::vector<InspectedEntry> InstantReader::EntriesOf(int node, const RunCosts* costs) const {
  std::vector<InspectedEntry> entries;
  const int count = static_cast<int>(leaf(node).cache_entries().size());
  for (int i = 0; i < count; ++i) {
    const auto entry = static_cast<size_t>(plan().nodes[node].first_entry) + static_cast<size_t>(i);
    InspectedEntry one;
    one.value = RefOfEntry(node, i);
    one.is_up_to_date = at_->was_stale[entry] == 0;
    one.depends = EntryDependencies(static_cast<int>(entry));
    if (!at_->history.empty()) {
      const EntryHistory& history = at_->history[entry];
      one.is_counted = true;
      one.computed = history.computed;
      one.reused = history.reused;
      one.invalidated = history.invalidated;
      if (history.cause_node >= 0) one.cause = RefOf(history.cause_node, history.cause_ticket);
    }
    if (costs != nullptr) one.in_run = costs->entries[entry];
    entries.push_back(std::move(one));
  }
  return entries;
}

// A search in breadth: what is near to the value has room in the list before what is far from it.
// An input is no row of its own but stands for the output that it reads.
std::vector<ValueOrigin> InstantReader::OriginOf(const ValueRef& value, size_t most) const {
  std::vector<ValueOrigin> rows{{value, -1, false}};
  std::vector<ValueRef> known{value};
  for (size_t row = 0; row < rows.size() && rows.size() < most; ++row) {
    if (rows[row].is_repeated) continue;
    for (ValueRef cause : DependenciesOf(rows[row].value)) {
      if (cause.kind == ValueKind::kInput) cause = SourceOf(cause).value_or(cause);
      if (cause == rows[row].value) continue;
      const bool is_known = std::find(known.begin(), known.end(), cause) != known.end();
      if (!is_known) known.push_back(cause);
      rows.push_back({cause, static_cast<int>(row), is_known && !DependenciesOf(cause).empty()});
    }
  }
  return rows;
}

}  // namespace loopwright
