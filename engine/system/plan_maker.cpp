#include "engine/system/plan_maker.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/context/loop.h"
#include "engine/loops/tear_loops.h"
#include "engine/system/fingerprint.h"
#include "engine/system/leaf_system.h"
#include "engine/system/system_extras.h"
#include "engine/system/tracker_graph.h"
#include "engine/traits/loop_unknown.h"

namespace loopwright::internal {

namespace {

// What a plan asks of its systems, answered here where systems are known. One constant object
// serves all plans of a scalar.
template <typename T>
class Answers final : public SystemQueries<T> {
 public:
  std::string GetPathname(const System<T>& system) const override {
    return system.GetSystemPathname();
  }
  // The node of a system is its parent's plus its place there, summed up to the root: no search.
  // The comparison at the end catches a system of another diagram that happens to have the same
  // places.
  int FindNode(const Plan<T>& plan, const System<T>& system) const override {
    int node = 0;
    for (const SystemBase* s = &system; s != plan.systems[0]; s = s->parent()) {
      if (s->parent() == nullptr) return -1;
      node += s->place_in_parent();
    }
    return node < plan.num_nodes() && plan.systems[node] == &system ? node : -1;
  }
  std::unique_ptr<TrackerTable> MakeTrackers(ContextData<T>* data) const override {
    return std::make_unique<TrackerGraph<T>>(data);
  }
  std::unique_ptr<TrackerTable> CopyTrackers(const TrackerTable& other,
                                             ContextData<T>* data) const override {
    return std::make_unique<TrackerGraph<T>>(static_cast<const TrackerGraph<T>&>(other), data);
  }
};

template <typename T>
constexpr Answers<T> kAnswers;

/// Fills a Plan step by step. The order of the steps in Make() is that of what they need: values
/// are numbered before ports are resolved to them, and dependencies are linked before anything is
/// sorted.
template <typename T>
class PlanMaker final : private TearingQueries<T> {
 public:
  explicit PlanMaker(Plan<T>* plan) : plan_(*plan) {}

  // Flattens `root`. Where sorting leaves entries over, they depend on each other in a circle: the
  // circle is torn open as an algebraic loop and everything is linked and sorted a second time.
  void Make(const System<T>& root) {
    plan_.nodes.reserve(root.num_systems() + 1);
    plan_.systems.reserve(root.num_systems());
    AddNode(root, -1);
    AddEndNode();
    LayOutArena();
    ResolveOutputs();
    ResolveInputs();
    NumberSources();
    LinkDependencies();
    plan_.order = SortEntries();
    if (!AllAreSorted() && (loops_ = TearLoops(&plan_, *this))) {
      LinkDependencies();
      plan_.order = SortEntries();
      OrderMembers(plan_.order, loops_.get());
      plan_.loops = loops_;
    }
    if (!AllAreSorted()) ThrowDependsOnItself();
    MakeDerivativeSchedule();
    OrderLeaves();
    DropSlack();
    plan_.fingerprint = StructureFingerprint(plan_);
  }

 private:
  // Gives back what vectors reserved beyond their size: a plan lives as long as its diagram.
  void DropSlack() {
    plan_.entries.shrink_to_fit();
    plan_.leaves.shrink_to_fit();
    plan_.continuous_leaves.shrink_to_fit();
    plan_.derivative_entry.shrink_to_fit();
    plan_.events.shrink_to_fit();
    plan_.groups.shrink_to_fit();
    plan_.parameters.shrink_to_fit();
    plan_.derivative_schedule.shrink_to_fit();
    plan_.other_time_and_state_dependents.shrink_to_fit();
  }

  using Pairs = std::vector<std::pair<int, int>>;

  const LeafSystem<T>* leaf(int node) const { return leaves_[node]; }

  // Recursion goes as deep as diagrams are nested, not as they are long. Adds a system and all that
  // is in it, depth first: its own entries come directly after it and before those of its parts, so
  // a subtree's values of each kind are neighbours.
  void AddNode(const System<T>& system, int parent) {
    const int index = static_cast<int>(plan_.nodes.size());
    plan_.systems.push_back(&system);
    leaves_.push_back(dynamic_cast<const LeafSystem<T>*>(&system));
    plan_.nodes.push_back(Here(parent));
    PlanNode begin = plan_.nodes.back();
    begin.num_inputs = system.num_input_ports();
    begin.num_outputs = system.num_output_ports();
    num_inputs_ += begin.num_inputs;
    num_outputs_ += begin.num_outputs;
    for (const auto& entry : system.cache_entries()) {
      plan_.entries.push_back({entry, index, 0, entry->size()});
    }
    if (const auto* leaf_system = leaves_.back()) AddLeaf(*leaf_system, index);
    AddVectorModels(system, index);
    for (int i = 0; i < system.num_subsystems(); ++i) AddNode(system.subsystem(i), index);
    FinishNode(index, begin);
  }

  // A node whose ranges all begin at the present end of the lists.
  PlanNode Here(int parent) const {
    PlanNode node;
    node.parent = parent;
    node.q = plan_.num_q;
    node.v = plan_.num_v;
    node.z = plan_.num_z;
    node.first_group = static_cast<int>(plan_.groups.size());
    node.first_parameter = static_cast<int>(plan_.parameters.size());
    node.first_abstract_state = num_abstract_states_;
    node.first_abstract_parameter = num_abstract_parameters_;
    node.first_mode = num_modes_;
    node.first_entry = static_cast<int>(plan_.entries.size());
    node.first_input = num_inputs_;
    node.first_output = num_outputs_;
    return node;
  }

  // Closes the ranges of a node after its last part was added.
  void FinishNode(int index, PlanNode node) {
    node.end = static_cast<int>(plan_.nodes.size());
    node.nq = plan_.num_q - node.q;
    node.nv = plan_.num_v - node.v;
    node.nz = plan_.num_z - node.z;
    node.num_groups = static_cast<int>(plan_.groups.size()) - node.first_group;
    node.num_parameters = static_cast<int>(plan_.parameters.size()) - node.first_parameter;
    node.num_abstract_states = num_abstract_states_ - node.first_abstract_state;
    node.num_abstract_parameters = num_abstract_parameters_ - node.first_abstract_parameter;
    node.num_modes = num_modes_ - node.first_mode;
    plan_.nodes[index] = node;
  }

  // One node more than there are systems, so that "where the next node begins" can be asked of the
  // last one too.
  void AddEndNode() {
    PlanNode end = Here(-1);
    end.end = static_cast<int>(plan_.nodes.size());
    plan_.nodes.push_back(end);
  }

  // Counts what a leaf declares. Offsets are given out later, when the sizes of all groups and
  // parameters are known.
  void AddLeaf(const LeafSystem<T>& system, int index) {
    plan_.leaves.push_back(index);
    plan_.num_q += system.num_q();
    plan_.num_v += system.num_v();
    plan_.num_z += system.num_z();
    if (system.num_continuous_states() > 0) {
      plan_.continuous_leaves.push_back(index);
      plan_.derivative_entry.push_back(plan_.nodes[index].first_entry + system.derivative_entry());
    }
    for (const auto& model : system.discrete_models()) {
      plan_.groups.push_back({0, static_cast<int>(model.size())});
    }
    for (const auto& model : system.numeric_parameter_models()) {
      plan_.parameters.push_back({0, static_cast<int>(model.size())});
    }
    num_abstract_states_ += static_cast<int>(system.abstract_state_models().size());
    num_abstract_parameters_ += static_cast<int>(system.abstract_parameter_models().size());
    num_modes_ += system.num_modes();
    for (const Event<T>* event : system.events()) plan_.events.push_back({index, event});
    if (system.has_dynamic_events()) plan_.dynamic_event_leaves.push_back(index);
  }

  // Notes which vectors were declared with a subclass of BasicVector, under their numbers in the
  // plan.
  void AddVectorModels(const System<T>& system, int index) {
    const auto* extras = system.extras();
    if (extras == nullptr) return;
    const PlanNode& node = plan_.nodes[index];
    VectorModels<T>& models = plan_.vector_models;
    const auto add = [](const auto& from, int first, auto* to) {
      for (const auto& [number, model] : from) to->emplace(first + number, model.get());
    };
    if (extras->continuous_model() != nullptr) {
      models.continuous[index] = extras->continuous_model();
    }
    add(extras->group_models, node.first_group, &models.groups);
    add(extras->parameter_models, node.first_parameter, &models.parameters);
    add(extras->entry_models, node.first_entry, &models.entries);
    add(extras->input_models, node.first_input, &models.inputs);
  }

  // Gives every number its place in the arena: continuous state, its time derivative, discrete
  // groups, parameters, cache entries. An entry that shows state gets the state's own place and
  // none for itself, so that nothing is copied for it.
  void LayOutArena() {
    int next = 2 * plan_.num_continuous();
    plan_.discrete_begin = next;
    for (Slot& slot : plan_.groups) {
      slot.offset = next;
      next += slot.size;
    }
    plan_.discrete_end = next;
    for (Slot& slot : plan_.parameters) {
      slot.offset = next;
      next += slot.size;
    }
    plan_.parameters_end = next;
    for (int e = 0; e < plan_.num_entries(); ++e) {
      auto& entry = plan_.entries[e];
      const StatePlace place = plan_.cache_entry(e).state_place();
      if (place.kind == StatePlace::kContinuous) {
        entry.offset = plan_.continuous_offset(entry.node);
      } else if (place.kind == StatePlace::kDiscrete) {
        entry.offset = plan_.groups[plan_.nodes[entry.node].first_group + place.group].offset;
      } else {
        entry.offset = next;
        if (entry.size > 0) next += entry.size;
      }
    }
    for (size_t i = 0; i < plan_.continuous_leaves.size(); ++i) {
      plan_.entries[plan_.derivative_entry[i]].offset =
          plan_.num_continuous() + plan_.continuous_offset(plan_.continuous_leaves[i]);
    }
    plan_.arena_size = next;
  }

  // Children come after their diagram, so going backwards finds them resolved. A diagram's output
  // becomes the entry of the leaf that computes it, through any number of levels.
  void ResolveOutputs() {
    plan_.outputs.resize(num_outputs_);
    for (int index = plan_.num_nodes() - 1; index >= 0; --index) {
      const System<T>& system = *plan_.systems[index];
      const PlanNode& node = plan_.nodes[index];
      for (int i = 0; i < system.num_output_ports(); ++i) {
        const OutputPort<T>& port = system.get_output_port(i);
        int entry = -1;
        if (port.cache_entry() != nullptr) {
          entry = node.first_entry + port.cache_entry()->cache_index();
        } else {
          const int source = plan_.node_of(port.source()->get_system());
          entry =
              plan_.outputs[plan_.nodes[source].first_output + port.source()->get_index()].entry;
        }
        plan_.outputs[node.first_output + i] = {entry, plan_.entries[entry].offset};
      }
    }
  }

  // For each input port the entry that it reads. Nodes are visited from outside inwards, so an
  // input that a diagram passes on finds the diagram's own input resolved; such pairs are also
  // noted as aliases, since a value that is fixed outside is to be read inside.
  void ResolveInputs() {
    plan_.input_entry.assign(num_inputs_, -1);
    Pairs aliases;
    for (int index = 0; index < plan_.num_nodes(); ++index) {
      const System<T>& diagram = *plan_.systems[index];
      for (int child = 0; child < diagram.num_subsystems(); ++child) {
        const int child_node = plan_.node_of(diagram.subsystem(child));
        for (int port = 0; port < plan_.nodes[child_node].num_inputs; ++port) {
          const int input = plan_.nodes[child_node].first_input + port;
          const auto source = diagram.input_source(child, port);
          if (source.port < 0) continue;
          if (source.system >= 0) {
            const int from = plan_.node_of(diagram.subsystem(source.system));
            plan_.input_entry[input] =
                plan_.outputs[plan_.nodes[from].first_output + source.port].entry;
          } else {
            const int outer = plan_.nodes[index].first_input + source.port;
            plan_.input_entry[input] = plan_.input_entry[outer];
            aliases.emplace_back(outer, input);
          }
        }
      }
    }
    plan_.input_aliases = Adjacency(num_inputs_, aliases);
  }

  // Sources of one kind have consecutive numbers, after time (0) and accuracy (1). There are three
  // for the continuous state of each node: q, v and z.
  void NumberSources() {
    plan_.first_parameter_source = plan_.first_group_source + static_cast<int>(plan_.groups.size());
    plan_.first_abstract_state_source =
        plan_.first_parameter_source + static_cast<int>(plan_.parameters.size());
    plan_.first_abstract_parameter_source =
        plan_.first_abstract_state_source + num_abstract_states_;
    plan_.first_input_source = plan_.first_abstract_parameter_source + num_abstract_parameters_;
    plan_.first_continuous_source = plan_.first_input_source + num_inputs_;
    plan_.first_modes_source = plan_.first_continuous_source + 3 * plan_.num_nodes();
  }

  // Fills the graph: from each source and entry to the entries that read it, and the reverse.
  // Entries that show state, and those that a loop makes, do not depend on what they were declared
  // with.
  void LinkDependencies() {
    for (Pairs* pairs : {&source_pairs_, &entry_pairs_, &shown_state_pairs_}) pairs->clear();
    for (int e = 0; e < plan_.num_entries(); ++e) {
      if (plan_.cache_entry(e).state_place().kind != StatePlace::kNone) continue;
      if (loops_ && loops_->is_made_by_loop(e)) continue;
      for (const DependencyTicket ticket : plan_.cache_entry(e).prerequisites()) {
        Expand(ticket, e);
      }
    }
    if (loops_) LinkLoops();
    shown_state_ = Adjacency(plan_.num_entries(), shown_state_pairs_);
    plan_.source_dependents = Adjacency(plan_.num_sources(), source_pairs_);
    plan_.entry_dependents = Adjacency(plan_.num_entries(), entry_pairs_);
    Pairs reversed;
    reversed.reserve(entry_pairs_.size());
    for (const auto& [from, to] : entry_pairs_) reversed.emplace_back(to, from);
    plan_.entry_prerequisites = Adjacency(plan_.num_entries(), reversed);
  }

  // The solution of a loop depends on all that its members depend on from outside, and what shows
  // an unknown depends on the solution alone.
  void LinkLoops() {
    const auto add_from_outside = [&](Pairs* pairs, const auto& is_outside) {
      const size_t count = pairs->size();
      for (size_t i = 0; i < count; ++i) {
        const auto [from, to] = (*pairs)[i];
        const int loop = loops_->member_of(to);
        if (loop >= 0 && is_outside(from, loop)) {
          pairs->emplace_back(from, loops_->loops[loop].solution);
        }
      }
    };
    add_from_outside(&source_pairs_, [](int, int) { return true; });
    add_from_outside(&entry_pairs_,
                     [this](int from, int loop) { return loops_->roles[from].loop != loop; });
    for (const Loop& loop : loops_->loops) {
      for (const auto& unknown : loop.unknowns) {
        entry_pairs_.emplace_back(loop.solution, unknown.entry);
        if (unknown.input >= 0) FromSource(plan_.input_source(unknown.input), loop.solution);
      }
    }
  }

  // `entry` reads the source directly.
  void FromSource(int source, int entry) { source_pairs_.emplace_back(source, entry); }

  // Reading an input means reading what is connected to it, and its fixed value if it gets one
  // later.
  void FromInput(int input, int entry) {
    FromSource(plan_.input_source(input), entry);
    const int source = plan_.input_entry[input];
    if (source >= 0) FromEntry(source, entry);
  }

  // What lies in the state depends on nothing that is computed: who reads it depends on the state.
  void FromEntry(int source, int entry) {
    const CacheEntryDeclaration<T>& read = plan_.cache_entry(source);
    if (read.state_place().kind == StatePlace::kNone) {
      entry_pairs_.emplace_back(source, entry);
      return;
    }
    shown_state_pairs_.emplace_back(entry, source);
    const int index = plan_.entries[source].node;
    if (read.state_place().kind == StatePlace::kDiscrete) {
      return FromSource(
          plan_.group_source(plan_.nodes[index].first_group + read.state_place().group), entry);
    }
    FromContinuous(index, entry);
  }

  // Only the kinds of continuous state that the leaf has.
  void FromContinuous(int index, int entry) {
    if (leaf(index)->num_q() > 0) FromSource(plan_.q_source(index), entry);
    if (leaf(index)->num_v() > 0) FromSource(plan_.v_source(index), entry);
    if (leaf(index)->num_z() > 0) FromSource(plan_.z_source(index), entry);
  }

  // What the ticket means for the entry's system; the table is that of the cache document.
  void Expand(int ticket, int entry) {
    const int index = plan_.entries[entry].node;
    const PlanNode& node = plan_.nodes[index];
    // What the system itself declared: a port, a group, a parameter, another entry.
    if (ticket >= kNextFreeTicket) return ExpandDeclared(ticket, index, entry);
    if (ticket >= kPeTicket && ticket <= kPncTicket) {
      // A diagram sums over its parts, which may have inputs fixed that it knows nothing of.
      for (int i = node.first_input; i < plan_.nodes[node.end].first_input; ++i) {
        FromInput(i, entry);
      }
      ticket = kAllSourcesTicket;
    }
    // From here on composite tickets are taken apart: each line asks whether the ticket is, or
    // contains, a certain source.
    const auto is = [ticket](std::initializer_list<int> which) {
      return std::find(which.begin(), which.end(), ticket) != which.end();
    };
    if (is({kTimeTicket, kAllSourcesTicket})) FromSource(Plan<T>::time_source(), entry);
    if (is({kAccuracyTicket, kAllSourcesTicket, kConfigurationTicket, kKinematicsTicket})) {
      FromSource(Plan<T>::accuracy_source(), entry);
    }
    const bool all_x = is({kXTicket, kAllSourcesTicket});
    const bool configuration = is({kConfigurationTicket, kKinematicsTicket});
    const bool q = all_x || configuration || is({kQTicket, kXcTicket});
    const bool v = all_x || is({kVTicket, kXcTicket, kKinematicsTicket});
    const bool z = all_x || configuration || is({kZTicket, kXcTicket});
    const bool modes = all_x || is({kModesTicket});
    // Of a diagram these are the sources of all leaves in it.
    for (int n = index; n < node.end; ++n) {
      if (leaf(n) == nullptr) continue;
      if (q && leaf(n)->num_q() > 0) FromSource(plan_.q_source(n), entry);
      if (v && leaf(n)->num_v() > 0) FromSource(plan_.v_source(n), entry);
      if (z && leaf(n)->num_z() > 0) FromSource(plan_.z_source(n), entry);
      if (modes && leaf(n)->num_modes() > 0) FromSource(plan_.modes_source(n), entry);
      if (ticket == kXcdotTicket && leaf(n)->derivative_entry() >= 0) {
        entry_pairs_.emplace_back(plan_.nodes[n].first_entry + leaf(n)->derivative_entry(), entry);
      }
    }
    if (all_x || configuration || is({kXdTicket})) {
      for (int i = 0; i < node.num_groups; ++i) {
        FromSource(plan_.group_source(node.first_group + i), entry);
      }
    }
    if (all_x || configuration || is({kXaTicket})) {
      for (int i = 0; i < node.num_abstract_states; ++i) {
        FromSource(plan_.abstract_state_source(node.first_abstract_state + i), entry);
      }
    }
    const bool all_p = configuration || is({kAllParametersTicket, kAllSourcesTicket});
    if (all_p || is({kPnTicket})) {
      for (int i = 0; i < node.num_parameters; ++i) {
        FromSource(plan_.parameter_source(node.first_parameter + i), entry);
      }
    }
    if (all_p || is({kPaTicket})) {
      for (int i = 0; i < node.num_abstract_parameters; ++i) {
        FromSource(plan_.abstract_parameter_source(node.first_abstract_parameter + i), entry);
      }
    }
    // An author who named no prerequisites gets "all inputs", but for what the symbolic form of the
    // leaf shows not to matter.
    const std::set<int>* symbolic =
        is({kAllSourcesTicket}) ? plan_.systems[index]->symbolic_inputs(plan_.cache_entry(entry))
                                : nullptr;
    if (symbolic != nullptr) {
      for (const int i : *symbolic) FromInput(node.first_input + i, entry);
    } else if (is({kAllInputPortsTicket, kAllSourcesTicket})) {
      for (int i = 0; i < node.num_inputs; ++i) FromInput(node.first_input + i, entry);
    }
  }

  // A ticket that was given out when something was declared names exactly one thing.
  void ExpandDeclared(int ticket, int index, int entry) {
    const PlanNode& node = plan_.nodes[index];
    const auto info = plan_.systems[index]->ticket_info(DependencyTicket(ticket));
    using Info = typename System<T>::TicketInfo;
    switch (info.kind) {
      case Info::kInput:
        return FromInput(node.first_input + info.index, entry);
      case Info::kOutput:
        entry_pairs_.emplace_back(plan_.outputs[node.first_output + info.index].entry, entry);
        return;
      case Info::kEntry:
        return FromEntry(node.first_entry + info.index, entry);
      case Info::kDiscrete:
        return FromSource(plan_.group_source(node.first_group + info.index), entry);
      case Info::kAbstractState:
        return FromSource(plan_.abstract_state_source(node.first_abstract_state + info.index),
                          entry);
      case Info::kParameter:
        return FromSource(plan_.parameter_source(node.first_parameter + info.index), entry);
      case Info::kAbstractParameter:
        return FromSource(
            plan_.abstract_parameter_source(node.first_abstract_parameter + info.index), entry);
    }
  }

  // Entries such that each comes after all its prerequisites (Kahn); without those on a cycle and
  // behind one. A. B. Kahn, "Topological sorting of large networks": an entry without unsorted
  // prerequisites is put out, and its dependents then wait for one less. `waiting_` keeps what is
  // left over for ThrowDependsOnItself().
  std::vector<int> SortEntries() {
    const int count = plan_.num_entries();
    std::vector<int>& waiting = waiting_;
    waiting.assign(count, 0);
    std::vector<int> order;
    order.reserve(count);
    for (int e = 0; e < count; ++e) {
      waiting[e] = plan_.entry_prerequisites.size(e);
      if (waiting[e] == 0) order.push_back(e);
    }
    for (size_t i = 0; i < order.size(); ++i) {
      const auto& dependents = plan_.entry_dependents;
      for (const int* d = dependents.begin(order[i]); d != dependents.end(order[i]); ++d) {
        if (--waiting[*d] == 0) order.push_back(*d);
      }
    }
    return order;
  }

  bool AllAreSorted() const { return std::ssize(plan_.order) == plan_.num_entries(); }

  // Names one of the entries that could not be sorted. It may only stand behind the circle, but
  // leads there.
  [[noreturn]] void ThrowDependsOnItself() const {
    const auto first = std::find_if(waiting_.begin(), waiting_.end(), [](int n) { return n > 0; });
    const int e = static_cast<int>(first - waiting_.begin());
    throw std::logic_error(plan_.NameOf(e) + " depends on itself");
  }

  // Marks all that can be reached from `todo` along the edges.
  static void Flood(const Adjacency& edges, std::vector<int> todo, std::vector<char>* reached) {
    for (const int e : todo) (*reached)[e] = 1;
    while (!todo.empty()) {
      const int e = todo.back();
      todo.pop_back();
      for (const int* d = edges.begin(e); d != edges.end(e); ++d) {
        if (!(*reached)[*d]) {
          (*reached)[*d] = 1;
          todo.push_back(*d);
        }
      }
    }
  }

  // What an integrator's stage computes. Flooding from time and continuous state finds what changes
  // at a stage, flooding back from the derivatives what they need; what is in both is the schedule.
  // Of the rest, what is needed but does not change is computed once, and what changes but is not
  // needed is only marked out of date.
  void MakeDerivativeSchedule() {
    std::vector<int> changing;
    const auto add_source = [&](int source) {
      const auto& dependents = plan_.source_dependents;
      changing.insert(changing.end(), dependents.begin(source), dependents.end(source));
    };
    add_source(Plan<T>::time_source());
    for (const int n : plan_.continuous_leaves) {
      for (int i = 0; i < 3; ++i) add_source(plan_.q_source(n) + i);
    }
    std::vector<char> changes(plan_.num_entries(), 0), needed(plan_.num_entries(), 0);
    Flood(plan_.entry_dependents, changing, &changes);
    Flood(plan_.entry_prerequisites, plan_.derivative_entry, &needed);
    using Role = typename Plan<T>::StageRole;
    plan_.stage_roles.assign(plan_.num_entries(), Role::kNone);
    for (const int e : plan_.order) {
      plan_.stage_roles[e] = changes[e] && needed[e] ? Role::kScheduled
                             : needed[e]             ? Role::kConstant
                             : changes[e]            ? Role::kOther
                                                     : Role::kNone;
      if (changes[e] && needed[e]) plan_.derivative_schedule.push_back(e);
      if (changes[e] && !needed[e]) plan_.other_time_and_state_dependents.push_back(e);
    }
    plan_.affects_derivatives.assign(plan_.num_sources(), 0);
    for (int source = 0; source < plan_.num_sources(); ++source) {
      const auto& dependents = plan_.source_dependents;
      plan_.affects_derivatives[source] =
          std::any_of(dependents.begin(source), dependents.end(source),
                      [&](int entry) { return needed[entry] != 0; });
    }
  }

  // Leaves with modes or ordered initialization, each after those that its inputs come from. Depth
  // first search with a stack of its own. A leaf is met twice: first (1) the leaves that feed it
  // are pushed above it, then, when they are done, it is put out (2).
  void OrderLeaves() {
    std::vector<char> done(plan_.num_nodes(), 0);
    std::vector<int> stack;
    for (const int start : plan_.leaves) {
      stack.push_back(start);
      while (!stack.empty()) {
        const int n = stack.back();
        if (done[n] == 0) {
          done[n] = 1;
          PushFeedingLeaves(n, done, &stack);
        } else {
          stack.pop_back();
          if (done[n] == 2) continue;
          done[n] = 2;
          if (leaf(n)->num_modes() > 0) plan_.mode_leaves.push_back(n);
          if (leaf(n)->ordered_initialization() != nullptr) {
            plan_.ordered_initialization_leaves.push_back(n);
          }
        }
      }
    }
  }

  // The leaves that have to come before leaf `n`. Modes and ordered initialization read the inputs
  // whether or not an output does; other leaves pass on only what their outputs need.
  void PushFeedingLeaves(int n, const std::vector<char>& done, std::vector<int>* stack) const {
    const PlanNode& node = plan_.nodes[n];
    const bool needs_all_inputs =
        leaf(n)->num_modes() > 0 || leaf(n)->ordered_initialization() != nullptr;
    const auto push = [&](int entry) {
      const int from = plan_.entries[entry].node;
      if (done[from] == 0) stack->push_back(from);
    };
    if (needs_all_inputs) {
      for (int i = 0; i < node.num_inputs; ++i) {
        const int entry = plan_.input_entry[node.first_input + i];
        if (entry >= 0) push(entry);
      }
      return;
    }
    for (int i = 0; i < node.num_outputs; ++i) {
      const int output = plan_.outputs[node.first_output + i].entry;
      const auto push_row = [&](const Adjacency& edges) {
        for (const int* p = edges.begin(output); p != edges.end(output); ++p) push(*p);
      };
      push_row(plan_.entry_prerequisites);
      push_row(shown_state_);
    }
  }

  // --- what tearing asks ---
  LoopSearchMaker<T> FindSearchMaker() const override {
    for (const System<T>* system : plan_.systems) {
      if (const auto maker = system->loop_search_maker()) return maker;
    }
    return nullptr;
  }
  bool IsLoopUnknown(int node) const override {
    return dynamic_cast<const LoopUnknown*>(plan_.systems[node]) != nullptr;
  }
  const std::string& InputName(int node, int port) const override {
    return plan_.systems[node]->get_input_port(port).get_name();
  }
  const std::string& OutputName(int node, int port) const override {
    return plan_.systems[node]->get_output_port(port).get_name();
  }

  Plan<T>& plan_;
  std::vector<const LeafSystem<T>*> leaves_;
  Pairs source_pairs_, entry_pairs_, shown_state_pairs_;
  Adjacency shown_state_;              ///< per entry: the entries it reads that show state
  std::vector<int> waiting_;           ///< per entry: how many prerequisites are not sorted yet
  std::shared_ptr<LoopSet<T>> loops_;  ///< null where there are none
  int num_abstract_states_ = 0, num_abstract_parameters_ = 0, num_modes_ = 0;
  int num_inputs_ = 0, num_outputs_ = 0;
};

}  // namespace

template <typename T>
std::shared_ptr<Plan<T>> MakePlan(const System<T>& root) {
  auto plan = std::make_shared<Plan<T>>();
  plan->queries = &kAnswers<T>;
  PlanMaker<T>(plan.get()).Make(root);
  return plan;
}

template std::shared_ptr<Plan<double>> MakePlan(const System<double>&);
template std::shared_ptr<Plan<AutoDiff>> MakePlan(const System<AutoDiff>&);
template std::shared_ptr<Plan<Expression>> MakePlan(const System<Expression>&);

}  // namespace loopwright::internal
