#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/system/diagram.h"

namespace loopwright {

/// Collects systems and connections and makes a Diagram of them.
template <typename T>
class DiagramBuilder {
 public:
  DiagramBuilder();
  ~DiagramBuilder();
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(DiagramBuilder);

  /// Takes a system over and returns it. A system without a name gets one.
  template <class S>
  S* AddSystem(std::unique_ptr<S> system) {
    S* raw = system.get();
    Add(std::move(system));
    return raw;
  }
  template <class S, typename... Args>
  S* AddSystem(Args&&... args) {
    return AddSystem(std::make_unique<S>(std::forward<Args>(args)...));
  }
  template <template <typename> class S, typename... Args>
  S<T>* AddSystem(Args&&... args) {
    return AddSystem(std::make_unique<S<T>>(std::forward<Args>(args)...));
  }
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

  bool empty() const { return systems_.empty(); }
  std::vector<const System<T>*> GetSystems() const;

  /// std::logic_error where the input has a source already, a port is not of this builder's
  /// systems, or sizes or types differ.
  void Connect(const OutputPort<T>& source, const InputPort<T>& destination);
  /// The only output to the only input.
  void Connect(const System<T>& source, const System<T>& destination);
  void Cascade(const System<T>& source, const System<T>& destination) {
    Connect(source, destination);
  }
  void Disconnect(const OutputPort<T>& source, const InputPort<T>& destination);
  bool IsConnectedOrExported(const InputPort<T>& input) const;

  /// Makes `input` an input of the diagram and returns its index; `name` by default is
  /// SYSTEM_PORT. The same name may be exported to several inputs: they are then one.
  int ExportInput(const InputPort<T>& input, std::string name = {});
  /// Makes `output` an output of the diagram and returns its index.
  int ExportOutput(const OutputPort<T>& output, std::string name = {});

  /// The diagram; the builder is empty afterwards. std::logic_error names an algebraic loop port by
  /// port, or two systems of one name.
  std::unique_ptr<Diagram<T>> Build();
  /// The same for a subclass of Diagram: its constructor calls this.
  void BuildInto(Diagram<T>* target);

 private:
  using PortId = typename Diagram<T>::PortId;
  void Add(std::unique_ptr<System<T>> system);
  int IndexOf(const System<T>& system, const char* caller) const;
  void CheckInputIsFree(PortId input, const InputPort<T>& port) const;
  void ThrowIfAlgebraicLoop(const std::vector<std::vector<PortId>>& sources) const;

  struct ExportedInput {
    std::string name;
    const InputPort<T>* first;
  };
  std::vector<std::unique_ptr<System<T>>> systems_;
  std::unordered_map<const System<T>*, int> indices_;
  std::map<PortId, PortId> connections_;  ///< input → output, or → diagram input with system -1
  std::vector<ExportedInput> exported_inputs_;
  std::vector<std::pair<PortId, std::string>> exported_outputs_;
  bool built_ = false;
};

LOOPWRIGHT_DECLARE_CLASS(DiagramBuilder)

}  // namespace loopwright
