#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/diagram/diagram.h"

namespace loopwright {

namespace internal {
template <typename T>
struct FeedthroughGraph;
}  // namespace internal

/// Collects systems and connections and makes a Diagram of them. A builder makes one diagram. All
/// functions that change it throw std::logic_error afterwards. Pointers and references to systems
/// that it hands out stay valid in the diagram, which takes the systems over. An example is at
/// Diagram.
template <typename T>
class DiagramBuilder {
 public:
  DiagramBuilder() = default;
  ~DiagramBuilder();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(DiagramBuilder);

  /// Takes a system over and returns it. A system without a name gets one.
  template <class S>
  S* AddSystem(std::unique_ptr<S> system) {
    S* raw = system.get();
    Add(std::move(system));
    return raw;
  }
  /// Makes an S (or an S<T>) from these arguments, and adds it.
  template <class S, typename... Args>
  S* AddSystem(Args&&... args) {
    return AddSystem(std::make_unique<S>(std::forward<Args>(args)...));
  }
  template <template <typename> class S, typename... Args>
  S<T>* AddSystem(Args&&... args) {
    return AddSystem(std::make_unique<S<T>>(std::forward<Args>(args)...));
  }
  /// Names the system first; Build() refuses two systems of one name.
  template <class S>
  S* AddNamedSystem(const std::string& name, std::unique_ptr<S> system) {
    system->set_name(name);
    return AddSystem(std::move(system));
  }
  template <class S, typename... Args>
  S* AddNamedSystem(const std::string& name, Args&&... args) {
    return AddNamedSystem(name, std::make_unique<S>(std::forward<Args>(args)...));
  }
  template <template <typename> class S, typename... Args>
  S<T>* AddNamedSystem(const std::string& name, Args&&... args) {
    return AddNamedSystem(name, std::make_unique<S<T>>(std::forward<Args>(args)...));
  }

  /// Whether nothing was added, or the diagram has been built.
  bool empty() const { return systems_.empty(); }
  bool IsEmpty() const { return empty(); }
  bool already_built() const { return built_; }
  /// In the order in which they were added.
  std::vector<const System<T>*> GetSystems() const;
  std::vector<System<T>*> GetMutableSystems();
  bool HasSubsystemNamed(std::string_view name) const;
  /// std::logic_error where there is none of this name, or there are several.
  const System<T>& GetSubsystemByName(std::string_view name) const;
  System<T>& GetMutableSubsystemByName(std::string_view name) {
    return const_cast<System<T>&>(GetSubsystemByName(name));
  }
  /// The system of this name as an S, to connect ports that only its class names; std::logic_error
  /// where there is none, or it is of another class.
  template <class S>
  const S& GetDowncastSubsystemByName(std::string_view name) const {
    const System<T>& system = GetSubsystemByName(name);
    const auto* as_s = dynamic_cast<const S*>(&system);
    if (as_s == nullptr) ThrowNotOfClass(system, typeid(S));
    return *as_s;
  }
  template <class S>
  S& GetMutableDowncastSubsystemByName(std::string_view name) {
    return const_cast<S&>(GetDowncastSubsystemByName<S>(name));
  }
  /// Takes a system out again, with its connections and exported ports, and destroys it.
  void RemoveSystem(const System<T>& system);

  /// std::logic_error where the input has a source already, a port is not of this builder's
  /// systems, or sizes or types differ, of abstract values too.
  void Connect(const OutputPort<T>& source, const InputPort<T>& destination);
  /// The only output to the only input; an error where there are several.
  void Connect(const System<T>& source, const System<T>& destination) {
    Connect(source.get_output_port(), destination.get_input_port());
  }
  /// Drake's name for connecting one block after another.
  void Cascade(const System<T>& source, const System<T>& destination) {
    Connect(source, destination);
  }
  /// std::logic_error where the two are not connected.
  void Disconnect(const OutputPort<T>& source, const InputPort<T>& destination);
  /// Whether the input reads an output or an input of the diagram.
  bool IsConnectedOrExported(const InputPort<T>& input) const;
  /// Makes `destination` read what `exemplar` reads, an output or an input of the diagram; nothing
  /// where `exemplar` reads nothing. Returns whether it does.
  bool ConnectToSame(const InputPort<T>& exemplar, const InputPort<T>& destination);
  /// Which output each connected input reads.
  std::map<const InputPort<T>*, const OutputPort<T>*> connection_map() const;
  /// Of the diagram.
  int num_input_ports() const { return static_cast<int>(exported_inputs_.size()); }
  int num_output_ports() const { return static_cast<int>(exported_outputs_.size()); }

  /// Makes `input` an input of the diagram and returns its index; `name` by default is
  /// SYSTEM_PORT. The same name may be exported to several inputs: they are then one.
  /// std::logic_error for an empty name.
  InputPortIndex ExportInput(const InputPort<T>& input,
                             std::variant<std::string, DefaultName> name = kUseDefaultName);
  /// Makes `input` read an input of the diagram that was exported before.
  void ConnectInput(std::string_view diagram_port, const InputPort<T>& input);
  void ConnectInput(InputPortIndex diagram_port, const InputPort<T>& input);
  /// Makes `output` an output of the diagram and returns its index.
  OutputPortIndex ExportOutput(const OutputPort<T>& output,
                               std::variant<std::string, DefaultName> name = kUseDefaultName);

  /// Whether algebraic loops, where outputs depend on themselves at the same instant, are solved
  /// (engine/loops/loop_solver.h). By default Build() refuses them.
  void set_solves_algebraic_loops(bool solve) { solves_algebraic_loops_ = solve; }

  /// The diagram; the builder is empty afterwards. std::runtime_error names an algebraic loop port
  /// by port, two systems of one name, or a system whose name is empty.
  std::unique_ptr<Diagram<T>> Build();
  /// Build() for a subclass of Diagram, whose constructor adds its systems to a builder of its own
  /// and calls this with `this`.
  void BuildInto(Diagram<T>* target);

 private:
  using PortId = typename Diagram<T>::PortId;
  /// Notes the system and its number; std::runtime_error where it is null. One without a name
  /// becomes system_N, N being the number of systems that were added before it.
  void Add(std::unique_ptr<System<T>> system);
  /// The number of a system; std::logic_error, in the name of `caller`, where it was not added
  /// here.
  int IndexOf(const System<T>& system, const char* caller) const;
  /// std::logic_error, in the name of `caller`, once Build() was called.
  void CheckNotBuilt(const char* caller) const;
  [[noreturn]] static void ThrowNotOfClass(const System<T>& system, const std::type_info& wanted);
  /// std::logic_error where the input has a source.
  void CheckInputIsFree(PortId input, const InputPort<T>& port) const;
  /// std::runtime_error names the first loop of direct feedthrough, port by port.
  void ThrowIfAlgebraicLoop(const internal::FeedthroughGraph<T>& graph) const;

  /// An input of the diagram, and the input that was exported first under its name.
  struct ExportedInput {
    std::string name;
    const InputPort<T>* first;
  };
  std::vector<std::unique_ptr<System<T>>> systems_;
  int num_added_ = 0;  ///< with those that were removed
  std::unordered_map<const System<T>*, int> indices_;
  std::map<PortId, PortId> connections_;  ///< input → output, or → diagram input with system -1
  std::vector<ExportedInput> exported_inputs_;
  std::vector<std::pair<PortId, std::string>> exported_outputs_;
  bool solves_algebraic_loops_ = false;
  bool built_ = false;
};

LOOPWRIGHT_DECLARE_CLASS(DiagramBuilder)

}  // namespace loopwright
