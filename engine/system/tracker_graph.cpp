#include "engine/system/tracker_graph.h"

#include "engine/context/context_data.h"
#include "engine/system/leaf_system.h"
#include "engine/system/plan_dependencies.h"

namespace loopwright::internal {

namespace {
// What is known of each well-known ticket in texts, in the order of their numbers.
constexpr const char* kNames[kNextFreeTicket] = {"nothing",
                                                 "time",
                                                 "accuracy",
                                                 "q",
                                                 "v",
                                                 "z",
                                                 "xc",
                                                 "xd",
                                                 "xa",
                                                 "all state",
                                                 "modes",
                                                 "pn",
                                                 "pa",
                                                 "all parameters",
                                                 "all input ports",
                                                 "all sources",
                                                 "configuration",
                                                 "kinematics",
                                                 "xcdot",
                                                 "pe",
                                                 "ke",
                                                 "pc",
                                                 "pnc"};

// What a diagram's trackers of these have from the same ones of its parts.
constexpr int kUpwards[] = {kQTicket,     kVTicket,  kZTicket,  kXdTicket,    kXaTicket,
                            kModesTicket, kPnTicket, kPaTicket, kXcdotTicket, kPeTicket,
                            kKeTicket,    kPcTicket, kPncTicket};

// Of the kinds of what systems declare, in their order: the names in texts, and the composite
// ticket that each of the kind joins, as an input port does "all input ports". Outputs and entries
// join none.
constexpr const char* kKindNames[] = {"input port ",        "output port ",    "cache entry ",
                                      "discrete state ",    "abstract state ", "numeric parameter ",
                                      "abstract parameter "};
constexpr int kJoined[] = {kAllInputPortsTicket,
                           kNothingTicket,
                           kNothingTicket,
                           kXdTicket,
                           kXaTicket,
                           kPnTicket,
                           kPaTicket};

// Null for a diagram.
template <typename T>
const LeafSystem<T>* LeafAt(const Plan<T>& plan, int node) {
  return dynamic_cast<const LeafSystem<T>*>(plan.systems[node]);
}
}  // namespace

// Makes a tracker for each ticket of each system and subscribes them to each other, as the cache
// document's tables say. Inputs that are fixed already get the trackers of their values at last.
template <typename T>
TrackerGraph<T>::TrackerGraph(ContextData<T>* data) : data_(data) {
  Number();
  MapSources();
  for (int n = 0; n < plan().num_nodes(); ++n) {
    ConnectBuiltIn(n);
    ConnectEntries(n);
    ConnectOutputs(n);
    ConnectParts(n);
    SuppressMissingState(n);
  }
  for (const auto& [input, value] : data_->inputs.fixed()) Fix(input);
}

// For a copied context: the same graph over other values.
template <typename T>
TrackerGraph<T>::TrackerGraph(const TrackerGraph& other, ContextData<T>* data)
    : data_(data),
      first_(other.first_),
      source_tracker_(other.source_tracker_),
      input_port_(other.input_port_),
      fixed_at_(other.fixed_at_) {
  this->CopyFrom(other);
  if (other.counting()) StartCounting();
}

template <typename T>
const Plan<T>& TrackerGraph<T>::plan() const {
  return *data_->plan;
}

// --- making them ---

// Trackers of a node follow one another in the order of tickets, so that node and ticket give the
// place. All are made at once, since pointers to them must stay valid.
template <typename T>
void TrackerGraph<T>::Number() {
  int next = 0;
  for (int n = 0; n < plan().num_nodes(); ++n) {
    first_.push_back(next);
    next += kNextFreeTicket + plan().systems[n]->num_declared_tickets();
    for (int i = 0; i < plan().nodes[n].num_inputs; ++i) input_port_.emplace_back(n, i);
  }
  first_.push_back(next);
  this->trackers_ = std::vector<DependencyTracker>(next);
  for (int n = 0; n < plan().num_nodes(); ++n) {
    for (int i = first_[n]; i < first_[n + 1]; ++i) {
      this->Identify(&this->trackers_[i], n, i - first_[n]);
    }
  }
}

// For each source of the plan, the tracker where its change begins. Time and accuracy have one in
// every system and are treated apart.
template <typename T>
void TrackerGraph<T>::MapSources() {
  const Plan<T>& p = plan();
  source_tracker_.assign(p.num_sources(), -1);
  for (int n = 0; n < p.num_nodes(); ++n) {
    const PlanNode& node = p.nodes[n];
    const System<T>& system = *p.systems[n];
    for (int i = 0; i < 3; ++i) source_tracker_[p.q_source(n) + i] = first_[n] + kQTicket + i;
    source_tracker_[p.modes_source(n)] = first_[n] + kModesTicket;
    for (int k = 0; k < system.num_declared_tickets(); ++k) {
      const int ticket = kNextFreeTicket + k;
      const int source = DeclaredSource(p, node, system.ticket_info(DependencyTicket(ticket)));
      if (source >= 0) source_tracker_[source] = first_[n] + ticket;
    }
  }
}

// Subscribes a tracker of a node to others of the same node.
template <typename T>
void TrackerGraph<T>::Connect(int node, int ticket, std::initializer_list<int> prerequisites) {
  for (const int p : prerequisites) this->Link(&at(node, ticket), &at(node, p));
}

// What composite tickets consist of: xc of q, v and z, and so on. Then each declared thing joins
// the composite of its kind.
template <typename T>
void TrackerGraph<T>::ConnectBuiltIn(int n) {
  Connect(n, kXcTicket, {kQTicket, kVTicket, kZTicket});
  Connect(n, kXTicket, {kXcTicket, kXdTicket, kXaTicket, kModesTicket});
  Connect(n, kAllParametersTicket, {kPnTicket, kPaTicket});
  Connect(n, kAllSourcesTicket,
          {kTimeTicket, kAccuracyTicket, kXTicket, kAllParametersTicket, kAllInputPortsTicket});
  Connect(n, kConfigurationTicket,
          {kAccuracyTicket, kQTicket, kZTicket, kXdTicket, kXaTicket, kAllParametersTicket});
  Connect(n, kKinematicsTicket, {kConfigurationTicket, kVTicket});
  for (const int ticket : {kPeTicket, kKeTicket, kPcTicket, kPncTicket}) {
    Connect(n, ticket, {kAllSourcesTicket});
  }
  const LeafSystem<T>* leaf = LeafAt(plan(), n);
  // The tracker of a leaf's time derivatives is that of their cache entry.
  if (leaf == nullptr || leaf->derivative_entry() < 0) {
    Connect(n, kXcdotTicket, {kAllSourcesTicket});
  }
  const System<T>& system = *plan().systems[n];
  for (int k = 0; k < system.num_declared_tickets(); ++k) {
    const int ticket = kNextFreeTicket + k;
    const int composite = kJoined[system.ticket_info(DependencyTicket(ticket)).kind];
    if (composite != kNothingTicket) Connect(n, composite, {ticket});
  }
}

// Cache entries follow their declared prerequisites.
template <typename T>
void TrackerGraph<T>::ConnectEntries(int n) {
  for (const auto& entry : plan().systems[n]->cache_entries()) {
    DependencyTracker& tracker = at(n, entry->ticket());
    this->SetEntry(&tracker, plan().nodes[n].first_entry + entry->cache_index());
    for (const DependencyTicket ticket : entry->prerequisites()) {
      this->Link(&tracker, &this->tracker(n, ticket));
    }
  }
}

// A leaf's output follows its entry; a diagram's output follows the part's output that it shows.
template <typename T>
void TrackerGraph<T>::ConnectOutputs(int n) {
  const System<T>& system = *plan().systems[n];
  for (int i = 0; i < system.num_output_ports(); ++i) {
    const OutputPort<T>& port = system.get_output_port(i);
    if (port.cache_entry() != nullptr) {
      Connect(n, port.ticket(), {port.cache_entry()->ticket()});
    } else {
      const OutputPort<T>& source = *port.source();
      this->Link(&at(n, port.ticket()), &at(plan().node_of(source.get_system()), source.ticket()));
    }
  }
}

// A diagram hears of its parts' state and parameters, and each part's input hears of what it is
// connected to.
template <typename T>
void TrackerGraph<T>::ConnectParts(int n) {
  const System<T>& system = *plan().systems[n];
  for (int i = 0; i < system.num_subsystems(); ++i) {
    const int part = plan().node_of(system.subsystem(i));
    for (const int ticket : kUpwards) this->Link(&at(n, ticket), &at(part, ticket));
    for (int port = 0; port < system.subsystem(i).num_input_ports(); ++port) {
      DependencyTracker* source = Source(n, i, port);
      if (source == nullptr) continue;
      this->Link(&at(part, system.subsystem(i).get_input_port(port).ticket()), source);
    }
  }
}

template <typename T>
DependencyTracker* TrackerGraph<T>::Source(int n, int number, int port) {
  const System<T>& diagram = *plan().systems[n];
  const auto source = diagram.input_source(number, port);
  if (source.port < 0) return nullptr;
  if (source.system < 0) return &at(n, diagram.get_input_port(source.port).ticket());
  const System<T>& peer = diagram.subsystem(source.system);
  return &at(plan().node_of(peer), peer.get_output_port(source.port).ticket());
}

// A leaf passes nothing on from a kind of state that it does not have.
template <typename T>
void TrackerGraph<T>::SuppressMissingState(int n) {
  const LeafSystem<T>* leaf = LeafAt(plan(), n);
  if (leaf == nullptr) return;
  const auto suppress_unless = [&](bool has, int ticket) {
    if (!has) at(n, ticket).suppress_notifications();
  };
  suppress_unless(leaf->num_q() > 0, kQTicket);
  suppress_unless(leaf->num_v() > 0, kVTicket);
  suppress_unless(leaf->num_z() > 0, kZTicket);
  suppress_unless(!leaf->discrete_models().empty(), kXdTicket);
  suppress_unless(!leaf->abstract_state_models().empty(), kXaTicket);
  suppress_unless(leaf->num_modes() > 0, kModesTicket);
}

// --- access ---

template <typename T>
bool TrackerGraph<T>::has_tracker(int node, DependencyTicket ticket) const {
  return ticket >= 0 && ticket < first_[node + 1] - first_[node];
}

// A ticket that the system does not have is an error that ticket_info() throws, with the system's
// name.
template <typename T>
DependencyTracker& TrackerGraph<T>::tracker(int node, DependencyTicket ticket) {
  if (!has_tracker(node, ticket)) plan().systems[node]->ticket_info(ticket);  // throws
  return at(node, ticket);
}

template <typename T>
DependencyTracker& TrackerGraph<T>::entry_tracker(int entry) {
  const auto& e = plan().entries[entry];
  return at(e.node, plan().cache_entry(entry).ticket());
}

template <typename T>
DependencyTracker& TrackerGraph<T>::input_tracker(int input) {
  const auto& [node, number] = input_port_[input];
  return at(node, plan().systems[node]->get_input_port(number).ticket());
}

// Names for people: that of the well-known ticket, or the kind and name of what was declared.
template <typename T>
std::string TrackerGraph<T>::Describe(const DependencyTracker& tracker) const {
  if (this->fixed_input_of(tracker) >= 0) {
    const auto& [node, number] = input_port_[this->fixed_input_of(tracker)];
    return "fixed value of input port " + plan().systems[node]->get_input_port(number).get_name();
  }
  const int ticket = tracker.ticket();
  const System<T>& system = *plan().systems[this->node_of(tracker)];
  if (ticket < kNextFreeTicket) return kNames[ticket];
  const auto info = system.ticket_info(tracker.ticket());
  const std::string kind = kKindNames[info.kind];
  using Info = typename System<T>::TicketInfo;
  if (info.kind == Info::kInput) return kind + system.get_input_port(info.index).get_name();
  if (info.kind == Info::kOutput) return kind + system.get_output_port(info.index).get_name();
  if (info.kind == Info::kEntry) return kind + system.cache_entries()[info.index]->description();
  return kind + std::to_string(info.index);
}

template <typename T>
std::string TrackerGraph<T>::DescribeWithPath(const DependencyTracker& tracker) const {
  return plan().systems[this->node_of(tracker)]->GetSystemPathname() + ":" + Describe(tracker);
}

// --- changes ---

// Whether the entry was up to date before.
template <typename T>
bool TrackerGraph<T>::MarkStale(int entry) {
  uint8_t& flag = data_->flags[entry];
  const bool fresh = (flag & ContextData<T>::kStale) == 0;
  flag |= ContextData<T>::kStale;
  return fresh;
}

// Time and accuracy are those of the whole tree, and are set in each of its systems. An input that
// is fixed has a tracker of its value in front of the port's, where the change begins.
template <typename T>
void TrackerGraph<T>::NoteSource(int source, int64_t change_event) {
  const bool is_time = source == Plan<T>::time_source();
  if (is_time || source == Plan<T>::accuracy_source()) {
    const int ticket = is_time ? kTimeTicket : kAccuracyTicket;
    for (int n = 0; n < plan().num_nodes(); ++n) at(n, ticket).NoteValueChange(change_event);
    return;
  }
  const int input = source - plan().first_input_source;
  const bool is_input = input >= 0 && input < static_cast<int>(input_port_.size());
  const auto fixed = is_input ? fixed_at_.find(input) : fixed_at_.end();
  const DependencyTracker& tracker = fixed != fixed_at_.end()
                                         ? this->fixed_tracker(fixed->second)
                                         : this->trackers_[source_tracker_[source]];
  tracker.NoteValueChange(change_event);
}

// In each node of the subtree, diagrams included, as Drake's trackers count it.
template <typename T>
void TrackerGraph<T>::NoteContinuous(int node, int64_t change_event) {
  for (int n = node; n < plan().nodes[node].end; ++n) {
    for (const int ticket : {kVTicket, kZTicket, kQTicket}) {
      at(n, ticket).NoteValueChange(change_event);
    }
  }
}

template <typename T>
void TrackerGraph<T>::NoteFixedInput(int input, int64_t change_event) {
  Fix(input);
  this->fixed_tracker(fixed_at_.at(input)).NoteValueChange(change_event);
}

// The port stops listening to what it was connected to, and listens to the fixed value.
template <typename T>
void TrackerGraph<T>::Fix(int input) {
  if (fixed_at_.count(input)) return;
  DependencyTracker& port = input_tracker(input);
  while (port.num_prerequisites() > 0) {
    port.UnsubscribeFromPrerequisite(port.prerequisites().front());
  }
  fixed_at_[input] = static_cast<int>(this->fixed_.size());
  this->Link(&port, &this->AddFixed(input_port_[input].first, port.ticket(), input));
}

// Undoes Fix() for all ports. The trackers of fixed values stay, without subscribers, as pointers
// to them may be held.
template <typename T>
void TrackerGraph<T>::UnfixAll() {
  for (const auto& [input, fixed] : fixed_at_) {
    DependencyTracker& port = input_tracker(input);
    port.UnsubscribeFromPrerequisite(port.prerequisites().front());
    const auto [node, number] = input_port_[input];
    const int diagram = plan().nodes[node].parent;
    if (diagram < 0) continue;
    int part = 0;
    while (&plan().systems[diagram]->subsystem(part) != plan().systems[node]) ++part;
    if (DependencyTracker* source = Source(diagram, part, number)) this->Link(&port, source);
  }
  fixed_at_.clear();
}

// One change event for all, so a tracker that is reached on many ways counts it once.
template <typename T>
void TrackerGraph<T>::NoteAllButInputs(int64_t change_event) {
  const int inputs_end = plan().first_input_source + static_cast<int>(input_port_.size());
  for (int source = 0; source < plan().num_sources(); ++source) {
    const bool is_input = source >= plan().first_input_source && source < inputs_end;
    if (!is_input) NoteSource(source, change_event);
  }
}

template <typename T>
void TrackerGraph<T>::StartCounting() {
  if (counting()) return;
  this->counts_.resize(plan().num_entries());
}

LOOPWRIGHT_INSTANTIATE_CLASS(TrackerGraph)

}  // namespace loopwright::internal
