#include "engine/system/plan_maker.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/context/loop.h"
#include "engine/loops/tear_loops.h"
#include "engine/system/leaf_system.h"
#include "engine/system/plan_dependencies.h"
#include "engine/system/system_extras.h"
#include "engine/system/tracker_graph.h"
#include "engine/traits/loop_unknown.h"

namespace loopwright::internal {

namespace {

// --- fingerprints ---

// FNV-1a, with a whole number mixed in at a time instead of a byte.
class Hash {
 public:
  void Add(int value) { Mix(static_cast<uint64_t>(static_cast<int64_t>(value))); }
  // The name, not the object's address: hashes are compared between runs of the program.
  void Add(const std::type_info& type) {
    for (const char* c = type.name(); *c != '\0'; ++c) Mix(static_cast<unsigned char>(*c));
  }
  void Add(const std::vector<int>& values) {
    Add(static_cast<int>(values.size()));
    for (const int value : values) Add(value);
  }
  void Add(const std::vector<std::unique_ptr<AbstractValue>>& models) {
    Add(static_cast<int>(models.size()));
    for (const auto& model : models) Add(model->type_info());
  }
  template <typename T>
  void AddSizes(const std::vector<VectorX<T>>& models) {
    Add(static_cast<int>(models.size()));
    for (const auto& model : models) Add(static_cast<int>(model.size()));
  }
  uint64_t value() const { return value_; }

 private:
  void Mix(uint64_t value) { value_ = (value_ ^ value) * 0x100000001b3u; }
  uint64_t value_ = 0xcbf29ce484222325u;
};

// What a connection depends on: kind and size of a port, not its name.
template <typename Port>
void AddPort(const Port& port, Hash* hash) {
  hash->Add(port.get_data_type());
  hash->Add(port.size());
}

// The class, the place in the tree, and the shape of all that was declared. Names and values do not
// count.
template <typename T>
void AddSystem(const System<T>& system, const PlanNode& node, Hash* hash) {
  hash->Add(typeid(system));
  hash->Add(node.parent);
  hash->Add(node.end);
  for (int i = 0; i < system.num_input_ports(); ++i) AddPort(system.get_input_port(i), hash);
  for (int i = 0; i < system.num_output_ports(); ++i) AddPort(system.get_output_port(i), hash);
  for (const auto& entry : system.cache_entries()) {
    hash->Add(entry->size());
    if (entry->model_value() != nullptr) hash->Add(entry->model_value()->type_info());
    for (const DependencyTicket ticket : entry->prerequisites()) hash->Add(int{ticket});
  }
  const auto* leaf = dynamic_cast<const LeafSystem<T>*>(&system);
  if (leaf == nullptr) return;
  for (const int count : {leaf->num_q(), leaf->num_v(), leaf->num_z(), leaf->num_modes()}) {
    hash->Add(count);
  }
  hash->AddSizes(leaf->discrete_models());
  hash->AddSizes(leaf->numeric_parameter_models());
  hash->Add(leaf->abstract_state_models());
  hash->Add(leaf->abstract_parameter_models());
}

/// A hash (FNV-1a, 64 bits) of all that a context's layout and the meaning of its values rest on:
/// the tree of systems with their classes, the types and sizes of ports, state, parameters and
/// cache entries, prerequisites, and connections. The names of systems, ports and entries are left
/// out: systems of equal structure may be called differently.
template <typename T>
uint64_t StructureFingerprint(const Plan<T>& plan) {
  Hash hash;
  hash.Add(typeid(T));
  for (int n = 0; n < plan.num_nodes(); ++n) AddSystem(*plan.systems[n], plan.nodes[n], &hash);
  hash.Add(plan.input_entry);
  for (const auto& output : plan.outputs) hash.Add(output.entry);
  return hash.value();
}

// --- plans ---

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
    PlanDependencies<T> dependencies(&plan_, leaves_);
    PlanOrder<T> order(&plan_, leaves_);
    dependencies.Link(nullptr);
    bool all_are_sorted = order.SortEntries();
    if (const auto loops = all_are_sorted ? nullptr : TearLoops(&plan_, *this)) {
      dependencies.Link(loops.get());
      all_are_sorted = order.SortEntries();
      OrderMembers(plan_.order, loops.get());
      plan_.loops = loops;
    }
    if (!all_are_sorted) order.ThrowDependsOnItself();
    order.MakeDerivativeSchedule();
    order.OrderLeaves(dependencies.shown_state());
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
    const auto lay_out = [&next](std::vector<Slot>* slots) {
      for (Slot& slot : *slots) slot.offset = std::exchange(next, next + slot.size);
      return next;
    };
    plan_.discrete_end = lay_out(&plan_.groups);
    plan_.parameters_end = lay_out(&plan_.parameters);
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
    std::vector<std::pair<int, int>> aliases;
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

// --- contexts that take a plan over ---

namespace {
// The plan of the outermost diagram that the system is in.
template <typename T>
std::shared_ptr<const Plan<T>> PlanAround(const System<T>& system) {
  const SystemBase* top = &system;
  while (top->parent() != nullptr) top = top->parent();
  return static_cast<const System<T>*>(top)->plan();
}

// Equal fingerprints mean equal structure; a plan that is the context's already has nothing to
// adopt.
template <typename T>
bool Adopt(std::shared_ptr<const Plan<T>> plan, const Context<T>& context) {
  const auto& own = context.data().plan;
  if (plan == own || plan->fingerprint != own->fingerprint) return false;
  context.data().AdoptPlan(std::move(plan));
  return true;
}
}  // namespace

template <typename T>
bool AdoptSystem(const System<T>& system, const Context<T>& context) {
  return PlanAround(system)->node_of(system) == context.node() && AdoptTree(system, context);
}

template <typename T>
bool AdoptTree(const System<T>& system, const Context<T>& context) {
  return Adopt(PlanAround(system), context);
}

template <typename T>
bool AdoptPresentPlan(const System<T>& system, const Context<T>& context) {
  auto plan = system.plan();
  const bool is_whole = context.is_root_context() && context.system() == &system;
  return is_whole && Adopt(std::move(plan), context);
}

template std::shared_ptr<Plan<double>> MakePlan(const System<double>&);
template std::shared_ptr<Plan<AutoDiff>> MakePlan(const System<AutoDiff>&);
template std::shared_ptr<Plan<Expression>> MakePlan(const System<Expression>&);
template bool AdoptSystem(const System<double>&, const Context<double>&);
template bool AdoptSystem(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptSystem(const System<Expression>&, const Context<Expression>&);
template bool AdoptTree(const System<double>&, const Context<double>&);
template bool AdoptTree(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptTree(const System<Expression>&, const Context<Expression>&);
template bool AdoptPresentPlan(const System<double>&, const Context<double>&);
template bool AdoptPresentPlan(const System<AutoDiff>&, const Context<AutoDiff>&);

}  // namespace loopwright::internal
