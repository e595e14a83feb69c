#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "engine/system/system.h"

namespace loopwright {

template <typename T>
class DiagramBuilder;

/// A system made of others whose ports are connected. Make one with a DiagramBuilder. Its parts are
/// leaves or diagrams again. A diagram itself computes nothing: before anything runs it is
/// flattened (MakePlan()), and what is left of it are names and the places of values. For example
///
///     DiagramBuilder<double> builder;
///     auto* gain = builder.AddSystem<Gain>(10.0, 1);
///     auto* integrator = builder.AddSystem<Integrator>(1);
///     builder.Connect(*gain, *integrator);
///     builder.ExportInput(gain->get_input_port());
///     builder.ExportOutput(integrator->get_output_port());
///     const auto diagram = builder.Build();
template <typename T>
class Diagram : public System<T> {
 public:
  using typename System<T>::PortId;
  /// What an input of a subsystem reads (System::input_source()).
  using Source = PortId;

  /// Subsystems are destroyed in the reverse of the order in which they were added.
  ~Diagram() override;

  /// The same diagram over another scalar: each subsystem converted, connected as here.
  /// ScalarConversionError where a subsystem cannot be converted.
  template <typename U>
  explicit Diagram(const Diagram<U>& other)
      : Diagram(SystemScalarConverter::MakeWithoutSubtypeChecking<loopwright::Diagram>(), other) {}

  /// Direct parts, by the number in which they were added.
  int num_subsystems() const override { return static_cast<int>(subsystems_.size()); }
  const System<T>& subsystem(int index) const override { return *subsystems_[index]; }
  /// In build order.
  std::vector<const System<T>*> GetSystems() const;
  /// Whether a direct part has this name.
  bool HasSubsystemNamed(std::string_view name) const { return FindSubsystem(name) >= 0; }
  /// std::logic_error names the diagram and the systems that it has.
  const System<T>& GetSubsystemByName(std::string_view name) const;
  /// The direct part of this name as an S, to ask it for what only its class has; std::logic_error
  /// where there is none or it is of another class.
  template <class S>
  const S& GetDowncastSubsystemByName(std::string_view name) const {
    const System<T>& system = GetSubsystemByName(name);
    const auto* as_s = dynamic_cast<const S*>(&system);
    if (as_s == nullptr) ThrowNotOfClass(system, typeid(S));
    return *as_s;
  }
  /// To be changed while the diagram is set up, such as by another declaration.
  System<T>& GetMutableSubsystemByName(std::string_view name) {
    return const_cast<System<T>&>(GetSubsystemByName(name));
  }
  template <class S>
  S& GetMutableDowncastSubsystemByName(std::string_view name) {
    return const_cast<S&>(GetDowncastSubsystemByName<S>(name));
  }
  /// As an S<T>.
  template <template <typename> class S>
  const S<T>& GetDowncastSubsystemByName(std::string_view name) const {
    return GetDowncastSubsystemByName<S<T>>(name);
  }
  template <template <typename> class S>
  S<T>& GetMutableDowncastSubsystemByName(std::string_view name) {
    return GetMutableDowncastSubsystemByName<S<T>>(name);
  }
  /// Whether `input` reads `output`, both of subsystems of this diagram.
  bool AreConnected(const OutputPort<T>& output, const InputPort<T>& input) const;
  /// A port that the subsystem declared after this diagram was built reads nothing.
  Source input_source(int system, int port) const override {
    const size_t next = static_cast<size_t>(system) + 1;
    const int end =
        next < first_source_.size() ? first_source_[next] : static_cast<int>(sources_.size());
    const int at = first_source_[system] + port;
    return at < end ? sources_[at] : Source{-1, -1};
  }

  /// The part of this diagram's (or an enclosing diagram's) context that is `subsystem`'s.
  const Context<T>& GetSubsystemContext(const System<T>& subsystem,
                                        const Context<T>& context) const;
  Context<T>& GetMutableSubsystemContext(const System<T>& subsystem, Context<T>* context) const {
    return const_cast<Context<T>&>(GetSubsystemContext(subsystem, *context));
  }

  /// The part of a state of this diagram, the context's or any other, that is `subsystem`'s, at any
  /// depth.
  State<T> GetMutableSubsystemState(const System<T>& subsystem, const Context<T>& context,
                                    State<T>* state) const;
  // --- the part of a value of this whole diagram that is `subsystem`'s, at any depth. It is a view
  // that lives as long as the whole does. std::logic_error where the subsystem is none of this
  // diagram's. ---
  const State<T>& GetSubsystemState(const System<T>& subsystem, const State<T>& state) const {
    return GetMutableSubsystemState(subsystem, const_cast<State<T>*>(&state));
  }
  State<T>& GetMutableSubsystemState(const System<T>& subsystem, State<T>* state) const;
  State<T>& GetMutableSubsystemState(const System<T>& subsystem, Context<T>* context) const {
    return GetMutableSubsystemContext(subsystem, context).get_mutable_state();
  }
  const ContinuousState<T>& GetSubsystemDerivatives(const System<T>& subsystem,
                                                    const ContinuousState<T>& derivatives) const;
  const DiscreteValues<T>& GetSubsystemDiscreteValues(const System<T>& subsystem,
                                                      const DiscreteValues<T>& discrete) const;
  /// The part of the events of this diagram that is a direct subsystem's; std::logic_error for any
  /// other system.
  const CompositeEventCollection<T>& GetSubsystemCompositeEventCollection(
      const System<T>& subsystem, const CompositeEventCollection<T>& events) const {
    return GetMutableSubsystemCompositeEventCollection(
        subsystem, const_cast<CompositeEventCollection<T>*>(&events));
  }
  CompositeEventCollection<T>& GetMutableSubsystemCompositeEventCollection(
      const System<T>& subsystem, CompositeEventCollection<T>* events) const;
  /// What is due for a subsystem, by its number, among the events of this diagram.
  template <typename EventType>
  const EventCollection<EventType>& GetSubsystemEvents(
      int subsystem, const EventCollection<EventType>& events) const {
    return AsDiagram(events).get_subevent_collection(subsystem);
  }

  /// What follows does for each subsystem what it asks of the diagram, with its part of the values.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const override;
  void SetRandomState(const Context<T>& context, State<T>* state,
                      RandomGenerator* generator) const override;
  void SetRandomParameters(const Context<T>& context, Parameters<T>* parameters,
                           RandomGenerator* generator) const override;
  /// Pairs of an input and an output of the diagram with a path of direct feedthrough between them,
  /// found when the diagram was built.
  std::multimap<int, int> GetDirectFeedthroughs() const override { return feedthroughs_; }
  /// Whether algebraic loops of its systems are solved at every instant.
  bool solves_algebraic_loops() const { return solves_algebraic_loops_; }
  internal::LoopSearchMaker<T> loop_search_maker() const override;
  std::unique_ptr<CompositeEventCollection<T>> AllocateCompositeEventCollection() const override;
  /// A frame around the fragments of the subsystems; below `max_depth` the diagram is one node.
  void GetGraphvizFragment(int max_depth, std::stringstream* dot) const override;
  void GetGraphvizInputPortToken(const InputPort<T>& port, int max_depth,
                                 std::stringstream* dot) const override;
  void GetGraphvizOutputPortToken(const OutputPort<T>& port, int max_depth,
                                  std::stringstream* dot) const override;
  using System<T>::GetGraphvizFragment;

 protected:
  /// To be built by DiagramBuilder::BuildInto(). It can be converted to the scalars that all its
  /// subsystems can be converted to; a subclass becomes a plain Diagram.
  Diagram() : Diagram(SystemScalarConverter::MakeWithoutSubtypeChecking<loopwright::Diagram>()) {}
  /// For a subclass template that stays what it is: `Diagram<T>(SystemTypeTag<MyDiagram>{})`, and
  /// in its converting constructor with `other`.
  explicit Diagram(SystemScalarConverter converter) : System<T>(std::move(converter)) {}
  template <typename U>
  Diagram(SystemScalarConverter converter, const Diagram<U>& other);
  /// Residuals, energies and velocities are those of the subsystems one after another, or summed
  /// up.
  void DoCalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                             const ContinuousState<T>& proposed_derivatives,
                                             EigenPtr<VectorX<T>> residual) const override;
  /// Sums over the subsystems, each with its own part of the context, in J and W.
  T DoCalcPotentialEnergy(const Context<T>& context) const override;
  T DoCalcKineticEnergy(const Context<T>& context) const override;
  T DoCalcConservativePower(const Context<T>& context) const override;
  T DoCalcNonConservativePower(const Context<T>& context) const override;
  /// Each subsystem maps its own part of the vectors.
  void DoMapVelocityToQDot(const Context<T>& context, const Eigen::Ref<const VectorX<T>>& velocity,
                           VectorBase<T>* qdot) const override;
  void DoMapQDotToVelocity(const Context<T>& context, const Eigen::Ref<const VectorX<T>>& qdot,
                           VectorBase<T>* velocity) const override;
  /// Each subsystem gets its own part of the collection and of the values; see System.
  [[nodiscard]] EventStatus DispatchPublishHandler(
      const Context<T>& context, const EventCollection<PublishEvent<T>>& events) const override;
  [[nodiscard]] EventStatus DispatchDiscreteVariableUpdateHandler(
      const Context<T>& context, const EventCollection<DiscreteUpdateEvent<T>>& events,
      DiscreteValues<T>* discrete) const override;
  [[nodiscard]] EventStatus DispatchUnrestrictedUpdateHandler(
      const Context<T>& context, const EventCollection<UnrestrictedUpdateEvent<T>>& events,
      State<T>* state) const override;
  /// The earliest time of all subsystems. The events of those that are due later are taken out
  /// again.
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override;
  /// Those of all subsystems, each in its part of the collection.
  void DoGetPerStepEvents(const Context<T>& context,
                          CompositeEventCollection<T>* events) const override;
  void DoGetInitializationEvents(const Context<T>& context,
                                 CompositeEventCollection<T>* events) const override;
  void DoGetPeriodicEvents(const Context<T>& context,
                           CompositeEventCollection<T>* events) const override;
  void DoGetWitnessFunctions(const Context<T>& context,
                             std::vector<const WitnessFunction<T>*>* witnesses) const override;

 private:
  friend class DiagramBuilder<T>;
  template <typename U>
  friend class Diagram;
  /// std::logic_error: the subsystem is of another class than was asked for.
  [[noreturn]] void ThrowNotOfClass(const System<T>& system, const std::type_info& wanted) const;
  /// std::logic_error where the events are those of another system.
  template <typename EventType>
  const DiagramEventCollection<EventType>& AsDiagram(
      const EventCollection<EventType>& events) const;
  /// The place of a subsystem in the plan of this diagram; std::logic_error where it has none.
  int PlaceOf(const System<T>& subsystem, const Plan<T>& plan) const;
  /// The number of a direct subsystem; std::logic_error where it is none.
  int NumberOf(const System<T>& subsystem) const;
  /// term(system, its context), over all direct parts.
  using EvalEnergy = const T& (System<T>::*)(const Context<T>&) const;
  T SumOverSubsystems(const Context<T>& context, EvalEnergy eval) const;
  /// visit(system, its context, its events).
  template <typename F>
  void ForEachPart(const Context<T>& context, CompositeEventCollection<T>* events, F visit) const;
  /// The forced events of one kind of all subsystems, which own them.
  template <typename EventType, typename Get>
  std::unique_ptr<EventCollection<EventType>> GatherForced(Get get) const;
  std::unique_ptr<EventCollection<PublishEvent<T>>> AllocateForcedPublishEvents() const override;
  std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> AllocateForcedDiscreteUpdateEvents()
      const override;
  std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>>
  AllocateForcedUnrestrictedUpdateEvents() const override;
  /// Hand each subsystem its part of what was computed.
  void DoApplyDiscreteVariableUpdate(const EventCollection<DiscreteUpdateEvent<T>>& events,
                                     DiscreteValues<T>* discrete,
                                     Context<T>* context) const override;
  void DoApplyUnrestrictedUpdate(const EventCollection<UnrestrictedUpdateEvent<T>>& events,
                                 State<T>* state, Context<T>* context) const override;
  /// Finds the subsystem in which the witness function's leaf is.
  void DoAddTriggeredWitness(const WitnessFunction<T>& witness, Event<T> event,
                             CompositeEventCollection<T>* events) const override;
  /// Subsystems first, then the energies that follow from theirs.
  void DoFinishDeclarations() override;
  /// Constraints of subsystems become the diagram's, computed from their part of its context.
  void AdoptConstraints();

  /// The number of the subsystem of this name; -1 where there is none.
  int FindSubsystem(std::string_view name) const;
  /// Called by the builder: makes the table by_name_ of the systems that become subsystems.
  /// std::runtime_error where a name is empty or two are equal.
  void TakeNames(const std::vector<std::unique_ptr<System<T>>>& systems);
  /// Called by the builder: what each subsystem's inputs read.
  void AdoptSources(const std::vector<std::vector<Source>>& sources);

  /// In the order in which they were added, which is that of the state too.
  std::vector<std::unique_ptr<System<T>>> subsystems_;
  std::vector<int> by_name_;       ///< numbers of subsystems by the hash of their names; -1: empty
  std::vector<int> first_source_;  ///< per subsystem: where its inputs begin in sources_
  std::vector<Source> sources_;    ///< per input of each subsystem
  std::multimap<int, int> feedthroughs_;
  bool solves_algebraic_loops_ = false;
};

LOOPWRIGHT_DECLARE_CLASS(Diagram)

}  // namespace loopwright
