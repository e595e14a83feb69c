#include "engine/diagram/diagram_builder.h"

#include <algorithm>
#include <stdexcept>

#include "engine/common/depth_first.h"

namespace loopwright {

template <typename T>
DiagramBuilder<T>::~DiagramBuilder() {
  while (!systems_.empty()) systems_.pop_back();  // in reverse, as a diagram does
}

// A system without a name is called system_0, system_1, ... since names make paths and must differ.
// Those that were removed count as well, or a name that is still in use would be given again.
template <typename T>
void DiagramBuilder<T>::Add(std::unique_ptr<System<T>> system) {
  CheckNotBuilt("AddSystem");
  LOOPWRIGHT_THROW_UNLESS(system != nullptr);
  if (system->get_name().empty()) system->set_name("system_" + std::to_string(num_added_));
  ++num_added_;
  indices_[system.get()] = static_cast<int>(systems_.size());
  systems_.push_back(std::move(system));
}

// In the order in which they were added, which is the build order of the diagram.
template <typename T>
std::vector<const System<T>*> DiagramBuilder<T>::GetSystems() const {
  std::vector<const System<T>*> result;
  for (const auto& system : systems_) result.push_back(system.get());
  return result;
}

template <typename T>
std::vector<System<T>*> DiagramBuilder<T>::GetMutableSystems() {
  std::vector<System<T>*> result;
  for (const auto& system : systems_) result.push_back(system.get());
  return result;
}

template <typename T>
bool DiagramBuilder<T>::HasSubsystemNamed(std::string_view name) const {
  return std::any_of(systems_.begin(), systems_.end(),
                     [&](const auto& system) { return system->get_name() == name; });
}
// Names need not differ before Build(), so a name may belong to several systems here.
template <typename T>
const System<T>& DiagramBuilder<T>::GetSubsystemByName(std::string_view name) const {
  const System<T>* found = nullptr;
  for (const auto& system : systems_) {
    if (system->get_name() != name) continue;
    if (found != nullptr) {
      throw std::logic_error("DiagramBuilder: several systems are named '" + std::string(name) +
                             "'");
    }
    found = system.get();
  }
  if (found == nullptr) {
    throw std::logic_error("DiagramBuilder: there is no system named '" + std::string(name) + "'");
  }
  return *found;
}
template <typename T>
void DiagramBuilder<T>::ThrowNotOfClass(const System<T>& system, const std::type_info& wanted) {
  throw std::logic_error("DiagramBuilder: system '" + system.get_name() + "' is a " +
                         system.GetSystemType() + ", not a " + DemangledName(wanted));
}
// After Build() the systems belong to the diagram, which must not change any more.
template <typename T>
void DiagramBuilder<T>::CheckNotBuilt(const char* caller) const {
  if (!built_) return;
  throw std::logic_error("DiagramBuilder::" + std::string(caller) +
                         "(): the diagram has been built already: use a new DiagramBuilder");
}

// Systems and exported inputs are known by number, so all that come after the removed one are
// renumbered: connections, exported ports, and the table of indices.
template <typename T>
void DiagramBuilder<T>::RemoveSystem(const System<T>& system) {
  CheckNotBuilt("RemoveSystem");
  const int removed = IndexOf(system, "RemoveSystem");
  const auto renumbered = [removed](PortId port) {
    if (port.system > removed) --port.system;
    return port;
  };
  // An exported input stays as long as another system reads it.
  std::vector<int> readers(exported_inputs_.size(), 0);
  std::map<PortId, PortId> connections;
  for (const auto& [input, source] : connections_) {
    if (input.system == removed || source.system == removed) continue;
    if (source.system < 0) ++readers[source.port];
    connections.emplace(renumbered(input), renumbered(source));
  }
  // Inputs that nobody reads any more go, the others move up.
  std::vector<ExportedInput> inputs;
  std::vector<int> new_index(exported_inputs_.size(), -1);
  for (size_t i = 0; i < exported_inputs_.size(); ++i) {
    if (readers[i] == 0) continue;
    new_index[i] = static_cast<int>(inputs.size());
    inputs.push_back(std::move(exported_inputs_[i]));
  }
  // An input is described by its first reader; where that goes, another reader takes its place.
  for (auto& [input, source] : connections) {
    if (source.system >= 0) continue;
    source.port = new_index[source.port];
    ExportedInput& exported = inputs[source.port];
    if (&exported.first->get_system() == &system) {
      const int reader = input.system < removed ? input.system : input.system + 1;
      exported.first = &systems_[reader]->get_input_port(input.port);
    }
  }
  std::erase_if(exported_outputs_, [&](const auto& e) { return e.first.system == removed; });
  for (auto& [port, name] : exported_outputs_) port = renumbered(port);
  connections_ = std::move(connections);
  exported_inputs_ = std::move(inputs);
  indices_.erase(&system);
  systems_.erase(systems_.begin() + removed);
  for (auto& [pointer, index] : indices_) {
    if (index > removed) --index;
  }
}

// The number of a system; `caller` is the function that the error names.
template <typename T>
int DiagramBuilder<T>::IndexOf(const System<T>& system, const char* caller) const {
  const auto found = indices_.find(&system);
  if (found == indices_.end()) {
    throw std::logic_error("DiagramBuilder::" + std::string(caller) + "(): system '" +
                           system.get_name() + "' was not added to this builder");
  }
  return found->second;
}

// An input reads one source only.
template <typename T>
void DiagramBuilder<T>::CheckInputIsFree(PortId input, const InputPort<T>& port) const {
  if (connections_.count(input)) {
    throw std::logic_error("Input port " + port.GetFullDescription() +
                           " is connected already: disconnect it first");
  }
}

namespace {
// Whether both ports say what their abstract values are, and differ.
bool DiffersInType(const AbstractValue* a, const AbstractValue* b) {
  return a != nullptr && b != nullptr && a->type_info() != b->type_info();
}
}  // namespace

// Kinds, sizes and types are compared here, where both ports can be named, and not when the diagram
// runs.
template <typename T>
void DiagramBuilder<T>::Connect(const OutputPort<T>& source, const InputPort<T>& destination) {
  CheckNotBuilt("Connect");
  const PortId from{IndexOf(source.get_system(), "Connect"), source.get_index()};
  const PortId to{IndexOf(destination.get_system(), "Connect"), destination.get_index()};
  CheckInputIsFree(to, destination);
  if (source.get_data_type() != destination.get_data_type()) {
    throw std::logic_error("Output port " + source.GetFullDescription() + " and input port " +
                           destination.GetFullDescription() +
                           " differ: one is vector-valued, the other abstract");
  }
  if (source.size() != destination.size()) {
    throw std::logic_error("Output port " + source.GetFullDescription() + " has size " +
                           std::to_string(source.size()) + ", input port " +
                           destination.GetFullDescription() + " has size " +
                           std::to_string(destination.size()));
  }
  const AbstractValue* from_model = source.model_value();
  const AbstractValue* to_model = destination.model_value();
  if (DiffersInType(from_model, to_model)) {
    throw std::logic_error("Output port " + source.GetFullDescription() + " is of type " +
                           DemangledName(from_model->type_info()) + ", input port " +
                           destination.GetFullDescription() + " of type " +
                           DemangledName(to_model->type_info()));
  }
  connections_[to] = from;
}
template <typename T>
void DiagramBuilder<T>::Disconnect(const OutputPort<T>& source, const InputPort<T>& destination) {
  CheckNotBuilt("Disconnect");
  const PortId from{IndexOf(source.get_system(), "Disconnect"), source.get_index()};
  const PortId to{IndexOf(destination.get_system(), "Disconnect"), destination.get_index()};
  const auto found = connections_.find(to);
  if (found == connections_.end() || found->second != from) {
    throw std::logic_error("Output port " + source.GetFullDescription() + " and input port " +
                           destination.GetFullDescription() + " are not connected");
  }
  connections_.erase(found);
}
// Both are sources of the input in one table.
template <typename T>
bool DiagramBuilder<T>::IsConnectedOrExported(const InputPort<T>& input) const {
  return connections_.count(
             {IndexOf(input.get_system(), "IsConnectedOrExported"), input.get_index()}) > 0;
}

template <typename T>
bool DiagramBuilder<T>::ConnectToSame(const InputPort<T>& exemplar,
                                      const InputPort<T>& destination) {
  CheckNotBuilt("ConnectToSame");
  const PortId from{IndexOf(exemplar.get_system(), "ConnectToSame"), exemplar.get_index()};
  const auto found = connections_.find(from);
  if (found == connections_.end()) return false;
  const PortId source = found->second;
  if (source.system < 0) {
    ConnectInput(InputPortIndex(source.port), destination);
  } else {
    Connect(systems_[source.system]->get_output_port(source.port), destination);
  }
  return true;
}

// Inputs that read an input of the diagram are left out.
template <typename T>
std::map<const InputPort<T>*, const OutputPort<T>*> DiagramBuilder<T>::connection_map() const {
  std::map<const InputPort<T>*, const OutputPort<T>*> result;
  for (const auto& [input, source] : connections_) {
    if (source.system < 0) continue;
    result[&systems_[input.system]->get_input_port(input.port)] =
        &systems_[source.system]->get_output_port(source.port);
  }
  return result;
}

namespace {
// The name that was given, or SYSTEM_PORT.
template <typename Port>
std::string ExportedName(const Port& port, std::variant<std::string, DefaultName> own_name) {
  if (std::holds_alternative<DefaultName>(own_name)) {
    return port.get_system().get_name() + "_" + port.get_name();
  }
  std::string name = std::get<std::string>(std::move(own_name));
  if (name.empty()) {
    throw std::logic_error("Port " + port.GetFullDescription() +
                           " is exported with an empty name: leave the name away for the default");
  }
  return name;
}
}  // namespace

// A second input that is exported under a name that exists reads the same diagram input.
template <typename T>
InputPortIndex DiagramBuilder<T>::ExportInput(const InputPort<T>& input,
                                              std::variant<std::string, DefaultName> own_name) {
  CheckNotBuilt("ExportInput");
  const PortId to{IndexOf(input.get_system(), "ExportInput"), input.get_index()};
  CheckInputIsFree(to, input);
  std::string name = ExportedName(input, std::move(own_name));
  const auto found = std::ranges::find(exported_inputs_, name, &ExportedInput::name);
  const InputPortIndex index(static_cast<int>(found - exported_inputs_.begin()));
  if (found == exported_inputs_.end()) exported_inputs_.push_back({std::move(name), &input});
  ConnectInput(index, input);
  return index;
}
// Only names that were exported will do.
template <typename T>
void DiagramBuilder<T>::ConnectInput(std::string_view diagram_port, const InputPort<T>& input) {
  const auto found = std::ranges::find(exported_inputs_, diagram_port, &ExportedInput::name);
  if (found == exported_inputs_.end()) {
    throw std::logic_error("DiagramBuilder::ConnectInput(): no input named '" +
                           std::string(diagram_port) + "' was exported");
  }
  ConnectInput(InputPortIndex(static_cast<int>(found - exported_inputs_.begin())), input);
}
// All readers of a diagram's input must be alike, since it has one size and type.
template <typename T>
void DiagramBuilder<T>::ConnectInput(InputPortIndex diagram_port, const InputPort<T>& input) {
  CheckNotBuilt("ConnectInput");
  const PortId to{IndexOf(input.get_system(), "ConnectInput"), input.get_index()};
  CheckInputIsFree(to, input);
  if (diagram_port < 0 || diagram_port >= num_input_ports()) {
    throw std::out_of_range("DiagramBuilder::ConnectInput(): there is no exported input " +
                            std::to_string(static_cast<int>(diagram_port)) + ": there are " +
                            std::to_string(num_input_ports()));
  }
  const InputPort<T>& first = *exported_inputs_[diagram_port].first;
  if (first.size() != input.size() || first.get_data_type() != input.get_data_type() ||
      DiffersInType(first.model_value(), input.model_value())) {
    throw std::logic_error("Input ports " + first.GetFullDescription() + " and " +
                           input.GetFullDescription() +
                           " cannot share one exported input: their sizes or types differ");
  }
  connections_[to] = PortId{-1, diagram_port};
}
// An output may be exported several times, under different names.
template <typename T>
OutputPortIndex DiagramBuilder<T>::ExportOutput(const OutputPort<T>& output,
                                                std::variant<std::string, DefaultName> own_name) {
  CheckNotBuilt("ExportOutput");
  const PortId from{IndexOf(output.get_system(), "ExportOutput"), output.get_index()};
  exported_outputs_.emplace_back(from, ExportedName(output, std::move(own_name)));
  return OutputPortIndex(static_cast<int>(exported_outputs_.size()) - 1);
}

namespace internal {

// The graph that loops are looked for in: output ports, each with the output ports that it depends
// on at once, through one block's direct feedthrough. Only direct feedthrough makes edges, so an
// integrator or a delay interrupts every path.
template <typename T>
struct FeedthroughGraph {
  using PortId = typename Diagram<T>::PortId;
  struct Edge {
    int output;      ///< that the input reads
    int input_port;  ///< of the block itself
  };

  FeedthroughGraph(const std::vector<std::unique_ptr<System<T>>>& systems,
                   const std::vector<std::vector<PortId>>& sources) {
    for (size_t s = 0; s < systems.size(); ++s) {
      first.push_back(static_cast<int>(ports.size()));
      for (int o = 0; o < systems[s]->num_output_ports(); ++o) {
        ports.push_back({static_cast<int>(s), o});
      }
    }
    edges.resize(ports.size());
    diagram_inputs.resize(ports.size());
    for (size_t s = 0; s < systems.size(); ++s) {
      for (const auto& [input, output] : systems[s]->GetDirectFeedthroughs()) {
        const PortId source = sources[s][input];
        if (source.port < 0) continue;
        const int at = first[s] + output;
        if (source.system < 0) {
          diagram_inputs[at].push_back(source.port);
        } else {
          edges[at].push_back({first[source.system] + source.port, input});
        }
      }
    }
  }

  // Per system: its first output among `ports`, which lists all outputs. Per output: what it
  // depends on at once, other outputs and inputs of the diagram.
  std::vector<int> first;
  std::vector<PortId> ports;
  std::vector<std::vector<Edge>> edges;
  std::vector<std::vector<int>> diagram_inputs;
};

}  // namespace internal

// An output that is met again while it is on the path of the search closes a loop, which the
// message shows port by port: "a.y0 → b.u0 → b.y0 → a.u0 → a.y0".
template <typename T>
void DiagramBuilder<T>::ThrowIfAlgebraicLoop(const internal::FeedthroughGraph<T>& graph) const {
  const auto name = [&](int output, int input_port) {
    const PortId port = graph.ports[output];
    const System<T>& system = *systems_[port.system];
    return system.get_name() + "." +
           (input_port >= 0 ? system.get_input_port(input_port).get_name()
                            : system.get_output_port(port.port).get_name());
  };
  const auto source = [&](int output, int i) {
    return i < std::ssize(graph.edges[output]) ? graph.edges[output][i].output : -1;
  };
  // From the end of the path backwards the signals flow forwards.
  const auto refuse = [&](const std::vector<VisitStep>& path, int closing) {
    std::string text = name(closing, -1);
    for (size_t i = path.size(); i-- > 0;) {
      const int output = path[i].node;
      const auto& edge = graph.edges[output][path[i].next - 1];
      text += " → " + name(output, edge.input_port) + " → " + name(output, -1);
      if (output == closing) break;
    }
    throw std::runtime_error("Algebraic loop: " + text +
                             ". Break it with a block whose output does not follow its input at "
                             "once, such as a delay or an integrator, or have it solved: "
                             "set_solves_algebraic_loops(true)");
  };
  std::vector<VisitState> states(graph.ports.size(), VisitState::kNew);
  for (int start = 0; start < std::ssize(graph.ports); ++start) {
    WalkDepthFirst(start, &states, source, refuse, [](int) {});
  }
}

// A plain diagram is built like a subclass; the local class makes its constructor accessible.
template <typename T>
std::unique_ptr<Diagram<T>> DiagramBuilder<T>::Build() {
  struct Plain final : Diagram<T> {};
  auto diagram = std::make_unique<Plain>();
  BuildInto(diagram.get());
  return diagram;
}

namespace {
// Pairs (diagram input, exported output) with a path of direct feedthrough between them.
template <typename T>
std::multimap<int, int> DiagramFeedthroughs(
    const internal::FeedthroughGraph<T>& graph,
    const std::vector<std::pair<typename Diagram<T>::PortId, std::string>>& exported_outputs) {
  std::multimap<int, int> pairs;
  for (size_t o = 0; o < exported_outputs.size(); ++o) {
    const auto port = exported_outputs[o].first;
    std::set<int> inputs;
    std::set<int> seen{graph.first[port.system] + port.port};
    std::vector<int> todo(seen.begin(), seen.end());
    while (!todo.empty()) {
      const int output = todo.back();
      todo.pop_back();
      inputs.insert(graph.diagram_inputs[output].begin(), graph.diagram_inputs[output].end());
      for (const auto& edge : graph.edges[output]) {
        if (seen.insert(edge.output).second) todo.push_back(edge.output);
      }
    }
    for (const int input : inputs) pairs.emplace(input, static_cast<int>(o));
  }
  return pairs;
}
}  // namespace

// Everything that may be refused is looked at first: names, then loops. Then ports are made, the
// systems become parts of the target, and the builder is done.
template <typename T>
void DiagramBuilder<T>::BuildInto(Diagram<T>* target) {
  CheckNotBuilt("Build");
  if (empty()) {
    throw std::logic_error(
        "DiagramBuilder::Build(): the diagram is empty: add at least one system to it");
  }
  target->TakeNames(systems_);
  // What each input reads; nothing until a connection says so.
  std::vector<std::vector<PortId>> sources(systems_.size());
  for (size_t i = 0; i < systems_.size(); ++i) {
    sources[i].assign(systems_[i]->num_input_ports(), PortId{-1, -1});
  }
  for (const auto& [input, source] : connections_) sources[input.system][input.port] = source;
  for (const auto& system : systems_) system->FindSymbolicInputs();
  {
    const internal::FeedthroughGraph<T> graph(systems_, sources);
    if (!solves_algebraic_loops_) ThrowIfAlgebraicLoop(graph);
    target->solves_algebraic_loops_ = solves_algebraic_loops_;
    target->feedthroughs_ = DiagramFeedthroughs<T>(graph, exported_outputs_);
  }

  // The diagram's own ports: an input is like its first reader, an output shows a part's port.
  for (const ExportedInput& e : exported_inputs_) {
    const AbstractValue* model = e.first->model_value();
    target->AddInputPort(e.name, e.first->get_data_type(), e.first->size(),
                         e.first->get_random_type(), model ? model->Clone() : nullptr);
  }
  for (const auto& [port, name] : exported_outputs_) {
    const OutputPort<T>& source = systems_[port.system]->get_output_port(port.port);
    target->AddOutputPort(name, source.get_data_type(), source.size(), nullptr, &source);
  }
  // From here on the systems are parts.
  int num_q = 0, num_v = 0, num_z = 0;
  for (const auto& system : systems_) {
    system->FinishDeclarations();
    Diagram<T>::SetParent(system.get(), target);
    num_q += system->num_q();
    num_v += system->num_v();
    num_z += system->num_z();
  }
  target->SetNumContinuousStates(num_q, num_v, num_z);
  target->AdoptSources(sources);
  target->subsystems_ = std::move(systems_);
  target->subsystems_.shrink_to_fit();
  target->AdoptConstraints();
  built_ = true;
}

LOOPWRIGHT_INSTANTIATE_CLASS(DiagramBuilder)

}  // namespace loopwright
